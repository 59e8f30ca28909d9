//! Rows for every statement in the sources, or one reading of it, checked in every way of asking.
//!
//! In a file, `¶` means a line end and `→` a tab. At the start of a line, `U A D CU CS L` mean
//! `User-agent`, `Allow`, `Disallow`, `Content-Usage`, `Content-Signal` and `License`.

use robots_exclusion::fetch::FetchOutcome;

use crate::question::{Asked, Expected, Question};

/// Name, file, crawler, path, label, and the expected answer with the deciding line.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    Expected<'static>,
);

use Expected::{Licenses, NotApplicable, Says, Unknown};

#[rustfmt::skip]
const USAGE: &[Row] = &[
    ("the first example of the draft", "U *¶A /¶CU train-ai=n", "Any", "/x", "train-ai", Says("disallow", 3)),
    ("the table of the draft: the group of *", "U *¶A /¶D /never/¶CU train-ai=n¶CU /ai-ok/ train-ai=y¶¶U ExampleBot¶A /¶CU train-ai=y", "Other", "/test", "train-ai", Says("disallow", 4)),
    ("a disallowed URL has no preferences", "U *¶A /¶D /never/¶CU train-ai=n¶CU /ai-ok/ train-ai=y¶¶U ExampleBot¶A /¶CU train-ai=y", "Other", "/never/test", "train-ai", NotApplicable),
    ("the longer path decides", "U *¶A /¶D /never/¶CU train-ai=n¶CU /ai-ok/ train-ai=y¶¶U ExampleBot¶A /¶CU train-ai=y", "Other", "/ai-ok/test", "train-ai", Says("allow", 5)),
    ("a group by name with a usage line", "U *¶A /¶D /never/¶CU train-ai=n¶CU /ai-ok/ train-ai=y¶¶U ExampleBot¶A /¶CU train-ai=y", "ExampleBot", "/never/test", "train-ai", Says("allow", 9)),
    ("a group by name does not inherit from *", "U *¶A /¶D /never/¶CU train-ai=n¶CU /ai-ok/ train-ai=y¶¶U ExampleBot¶A /¶CU train-ai=y", "ExampleBot", "/ai-ok/x", "train-ai", Says("allow", 9)),
    ("labels of one statement: disallowed", "U *¶CU train-ai=y, search=n", "Any", "/", "search", Says("disallow", 2)),
    ("labels of one statement: allowed", "U *¶CU train-ai=y, search=n", "Any", "/", "train-ai", Says("allow", 2)),
    ("labels of one statement: unknown", "U *¶CU train-ai=y, search=n", "Any", "/", "ai-use", Unknown),
    ("a later member with the same label wins: no value", "U *¶CU train-ai=y, train-ai, search=n, search=\"n\"", "Any", "/", "train-ai", Unknown),
    ("a later member with the same label wins: a string", "U *¶CU train-ai=y, train-ai, search=n, search=\"n\"", "Any", "/", "search", Unknown),
    ("parameters are ignored", "U *¶CU train-ai;allow=n, train-ai=y", "Any", "/", "train-ai", Says("allow", 2)),
    ("an example of the draft that is not a Dictionary", "U *¶CU train-ai;has;parameters=\"?\";", "Any", "/", "train-ai", Unknown),
    ("a final semicolon invalidates the statement", "U *¶CU search=n, train-ai;has;parameters=\"?\";", "Any", "/", "search", Unknown),
    ("field case, blanks and comment", "U *¶ content-USAGE :→train-ai=n→# why", "Any", "/", "train-ai", Says("disallow", 2)),
    ("an invalid key invalidates the statement", "U *¶CU Train-AI=n, search=n", "Any", "/", "search", Unknown),
    ("a final comma invalidates the statement", "U *¶CU search=n, train-ai=n,", "Any", "/", "search", Unknown),
    ("a missing comma invalidates the statement", "U *¶CU search=n train-ai=n", "Any", "/", "search", Unknown),
    ("blanks around the equals sign invalidate the statement", "U *¶CU search = n", "Any", "/", "search", Unknown),
    ("parameters, and blanks around the comma", "U *¶CU search=n;x=1 ,→train-ai=Y", "Any", "/", "search", Says("disallow", 2)),
    ("an unknown token is not an error", "U *¶CU search=n;x=1 ,→train-ai=Y", "Any", "/", "train-ai", Unknown),
    ("the word of the other field", "U *¶CU search=no", "Any", "/", "search", Unknown),
    ("a comment is removed before the statement is parsed", "U *¶CU search=n;why=\"a#b\"", "Any", "/", "search", Unknown),
    ("retired labels are ignored", "U *¶CU ai=n, bots=n, search=y", "Any", "/", "search", Says("allow", 2)),
    ("a label of an old draft", "U *¶CU ai=n", "Any", "/", "train-ai", Unknown),
    ("a path without a statement states no preference", "U *¶CU train-ai=n¶CU /p", "Any", "/p/x", "train-ai", Unknown),
    ("a path with an invalid statement states no preference", "U *¶CU train-ai=n¶CU /p TRAIN-AI=y", "Any", "/p/x", "train-ai", Unknown),
    ("only a slash begins a path", "U *¶CU *.pdf train-ai=n", "Any", "/a.pdf", "train-ai", Unknown),
    ("a URL is not a path", "U *¶CU https://a.b/x train-ai=n¶CU search=n", "Any", "/x", "search", Says("disallow", 3)),
    ("wildcards as in an allow line", "U *¶CU /*.pdf$ train-ai=n¶CU train-ai=y", "Any", "/a.pdf.pdf", "train-ai", Says("disallow", 2)),
    ("an anchored path that does not match", "U *¶CU /*.pdf$ train-ai=n¶CU train-ai=y", "Any", "/a.pdf?x", "train-ai", Says("allow", 3)),
    ("canonical spelling", "U *¶CU /caf%c3%a9/ train-ai=n", "Any", "/café/x", "train-ai", Says("disallow", 2)),
    ("a blank in a path is encoded", "U *¶CU /a%20b train-ai=n", "Any", "/a b", "train-ai", Says("disallow", 2)),
    ("the root is longer than no path", "U *¶CU / train-ai=y¶CU train-ai=n", "Any", "/x", "train-ai", Says("allow", 2)),
    ("the most restrictive line of one path wins, not the last", "U *¶CU train-ai=n¶CU train-ai=y", "Any", "/x", "train-ai", Says("disallow", 2)),
    ("lines of one path combine label by label", "U *¶CU /a train-ai=y, search=y¶CU /a train-ai=n", "Any", "/a", "search", Says("allow", 2)),
    ("a final star does not count", "U *¶CU /a* train-ai=y¶CU /a train-ai=n", "Any", "/ab", "train-ai", Says("disallow", 3)),
    ("different paths of equal length combine", "U *¶CU /a*c train-ai=y¶CU /abc train-ai=n", "Any", "/abc", "train-ai", Says("disallow", 3)),
    ("only the longest path decides", "U *¶CU /x/ search=y¶CU train-ai=n", "Any", "/x/1", "train-ai", Unknown),
    ("allow lines and usage lines do not compete", "U *¶D /x¶A /x/ok¶CU /x train-ai=n", "Any", "/x/ok", "train-ai", Says("disallow", 4)),
    ("a URL that the allow line does not match", "U *¶D /x¶A /x/ok¶CU /x train-ai=n", "Any", "/x/no", "train-ai", NotApplicable),
    ("robots.txt itself may be fetched", "U *¶D /¶CU train-ai=n", "Any", "/robots.txt", "train-ai", Says("disallow", 3)),
    ("a line before the first group applies to no crawler", "CU train-ai=n¶U *¶A /", "Any", "/", "train-ai", Unknown),
    ("groups of one crawler are merged, first group", "U a¶CU train-ai=n¶¶U *¶CU train-ai=y¶¶U A/2.0¶CU search=n", "a", "/", "train-ai", Says("disallow", 2)),
    ("groups of one crawler are merged, second group", "U a¶CU train-ai=n¶¶U *¶CU train-ai=y¶¶U A/2.0¶CU search=n", "a", "/", "search", Says("disallow", 8)),
    ("a usage line ends its run", "U a¶CU train-ai=n¶¶U *¶CU train-ai=y¶¶U A/2.0¶CU search=n", "Other", "/", "train-ai", Says("allow", 5)),
    ("a group without usage lines does not inherit from *", "U Bot¶A /¶U *¶CU train-ai=n", "Bot", "/", "train-ai", Unknown),
    ("the more general group", "U googlebot¶A /¶CU train-ai=n¶U *¶A /", "Googlebot-Image", "/", "train-ai", Says("disallow", 3)),
    ("a usage line does not end the run for verdicts", "U *¶CU train-ai=n¶¶U BadBot¶D /", "Other", "/", "train-ai", NotApplicable),
    ("a run ended by a usage line does not apply to the next crawler", "U *¶CU train-ai=n¶¶U BadBot¶D /x", "BadBot", "/y", "train-ai", Unknown),
    ("a run ended by a usage line applies to other crawlers", "U *¶CU train-ai=n¶¶U BadBot¶D /x", "Other", "/y", "train-ai", Says("disallow", 2)),
    ("a signal line does not end the run for usage lines", "U a¶CS ai-train=no¶U b¶CU train-ai=n¶A /", "a", "/", "train-ai", Says("disallow", 4)),
];

