//! Which rule wins wherever another one matches.
//!
//! One URL tells. Let a letter stand in the place of each `*` of a pattern, and
//! after its end if that is open, which no pattern holds. Another rule matches
//! that URL only if its own `*`s span these letters. So it matches as well
//! whatever else may stand there: all that the first one matches. If it
//! decides about this URL, the first one never decides.
//!
//! Two patterns are two of that kind in one: `*/a` is `/a` and `/*/a`, as all
//! that URLs begin with is a `/`, and in one dialect an index page stands for its
//! folder, too. Two rules may win against such a one together.

use alloc::string::String;
use alloc::vec::Vec;

use memchr::memchr_iter;

use crate::canonical::unescape;
use crate::dialect::Dialect;
use crate::diff::automaton::CanonicalRule;
use crate::matcher::Matcher;
use crate::pattern::Shape;

/// The rules of a matcher, each of which wants to decide. They are known by
/// their numbers in file order.
pub(crate) struct Contest<'m> {
    matcher: &'m Matcher<'m>,
    canonical: Vec<CanonicalRule<'m>>,
    lines: Vec<u32>,
    /// How many of them a query may have to try one by one, and how many `*` they
    /// have.
    wildcards: usize,
    stars: usize,
    /// What no pattern holds.
    stranger: Option<String>,
}

/// How a rule fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It decides about this URL.
    Wins(String),
    /// Wherever it matches, one of these wins; they are in order.
    LosesTo(Vec<usize>),
    /// One URL does not tell: there is nothing that no pattern holds, or it
    /// matches only what few URLs have or none, such as dot segments.
    Unclear,
}

impl<'m> Contest<'m> {
    /// Costs O(n log n) for n rules.
    pub(crate) fn new(matcher: &'m Matcher<'_>) -> Contest<'m> {
        let canonical = matcher.canonical_rules();
        let stars = |rule: &CanonicalRule<'_>| memchr_iter(b'*', &rule.canonical).count();
        Contest {
            matcher,
            wildcards: canonical.iter().filter(|rule| stars(rule) > 0).count(),
            stars: canonical.iter().map(stars).sum(),
            lines: matcher.rules().map(|rule| rule.line()).collect(),
            stranger: stranger(&canonical, matcher.dialect()),
            canonical,
        }
    }

    /// The line of each rule.
    pub(crate) fn lines(&self) -> &[u32] {
        &self.lines
    }

    /// The rules as they are compared.
    pub(crate) fn canonical(&self) -> &[CanonicalRule<'m>] {
        &self.canonical
    }

    /// In how many steps it is known how a rule fares, of some nanoseconds each,
    /// and of some tens where rules are made to be slow.
    pub(crate) fn steps(&self, number: usize) -> usize {
        let length = self.canonical[number].canonical.len();
        // What follows each `*` is a search of its own. All of a rule go through the URL
        // once, a good many bytes in a step.
        self.stars + (length / 64).saturating_mul(self.wildcards) + length / 8 + 8
    }

    /// How a rule fares.
    pub(crate) fn outcome(&self, number: usize) -> Outcome {
        let rule = &self.canonical[number];
        let dialect = self.matcher.dialect();
        let folder = Shape::of_index_folder(&rule.canonical, rule.is_allow, dialect)
            .map(|folder| (&rule.canonical[..folder.body], true));
        let whole = match &*rule.canonical {
            [body @ .., b'$'] => (body, true),
            body => (body, false),
        };
        let mut winners = Vec::new();
        let forms = [Some(whole), folder].into_iter().flatten();
        let forms = forms.flat_map(|form| [Some(form), without_first_star(form)]);
        for (body, is_anchored) in forms.flatten() {
            let Some(url) = self.url(body, is_anchored) else {
                return Outcome::Unclear;
            };
            let line = self.matcher.verdict(&url).line();
            match line.map(|line| self.lines.binary_search(&line)) {
                Some(Ok(winner)) if winner == number => return Outcome::Wins(url),
                Some(Ok(winner)) => winners.push(winner),
                _ => return Outcome::Unclear,
            }
        }
        winners.sort_unstable();
        winners.dedup();
        Outcome::LosesTo(winners)
    }

    /// The URL that tells.
    fn url(&self, body: &[u8], is_anchored: bool) -> Option<String> {
        let stranger = self.stranger.as_deref()?;
        let dialect = self.matcher.dialect();
        let mut url = String::from("http://example.com");
        let start = url.len();
        for &byte in body {
            match byte {
                b'*' if url.len() == start => {
                    url.push('/');
                    url.push_str(stranger);
                }
                b'*' => url.push_str(stranger),
                b'/' => url.push('/'),
                // What begins like this matches nothing.
                _ if url.len() == start => return None,
                b'\\' if dialect.resolves_urls() => url.push_str("%5C"),
                // Canonical spellings are ASCII.
                byte => url.push(char::from(byte)),
            }
        }
        if !is_anchored {
            url.push_str(stranger);
        }
        let (path, _) = url[start..].split_once('?').unwrap_or((&url[start..], ""));
        let has_dots = path.split('/').any(|segment| matches!(segment, "." | ".."));
        let is_resolved = has_dots && dialect.resolves_urls();
        (!path.is_empty() && !is_resolved).then_some(url)
    }
}

/// A pattern whose `*` at the start may span nothing.
fn without_first_star((body, is_anchored): (&[u8], bool)) -> Option<(&[u8], bool)> {
    let stars = body.iter().take_while(|&&byte| byte == b'*').count();
    let rest = &body[stars..];
    (stars > 0 && rest.first() == Some(&b'/')).then_some((rest, is_anchored))
}

/// What stands in a URL for whatever no pattern holds: one byte, or one escape
/// where these cannot be divided.
fn stranger(rules: &[CanonicalRule<'_>], dialect: Dialect) -> Option<String> {
    let mut is_held = [false; 0x100];
    let mut is_held_escaped = [false; 0x100];
    for rule in rules {
        for (at, &byte) in rule.canonical.iter().enumerate() {
            is_held[usize::from(byte)] = true;
            if let Some(escaped) = unescape(&rule.canonical, at) {
                is_held_escaped[usize::from(escaped)] = true;
            }
        }
    }
    let mut letters = (b'a'..=b'z').chain(b'0'..=b'9').chain(b'A'..=b'Z');
    let letter = letters.find(|&letter| !is_held[usize::from(letter)]);
    let letter = letter.map(|letter| String::from(char::from(letter)));
    letter.or_else(|| {
        if dialect.respells_targets() {
            // Each of these is spelled so, and stands for nothing else.
            let mut others = (0x80..=0xFF).chain(1..0x20);
            let other = others.find(|&byte| !is_held_escaped[usize::from(byte)]);
            other.map(|byte: u8| alloc::format!("%{byte:02X}"))
        } else {
            // No pattern holds bytes that are not ASCII: they are escaped there.
            Some("\u{e9}".into())
        }
    })
}
