//! What is found, with all that its sentences need.

use alloc::vec::Vec;

use super::spaces::offset;
use super::usage::OddPath;
use super::words::Names;
use super::{Code, Severity};
use crate::agent;
use crate::lexer::Field;

/// A kind of diagnostic, and its particulars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding<'t> {
    InputCut {
        length: usize,
        read: usize,
        /// How many rules are ignored.
        rules: usize,
    },
    Utf16ByteOrderMark {
        /// Whether the file is UTF-16 indeed.
        is_utf16: bool,
    },
    LooksLikeHtml {
        /// How many lines are rules all the same.
        rules: usize,
    },
    NotUtf8 {
        is_comment: bool,
    },
    MisplacedByteOrderMark,
    LineTooLong,
    MissingColon {
        name: &'t [u8],
        is_accepted: bool,
    },
    FieldTypo {
        name: &'t [u8],
        meant: Field,
        is_accepted: bool,
    },
    UnknownField {
        name: &'t [u8],
        /// Whether the line is a URL of the web.
        is_url: bool,
    },
    UnsupportedField {
        name: &'t [u8],
    },
    NonAsciiSpace,
    CommentCutsValue {
        value: &'t [u8],
        field: Field,
    },
    EmptyUserAgent,
    StarNamesNobody {
        value: &'t [u8],
    },
    UserAgentCharacters {
        value: &'t [u8],
        token: &'t [u8],
    },
    JoinedRun {
        /// Crawlers that the record applies to unexpectedly.
        names: Names<'t>,
        record: &'t [u8],
        /// Where the run starts.
        line: u32,
    },
    GroupWithoutRules {
        /// Crawlers that no other group names.
        names: Names<'t>,
        /// Whether the group of `*` disallows something.
        escapes: bool,
    },
    RuleOutsideGroup,
    NoLeadingSlash {
        pattern: &'t [u8],
    },
    AbsoluteUrlPattern {
        /// What stands after the host.
        path: &'t [u8],
    },
    RuleNeverWins {
        is_allow: bool,
        winner: &'t [u8],
        winner_allows: bool,
        line: u32,
        /// Whether they match the same URLs; otherwise the winner matches more.
        is_same: bool,
    },
    RuleCovered {
        /// Whether all that win are of the kind of the one that does not.
        are_alike: bool,
        /// The lines of those that win.
        lines: Vec<u32>,
    },
    DollarInsidePattern {
        /// Whether `%24` in a pattern is a literal `$`.
        is_decoded: bool,
    },
    BadPercentEncoding {
        /// Whether `%25` in a pattern is a literal `%`.
        is_decoded: bool,
    },
    DotSegment,
    Backslash {
        /// Whether it is the same as `%5C`.
        is_decoded: bool,
    },
    BadCrawlDelay {
        value: &'t [u8],
    },
    SitemapNotAbsolute {
        value: &'t [u8],
    },
    #[cfg(feature = "aipref")]
    UsageSyntax {
        /// From where the statement is seen not to parse.
        rest: &'t [u8],
        /// Whether the line has a path, and so hides shorter ones.
        has_path: bool,
    },
    #[cfg(feature = "aipref")]
    UsageUnknownLabel {
        label: &'t [u8],
        /// The last draft that had it, and the label that came in its place.
        retired: Option<(&'static str, Option<&'static str>)>,
        is_signal: bool,
    },
    #[cfg(feature = "aipref")]
    UsageOtherVocabulary {
        label: &'t str,
        is_signal: bool,
    },
    #[cfg(feature = "aipref")]
    UsageNoPreference {
        label: &'t str,
        is_signal: bool,
        /// Whether a value is written; a label of `content-usage` that stands alone
        /// has one, too.
        has_value: bool,
    },
    #[cfg(feature = "aipref")]
    UsageConflict {
        label: &'static str,
        is_signal: bool,
        /// The line that says the opposite; `None` if the same one does.
        line: Option<u32>,
    },
    #[cfg(feature = "aipref")]
    UsageDropsLabel {
        label: &'static str,
        /// The line that states it.
        line: u32,
    },
    UsageOutsideGroup {
        is_signal: bool,
    },
    UsagePath {
        odd: OddPath,
        is_signal: bool,
    },
    LicenseNotAbsolute {
        value: &'t [u8],
    },
    LicenseInLastGroup {
        /// Where the group starts.
        line: u32,
    },
}

