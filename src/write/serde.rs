//! Serialisation of [`Robots`] and [`Matcher`]. Both are saved as their settings and the text that
//! `Display` writes, and loading parses that text like any other.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{self, Serialize, Serializer};

use crate::dialect::Dialect;
use crate::matcher::Matcher;
use crate::options::POSITION_LIMIT;
use crate::options::ParseOptions;
use crate::robots::Robots;
use crate::verdict::NoFile;

/// Checks that text can be saved or loaded. The parser wouldn't read the rules at the end of longer
/// text, so it would allow what they disallow.
fn check(text: &str) -> Result<(), &'static str> {
    match text.len() > POSITION_LIMIT {
        true => Err("the text is longer than 64 MiB, which is the limit"),
        false => Ok(()),
    }
}

/// The saved form of a [`Robots`].
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Robots")]
struct SavedRobots<'s> {
    dialect: Dialect,
    byte_limit: Option<u64>,
    agent_fallback: bool,
    is_truncated: bool,
    text: Cow<'s, str>,
}

/// Saves the options, whether the input was truncated, and the text that `Display` writes. Requires
/// the `serde` feature.
///
/// A loaded file returns the same verdicts. Its line numbers and patterns refer to the saved text.
/// Saving fails if that text is longer than 64 MiB, which only happens if the file contains more
/// than 21 MiB of invalid UTF-8.
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
        // This is the text that a person would save.
        let text = self.to_string();
        check(&text).map_err(ser::Error::custom)?;
        let options = self.options();
        SavedRobots {
            dialect: self.dialect(),
            byte_limit: options.byte_limit.map(|limit| limit as u64),
            agent_fallback: options.agent_fallback,
            is_truncated: self.is_truncated(),
            text: text.into(),
        }
        .serialize(serializer)
    }
}

/// Loads a saved file. Requires the `serde` feature.
///
/// Loading fails if the text is longer than 64 MiB, but never because of its contents. The byte
/// limit doesn't apply, because it was applied to the original text, and `Display` may have written
/// more bytes than were read.
impl<'de> Deserialize<'de> for Robots<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = SavedRobots::deserialize(deserializer)?;
        check(&saved.text).map_err(de::Error::custom)?;
        // The limit may have been saved on a computer with a wider `usize`.
        let limit = saved.byte_limit;
        let limit = limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let options = ParseOptions::new()
            .dialect(saved.dialect)
            .byte_limit(limit)
            .agent_fallback(saved.agent_fallback);
        let text = saved.text.into_owned().into_bytes();
        Ok(Robots::new(Cow::Owned(text), options, saved.is_truncated))
    }
}

/// The saved form of a [`Matcher`].
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Matcher")]
struct SavedMatcher<'s> {
    dialect: Dialect,
    /// The [name](crate::Selection::name) of the selection.
    selection: Cow<'s, str>,
    /// The product token that selected the groups. Empty if there is none.
    token: Cow<'s, str>,
    /// The answer to every query if there is no file.
    without_file: Option<NoFile>,
    text: Cow<'s, str>,
}

/// Saves the dialect, the selection with its product token, the text that `Display` writes, and the
/// answer to every query if there is no file. Requires the `serde` feature.
///
/// A loaded matcher returns the same verdicts. Its line numbers and patterns refer to the saved
/// text. Saving fails if that text is longer than 64 MiB.
///
/// ```
/// use robots_exclusion::{Matcher, Selection, Robots};
///
/// let robots = Robots::parse("user-agent: googlebot\ndisallow: /x\nuser-agent: *\ndisallow: /");
/// let kept = serde_json::to_string(&robots.matcher("Googlebot-Image"))?;
/// let loaded: Matcher = serde_json::from_str(&kept)?;
/// assert_eq!(loaded.selection(), Selection::General(b"googlebot"));
/// assert!(loaded.allowed("/y") && !loaded.allowed("/x"));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Matcher {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        check(&text).map_err(ser::Error::custom)?;
        SavedMatcher {
            dialect: self.dialect(),
            selection: self.selection().name().into(),
            token: String::from_utf8_lossy(self.selection().token().unwrap_or_default()),
            without_file: self.without_file,
            text: text.into(),
        }
        .serialize(serializer)
    }
}

/// Loads a saved matcher. Requires the `serde` feature.
///
/// Loading fails if the text is longer than 64 MiB, or if the groups that it selects don't agree
/// with the saved selection.
impl<'de> Deserialize<'de> for Matcher {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = SavedMatcher::deserialize(deserializer)?;
        let dialect = saved.dialect;
        if let Some(answer) = saved.without_file {
            return Ok(Matcher::without_file(answer, dialect));
        }
        check(&saved.text).map_err(de::Error::custom)?;
        // The text is for one crawler, so selecting its groups again results in the same matcher.
        let options = ParseOptions::new().dialect(dialect).byte_limit(None);
        let robots = options.parse(&*saved.text);
        let agent = match &*saved.selection {
            "own" => Some(saved.token),
            // A crawler with a longer name falls back to the group.
            "general" => Some(saved.token + "-"),
            // An empty list of agents selects the groups for `*`, or none.
            _ => None,
        };
        let matcher = robots.matcher_for(agent);
        // If the text has been edited by hand, it may select something else.
        if matcher.selection().name() != saved.selection {
            return Err(de::Error::custom(
                "the text doesn't contain the group that was selected when it was saved",
            ));
        }
        Ok(matcher.with_sitemaps(robots.sitemaps()))
    }
}
