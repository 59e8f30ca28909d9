//! The list of codes, with their documentation.

use super::code::{Severity, define_codes};

define_codes! {
    /// The input is longer than the byte limit.
    ///
    /// Everything after the limit is ignored, including a line that the limit cuts in two. Google
    /// reads 500 KiB, and crawlers don't have to read more than that.
    ///
    /// Write fewer rules by using `*` for the parts that vary.
    InputCut = "input-cut", Warning;
    /// The file starts with a UTF-16 byte order mark.
    ///
    /// Crawlers can't read any of the lines in a UTF-16 file, so everything is allowed. If the text
    /// after the mark isn't UTF-16, the mark becomes part of the first line.
    ///
    /// Save the file as UTF-8, without the mark.
    Utf16ByteOrderMark = "utf16-byte-order-mark", Warning;
    /// The file is compressed.
    ///
    /// It was served without a `Content-Encoding` header, or saved without being decompressed.
    /// Crawlers don't find any rules in it, and some of them treat it as unreachable.
    ///
    /// Serve it uncompressed, or with the correct `Content-Encoding`.
    Compressed = "compressed", Error;
    /// The file isn't a text file.
    ///
    /// Crawlers don't find any rules in it, so everything is allowed.
    ///
    /// Serve a text file, or answer with a 404 if there is no robots.txt.
    Binary = "binary", Warning;
    /// The file looks like an HTML or XML page.
    ///
    /// Many servers return a page with status 200 for files that don't exist. Lines on the page
    /// that happen to be records still count.
    ///
    /// Serve plain text, or answer with a 404 if there is no robots.txt.
    LooksLikeHtml = "looks-like-html", Warning;
    /// The file isn't valid UTF-8.
    ///
    /// Its bytes are compared as they are, so they don't match URLs, which browsers and servers
    /// write in UTF-8. Such bytes are harmless in comments.
    ///
    /// Save the file as UTF-8.
    NotUtf8 = "not-utf8", Warning;
    /// A byte order mark isn't at the start of the file.
    ///
    /// Such a mark isn't skipped, but becomes part of a field or value, although editors don't show
    /// it. This happens when several files are joined into one.
    ///
    /// Remove it.
    MisplacedByteOrderMark = "misplaced-byte-order-mark", Warning;
    /// A line is longer than 16,663 bytes.
    ///
    /// Google ignores the rest of the line, but other crawlers read all of it.
    ///
    /// Shorten the line, or split it into several.
    LineTooLong = "line-too-long", Warning;
    /// A line starts like a record, but has no colon.
    ///
    /// ```text
    /// Disallow /private/
    /// ```
    ///
    /// RFC 9309 requires the colon. Only Google accepts a line with two words but no colon.
    MissingColon = "missing-colon", Warning;
    /// A field is misspelled in a way that Google accepts.
    ///
    /// ```text
    /// Dissallow: /private/
    /// ```
    ///
    /// Google's parser accepts eight common misspellings, and known fields followed by more
    /// letters. Other crawlers ignore the line.
    FieldTypo = "field-typo", Warning;
    /// A field is unknown.
    ///
    /// Crawlers ignore the line, so it has no effect. Lighthouse's SEO audit, which only knows a
    /// few fields, rejects the file. Fields that some agents have begun to read are only reported
    /// as notes.
    UnknownField = "unknown-field", Warning;
    /// A field is known, but not part of RFC 9309.
    ///
    /// ```text
    /// Noindex: /private/
    /// ```
    ///
    /// Bing and several SEO and AI crawlers obey `Crawl-delay`, but Google and Yandex don't. The
    /// field is only reported in groups that name a crawler that ignores it. Only Yandex reads
    /// `Clean-param`, and no known crawler reads `Host` or `Noindex` any more. `Content-Usage`,
    /// `Content-Signal` and `License` have their own codes.
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
    /// Google mistakes an unknown field for a known one.
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
    /// Only ASCII spaces are trimmed. A no-break space, which is often pasted from word processors
    /// and web pages, becomes part of the field or value.
    ///
    /// Replace it with an ordinary space, or remove it.
    NonAsciiSpace = "non-ascii-space", Warning;
    /// A `#` cuts a value short.
    ///
    /// ```text
    /// Disallow: /#comments
    /// ```
    ///
    /// A comment starts at the first `#` on a line, with or without a space before it, so this line
    /// disallows everything. URLs are matched without their fragments, so no rule can match a
    /// fragment.
    ///
    /// Remove the line, or put a space before the comment.
    CommentCutsValue = "comment-cuts-value", Warning;
    /// A `user-agent` line has no value.
    ///
    /// It doesn't name a crawler, but it still starts or continues a group.
    ///
    /// Write a product token, or `*` for every crawler.
    EmptyUserAgent = "empty-user-agent", Warning;
    /// A `user-agent` value starts with `*`, but doesn't name every crawler.
    ///
    /// ```text
    /// User-agent: *bot
    /// ```
    ///
    /// Names can't contain wildcards. `*` only means every crawler if it is the whole value.
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
    /// Crawlers only compare the product token at the start, which consists of ASCII letters,
    /// digits, `-`, `_` and `.` (for Google, only letters, `-` and `_`). The first line names
    /// `Googlebot`, and the second one names `Offline`. A whole `User-Agent` header that begins
    /// with `Mozilla/5.0 (compatible; …` names `Mozilla`.
    UserAgentCharacters = "user-agent-characters", Warning;
    /// Several crawlers are named on one line.
    ///
    /// ```text
    /// User-agent: GPTBot, CCBot
    /// ```
    ///
    /// Crawlers only compare the first name.
    SeveralNames = "several-names", Warning;
    /// A crawler's name is misspelled.
    ///
    /// No known crawler has this name, but one has a very similar name. A few names that site
    /// owners often write although no operator documents them, such as `Grok`, are reported as
    /// well.
    CrawlerTypo = "crawler-typo", Warning;
    /// A crawler is retired.
    ///
    /// Its operator no longer uses the name. If another crawler replaced it, that crawler doesn't
    /// obey this group unless its operator documents that it does. The diagnostic describes what
    /// would change if the group named the new crawler. If nothing would change, there is no
    /// diagnostic.
    RetiredCrawler = "retired-crawler", Warning;
    /// A name is a control token, which no crawler sends.
    ///
    /// For example, rules for `Google-Extended` determine whether Google may use content for AI,
    /// but they don't keep any crawler from fetching pages. This is only reported if the file
    /// doesn't name any crawlers.
    ControlToken = "control-token", Note;
    /// A crawler has several groups.
    ///
    /// The groups have different rules. Crawlers that follow RFC 9309 merge them, but simpler
    /// parsers only obey the first or the last one.
    SplitGroups = "split-groups", Note;
    /// A group allows what the group for `*` disallows.
    ///
    /// ```text
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: Googlebot
    /// Allow: /
    /// ```
    ///
    /// A crawler that has its own group ignores the group for `*`, so Googlebot may fetch
    /// `/private/`.
    DropsRules = "drops-rules", Warning;
    /// The whole site is disallowed.
    ///
    /// A staging robots.txt deployed by mistake can hide a site from search engines for weeks.
    SiteDisallowed = "site-disallowed", Warning;
    /// Search engines may not be allowed to fetch scripts or styles.
    ///
    /// Google renders pages and judges them by the resources that it can load. Patterns for single
    /// files aren't reported.
    ScriptsDisallowed = "scripts-disallowed", Note;
    /// `Allow` rules have no effect, because nothing is disallowed.
    ///
    /// Everything that no rule disallows is allowed anyway. A rule that allows everything, such as
    /// `Allow: /`, isn't reported, because it shows what the author means.
    NeedlessAllow = "needless-allow", Note;
    /// A run of `user-agent` lines continues after a line that isn't a rule.
    ///
    /// ```text
    /// User-agent: CalmBot
    /// Crawl-delay: 30
    ///
    /// User-agent: CopyBot
    /// Disallow: /
    /// ```
    ///
    /// Only a rule ends a run of `user-agent` lines (RFC 9309 §2.2.4). Blank lines, `Crawl-delay`
    /// and `Sitemap` don't, so this is a single group, and `CalmBot` may not fetch anything.
    ///
    /// Write `Disallow:`, which is a rule without an effect, before the second group.
    JoinedRun = "joined-run", Warning;
    /// A group has no rules.
    ///
    /// Its crawlers may fetch everything, even what the group for `*` disallows, because a crawler
    /// that has its own group ignores that one.
    ///
    /// If other groups name the same crawlers, the rules in those groups apply.
    ///
    /// Add rules, or an empty `Disallow:` to allow everything explicitly.
    GroupWithoutRules = "group-without-rules", Warning;
    /// A rule comes before the first `user-agent` line.
    ///
    /// It doesn't apply to any crawler.
    ///
    /// Write `User-agent: *` above it if it should apply to every crawler.
    RuleOutsideGroup = "rule-outside-group", Warning;
    /// A pattern doesn't start with `/` or `*`.
    ///
    /// ```text
    /// Disallow: private/
    /// ```
    ///
    /// A pattern must match from the start of a URL's path, which is always a `/`, so this rule
    /// doesn't match anything.
    NoLeadingSlash = "no-leading-slash", Warning;
    /// A pattern is an absolute URL.
    ///
    /// ```text
    /// Disallow: https://example.com/private/
    /// ```
    ///
    /// Patterns are only compared with a URL's path and query, so this rule doesn't match anything.
    /// A robots.txt only covers its own host.
    AbsoluteUrlPattern = "absolute-url-pattern", Warning;
    /// A rule can never win, because others always do.
    ///
    /// ```text
    /// Allow: /page
    /// Disallow: /page*
    /// ```
    ///
    /// The longest matching pattern wins, then `Allow`, then the first one in the file. If two
    /// patterns match the same URLs, the same rule therefore always wins. (A `*` at the end of a
    /// pattern doesn't count towards its length, except in Google's parser.) A rule also never wins
    /// if longer patterns match every URL that it matches.
    ///
    /// Remove the rule, or make it longer if it should win. Keep the last rule in a group, because
    /// the group would otherwise be merged with the next one. Also keep rules that only Google, or
    /// only other crawlers, need; they are reported if they make the two disagree.
    RuleNeverWins = "rule-never-wins", Warning;
    /// A `$` is inside a pattern.
    ///
    /// A `$` only marks the end of the URL if it is at the end of a pattern. Anywhere else, it is a
    /// literal `$`.
    ///
    /// If it should mark the end of the URL, end the pattern there.
    DollarInsidePattern = "dollar-inside-pattern", Warning;
    /// A pattern contains a blank.
    ///
    /// Browsers send `%20`. Google's own parser compares the blank as it is, so the rule doesn't
    /// match anything for Google. Other crawlers match it as intended.
    BlankInPattern = "blank-in-pattern", Warning;
    /// A host name is written as a path.
    ///
    /// ```text
    /// Disallow: /www.example.com
    /// ```
    ///
    /// A robots.txt only covers its own host, and patterns are compared with paths.
    HostAsPath = "host-as-path", Warning;
    /// A `%` in a pattern isn't followed by two hex digits.
    ///
    /// It is a literal `%`, so the rule only matches URLs with a `%` in that position.
    ///
    /// Copy the path from your browser's address bar.
    BadPercentEncoding = "bad-percent-encoding", Warning;
    /// A pattern has a `.` or `..` segment.
    ///
    /// ```text
    /// Disallow: /a/../b
    /// ```
    ///
    /// Clients resolve these segments before they send a URL, so the rule doesn't match anything.
    DotSegment = "dot-segment", Warning;
    /// A pattern contains a `\`.
    ///
    /// Clients send a `\` in a path as `/`, so in a path the pattern only matches `%5C` or, in
    /// Google's parser, nothing at all. In a query, `\` matches itself, so it isn't reported after
    /// a `?`.
    ///
    /// Write `/`, or `%5C` for a literal backslash.
    Backslash = "backslash", Warning;
    /// A pattern looks like a regular expression.
    ///
    /// ```text
    /// Disallow: /(a|b)/.*
    /// ```
    ///
    /// The only special characters are `*`, which matches any bytes, and `$` at the end of a
    /// pattern. All others are compared literally.
    RegularExpression = "regular-expression", Warning;
    /// A pattern or URL contains an HTML entity.
    ///
    /// ```text
    /// Disallow: /*?a=1&amp;b=2
    /// ```
    ///
    /// A robots.txt is plain text, so `&amp;` is five bytes and doesn't match `&`.
    HtmlEntity = "html-entity", Warning;
    /// A rule is for `/robots.txt` itself.
    ///
    /// Crawlers may always fetch that file.
    ///
    /// Remove the rule.
    RobotsTxtRule = "robots-txt-rule", Note;
    /// A `crawl-delay` isn't a plain number, or is longer than one day.
    ///
    /// Crawlers may ignore it. Signs, exponents and units aren't allowed in the number.
    ///
    /// Write seconds, as in `Crawl-delay: 10` or `Crawl-delay: 0.5`.
    BadCrawlDelay = "bad-crawl-delay", Warning;
    /// A `request-rate`, or its hours, can't be parsed.
    ///
    /// Write the number of requests, the seconds and, if necessary, the hours in UTC, as in
    /// `Request-rate: 1/10 0600-0845`. A rate whose hours can't be parsed applies at all hours.
    BadRequestRate = "bad-request-rate", Warning;
    /// A `sitemap` isn't an absolute URL.
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
    /// Crawlers that obey the rule don't fetch it.
    SitemapDisallowed = "sitemap-disallowed", Note;
    /// A `content-usage` statement isn't a Dictionary as defined in RFC 9651.
    ///
    /// ```text
    /// Content-Usage: Train-AI=n, search = y,
    /// ```
    ///
    /// The whole statement is ignored, so every label is unknown. If the line has a path, it still
    /// overrides lines with shorter paths.
    ///
    /// Write labels in lower case, put commas between members but not at the end, and don't put
    /// spaces around `=`, as in `Content-Usage: train-ai=n, search=y`.
    UsageSyntax = "usage-syntax", Warning;
    /// A label is unknown.
    ///
    /// It has no effect, but the other labels still count. Labels from early drafts, such as `ai`
    /// and `train-genai`, are still being copied into files.
    ///
    /// Write `train-ai`, `ai-use` or `search`, which are the labels in draft-ietf-aipref-vocab-08.
    /// In `Content-Signal`, write `search`, `ai-input`, `ai-train` or `use`.
    UsageUnknownLabel = "usage-unknown-label", Warning;
    /// A label belongs to the other field.
    ///
    /// ```text
    /// Content-Usage: ai-train=n
    /// ```
    ///
    /// `Content-Usage` has the labels `train-ai` and `ai-use`, with the values `y` and `n`.
    /// `Content-Signal` has the labels `ai-train`, `ai-input` and `use`, with the values `yes` and
    /// `no`. A label in the wrong field has no effect.
    UsageOtherVocabulary = "usage-other-vocabulary", Warning;
    /// A label has a meaningless value.
    ///
    /// The values in `Content-Usage` are `y` and `n`, in lower case. In `Content-Signal`, they are
    /// `yes` and `no` or, for `use`, `immediate`, `reference` and `full`. With any other value, or
    /// without a `=` in `Content-Signal`, the label is unknown.
    UsageNoPreference = "usage-no-preference", Warning;
    /// Two statements about the same path contradict each other.
    ///
    /// The line that disallows wins, even if the lines are in different groups for the same
    /// crawler. Within a `Content-Usage` line, the last statement wins, but within a
    /// `Content-Signal` line, the one that disallows does.
    UsageConflict = "usage-conflict", Warning;
    /// A line omits a label that a line with a shorter path states.
    ///
    /// ```text
    /// Content-Usage: train-ai=n
    /// Content-Usage: /blog/ search=y
    /// ```
    ///
    /// Only the longest matching path counts, so the preference for `train-ai` is unknown below
    /// `/blog/`. All groups for a crawler count as one.
    UsageDropsLabel = "usage-drops-label", Warning;
    /// A `content-usage` or `content-signal` line comes before the first group.
    ///
    /// A `Content-Usage` line in that position doesn't apply to any crawler. A `Content-Signal`
    /// line may be read as applying to every crawler, or to none.
    UsageOutsideGroup = "usage-outside-group", Warning;
    /// A group has no `content-signal` line, but one in the group for `*` contains `no`.
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
    /// A crawler with its own group ignores the group for `*`, which says `no` to training.
    UsageNotInherited = "usage-not-inherited", Note;
    /// A crawler that collects training data may fetch a site that says no to training.
    ///
    /// `Content-Signal: ai-train=no` asks for restraint, but doesn't block any crawler. A file that
    /// allows a training crawler by name contradicts itself.
    TrainingCrawlerAllowed = "training-crawler-allowed", Note;
    /// A path doesn't start with `/`, or has no statement after it.
    ///
    /// ```text
    /// Content-Usage: *.pdf train-ai=n
    /// ```
    ///
    /// A path must start with `/`. Anything else is read as part of the statement, which makes the
    /// statement invalid. A path on its own doesn't state anything, but in `Content-Usage` it still
    /// overrides shorter ones.
    ///
    /// Write a path that starts with `/`, as in `/*.pdf`, followed by a statement.
    UsagePath = "usage-path", Warning;
    /// A `license` isn't an absolute URL.
    ///
    /// RSL requires an absolute URL with a scheme and a host.
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
    /// Only a `User-agent` line ends a group. Blank lines, comments and sitemaps don't, so the
    /// delay only applies to GPTBot, not to every crawler.
    RecordInLastGroup = "record-in-last-group", Warning;
    /// A `license` at the end of the file belongs to the last group.
    ///
    /// Only a `User-agent` line ends a group. Blank lines and sitemaps don't, so the licence only
    /// applies to the crawlers in that group, not to the whole site.
    LicenseInLastGroup = "license-in-last-group", Warning;
}