impl Finding<'_> {
    pub(super) fn code(&self) -> Code {
        match self {
            Finding::InputCut { .. } => Code::InputCut,
            Finding::Utf16ByteOrderMark { .. } => Code::Utf16ByteOrderMark,
            Finding::LooksLikeHtml { .. } => Code::LooksLikeHtml,
            Finding::NotUtf8 { .. } => Code::NotUtf8,
            Finding::MisplacedByteOrderMark => Code::MisplacedByteOrderMark,
            Finding::LineTooLong => Code::LineTooLong,
            Finding::MissingColon { .. } => Code::MissingColon,
            Finding::FieldTypo { .. } => Code::FieldTypo,
            Finding::UnknownField { .. } => Code::UnknownField,
            Finding::UnsupportedField { .. } => Code::UnsupportedField,
            Finding::NonAsciiSpace => Code::NonAsciiSpace,
            Finding::CommentCutsValue { .. } => Code::CommentCutsValue,
            Finding::EmptyUserAgent => Code::EmptyUserAgent,
            Finding::StarNamesNobody { .. } => Code::StarNamesNobody,
            Finding::UserAgentCharacters { .. } => Code::UserAgentCharacters,
            Finding::JoinedRun { .. } => Code::JoinedRun,
            Finding::GroupWithoutRules { .. } => Code::GroupWithoutRules,
            Finding::RuleOutsideGroup => Code::RuleOutsideGroup,
            Finding::NoLeadingSlash { .. } => Code::NoLeadingSlash,
            Finding::AbsoluteUrlPattern { .. } => Code::AbsoluteUrlPattern,
            Finding::RuleNeverWins { .. } | Finding::RuleCovered { .. } => Code::RuleNeverWins,
            Finding::DollarInsidePattern { .. } => Code::DollarInsidePattern,
            Finding::BadPercentEncoding { .. } => Code::BadPercentEncoding,
            Finding::DotSegment => Code::DotSegment,
            Finding::Backslash { .. } => Code::Backslash,
            Finding::BadCrawlDelay { .. } => Code::BadCrawlDelay,
            Finding::SitemapNotAbsolute { .. } => Code::SitemapNotAbsolute,
            #[cfg(feature = "aipref")]
            Finding::UsageSyntax { .. } => Code::UsageSyntax,
            #[cfg(feature = "aipref")]
            Finding::UsageUnknownLabel { .. } => Code::UsageUnknownLabel,
            #[cfg(feature = "aipref")]
            Finding::UsageOtherVocabulary { .. } => Code::UsageOtherVocabulary,
            #[cfg(feature = "aipref")]
            Finding::UsageNoPreference { .. } => Code::UsageNoPreference,
            #[cfg(feature = "aipref")]
            Finding::UsageConflict { .. } => Code::UsageConflict,
            #[cfg(feature = "aipref")]
            Finding::UsageDropsLabel { .. } => Code::UsageDropsLabel,
            Finding::UsageOutsideGroup { .. } => Code::UsageOutsideGroup,
            Finding::UsagePath { .. } => Code::UsagePath,
            Finding::LicenseNotAbsolute { .. } => Code::LicenseNotAbsolute,
            Finding::LicenseInLastGroup { .. } => Code::LicenseInLastGroup,
        }
    }

    pub(super) fn severity(&self) -> Severity {
        match self {
            Finding::InputCut { rules: 0, .. }
            | Finding::NotUtf8 { is_comment: true }
            | Finding::GroupWithoutRules { escapes: false, .. } => Severity::Information,
            Finding::RuleNeverWins {
                is_allow,
                winner_allows,
                ..
            } if is_allow == winner_allows => Severity::Information,
            Finding::RuleCovered {
                are_alike: true, ..
            } => Severity::Information,
            #[cfg(feature = "aipref")]
            Finding::UsageUnknownLabel { retired: None, .. } => Severity::Information,
            // `Googlebot/2.1` and `googlebot*` name whom they seem to name.
            Finding::UserAgentCharacters { value, token }
                if !token.is_empty() && token_of_header(value).is_none() =>
            {
                match value[token.len()..] {
                    [b'/', ..] | [b'*'] => Severity::Information,
                    _ => Severity::Warning,
                }
            }
            other => other.code().severity(),
        }
    }
}

/// The product token of the crawler that sends this header, if the header is one that
/// begins with another token, `Mozilla`.
pub(super) fn token_of_header(value: &[u8]) -> Option<&str> {
    let header = core::str::from_utf8(value).ok()?;
    let token = agent::product_token(header);
    (offset(value, token.as_bytes()) > 0).then_some(token)
}