#[rustfmt::skip]
const SIGNALS: &[Row] = &[
    ("a signal line ends the run for signal lines", "U a¶CS ai-train=no¶U b¶CU train-ai=n¶A /", "b", "/", "ai-train", Unknown),
    ("the announcement of content signals", "U *¶CS search=yes, ai-train=no¶A /", "Any", "/", "ai-train", Says("disallow", 2)),
    ("a signal that is not stated", "U *¶CS search=yes, ai-train=no¶A /", "Any", "/", "ai-input", Unknown),
    ("the managed block and the site's own group", "U *¶CS search=yes,ai-train=no,use=reference¶A /¶¶U GPTBot¶D /¶¶U *¶D /lp", "Any", "/", "use", Says("reference", 2)),
    ("groups of * are merged, even after a managed block", "U *¶CS search=yes,ai-train=no,use=reference¶A /¶¶U GPTBot¶D /¶¶U *¶D /lp", "Any", "/lp", "ai-train", NotApplicable),
    ("a crawler that the managed block names", "U *¶CS search=yes,ai-train=no,use=reference¶A /¶¶U GPTBot¶D /¶¶U *¶D /lp", "GPTBot", "/", "ai-train", NotApplicable),
    ("signals of pages: about", "U *¶CS /about ai-train=yes, search=yes, ai-input=yes¶A /about¶¶U *¶CS /blog/ ai-train=no, search=yes, ai-input=no¶A /blog/¶¶U *¶D /dashboard/", "Any", "/about/us", "ai-train", Says("allow", 2)),
    ("signals of pages: blog", "U *¶CS /about ai-train=yes, search=yes, ai-input=yes¶A /about¶¶U *¶CS /blog/ ai-train=no, search=yes, ai-input=no¶A /blog/¶¶U *¶D /dashboard/", "Any", "/blog/1", "ai-input", Says("disallow", 6)),
    ("signals of pages: elsewhere", "U *¶CS /about ai-train=yes, search=yes, ai-input=yes¶A /about¶¶U *¶CS /blog/ ai-train=no, search=yes, ai-input=no¶A /blog/¶¶U *¶D /dashboard/", "Any", "/other", "ai-train", Unknown),
    ("case and stray pieces are ignored", "U *¶CS AI-Train = No ; x¶CS search=Yes,,foo=1", "Any", "/", "search", Says("allow", 3)),
    ("a value followed by other text is ignored", "U *¶CS AI-Train = No ; x¶CS search=Yes,,foo=1", "Any", "/", "ai-train", Unknown),
    ("each key is independent", "U *¶CS ai-train=no¶CS /b search=no", "Any", "/b", "ai-train", Says("disallow", 2)),
    ("no wins a tie", "U *¶CS ai-train=no¶U *¶CS ai-train=yes", "Any", "/", "ai-train", Says("disallow", 2)),
    ("a line at the top applies to crawlers without signals", "CS ai-train=no¶U *¶A /", "Any", "/", "ai-train", Says("disallow", 1)),
    ("signal lines of a group replace those at the top", "CS ai-train=no¶U *¶CS search=yes¶A /", "Any", "/", "ai-train", Unknown),
    ("lines of other fields do not replace those at the top", "CS ai-train=no¶U *¶Crawl-delay: 5¶L https://e.x/l¶A /", "Any", "/", "ai-train", Says("disallow", 1)),
];

