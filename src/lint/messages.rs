//! The texts of diagnostics. Each kind of finding has a code, a severity, a message and advice.
//!
//! `{0}` is replaced by the first argument of a finding, and so on. `[one|several]` becomes `one`
//! for a single finding, or for several findings with the same arguments, and `several` for
//! findings that differ. Only kinds whose texts contain it join findings that differ.

use super::code::Severity::{self, Error, Note, Warning};
use super::codes::Code;

/// A kind of finding.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) code: Code,
    pub(super) severity: Severity,
    /// The message and the advice.
    pub(super) texts: [&'static str; 2],
}

macro_rules! messages {
    ($($name:ident: $code:ident $severity:ident $message:literal => $advice:literal;)+) => {
        $(pub(super) static $name: Kind = Kind {
            code: Code::$code,
            severity: $severity,
            texts: [$message, $advice],
        };)+
    };
}

messages! {
    // The file as a whole.
    INPUT_CUT: InputCut Warning "crawlers read only the first {0} of {1} bytes; the rest, with {2} in it, is ignored"
        => "write fewer rules, using `*` for the parts that vary";
    UTF16: Utf16ByteOrderMark Warning "crawlers cannot read any line of a UTF-16 file, so everything is allowed"
        => "save the file as UTF-8";
    UTF16_MARK: Utf16ByteOrderMark Warning "a UTF-16 byte order mark isn't skipped: it becomes part of the first line"
        => "save the file as UTF-8, without this mark";
    COMPRESSED: Compressed Error "crawlers don't find any rules in this file, because it is compressed ({0})"
        => "serve the file uncompressed, or with the correct `Content-Encoding`";
    BINARY: Binary Warning "crawlers don't find any rules in this file, because it isn't text, so everything is allowed"
        => "serve a text file, or answer with status 404 if there is no robots.txt";
    LOOKS_LIKE_HTML: LooksLikeHtml Warning "this looks like an HTML or XML page, {0}"
        => "serve plain text, or answer with status 404 if there is no robots.txt";
    NOT_UTF8_RULE: NotUtf8 Warning "this rule doesn't match URLs in UTF-8, because these bytes aren't UTF-8"
        => "save the file as UTF-8";
    NOT_UTF8: NotUtf8 Warning "each crawler may read this line differently, because these bytes aren't UTF-8"
        => "save the file as UTF-8";
    NOT_UTF8_COMMENT: NotUtf8 Note "these bytes aren't UTF-8, which does no harm in a comment"
        => "save the file as UTF-8";

    // Lines and fields.
    BYTE_ORDER_MARK: MisplacedByteOrderMark Warning "a byte order mark that isn't at the start of the file becomes part of the field or value"
        => "remove it";
    LINE_TOO_LONG: LineTooLong Warning "Google only reads the first {0} bytes of a line"
        => "shorten the line, or split it into several";
    SLASH_COMMENT: SlashComment Note "`//` doesn't start a comment in robots.txt; crawlers ignore the line anyway"
        => "write `#`";
    SLASH_COMMENT_IN_PATTERN: SlashComment Warning "this rule doesn't match any ordinary URL, because `//` doesn't start a comment in robots.txt"
        => "write `#`";
    MISSING_COLON: MissingColon Warning "crawlers ignore this line, because there is no colon after {0}"
        => "write a colon after {0}";
    MISSING_COLON_GOOGLE: MissingColon Warning "only Google reads this line, because there is no colon after {0}"
        => "write a colon after {0}";
    COLON_IN_VALUE: MissingColon Warning "there is no colon after {0}: Google takes the text after the next colon as the value; other crawlers ignore the line"
        => "write a colon after {0}";
    FIELD_TYPO: FieldTypo Warning "only Google reads {0} as `{1}`; other crawlers ignore the line, and Lighthouse's SEO audit rejects it"
        => "write `{1}:`";
    TAKEN_FOR_DISALLOW: TakenForAnotherField Error "this line disallows the whole site for Google, which reads {0} as `{1}`"
        => "remove the line, or turn it into a comment with `#`";
    TAKEN_FOR_ANOTHER: TakenForAnotherField Warning "Google reads {0} as `{1}`; other crawlers ignore the line"
        => "remove the line, or turn it into a comment with `#`";
    UNKNOWN_FIELD: UnknownField Warning "crawlers ignore [this line, because {0} isn't a known field|these lines, because their fields aren't known], and Lighthouse's SEO audit rejects [it|them]"
        => "remove the [line|lines], or turn [it into a comment|them into comments] with `#`";
    UNKNOWN_FIELD_NEAR: UnknownField Warning "crawlers ignore this line, because {0} isn't a known field, and Lighthouse's SEO audit rejects it"
        => "write `{1}:` if that is what you mean";
    UNKNOWN_FIELD_URL: UnknownField Warning "crawlers ignore this line, because {0} isn't a known field, and Lighthouse's SEO audit rejects it"
        => "write `Sitemap:` before the URL if it is a sitemap; otherwise remove the line";
    EMERGING_FIELD: UnsupportedField Note "few crawlers read {0} so far ({1}), and Lighthouse's SEO audit rejects it"
        => "keep it for the agents that read it, unless the audit matters more to you";
    NOINDEX: UnsupportedField Note "Google has ignored {0} since 2019, and no other search engine documents it"
        => "use a robots meta tag or an X-Robots-Tag header instead, and remove any `Disallow` for these URLs: crawlers must fetch a page to see that tag";
    HOST: UnsupportedField Note "no crawler reads {0} any more; only Yandex did, until 2018"
        => "remove it, and redirect the other hosts or use canonical links";
    CLEAN_PARAM: UnsupportedField Note "only Yandex reads {0}"
        => "keep it for Yandex; for other search engines, use canonical links";
    RATE_OR_TIME: UnsupportedField Note "Google, Bing and Yandex ignore {0}"
        => "keep it for the crawlers that obey it; otherwise remove it";
    OTHER_EXTENSION: UnsupportedField Note "few crawlers read {0}, it blocks nothing, and Lighthouse's SEO audit rejects it"
        => "keep it for the crawlers that read it; otherwise remove it";
    CONTENT_USAGE: UnsupportedField Note "Lighthouse's SEO audit rejects {0}, which is only defined in a draft; crawlers accept it"
        => "keep it if your preferences matter more to you than that audit";
    DELAY_IGNORED_BY: UnsupportedField Note "[{1} ignores {0}|some crawlers in these groups ignore `Crawl-delay`]"
        => "write it only for crawlers that obey it, such as bingbot";
    DELAY_IGNORED: UnsupportedField Note "[{1} ignores {0}, so this line has no effect|no crawler in these groups obeys `Crawl-delay`]"
        => "remove it, or write it for crawlers that obey it, such as bingbot";
    DELAY_IGNORED_BY_ALL: UnsupportedField Note "no crawler in [this group|these groups] obeys [{0}|`Crawl-delay`]"
        => "remove it, or write it for crawlers that obey it, such as bingbot";
    DELAY_OUTSIDE_GROUP: UnsupportedField Note "this line comes before the first user-agent line, so it doesn't apply to any crawler"
        => "move it to the group for the crawlers that it's meant for";
    EMPTY_DELAY: BadCrawlDelay Warning "a crawl-delay without a value has no effect"
        => "write seconds, as in `Crawl-delay: 10` or `Crawl-delay: 0.5`";
    LONG_DELAY: BadCrawlDelay Warning "{0} seconds is more than a day, and counts as one day"
        => "write seconds, as in `Crawl-delay: 10` or `Crawl-delay: 0.5`";
    BAD_DELAY: BadCrawlDelay Warning "crawlers may ignore {0}, because it isn't a plain number of seconds"
        => "write seconds, as in `Crawl-delay: 10` or `Crawl-delay: 0.5`";
    BAD_RATE: BadRequestRate Warning "crawlers ignore {0}, because it isn't a number of requests per period"
        => "write requests and seconds, as in `Request-rate: 1/10`";
    BAD_HOURS: BadRequestRate Warning "this rate applies at all hours, because {0} isn't a time of day in UTC"
        => "write the hours as in `Request-rate: 1/10 0600-0845`";
    ODD_SPACE_IN_FIELD: NonAsciiSpace Warning "crawlers ignore this line, because {0} is part of the field"
        => "remove it, or write an ASCII space";
    ODD_SPACE_IN_PATTERN: NonAsciiSpace Warning "this rule probably matches nothing, because {0} is part of the value"
        => "remove it, or write an ASCII space";
    ODD_SPACE: NonAsciiSpace Warning "{0} is part of this value: crawlers only trim ASCII spaces"
        => "remove it, or write an ASCII space";
    COMMENT_IS_PATTERN: CommentCutsValue Warning "this rule disallows the whole site: `#` starts a comment, so the pattern is only {0}"
        => "URLs are matched without their fragment: remove the line if `#` is part of a URL, or put a space before the comment";
    COMMENT_CUTS_PATTERN: CommentCutsValue Warning "`#` starts a comment, so [the pattern is only {0}|these patterns end before it]"
        => "URLs are matched without their fragment: remove the [line|lines] if `#` is part of a URL, or put a space before the [comment|comments]";
    COMMENT_CUTS_VALUE: CommentCutsValue Warning "`#` starts a comment, so [the value is only {0}|these values end before it]"
        => "put a space before the [comment|comments]";
    RULE_OUTSIDE_GROUP: RuleOutsideGroup Warning "this rule comes before the first user-agent line, so it doesn't apply to any crawler"
        => "write `User-agent: *` above it if it should apply to every crawler";

    // Names of crawlers.
    EMPTY_USER_AGENT: EmptyUserAgent Warning "this line names no crawler"
        => "write a product token, or `*` for every crawler";
    RECORDS_IN_NAME: RecordsOnOneLine Error "[{0} doesn't apply to any crawler, because crawlers only read one record per line|crawlers only read one record per line, so the others become part of the name and don't apply to any crawler]"
        => "write each record on its own line";
    STAR_NAMES_NOBODY: StarNamesNobody Warning "the rules below [|these lines ]don't apply to the crawlers that you mean: `*` isn't a wildcard in names[, so {0} doesn't name any crawler|]"
        => "write whole product tokens, one per line, or just `*` for every crawler";
    SEVERAL_NAMES: SeveralNames Warning "crawlers compare only [{0} of {1}|the first of these names], so the [group doesn't|groups don't] apply to the others"
        => "write each crawler on its own `User-agent` line";
    NOT_FIRST_WORD: UserAgentCharacters Warning "[this line doesn't|these lines don't] apply to [{1}|the crawlers that you mean], because crawlers compare only [{0}|the first word]"
        => "write [{1}|the product token of each crawler]";
    NO_TOKEN: UserAgentCharacters Warning "[{0} doesn't|these values don't] name a crawler, because [it doesn't|they don't] start with a product token"
        => "write only [the|each] crawler's product token, without quotes or brackets";
    TOKEN_IS_MEANT: UserAgentCharacters Note "crawlers compare only [{0} of {1}|the product token at the start of these values], which names the [crawler|crawlers] that you mean"
        => "write [{0}|only the product tokens]";
    ONLY_TOKEN: UserAgentCharacters Note "crawlers compare only [{0} of {1}{2}, so this applies|the product token at the start of these values, so the groups apply] to any [crawler called {0}|crawlers of that name]"
        => "write the product token that [the|each] crawler documents";
    CRAWLER_TYPO: CrawlerTypo Warning "this line probably doesn't apply to any crawler: none is known as {0}, but {1} is almost the same name"
        => "write `{1}` if you mean the name that {2} documents";
    UNDOCUMENTED_CRAWLER: CrawlerTypo Note "no operator documents a crawler called {0}, so this line probably doesn't apply to any"
        => "check your access log for the names that crawlers send";
    RETIRED: RetiredCrawler Warning "this line doesn't apply to {2}, which {0} now uses instead of {1}"
        => "add a `User-agent: {2}` line below it";
    RETIRED_FOR_GOOD: RetiredCrawler Note "[this line doesn't|these lines don't] apply to any crawler: [{0} no longer uses {1}|the names are no longer used]"
        => "remove [{2}|these lines, and the rules of groups that name no other crawler]";
    CONTROL_TOKEN: ControlToken Note "[this doesn't|these lines don't] keep any crawler from fetching pages: [{0} only tells {1} not to use content|the names only say that content must not be used] for AI"
        => "keep [it|them] if that is what you mean; to keep a crawler out, name that crawler";

    // Groups, and the rules of a crawler from all of its groups.
    JOINED_RUN: JoinedRun Warning "{0} on line {1} also {2} {3} (line {4}), because no rule separates the two groups"
        => "write `Disallow:` before this line if the crawlers above should have their own group";
    JOINED_RUNS: JoinedRun Warning "{0} on line {1} also {2} {3} (line {4}), because no rule separates the groups"
        => "write `Disallow:` at the end of each group, before the next one, if they should be separate";
    NO_RULES_AGAIN: GroupWithoutRules Note "this group has no rules, and other groups name the same crawlers, so it doesn't change what they may fetch"
        => "add rules, or remove the group if it has nothing else";
    NO_RULES: GroupWithoutRules Note "this group has no rules, so {0} may fetch everything"
        => "add rules, or an empty `Disallow:` to allow everything explicitly";
    NO_RULES_ESCAPED: GroupWithoutRules Warning "this group has no rules, so {0} may fetch everything, even what the group for `*` disallows"
        => "add rules, or an empty `Disallow:` to allow everything explicitly";
    SPLIT_GROUPS: SplitGroups Note "[simpler crawlers only obey the first or the last of the {1} groups for {0};|several crawlers have more than one group:] those that follow RFC 9309 obey all of their rules[|, but simpler ones only obey the first or the last group]"
        => "put [all of the|each] crawler's rules into one group";
    SITE_DISALLOWED: SiteDisallowed Warning "this blocks the whole site for {0}"
        => "remove the rule if you want search engines to find the site";
    SITEMAP_DISALLOWED: SitemapDisallowed Note "crawlers that obey {0} on line {1} don't read this sitemap"
        => "allow the sitemap, or move it to a path that no rule matches";
    SCRIPTS: ScriptsDisallowed Note "[this|these rules] may block scripts or styles, which Googlebot needs to see pages as people do"
        => "remove the [rule|rules]";
    SCRIPTS_IN_FOLDER: ScriptsDisallowed Note "[this|these rules] may block scripts or styles, which Googlebot needs to see pages as people do"
        => "[write {0} below it|allow scripts and styles with a longer rule below each of these, as `Allow: /a/*.js` does for `Disallow: /a/`], or remove the [rule|rules]";
    NEEDLESS_ALLOW: NeedlessAllow Note "nothing is disallowed for the crawlers in this group, so its allow rules have no effect"
        => "keep one rule in this group and remove the others";
    NEEDLESS_ONLY_ALLOW: NeedlessAllow Note "nothing is disallowed for the crawlers in this group, so its allow rules have no effect"
        => "keep it, or write an empty `Disallow:`, which also allows everything";
    DROPS_RULES: DropsRules Warning "the crawlers in [this group|these groups] may fetch [{0}|URLs that `*` may not], because they ignore [the group for `*`|its group]"
        => "repeat the rules for `*` in [this group|these groups] if they should apply [here|there], too";
    GROUP_NEVER_DECIDES: RuleNeverWins Note "[this group has|these groups have] no effect: rules in other groups for the same crawlers do the same wherever [its|their] rules match"
        => "remove [the group (lines {0})|these groups]";
    NO_EFFECT: RuleNeverWins Note "[this rule has|these rules have] no effect: [{0}|other rules do] the same [where it matches|wherever they match]"
        => "remove [it|them]";
    NO_EFFECT_BUT_LAST: RuleNeverWins Note "[this rule has|these rules have] no effect: [{0}|other rules do] the same [where it matches|wherever they match]"
        => "keep [it|them]: without a rule, [its group|their groups] would join the next [one|ones]";
    NEVER_DECIDES: RuleNeverWins Warning "[this rule never takes effect: {0} where it matches|these rules never take effect: other rules win wherever they match]"
        => "remove [it|them], or make [its pattern|their patterns] longer if [it|they] should win";
    NEVER_DECIDES_BUT_LAST: RuleNeverWins Note "[this rule never takes effect: {0} where it matches|these rules never take effect: other rules win wherever they match]"
        => "keep [it|them]: without a rule, [its group|their groups] would join the next [one|ones]";
    NEVER_DECIDES_IN_ONE: RuleNeverWins Warning "[this rule never takes effect: {0} where it matches|these rules never take effect: other rules win wherever they match]"
        => "make [its pattern|their patterns] longer if [it|they] should win for every crawler";
    TRAINING_CRAWLER: TrainingCrawlerAllowed Note "[{0} collects|these crawlers collect] content to train models, and may fetch this site although [line {1}|it] says no to training: a signal doesn't block any crawler"
        => "disallow [{0}|them] if you don't want this site in training data";

    // Patterns.
    NO_SLASH: NoLeadingSlash Warning "[this rule matches|these rules match] nothing, because [{0} starts|their patterns start] with neither `/` nor `*`"
        => "write [{1}|paths that start with `/`, or with `/*` if anything may come before]";
    NO_SLASH_PATH: NoLeadingSlash Warning "[this rule matches|these rules match] nothing, because [{0} starts|their patterns start] with neither `/` nor `*`"
        => "write [a path that starts with `/`|paths that start with `/`, or with `/*` if anything may come before]";
    NO_SLASH_EMPTY: NoLeadingSlash Warning "[this rule matches|these rules match] nothing, because [{0} starts|their patterns start] with neither `/` nor `*`"
        => "leave the [value|values] empty if the [rule|rules] shouldn't match any URL";
    URL_OF_THIS_HOST: AbsoluteUrlPattern Warning "[this rule matches|these rules match] nothing, because only the path and query of a URL are compared"
        => "write [{0}|only the path and query of each URL]";
    URL_OF_A_HOST: AbsoluteUrlPattern Warning "[this rule matches|these rules match] nothing, because only the path and query of a URL are compared"
        => "write [{0} if {1} is this file's host; a robots.txt doesn't cover any other|only the path and query of the URLs on this file's host, and remove the others]";
    HOST_AS_PATH: HostAsPath Warning "[this rule doesn't match any URL on {0}: it's a path|these rules don't match any URLs on the hosts that they name: they are paths] on this file's host, and a robots.txt doesn't cover any other"
        => "remove the [rule|rules], and disallow the pages in [that|each] host's robots.txt";
    BLANK: BlankInPattern Warning "Google's own parser never matches [this rule|these rules], because browsers send a space as `%20`, and it compares [{0}|them] as written"
        => "write `%20` for each space";
    RECORDS_IN_PATTERN: RecordsOnOneLine Error "[this rule doesn't|these rules don't] match any ordinary URL, because crawlers read [{0}|each value] as one pattern"
        => "write each on its own line";
    PATTERNS_ON_ONE_LINE: RecordsOnOneLine Warning "[this rule doesn't|these rules don't] match any ordinary URL, because crawlers read [{0}|each value] as one pattern"
        => "write each on its own line";
    REGULAR_EXPRESSION: RegularExpression Warning "crawlers don't read [{0} as a regular expression|these patterns as regular expressions]: only `*`, and `$` at the end, are special"
        => "write [{1}|a pattern for each alternative, with `*` for any bytes]";
    ALTERNATIVES: RegularExpression Warning "crawlers don't read [{0} as a regular expression|these patterns as regular expressions]: only `*`, and `$` at the end, are special"
        => "write a pattern for each alternative, with `*` for any bytes";
    HTML_ENTITY: HtmlEntity Warning "[this rule doesn't|these rules don't] match any URL that contains [{1}|the characters that you mean], because crawlers compare [the HTML entity {0} as it is|HTML entities as they are]"
        => "write [{1}|the characters themselves]";
    HTML_ENTITY_IN_URL: HtmlEntity Warning "crawlers fetch the wrong URL, because they don't decode HTML entities in a robots.txt"
        => "write {0}";
    ROBOTS_TXT_RULE: RobotsTxtRule Note "this rule has no effect on /robots.txt itself, which crawlers may always fetch"
        => "remove the rule";
    DOLLAR: DollarInsidePattern Warning "`$` only marks the end of the URL at the end of a pattern; here it's a literal `$`"
        => "end the pattern here if `$` should mark the end of the URL; otherwise leave it";
    BAD_PERCENT: BadPercentEncoding Warning "this rule only matches URLs with a `%` here, because this one isn't followed by two hex digits"
        => "copy the percent-encoded path from a browser's address bar";
    DOT_SEGMENT: DotSegment Warning "this rule matches nothing, because clients resolve `.` and `..` before they send a URL"
        => "write the path with `.` and `..` resolved";
    BACKSLASH: Backslash Warning "in a path, this matches neither `\\` nor `/`, because clients send `\\` as `/`"
        => "write `/` if it separates folders, or `%5C` for a literal backslash";

    // Sitemaps, and the terms of use.
    SEVERAL_URLS: SeveralUrls Warning "crawlers find none of these sitemaps, because they read the whole line as one URL"
        => "write each URL on its own line";
    SITEMAP_EMPTY: SitemapNotAbsolute Warning "a sitemap without a value is ignored"
        => "write the full URL, as in `Sitemap: https://example.com/sitemap.xml`";
    SITEMAP_WITHOUT_HOST: SitemapNotAbsolute Warning "crawlers ignore this sitemap, or read its first folder or file as the host, because {0} has no host"
        => "write the full URL, as in `Sitemap: https://example.com/sitemap.xml`";
    SITEMAP_NOT_ABSOLUTE: SitemapNotAbsolute Warning "crawlers ignore [this sitemap, because {0} isn't an absolute URL|these sitemaps, because they aren't absolute URLs]"
        => "write the full [URL|URLs], as in `Sitemap: https://example.com/sitemap.xml`";
    USAGE_OUTSIDE: UsageOutsideGroup Warning "this line comes before the first user-agent line, so it doesn't apply to any crawler"
        => "write it below `User-agent: *` if it's meant for every crawler that doesn't have its own group";
    SIGNAL_OUTSIDE: UsageOutsideGroup Warning "this line comes before the first user-agent line; some parsers apply it to every crawler, others to none"
        => "write it below `User-agent: *` if it's meant for every crawler that doesn't have its own group";
    STAR_IS_NO_PATH: UsagePath Warning "this is part of the statement, because a path starts with `/`"
        => "start the path with `/`, as in `/*.pdf`";
    URL_IS_NO_PATH: UsagePath Warning "this is part of the statement, because a path starts with `/`"
        => "write only the path of the URL";
    NO_STATEMENT: UsagePath Warning "there is no statement, so this line doesn't state anything"
        => "write a statement, or remove the line";
    PATH_WITHOUT_STATEMENT: UsagePath Warning "there is no statement, so this line only overrides lines with shorter paths"
        => "write a statement after the path, or remove the line";
    SIGNAL_PATH_WITHOUT_STATEMENT: UsagePath Warning "there is no statement, so this line doesn't state anything"
        => "write a statement after the path, or remove the line";
    USAGE_SYNTAX: UsageSyntax Warning "this line leaves every label unknown, because the statement doesn't parse{0}"
        => "write members as in `train-ai=n, search=y`: lower case, no spaces around `=`, no comma at the end";
    USAGE_SYNTAX_WITH_PATH: UsageSyntax Warning "this line leaves every label unknown, and overrides shorter paths, because the statement doesn't parse{0}"
        => "write members as in `train-ai=n, search=y`: lower case, no spaces around `=`, no comma at the end";
    NO_PREFERENCE: UsageNoPreference Warning "the preference for {0} is unknown, because its value isn't {1}"
        => "write {1}";
    NO_EQUALS_SIGN: UsageNoPreference Warning "the preference for {0} is unknown, because it isn't followed by `=`"
        => "write `=`, and then {1}";
    CONFLICT_IN_USAGE: UsageConflict Warning "this line contradicts itself about {0}: the last statement wins"
        => "remove one of the two";
    CONFLICT_IN_SIGNAL: UsageConflict Warning "this line contradicts itself about {0}: the one that disallows wins"
        => "remove one of the two";
    CONFLICT: UsageConflict Warning "this line contradicts line {1} about {0} for the same path: the one that disallows wins"
        => "remove one of the two, or give them different paths";
    OTHER_VOCABULARY: UsageOtherVocabulary Warning "{0} has no effect here, because it is a label of {1}"
        => "write it in a {1} line";
    RETIRED_LABEL: UsageUnknownLabel Warning "{0} has no effect any more: the last draft with this label was {2}"
        => "write {1}";
    UNKNOWN_LABEL: UsageUnknownLabel Note "{0} has no effect, because it isn't a known label"
        => "write {1}, or remove it";
    DROPS_LABEL: UsageDropsLabel Warning "{0} is unknown for URLs that this path matches: line {1} states it, but this line has a longer path and doesn't"
        => "state {0} here as well";
    NOT_INHERITED: UsageNotInherited Note "the crawlers in this group ignore the group for `*`, including its `Content-Signal` line"
        => "repeat the line in this group if it should apply here, too";
    LICENSE_NOT_ABSOLUTE: LicenseNotAbsolute Warning "crawlers don't find a licence, because {0} isn't an absolute URL"
        => "write the full URL, as in `License: https://example.com/license.xml`";
    LICENSE_IN_LAST_GROUP: LicenseInLastGroup Warning "this licence belongs to the group on line {0}, because only a user-agent line ends a group"
        => "write it before the first user-agent line if it's meant for every crawler";
    RECORD_IN_LAST_GROUP: RecordInLastGroup Warning "this {1} belongs to the group on line {0}, because only a user-agent line ends a group"
        => "write it in the group for `*` if it's meant for every crawler";
}
