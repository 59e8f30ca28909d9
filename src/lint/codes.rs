//! The list of codes, with their documentation.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::code::{Severity, define_codes};
use crate::names::UnknownNameError;

define_codes! {
    /// The input is longer than the byte limit.
    ///
    /// Everything after the limit is ignored, including a line that the limit
    /// cuts in two. Google reads 500 KiB, and no crawler has to read more.
    ///
    /// Write fewer rules, using `*` for the parts that vary.
    InputCut = "input-cut", Warning;
    /// The file starts with a UTF-16 byte order mark.
    ///
    /// Crawlers cannot read any line of a UTF-16 file, so everything is allowed. If
    /// the text after the mark is not UTF-16, the mark becomes part of the first line.
    ///
    /// Save the file as UTF-8, without the mark.
    Utf16ByteOrderMark = "utf16-byte-order-mark", Warning;
    /// The file is compressed.
    ///
    /// It was served without a `Content-Encoding` header, or saved without being
    /// decompressed. Crawlers find no rule in it, and some treat it as unreachable.
    ///
    /// Serve it uncompressed, or with the correct `Content-Encoding`.
    Compressed = "compressed", Error;
    /// The file is not text.
    ///
    /// Crawlers find no rule in it, so everything is allowed.
    ///
    /// Serve a text file, or answer with status 404 if there is no robots.txt.
    Binary = "binary", Warning;
    /// The file looks like an HTML or XML page.
    ///
    /// Many servers return a page with status 200 for files that do not exist.
    /// Lines of the page that happen to be records still count.
    ///
    /// Serve plain text, or answer with status 404 if there is no robots.txt.
    LooksLikeHtml = "looks-like-html", Warning;
    /// The file is not UTF-8.
    ///
    /// Its bytes are compared as they are, so they do not match URLs, which browsers
    /// and servers write in UTF-8. In a comment they do no harm.
    ///
    /// Save the file as UTF-8.
    NotUtf8 = "not-utf8", Warning;
    /// A byte order mark is not at the start of the file.
    ///
    /// It is not skipped there: it becomes part of a field or value, although
    /// editors do not show it. This happens when several files are joined into one.
    ///
    /// Remove it.
    MisplacedByteOrderMark = "misplaced-byte-order-mark", Warning;
    /// A line is longer than 16,663 bytes.
    ///
    /// Google ignores the rest of the line; other crawlers read all of it.
    ///
    /// Shorten the line, or split it into several.
    LineTooLong = "line-too-long", Warning;
    /// A line starts like a record, but has no colon.
    ///
    /// ```text
    /// Disallow /private/
    /// ```
    ///
    /// RFC 9309 requires the colon. Only Google accepts a line of two words without it.
    MissingColon = "missing-colon", Warning;
    /// A field is misspelled in a way that Google accepts.
    ///
    /// ```text
    /// Dissallow: /private/
    /// ```
    ///
    /// Google's parser accepts eight frequent misspellings, and known fields followed
    /// by more letters. Other crawlers ignore the line.
    FieldTypo = "field-typo", Warning;
    /// A field is unknown.
    ///
    /// Crawlers ignore the line, so it has no effect. Lighthouse's SEO audit, which knows few
    /// fields, rejects the file. Fields that some agents have begun to read are reported as notes.
    UnknownField = "unknown-field", Warning;
    /// A field is known, but not part of RFC 9309.
    ///
    /// ```text
    /// Noindex: /private/
    /// ```
    ///
    /// Bing and several SEO and AI crawlers obey `Crawl-delay`; Google and Yandex do not. The
    /// field is reported only in groups that name a crawler that ignores it. Only Yandex reads
    /// `Clean-param`. No known crawler reads `Host` or `Noindex` any more. `Content-Usage`,
    /// `Content-Signal` and `License` have codes of their own.
    UnsupportedField = "unsupported-field", Note;
    /// Several records, or several patterns, are on one line.
    ///
    /// ```text
    /// User-agent: * Disallow: /private/
    /// Disallow: /a, /b
    /// ```
    ///
    /// Crawlers read one record per line, so the rest of the line becomes part of its value.
    RecordsOnOneLine = "records-on-one-line", Error;
    /// Google reads an unknown field as a known one.
    ///
    /// ```text
    /// DisallowAITraining: /
    /// ```
    ///
    /// Google's parser reads every field that begins with `Disallow` as `Disallow`, so this
    /// line blocks the whole site. Other crawlers ignore it.
    ///
    /// Remove the line.
    TakenForAnotherField = "taken-for-another-field", Error;
    /// A comment starts with `//`.
    ///
    /// Comments start with `#`. A `//` after a value becomes part of the value.
    SlashComment = "slash-comment", Warning;
    /// A non-ASCII space is next to a field or value.
    ///
    /// Only ASCII spaces are trimmed. A no-break space, often pasted from word
    /// processors and web pages, becomes part of the field or value.
    ///
    /// Replace it with an ordinary space, or remove it.
    NonAsciiSpace = "non-ascii-space", Warning;
    /// A `#` cuts a value short.
    ///
    /// ```text
    /// Disallow: /#comments
    /// ```
    ///
    /// A comment starts at the first `#` of a line, with or without a space
    /// before it, so this line disallows everything. URLs are matched without
    /// their fragment, so no rule can match a fragment.
    ///
    /// Remove the line, or put a space before the comment.
    CommentCutsValue = "comment-cuts-value", Warning;
    /// A `user-agent` line has no value.
    ///
    /// It names no crawler, but still starts or continues a group.
    ///
    /// Write a product token, or `*` for every crawler.
    EmptyUserAgent = "empty-user-agent", Warning;
    /// A `user-agent` value starts with `*`, but does not name every crawler.
    ///
    /// ```text
    /// User-agent: *bot
    /// ```
    ///
    /// Names cannot contain wildcards: `*` means every crawler only if it is the
    /// whole value.
    ///
    /// Write whole product tokens, one per line.
    StarNamesNobody = "star-names-nobody", Warning;
    /// Only part of a `user-agent` value is compared.
    ///
    /// ```text
    /// User-agent: Googlebot/2.1
    /// User-agent: Offline Explorer
    /// ```
    ///
    /// Crawlers compare only the product token at the start: ASCII letters, digits,
    /// `-`, `_` and `.` (for Google only letters, `-` and `_`). The first line
    /// names `Googlebot`, the second `Offline`. A whole `User-Agent` header that
    /// begins `Mozilla/5.0 (compatible; …` names `Mozilla`.
    UserAgentCharacters = "user-agent-characters", Warning;
    /// Several crawlers are named on one line.
    ///
    /// ```text
    /// User-agent: GPTBot, CCBot
    /// ```
    ///
    /// Crawlers compare only the first name.
    SeveralNames = "several-names", Warning;
    /// The name of a crawler is misspelled.
    ///
    /// No known crawler has this name, but one has a very similar name. A few names that site
    /// owners often write and no operator documents, such as `Grok`, are reported as well.
    CrawlerTypo = "crawler-typo", Warning;
    /// A crawler is retired.
    ///
    /// Its operator no longer uses the name. If another crawler replaced it, that crawler does not
    /// obey this group, unless its operator documents that it does. The diagnostic describes what
    /// naming the new crawler would change; if nothing would, there is none.
    RetiredCrawler = "retired-crawler", Warning;
    /// A name is a control token, which no crawler sends.
    ///
    /// For example, rules for `Google-Extended` decide whether Google may use content for AI.
    /// They do not keep any crawler from fetching pages. This is reported only if the file
    /// names no crawler.
    ControlToken = "control-token", Note;
    /// A crawler has several groups.
    ///
    /// The groups have different rules. Crawlers that follow RFC 9309 merge them. Simpler
    /// parsers obey only the first or the last one.
    SplitGroups = "split-groups", Note;
    /// A group allows what the group of `*` disallows.
    ///
    /// ```text
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: Googlebot
    /// Allow: /
    /// ```
    ///
    /// A crawler that has its own group ignores the group of `*`, so Googlebot may fetch
    /// `/private/`.
    DropsRules = "drops-rules", Warning;
    /// The whole site is disallowed.
    ///
    /// A staging robots.txt deployed by mistake can hide a site from search engines for weeks.
    SiteDisallowed = "site-disallowed", Warning;
    /// Scripts or styles may be disallowed for search engines.
    ///
    /// Google renders pages, and judges them by the resources that it can load. Patterns for
    /// single files are not reported.
    ScriptsDisallowed = "scripts-disallowed", Note;
    /// `Allow` rules have no effect, because nothing is disallowed.
    ///
    /// Everything that no rule disallows is allowed anyway. A rule that allows everything,
    /// such as `Allow: /`, is not reported: it shows what the author means.
    NeedlessAllow = "needless-allow", Note;
    /// A run of `user-agent` lines continues after a line that is not a rule.
    ///
    /// ```text
    /// User-agent: CalmBot
    /// Crawl-delay: 30
    ///
    /// User-agent: CopyBot
    /// Disallow: /
    /// ```
    ///
    /// Only a rule ends a run of `user-agent` lines (RFC 9309 §2.2.4). Blank lines,
    /// `Crawl-delay` and `Sitemap` do not, so this is one group, and `CalmBot` may fetch
    /// nothing.
    ///
    /// Write `Disallow:`, a rule without effect, before the second group.
    JoinedRun = "joined-run", Warning;
    /// A group has no rules.
    ///
    /// Its crawlers may fetch everything, even what the group of `*` disallows:
    /// a crawler that has its own group ignores the group of `*`.
    ///
    /// If other groups name the same crawlers, the rules of those groups apply.
    ///
    /// Add rules, or an empty `Disallow:` to allow everything explicitly.
    GroupWithoutRules = "group-without-rules", Warning;
    /// A rule comes before the first `user-agent` line.
    ///
    /// It applies to no crawler.
    ///
    /// Write `User-agent: *` above it if it should apply to every crawler.
    RuleOutsideGroup = "rule-outside-group", Warning;
    /// A pattern starts with neither `/` nor `*`.
    ///
    /// ```text
    /// Disallow: private/
    /// ```
    ///
    /// A pattern must match from the first byte of the path of a URL, which is
    /// always `/`, so this rule matches nothing.
    NoLeadingSlash = "no-leading-slash", Warning;
    /// A pattern is an absolute URL.
    ///
    /// ```text
    /// Disallow: https://example.com/private/
    /// ```
    ///
    /// Patterns are compared only with the path and query of a URL, so this rule
    /// matches nothing. A robots.txt covers only its own host.
    AbsoluteUrlPattern = "absolute-url-pattern", Warning;
    /// A rule can never decide, because others always win.
    ///
    /// ```text
    /// Allow: /page
    /// Disallow: /page*
    /// ```
    ///
    /// The longest pattern that matches decides, then `Allow`, then the first in
    /// the file. If two patterns match the same URLs, the same one always wins.
    /// (A `*` at the end of a pattern does not count towards its length, except in
    /// Google's parser.) A rule also never decides if longer patterns match every
    /// URL that it matches.
    ///
    /// Remove the rule, or make it longer if it should win. Keep the last rule of a group,
    /// because the group would otherwise join the next one. Also keep rules that only Google,
    /// or only others, need; they are reported if they make the two disagree.
    RuleNeverWins = "rule-never-wins", Warning;
    /// A `$` is inside a pattern.
    ///
    /// A `$` marks the end of the URL only at the end of a pattern. Anywhere else
    /// it is a literal `$`.
    ///
    /// End the pattern there if it should mark the end of the URL.
    DollarInsidePattern = "dollar-inside-pattern", Warning;
    /// A pattern contains a blank.
    ///
    /// Browsers send `%20`. Google's own parser compares the blank as it is, so for Google the rule
    /// matches nothing; other crawlers match it as it is meant.
    BlankInPattern = "blank-in-pattern", Warning;
    /// A host name is written as a path.
    ///
    /// ```text
    /// Disallow: /www.example.com
    /// ```
    ///
    /// A robots.txt covers only its own host, and patterns are compared with paths.
    HostAsPath = "host-as-path", Warning;
    /// A `%` in a pattern is not followed by two hex digits.
    ///
    /// It is a literal `%`, so the rule matches only URLs with a `%` there.
    ///
    /// Copy the path from the address bar of a browser.
    BadPercentEncoding = "bad-percent-encoding", Warning;
    /// A pattern has a `.` or `..` segment.
    ///
    /// ```text
    /// Disallow: /a/../b
    /// ```
    ///
    /// Clients resolve these segments before they send a URL, so the rule
    /// matches nothing.
    DotSegment = "dot-segment", Warning;
    /// A pattern contains a `\`.
    ///
    /// Clients send `\` in a path as `/`, so in a path the pattern matches only `%5C`,
    /// and in Google's parser nothing. In a query, `\` matches itself, so it is not
    /// reported after a `?`.
    ///
    /// Write `/`, or `%5C` for a literal backslash.
    Backslash = "backslash", Warning;
    /// A pattern looks like a regular expression.
    ///
    /// ```text
    /// Disallow: /(a|b)/.*
    /// ```
    ///
    /// The only special characters are `*`, for any bytes, and `$` at the end of a
    /// pattern. All others are compared literally.
    RegularExpression = "regular-expression", Warning;
    /// A pattern or URL contains an HTML entity.
    ///
    /// ```text
    /// Disallow: /*?a=1&amp;b=2
    /// ```
    ///
    /// A robots.txt is plain text: `&amp;` is five bytes, and does not match `&`.
    HtmlEntity = "html-entity", Warning;
    /// A rule is about `/robots.txt`.
    ///
    /// Crawlers may always fetch it.
    ///
    /// Remove the rule.
    RobotsTxtRule = "robots-txt-rule", Note;
    /// A `crawl-delay` is not a plain number, or is longer than one day.
    ///
    /// Crawlers may ignore it. Signs, exponents and units are not part of the number.
    ///
    /// Write seconds, as in `Crawl-delay: 10` or `Crawl-delay: 0.5`.
    BadCrawlDelay = "bad-crawl-delay", Warning;
    /// A `request-rate`, or its hours, cannot be read.
    ///
    /// Write requests and seconds, and hours in UTC if there are any: `Request-rate: 1/10 0600-0845`.
    /// A rate whose hours cannot be read applies at all hours.
    BadRequestRate = "bad-request-rate", Warning;
    /// A `sitemap` is not an absolute URL.
    ///
    /// Crawlers ignore it.
    ///
    /// Write the full URL, as in `Sitemap: https://example.com/sitemap.xml`.
    SitemapNotAbsolute = "sitemap-not-absolute", Warning;
    /// A `sitemap` line contains several URLs.
    ///
    /// Crawlers read the whole value as one URL.
    SeveralUrls = "several-urls", Warning;
    /// A sitemap is disallowed.
    ///
    /// Crawlers that obey the rule do not fetch it.
    SitemapDisallowed = "sitemap-disallowed", Note;
    /// A `content-usage` statement is not a Dictionary as defined in RFC 9651.
    ///
    /// ```text
    /// Content-Usage: Train-AI=n, search = y,
    /// ```
    ///
    /// The whole statement is then ignored, and every label is unknown. If the line has
    /// a path, it still overrides lines with shorter paths.
    ///
    /// Write labels in lower case, commas between members and none at the end,
    /// and no spaces around `=`: `Content-Usage: train-ai=n, search=y`.
    UsageSyntax = "usage-syntax", Warning;
    /// A label is not known.
    ///
    /// It has no effect, and other labels still count. Labels of early drafts, such as
    /// `ai` and `train-genai`, are still copied into files.
    ///
    /// Write `train-ai`, `ai-use` or `search`, the labels of
    /// draft-ietf-aipref-vocab-08; or in `Content-Signal` `search`, `ai-input`,
    /// `ai-train` or `use`.
    UsageUnknownLabel = "usage-unknown-label", Warning;
    /// A label belongs to the other field.
    ///
    /// ```text
    /// Content-Usage: ai-train=n
    /// ```
    ///
    /// `Content-Usage` knows `train-ai` and `ai-use`, with `y` and `n`;
    /// `Content-Signal` knows `ai-train`, `ai-input` and `use`, with `yes` and
    /// `no`. A label in the wrong field has no effect.
    UsageOtherVocabulary = "usage-other-vocabulary", Warning;
    /// A label has a value without a meaning.
    ///
    /// The values are `y` and `n` in `Content-Usage`, in lower case, and `yes` and `no`
    /// in `Content-Signal`, where `use` has `immediate`, `reference` and `full`. With any
    /// other value, or without `=` in `Content-Signal`, the label is unknown.
    UsageNoPreference = "usage-no-preference", Warning;
    /// Two statements about the same path contradict each other.
    ///
    /// The line that disallows wins, even if the lines are in different groups of a crawler.
    /// Within one `Content-Usage` line the last statement wins, and within one
    /// `Content-Signal` line the one that disallows.
    UsageConflict = "usage-conflict", Warning;
    /// A path does not state a label that a shorter path states.
    ///
    /// ```text
    /// Content-Usage: train-ai=n
    /// Content-Usage: /blog/ search=y
    /// ```
    ///
    /// Only the longest matching path counts, so the preference for `train-ai` is unknown below
    /// `/blog/`. All groups of a crawler count as one.
    UsageDropsLabel = "usage-drops-label", Warning;
    /// A `content-usage` or `content-signal` line comes before the first group.
    ///
    /// A `Content-Usage` line there applies to no crawler. A `Content-Signal` line may
    /// be read as applying to every crawler, or to none.
    UsageOutsideGroup = "usage-outside-group", Warning;
    /// A group has no `content-signal` line, but one in the group of `*` contains `no`.
    ///
    /// ```text
    /// User-agent: *
    /// Content-Signal: ai-train=no
    /// Allow: /
    ///
    /// User-agent: Googlebot
    /// Allow: /
    /// ```
    ///
    /// A crawler with a group of its own ignores the group of `*`, which says `no` to training.
    UsageNotInherited = "usage-not-inherited", Note;
    /// A crawler that collects training data may fetch a site that says no to training.
    ///
    /// `Content-Signal: ai-train=no` asks for restraint, and blocks no crawler. A file that allows
    /// a training crawler by name contradicts itself.
    TrainingCrawlerAllowed = "training-crawler-allowed", Note;
    /// A path does not start with `/`, or has no statement after it.
    ///
    /// ```text
    /// Content-Usage: *.pdf train-ai=n
    /// ```
    ///
    /// A path must start with `/`; anything else is read as part of the statement and makes it
    /// invalid. A path alone states nothing; in `Content-Usage` it still overrides shorter ones.
    ///
    /// Write a path that starts with `/`, as in `/*.pdf`, and then a statement.
    UsagePath = "usage-path", Warning;
    /// A `license` is not an absolute URL.
    ///
    /// RSL requires one, with scheme and host.
    ///
    /// Write the full URL, as in `License: https://example.com/license.xml`.
    LicenseNotAbsolute = "license-not-absolute", Warning;
    /// A record at the end of the file belongs to the last group.
    ///
    /// ```text
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: GPTBot
    /// Disallow: /
    ///
    /// Sitemap: https://example.com/sitemap.xml
    /// Crawl-delay: 10
    /// ```
    ///
    /// Only a `User-agent` line ends a group; blank lines, comments and sitemaps do not. The
    /// delay therefore applies only to GPTBot, not to every crawler.
    RecordInLastGroup = "record-in-last-group", Warning;
    /// A `license` at the end of the file belongs to the last group.
    ///
    /// Only a `User-agent` line ends a group; blank lines and sitemaps do not. The licence
    /// therefore applies only to the crawlers of that group, not to the whole site.
    LicenseInLastGroup = "license-in-last-group", Warning;
}