#[rustfmt::skip]
const LICENSES: &[Row] = &[
    ("a licence of a group", "U ExampleBot¶A /¶L https://example.com/examplebot-license.xml¶¶U *¶A /¶L https://example.com/default-license.xml", "ExampleBot", "/", "license", Licenses(&[(3, "https://example.com/examplebot-license.xml")])),
    ("the licence for other crawlers", "U ExampleBot¶A /¶L https://example.com/examplebot-license.xml¶¶U *¶A /¶L https://example.com/default-license.xml", "Other", "/", "license", Licenses(&[(7, "https://example.com/default-license.xml")])),
    ("a global licence", "L https://example.com/license.xml¶U Googlebot¶A /", "Googlebot", "/", "license", Licenses(&[(1, "https://example.com/license.xml")])),
    ("a global licence after a vertical tab", "\x0BLicense: https://e.x/g¶U a¶D /", "a", "/", "license", Licenses(&[(1, "https://e.x/g")])),
    ("a global licence after a form feed", "\x0C License: https://e.x/g¶U a¶D /", "a", "/", "license", Licenses(&[(1, "https://e.x/g")])),
    ("a global licence after lines of a page", "<p>¶: x¶ L¶c: d¶License: https://e.x/g¶#¶<br>¶U a¶D /", "a", "/", "license", Licenses(&[(5, "https://e.x/g")])),
    ("licences of a group replace the global one", "L https://e.x/g¶U a¶L https://e.x/1¶L https://e.x/2¶D /", "a", "/", "license", Licenses(&[(3, "https://e.x/1"), (4, "https://e.x/2")])),
    ("a licence line ends the run for licences", "U a¶L https://e.x/a¶U *¶L https://e.x/s", "a", "/", "license", Licenses(&[(2, "https://e.x/a")])),
    ("the group after a run ended by a licence line", "U a¶L https://e.x/a¶U *¶L https://e.x/s", "Other", "/", "license", Licenses(&[(4, "https://e.x/s")])),
    ("no licence is inherited from the group of *", "U *¶A /¶L https://e.x/s¶U a¶A /", "a", "/", "license", Licenses(&[])),
];

