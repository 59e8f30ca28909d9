//! What diagnostics say.

use alloc::format;
use alloc::string::String;

use super::finding::{Finding, token_of_header};
use super::lines::GOOGLE_LINE_LIMIT;
use super::usage::OddPath;
use super::words::{LineNumbers, Quoted, QuotedRule, counted, nearest_field};
use crate::dialect::Dialect;
use crate::lexer::Field;

impl Finding<'_> {
    /// What is there and what happens.
    pub(super) fn message(&self) -> String {
        match self {
            Finding::InputCut { length, read, rules } => format!(
                "only the first {read} of {length} bytes are read; the rest, with {} in it, is ignored",
                counted(*rules),
            ),
            Finding::Utf16ByteOrderMark { is_utf16: true } => {
                "the file is UTF-16, in which no line can be read, so everything is allowed".into()
            }
            Finding::Utf16ByteOrderMark { is_utf16: false } => {
                "a UTF-16 byte order mark is not skipped: it becomes part of the first line".into()
            }
            Finding::LooksLikeHtml { rules } => format!(
                "this looks like an HTML or XML page, in which only lines that happen to be records \
                 count ({})",
                counted(*rules),
            ),
            Finding::NotUtf8 { is_comment: false } => "these bytes are invalid UTF-8; they are compared \
                as they are, so URLs spelled in UTF-8 do not match them"
                .into(),
            Finding::NotUtf8 { is_comment: true } => {
                "these bytes are invalid UTF-8, which does no harm in a comment".into()
            }
            Finding::MisplacedByteOrderMark => "a byte order mark that is not at the start of the file \
                is not skipped: it becomes part of the field or value"
                .into(),
            Finding::LineTooLong => {
                format!("Google reads only the first {GOOGLE_LINE_LIMIT} bytes of a line")
            }
            Finding::MissingColon { name, is_accepted: true } => format!(
                "there is no colon after {}; Google accepts the line all the same, other parsers ignore it",
                Quoted(name),
            ),
            Finding::MissingColon { name, is_accepted: false } => {
                format!("there is no colon after {}, so the line is ignored", Quoted(name))
            }
            Finding::FieldTypo { name, meant, is_accepted: true } => format!(
                "Google reads {} as `{}`, other parsers ignore the line",
                Quoted(name),
                field_name(*meant),
            ),
            Finding::FieldTypo { name, meant, is_accepted: false } => format!(
                "{} is not `{}`, so the line is ignored, although Google accepts it",
                Quoted(name),
                field_name(*meant),
            ),
            Finding::UnknownField { name, .. } => {
                format!("{} is not a known field, so the line is ignored", Quoted(name))
            }
            Finding::UnsupportedField { name } => format!(
                "{} is not part of RFC 9309: {}",
                Quoted(name),
                match Field::of(name, Dialect::Standard) {
                    Field::CrawlDelay => "some crawlers obey it, Google does not",
                    Field::Noindex => "Google no longer obeys it",
                    Field::Host | Field::CleanParam => "only Yandex ever obeyed it",
                    _ => "few crawlers obey it, and it changes no rule",
                },
            ),
            Finding::NonAsciiSpace => "this is not an ASCII space, so it is not trimmed: it becomes part \
                of the field or value"
                .into(),
            Finding::CommentCutsValue { value, field } => {
                let is_rule = matches!(field, Field::Allow | Field::Disallow);
                let effect = match (is_rule, *value) {
                    (true, b"/" | b"*" | b"/*") => ", which matches every URL",
                    _ => "",
                };
                let part = if is_rule { "pattern" } else { "value" };
                format!("`#` starts a comment, so the {part} is only {}{effect}", Quoted(value))
            }
            Finding::EmptyUserAgent => "this line names no crawler".into(),
            Finding::StarNamesNobody { value } => format!(
                "{} names no crawler: `*` is not a wildcard in names, it stands alone for every crawler",
                Quoted(value),
            ),
            Finding::UserAgentCharacters { value, token: [] } => format!(
                "{} names no crawler, because it does not start with a product token",
                Quoted(value),
            ),
            Finding::UserAgentCharacters { value, token } => format!(
                "only the product token {} of {} is compared",
                Quoted(token),
                Quoted(value),
            ),
            Finding::JoinedRun { names, record, line } => format!(
                "this continues the group of line {line}, so {} also applies to {names}: only a rule ends \
                 a run of user-agent lines",
                Quoted(record),
            ),
            Finding::GroupWithoutRules { names, .. } if names.is_empty() => {
                "this group has no rules, and other groups name the same crawlers, so it changes nothing \
                 that they may fetch"
                    .into()
            }
            Finding::GroupWithoutRules { names, escapes } => format!(
                "this group has no rules, so {names} may fetch everything{}",
                if *escapes { ", even what the group of `*` disallows" } else { "" },
            ),
            Finding::RuleOutsideGroup => {
                "this rule comes before the first user-agent line, so it applies to no crawler".into()
            }
            Finding::NoLeadingSlash { pattern } => format!(
                "{} starts with neither `/` nor `*`, so the rule matches nothing",
                Quoted(pattern),
            ),
            Finding::AbsoluteUrlPattern { .. } => "patterns are compared with the path and query of a URL \
                only, so the rule matches nothing"
                .into(),
            Finding::RuleNeverWins { is_allow, winner, winner_allows, line, is_same } => {
                let effect = without_effect(is_allow == winner_allows);
                let winner = QuotedRule { is_allow: *winner_allows, pattern: winner };
                let matched = if *is_same { "the same URLs" } else { "all of its URLs" };
                format!("this rule {effect}: {winner} on line {line} matches {matched} and wins")
            }
            Finding::RuleCovered { are_alike, lines } => format!(
                "this rule {}: whatever it matches, one of those on {} wins",
                without_effect(*are_alike),
                LineNumbers(lines),
            ),
            Finding::DollarInsidePattern { .. } => "`$` marks the end of the URL only at the end of a pattern; \
                here it is a literal `$`"
                .into(),
            Finding::BadPercentEncoding { .. } => {
                "`%` stands for itself where two hex digits do not follow".into()
            }
            Finding::DotSegment => {
                "clients resolve `.` and `..` before they send a URL, so the rule matches nothing".into()
            }
            Finding::Backslash { is_decoded } => format!(
                "clients send `\\` in a path as `/`, so in a path this matches {}",
                if *is_decoded { "only `%5C`" } else { "nothing" },
            ),
            Finding::BadCrawlDelay { value: [] } => "a crawl-delay without a value is ignored".into(),
            Finding::BadCrawlDelay { value } => format!(
                "{} is not a plain number of seconds up to one day, so it is ignored",
                Quoted(value),
            ),
            Finding::SitemapNotAbsolute { value: [] } => "a sitemap without a value is ignored".into(),
            Finding::SitemapNotAbsolute { value } => {
                format!("{} is not an absolute URL, so the sitemap is ignored", Quoted(value))
            }
            #[cfg(feature = "aipref")]
            Finding::UsageSyntax { rest, has_path } => {
                let place = match *rest {
                    [] => "its end is missing".into(),
                    rest => format!("it is wrong from {} on", Quoted(rest)),
                };
                let effect = if *has_path { ", and hides shorter paths" } else { "" };
                format!("the statement does not parse, {place}: it leaves every label unknown{effect}")
            }
            #[cfg(feature = "aipref")]
            Finding::UsageUnknownLabel { label, retired: Some((draft, _)), .. } => {
                format!("{} was last a label in {draft}, and says nothing today", Quoted(label))
            }
            #[cfg(feature = "aipref")]
            Finding::UsageUnknownLabel { label, .. } => {
                format!("{} is not a known label, so it says nothing", Quoted(label))
            }
            #[cfg(feature = "aipref")]
            Finding::UsageOtherVocabulary { label, is_signal } => format!(
                "{} is a label of {}, and says nothing in {}",
                Quoted(label.as_bytes()),
                usage_field(!is_signal),
                usage_field(*is_signal),
            ),
            #[cfg(feature = "aipref")]
            Finding::UsageNoPreference { label, has_value: false, .. } => {
                format!("{} has no `=` after it, so it is unknown", Quoted(label.as_bytes()))
            }
            #[cfg(feature = "aipref")]
            Finding::UsageNoPreference { label, is_signal, .. } => format!(
                "{} has a value other than {}, so it is unknown",
                Quoted(label.as_bytes()),
                usage_values(label, *is_signal),
            ),
            #[cfg(feature = "aipref")]
            Finding::UsageConflict { label, line: Some(line), .. } => format!(
                "this line and line {line} say opposite things about `{label}` for the same path: the one \
                 that disallows wins",
            ),
            #[cfg(feature = "aipref")]
            Finding::UsageConflict { label, is_signal, line: None } => format!(
                "this line says opposite things about `{label}`: the {} counts",
                if *is_signal { "one that disallows" } else { "last one" },
            ),
            #[cfg(feature = "aipref")]
            Finding::UsageDropsLabel { label, line } => format!(
                "this line does not state `{label}`, and its path is longer than that of line {line}, \
                 which does: for the URLs that it alone speaks for, `{label}` is unknown",
            ),
            Finding::UsageOutsideGroup { is_signal: false } => "this line comes before the first \
                user-agent line, so it is for no crawler"
                .into(),
            Finding::UsageOutsideGroup { is_signal: true } => "this line comes before the first \
                user-agent line; some take it for every crawler, others for none"
                .into(),
            Finding::UsagePath { odd, is_signal } => match odd {
                OddPath::Star => "only what starts with `/` is a path; this is part of the statement",
                OddPath::Url => "a URL is not a path; this is part of the statement",
                OddPath::NoStatement { has_path: true } if !is_signal => "there is no statement, so this \
                    line says nothing, and hides lines with shorter paths",
                OddPath::NoStatement { .. } => "there is no statement, so this line says nothing",
            }
            .into(),
            Finding::LicenseNotAbsolute { value } => {
                format!("{} is not an absolute URL, as a licence has to be", Quoted(value))
            }
            Finding::LicenseInLastGroup { line } => format!(
                "this licence belongs to the group of line {line}, as only a user-agent line ends a group",
            ),
        }
    }

    /// What to write instead.
    pub(super) fn advice(&self) -> String {
        let advice = match self {
            Finding::InputCut { .. } => "write fewer rules, using `*` for the parts that vary",
            Finding::Utf16ByteOrderMark { is_utf16: false } => {
                "save the file as UTF-8, without this mark"
            }
            Finding::Utf16ByteOrderMark { is_utf16: true } | Finding::NotUtf8 { .. } => {
                "save the file as UTF-8"
            }
            Finding::LooksLikeHtml { .. } => {
                "serve plain text, or answer with status 404 if there is no robots.txt"
            }
            Finding::MisplacedByteOrderMark => "remove it",
            Finding::LineTooLong => "shorten the line, or split it into several",
            Finding::MissingColon { name, .. } => {
                return format!("write a colon after {}", Quoted(name));
            }
            Finding::FieldTypo { meant, .. } => return format!("write `{}:`", field_name(*meant)),
            Finding::UnknownField { is_url: true, .. } => {
                "write `Sitemap:` before the URL if it is that of a sitemap, otherwise remove the line"
            }
            Finding::UnknownField { name, .. } => match nearest_field(name) {
                Some(near) => return format!("write `{near}:` if that is what you mean"),
                None => "remove the line, or turn it into a comment with `#`",
            },
            Finding::UnsupportedField { name } => match Field::of(name, Dialect::Standard) {
                Field::Noindex => "use a robots meta tag or an X-Robots-Tag header instead",
                Field::Host => "redirect the other hosts, or use canonical links",
                _ => "keep it for crawlers that support it, otherwise remove it",
            },
            Finding::NonAsciiSpace => "write a plain space, or none",
            Finding::CommentCutsValue { value, field } => {
                let is_url = matches!(field, Field::Sitemap | Field::License);
                if is_url || value.starts_with(b"/") || value.starts_with(b"*") {
                    "write `%23` for a literal `#`, or put a space before the comment"
                } else {
                    "put a space before the comment"
                }
            }
            Finding::EmptyUserAgent => "write a product token, or `*` for every crawler",
            Finding::StarNamesNobody { .. } => {
                "write whole product tokens, one per line, or `*` alone for every crawler"
            }
            Finding::UserAgentCharacters { token: [], .. } => {
                "write the product token of the crawler alone, without quotes or brackets"
            }
            Finding::UserAgentCharacters { value, token } => {
                if value[token.len()..].trim_ascii_start().starts_with(b",") {
                    return "write each crawler on a `User-agent` line of its own".into();
                }
                let token = token_of_header(value).map_or(*token, str::as_bytes);
                return format!("write {} if you mean that crawler", Quoted(token));
            }
            Finding::JoinedRun { .. } => {
                "write `Disallow:` before this line if the crawlers above should have a group of their own"
            }
            Finding::GroupWithoutRules { names, .. } if names.is_empty() => {
                "write its rules, or remove it if it holds nothing else"
            }
            Finding::GroupWithoutRules { .. } => {
                "write `Disallow:` below it if that is intended, otherwise its rules"
            }
            Finding::RuleOutsideGroup => {
                "write `User-agent: *` above it if it should apply to every crawler"
            }
            Finding::NoLeadingSlash { pattern } => {
                let pattern = pattern.strip_prefix(b"./").unwrap_or(pattern);
                // No more than is shown: patterns may be long.
                let pattern = &pattern[..pattern.len().min(400)];
                let at_root = [b"/", pattern].concat();
                if let [b'.' | b'?', ..] = pattern {
                    return format!(
                        "write {} to match it anywhere, or {} at the root only",
                        Quoted(&[b"/*", pattern].concat()),
                        Quoted(&at_root),
                    );
                }
                return format!("write {}", Quoted(&at_root));
            }
            Finding::AbsoluteUrlPattern { path: [] } => "write `/`",
            Finding::AbsoluteUrlPattern { path } => {
                let slash: &[u8] = if path.starts_with(b"/") { b"" } else { b"/" };
                // No more than is shown: patterns may be long.
                let path = &path[..path.len().min(400)];
                return format!("write {}", Quoted(&[slash, path].concat()));
            }
            Finding::RuleNeverWins {
                is_same: true,
                is_allow,
                winner_allows,
                ..
            } if is_allow == winner_allows => "remove one of the two",
            Finding::RuleNeverWins { is_same: true, .. } => {
                "remove one of the two, or make the one that should win longer"
            }
            Finding::RuleNeverWins {
                is_allow,
                winner_allows,
                ..
            } if is_allow == winner_allows => "remove it",
            Finding::RuleCovered {
                are_alike: true, ..
            } => "remove it",
            Finding::RuleNeverWins { .. } | Finding::RuleCovered { .. } => {
                "remove it, or make it longer if it should win"
            }
            Finding::DollarInsidePattern { is_decoded: false } => {
                "end the pattern here if `$` is to mark the end of the URL"
            }
            Finding::DollarInsidePattern { is_decoded: true } => {
                "write `%24` for a literal `$`, or end the pattern here"
            }
            Finding::BadPercentEncoding { is_decoded: false } => "write `%25` if URLs spell it so",
            Finding::BadPercentEncoding { is_decoded: true } => "write `%25` for a literal `%`",
            Finding::DotSegment => "write the path as it is once `.` and `..` are resolved",
            Finding::Backslash { .. } => "write `/`, or `%5C` for a literal backslash",
            Finding::BadCrawlDelay { .. } => {
                "write seconds, as in `Crawl-delay: 10` or `Crawl-delay: 0.5`"
            }
            Finding::SitemapNotAbsolute { .. } => {
                "write the full URL, as in `Sitemap: https://example.com/sitemap.xml`"
            }
            #[cfg(feature = "aipref")]
            Finding::UsageSyntax { .. } => {
                "write members as in `train-ai=n, search=y`: lower case, no spaces round `=`, no comma at \
                 the end"
            }
            #[cfg(feature = "aipref")]
            Finding::UsageUnknownLabel {
                retired: Some((_, Some(successor))),
                ..
            } => {
                return format!("write `{successor}`");
            }
            #[cfg(feature = "aipref")]
            Finding::UsageUnknownLabel {
                is_signal: false, ..
            } => "write `train-ai`, `ai-use` or `search`, or remove it",
            #[cfg(feature = "aipref")]
            Finding::UsageUnknownLabel {
                is_signal: true, ..
            } => "write `search`, `ai-input`, `ai-train` or `use`, or remove it",
            #[cfg(feature = "aipref")]
            Finding::UsageOtherVocabulary { is_signal, .. } => {
                return format!("write it in a {} line", usage_field(!is_signal));
            }
            #[cfg(feature = "aipref")]
            Finding::UsageNoPreference {
                label,
                is_signal,
                has_value,
            } => {
                let equals = if *has_value { "" } else { "`=`, and then " };
                return format!("write {equals}{}", usage_values(label, *is_signal));
            }
            #[cfg(feature = "aipref")]
            Finding::UsageConflict { line: None, .. } => "remove one of the two",
            #[cfg(feature = "aipref")]
            Finding::UsageConflict { .. } => "remove one of the two, or give them different paths",
            #[cfg(feature = "aipref")]
            Finding::UsageDropsLabel { label, .. } => {
                return format!("state `{label}` here as well");
            }
            Finding::UsageOutsideGroup { .. } => {
                "write it below `User-agent: *` if it is for every crawler without a group of its own"
            }
            Finding::UsagePath { odd, .. } => match odd {
                OddPath::Star => "start the path with `/`, as in `/*.pdf`",
                OddPath::Url => "write only the path of the URL",
                OddPath::NoStatement { has_path: true } => {
                    "write a statement after the path, or remove the line"
                }
                OddPath::NoStatement { has_path: false } => "write a statement, or remove the line",
            },
            Finding::LicenseNotAbsolute { .. } => {
                "write the full URL, as in `License: https://example.com/license.xml`"
            }
            Finding::LicenseInLastGroup { .. } => {
                "write it before the first user-agent line if it is for every crawler"
            }
        };
        advice.into()
    }
}

#[cfg(feature = "aipref")]
fn usage_field(is_signal: bool) -> &'static str {
    if is_signal {
        "Content-Signal"
    } else {
        "Content-Usage"
    }
}

/// The values that say something of a label.
#[cfg(feature = "aipref")]
fn usage_values(label: &str, is_signal: bool) -> &'static str {
    match (is_signal, label) {
        (false, _) => "`y` or `n`",
        (true, "use") => "`immediate`, `reference` or `full`",
        (true, _) => "`yes` or `no`",
    }
}

/// What becomes of a rule that never wins.
fn without_effect(others_say_the_same: bool) -> &'static str {
    if others_say_the_same {
        "has no effect"
    } else {
        "never decides"
    }
}

fn field_name(field: Field) -> &'static str {
    match field {
        Field::UserAgent => "User-agent",
        Field::Allow => "Allow",
        Field::Disallow => "Disallow",
        Field::Sitemap | _ => "Sitemap",
    }
}
