//! Feature `serde`: [`Robots`] and [`Matcher`] are kept as the text that
//! `Display` writes, and read from it as from any other file.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{self, Serialize, Serializer};

use crate::dialect::Dialect;
use crate::file::POSITION_LIMIT;
use crate::matcher::Matcher;
use crate::options::ParseOptions;
use crate::robots::Robots;
use crate::verdict::Unavailable;

/// Why a text of so many bytes is neither kept nor loaded, if it is not: the
/// rules at its end would not be read, and what they disallow be allowed.
fn refusal(length: usize) -> Option<&'static str> {
    (length > POSITION_LIMIT).then_some("the text is longer than the 64 MiB that are read at most")
}

/// What is kept of a [`Robots`].
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Robots")]
struct SavedRobots<'s> {
    dialect: Dialect,
    byte_limit: Option<u64>,
    agent_fallback: bool,
    is_truncated: bool,
    text: Cow<'s, str>,
}

/// Feature `serde`. Keeps the options, whether the input was cut, and the
/// text as `Display` writes it.
///
/// What is loaded gives the same verdicts; lines, and patterns as written,
/// are those of the text that was kept. Fails if that is longer than 64 MiB,
/// which takes more than 21 MiB that are invalid UTF-8.
///
/// ```
/// use robots_exclusion::Robots;
///
/// let kept = serde_json::to_string(&Robots::parse("user-agent: *\ndisallow: /é"))?;
/// assert_eq!(
///     kept,
///     "{\"dialect\":\"standard\",\"byte_limit\":512000,\"agent_fallback\":true,\
///       \"is_truncated\":false,\"text\":\"User-agent: *\\nDisallow: /%C3%A9\\n\"}",
/// );
/// let loaded: Robots<'static> = serde_json::from_str(&kept)?;
/// assert!(!loaded.allowed("MyBot", "/%C3%A9"));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Robots<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        if let Some(refusal) = refusal(text.len()) {
            return Err(ser::Error::custom(refusal));
        }
        let options = self.options();
        let (dialect, byte_limit) = (options.get_dialect(), options.get_byte_limit());
        let agent_fallback = options.get_agent_fallback();
        SavedRobots {
            dialect,
            byte_limit: byte_limit.map(|limit| limit as u64),
            agent_fallback,
            is_truncated: self.is_truncated(),
            text: text.into(),
        }
        .serialize(serializer)
    }
}

/// Feature `serde`. Fails if the text is longer than 64 MiB, and never for
/// what it holds; the byte limit is kept with room for what `Display` spells
/// longer.
impl<'de> Deserialize<'de> for Robots<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = SavedRobots::deserialize(deserializer)?;
        if let Some(refusal) = refusal(saved.text.len()) {
            return Err(de::Error::custom(refusal));
        }
        let limit = saved.byte_limit;
        let limit = limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let options = ParseOptions::new()
            .dialect(saved.dialect)
            .byte_limit(limit)
            .agent_fallback(saved.agent_fallback);
        // A byte is spelled with three at most, and a line has a blank or a blank line
        // more.
        let room = limit.map(|limit| limit.saturating_mul(4).saturating_add(64));
        let text = saved.text.into_owned().into_bytes();
        let (read, is_cut) = options.byte_limit(room).cut_owned(text);
        let is_truncated = saved.is_truncated || is_cut;
        Ok(Robots::new(Cow::Owned(read), options, is_truncated))
    }
}

/// An answer where there is no file.
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedAnswer {
    allowed: bool,
    why: Unavailable,
}

/// What is kept of a [`Matcher`].
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Matcher")]
struct SavedMatcher<'s> {
    dialect: Dialect,
    /// By [name](crate::Selection::name); the text holds the token.
    selection: Cow<'s, str>,
    without_file: Option<SavedAnswer>,
    text: Cow<'s, str>,
}

/// Feature `serde`. Keeps the dialect, how the groups were selected, the
/// text as `Display` writes it, and what is answered where there is no file.
///
/// What is loaded gives the same verdicts; lines, and patterns as written,
/// are those of the text that was kept. Fails as for [`Robots`].
///
/// ```
/// use robots_exclusion::{Matcher, Selection, Robots};
///
/// let robots = Robots::parse("user-agent: googlebot\ndisallow: /x\nuser-agent: *\ndisallow: /");
/// let kept = serde_json::to_string(&robots.matcher("Googlebot-Image"))?;
/// let loaded: Matcher<'static> = serde_json::from_str(&kept)?;
/// assert_eq!(loaded.selection(), Selection::General(b"googlebot"));
/// assert!(loaded.allowed("/y") && !loaded.allowed("/x"));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Matcher<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        if let Some(refusal) = refusal(text.len()) {
            return Err(ser::Error::custom(refusal));
        }
        SavedMatcher {
            dialect: self.dialect(),
            selection: self.selection().name().into(),
            without_file: self
                .without_file
                .map(|(allowed, why)| SavedAnswer { allowed, why }),
            text: text.into(),
        }
        .serialize(serializer)
    }
}

/// Feature `serde`. Fails if the text is longer than 64 MiB, or if no
/// group of it is selected in the way that was kept.
impl<'de> Deserialize<'de> for Matcher<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = SavedMatcher::deserialize(deserializer)?;
        let dialect = saved.dialect;
        if let Some(SavedAnswer { allowed, why }) = saved.without_file {
            return Ok(Matcher::without_file(allowed, why, dialect));
        }
        if let Some(refusal) = refusal(saved.text.len()) {
            return Err(de::Error::custom(refusal));
        }
        let options = ParseOptions::new().dialect(dialect).byte_limit(None);
        let robots = options.parse(&*saved.text);
        let token = || {
            // Lines that are for others may stand before it, below a name.
            let last = robots.groups().next()?.agents().last()?;
            String::from_utf8(last.token().into()).ok()
        };
        let matcher = match &*saved.selection {
            "own" => token().map(|token| robots.matcher(&token)),
            // A crawler called `token-` has no group of its own, and obeys this one.
            "general" => token().map(|token| robots.matcher(&(token + "-"))),
            // No agent at all selects `*` or nothing.
            _ => Some(robots.matcher_for::<&str>(&[])),
        };
        let is_same = |matcher: &Matcher<'_>| matcher.selection().name() == saved.selection;
        match matcher.filter(is_same) {
            Some(matcher) => Ok(matcher.with_sitemaps(robots.sitemaps())),
            None => Err(de::Error::custom(
                "the text has no group that is selected as was kept",
            )),
        }
    }
}