#[test]
fn usage_lines() {
    check(USAGE, Asked::Usage);
}

#[test]
fn signal_lines() {
    check(SIGNALS, Asked::Signals);
}

#[test]
fn license_lines() {
    check(LICENSES, Asked::Licenses);
}

#[track_caller]
fn check(rows: &[Row], asked: Asked) {
    for &(name, file, agent, path, label, expected) in rows {
        let question = Question::new(&expand(file), agent, path, asked, label);
        question.is_answered(name, expected);
        question.in_google().is_answered_as_by_the_model(name);
    }
}

/// Expands the abbreviations of a row.
pub(crate) fn expand(file: &str) -> String {
    let fields = [
        ("U ", "User-agent: "),
        ("A ", "Allow: "),
        ("D ", "Disallow: "),
        ("CU ", "Content-Usage: "),
        ("CS ", "Content-Signal: "),
        ("L ", "License: "),
    ];
    let lines = file.split('¶').map(|line| {
        let field = fields.iter().find(|(short, _)| line.starts_with(short));
        let line = match field {
            Some((short, long)) => line.replacen(short, long, 1),
            None => line.to_owned(),
        };
        line.replace('→', "\t")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// If everything is disallowed because the file is unreachable, no preference applies. If the site
/// has no file, no preference is stated.
#[test]
fn without_a_file_no_preference_is_stated() {
    for (result, applies) in [
        (FetchOutcome::unreachable(), false),
        (
            FetchOutcome::response(503, "user-agent: *\ncontent-usage: train-ai=y"),
            false,
        ),
        (
            FetchOutcome::response(404, "user-agent: *\ncontent-usage: train-ai=y"),
            true,
        ),
    ] {
        let access = result.access();
        let matcher = access.matcher("Any");
        for usage in [matcher.usage("/x"), matcher.content_signals("/x")] {
            assert_eq!(usage.applies(), applies, "{usage}");
            assert_eq!(
                (usage.preference("train-ai"), usage.line("train-ai")),
                (None, None)
            );
            assert_eq!(usage.iter().count(), 0);
            let said = if applies {
                "no preference stated"
            } else {
                "not applicable: disallowed"
            };
            assert!(usage.to_string().starts_with(said), "{usage}");
        }
        // `/robots.txt` may still be fetched.
        assert!(matcher.usage("/robots.txt").applies());
        assert_eq!(matcher.licenses().count(), 0);
    }
}
