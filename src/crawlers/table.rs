//! The table of known crawlers.
//!
//! To add a row:
//!
//! 1. Find the operator's documentation: the address in the crawler's `User-Agent` header, or the
//!    operator's help pages. If the operator has no such page, name the source of the facts.
//! 2. Write `row(token, operator, purpose, documentation)`. The token is what the documentation
//!    says to write in a `user-agent` line. If the purpose is not documented, write
//!    `UNSPECIFIED`. Add `.google()` to Google's crawlers.
//! 3. Read the documentation, and add `.read(day, answer)`. The answer says whether the crawler
//!    obeys robots.txt: `Yes`, `No` (also for "may ignore") or `Unknown`. Only a row with `.read`
//!    may have more facts: `.delay(answer)` for `crawl-delay`, `.then(tokens)` for the groups that
//!    the crawler obeys if no group names it, and `.not_bound_by_wildcard()`.
//! 4. Mark a name that is no longer used with `.retired(Some(token of the replacement))` or
//!    `.retired(None)`, and a name that no crawler sends with `.control()`.
//! 5. If the crawler's `User-Agent` header has a different product token, add
//!    `.header(part of it)`.
//! 6. If the crawler publishes data for another purpose and models are trained on it, add
//!    `.training(source)`. The source may be any published study.
//! 7. Write each row on one line, and sort rows by the first word of the token, ignoring ASCII
//!    case. `cargo test --features crawlers --test crawlers` checks all of this.
//!
//! Use facts only: copy no sentences from sources, and no rows from lists if their licence
//! forbids it. The pages read on 2026-11-23 were stored copies. Some of them were incomplete, or
//! older than that day.

use super::Obeys::{No, Unknown, Yes};
use super::Purpose::{
    Ads, AiInput, AiTraining, Archive, Feed, Monitoring, Other, Preview, Research, Search,
    Security, Seo, User,
};
use super::crawler::{Crawler, row};

/// The purpose of crawlers without a documented purpose.
const UNSPECIFIED: super::Purpose = super::Purpose::Unknown;

// Pages that document several crawlers each.
const AMAZON: &str = "https://developer.amazon.com/amazonbot";
const ANTHROPIC: &str = "https://privacy.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler";
const APPLE: &str = "https://support.apple.com/en-us/119829";
const BAIDU: &str = "https://help.baidu.com/question?prod_id=99&class=0&id=3001";
const BING: &str = "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0";
const COCCOC: &str = "https://help.coccoc.com/en/search-engine/coccoc-robots";
const DIFFBOT: &str = "https://docs.diffbot.com/docs/does-crawl-respect-robotstxt";
const GOOGLE_COMMON: &str =
    "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers";
const GOOGLE_OVERVIEW: &str =
    "https://developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers";
const GOOGLE_SPECIAL: &str =
    "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers";
const GOOGLE_USER: &str =
    "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers";
const META: &str = "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/";
const OPENAI: &str = "https://developers.openai.com/api/docs/bots";
const PERPLEXITY: &str = "https://docs.perplexity.ai/docs/resources/perplexity-crawlers";
const SEMRUSH: &str = "https://www.semrush.com/bot/";
const SLACK: &str = "https://api.slack.com/robots";
const TURNITIN: &str = "https://www.turnitin.com/robot/crawlerinfo.html";
const YANDEX_ROBOTS: &str =
    "https://yandex.com/support/webmaster/en/robot-workings/check-yandex-robots";
const YANDEX_TOKENS: &str = "https://yandex.com/support/webmaster/en/robot-workings/user-agent";

/// All known crawlers, sorted by product token, ignoring ASCII case.
#[rustfmt::skip]
pub(super) static TABLE: &[Crawler] = &[
    row("008", "80legs", Other, "https://80legs.com/"),
    row("360Spider", "Qihoo 360", Search, "https://www.so.com/help/help_3_2.html"),
    row("AddSearchBot", "AddSearch", Search, "https://www.addsearch.com/"),
    row("adidxbot", "Microsoft", Ads, BING).read("2026-11-23", Unknown),
    row("AdsBot-Google", "Google", Ads, GOOGLE_SPECIAL).read("2026-11-23", Yes).google().not_bound_by_wildcard(),
    row("AdsBot-Google-Mobile", "Google", Ads, GOOGLE_SPECIAL).read("2026-11-23", Yes).google().not_bound_by_wildcard(),
    row("AhrefsBot", "Ahrefs", Seo, "https://ahrefs.com/robot").read("2026-11-23", Yes).delay(Yes),
    row("AhrefsSiteAudit", "Ahrefs", Seo, "https://ahrefs.com/robot/site-audit").read("2026-11-23", Yes).delay(Yes),
    row("AI2Bot", "Allen Institute for AI", AiTraining, "https://allenai.org/crawler"),
    row("Ai2Bot-Dolma", "Allen Institute for AI", AiTraining, "https://allenai.org/crawler"),
    row("aiHitBot", "aiHit", Other, "https://www.aihitdata.com/about"),
    row("Algolia Crawler", "Algolia", Search, "https://www.algolia.com/doc/tools/crawler/apis/configuration/ignore-robots-txt-rules/").read("2026-11-23", Yes),
    row("amazon-kendra", "Amazon", Search, "https://docs.aws.amazon.com/kendra/latest/dg/stop-web-crawler.html"),
    row("AmazonAdBot", "Amazon", Ads, "https://adbot.amazon.com/index.html"),
    row("Amazonbot", "Amazon", AiTraining, AMAZON).read("2026-11-23", Yes).delay(No),
    row("Amzn-SearchBot", "Amazon", Search, AMAZON).read("2026-11-23", Yes),
    row("Amzn-User", "Amazon", User, AMAZON).read("2026-11-23", Yes),
    row("anthropic-ai", "Anthropic", AiTraining, "https://webmasterid.com/ai-crawlers/anthropic-ai-legacy-token").read("2026-11-23", Unknown).retired(Some("ClaudeBot")),
    row("APIs-Google", "Google", Other, GOOGLE_SPECIAL).read("2026-11-23", Yes).google().not_bound_by_wildcard(),
    row("Applebot", "Apple", Search, APPLE).read("2026-11-23", Yes).then(&["Googlebot"]),
    row("Applebot-Extended", "Apple", AiTraining, APPLE).read("2026-11-23", Yes).control(),
    row("archive.org_bot", "Internet Archive", Archive, "https://archive.org/details/archive.org_bot"),
    row("Arquivo-web-crawler", "Arquivo.pt", Archive, "https://sobre.arquivo.pt/en/help/crawling-and-archiving-web-content/"),
    row("AspiegelBot", "Huawei", Search, "https://aspiegel.com/petalbot").retired(Some("PetalBot")),
    row("AwarioBot", "Awario", Seo, "https://awario.com/bots.html"),
    row("AwarioRssBot", "Awario", Seo, "https://awario.com/bots.html"),
    row("AwarioSmartBot", "Awario", Seo, "https://awario.com/bots.html"),
    row("Baiduspider", "Baidu", Search, BAIDU).read("2026-11-23", Yes),
    row("Baiduspider-image", "Baidu", Search, BAIDU).read("2026-11-23", Yes),
    row("Baiduspider-news", "Baidu", Search, BAIDU).read("2026-11-23", Yes),
    row("Baiduspider-video", "Baidu", Search, BAIDU).read("2026-11-23", Yes),
    row("Barkrowler", "Babbar", Seo, "https://babbar.tech/crawler").read("2026-11-23", Yes).delay(Yes),
    row("BazQux", "BazQux Reader", Feed, "https://bazqux.com/fetcher").read("2026-11-23", No),
    row("bedrockbot", "Amazon", AiInput, "https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html"),
    row("bingbot", "Microsoft", Search, "https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question").read("2026-11-23", Yes).delay(Yes).then(&["msnbot"]),
    row("BingPreview", "Microsoft", Preview, BING).read("2026-11-23", Unknown),
    row("BingVideoPreview", "Microsoft", Preview, BING),
    row("BitSightBot", "Bitsight", Security, "https://www.bitsight.com/"),
    row("BLEXBot", "SE Ranking", Seo, "https://help.seranking.com/hc/en-us/articles/17126130916636-BLEXBot-Crawler").read("2026-11-23", Yes).delay(Yes),
    row("bnf.fr_bot", "Bibliothèque nationale de France", Archive, "https://www.bnf.fr/en/capture-your-websites-bnf-robot"),
    row("Bravebot", "Brave", Search, "https://search.brave.com/help/brave-search-crawler"),
    row("BUbiNG", "Università degli Studi di Milano", Research, "https://law.di.unimi.it/BUbiNG.html"),
    row("Bytespider", "ByteDance", UNSPECIFIED, "https://darkvisitors.com/agents/bytespider"),
    row("CCBot", "Common Crawl", Research, "https://commoncrawl.org/faq").read("2026-11-23", Yes).delay(Yes).training("https://foundation.mozilla.org/en/research/library/generative-ai-training-data/common-crawl/"),
    row("CensysInspect", "Censys", Security, "https://docs.censys.com/docs/scanning-faq").read("2026-11-23", Unknown),
    row("ChatGPT-User", "OpenAI", User, OPENAI).read("2026-11-23", No),
    row("Chrome-Lighthouse", "Google", Monitoring, "https://developer.chrome.com/docs/lighthouse/overview"),
    row("Claude-SearchBot", "Anthropic", Search, ANTHROPIC).read("2026-11-23", Yes).delay(Yes),
    row("Claude-User", "Anthropic", User, ANTHROPIC).read("2026-11-23", Yes).delay(Yes),
    row("Claude-Web", "Anthropic", UNSPECIFIED, "https://webmasterid.com/ai-crawlers/claude-web-legacy-token").read("2026-11-23", Unknown).retired(Some("ClaudeBot")),
    row("ClaudeBot", "Anthropic", AiTraining, ANTHROPIC).read("2026-11-23", Yes).delay(Yes),
    row("Cliqzbot", "Cliqz", Search, "https://cliqz.com/company/cliqzbot").retired(None),
    row("CloudflareBrowserRenderingCrawler", "Cloudflare", Other, "https://developers.cloudflare.com/browser-rendering/"),
    row("coccocbot", "Cốc Cốc", Search, COCCOC).read("2026-11-23", Yes),
    row("coccocbot-ads", "Cốc Cốc", Ads, COCCOC).read("2026-11-23", Yes).then(&["coccocbot"]),
    row("coccocbot-image", "Cốc Cốc", Search, COCCOC).read("2026-11-23", Yes).then(&["coccocbot"]),
    row("coccocbot-shopping", "Cốc Cốc", Search, COCCOC).read("2026-11-23", Yes).then(&["coccocbot"]),
    row("coccocbot-web", "Cốc Cốc", Search, COCCOC).read("2026-11-23", Yes).then(&["coccocbot"]),
    row("cohere-ai", "Cohere", UNSPECIFIED, "https://darkvisitors.com/agents/cohere-ai"),
    row("cohere-training-data-crawler", "Cohere", AiTraining, "https://darkvisitors.com/agents/cohere-training-data-crawler"),
    row("Cotoyogi", "ROIS", AiTraining, "https://ds.rois.ac.jp/en_center8/en_crawler/"),
    row("Coveobot", "Coveo", Search, "https://docs.coveo.com/"),
    row("CriteoBot", "Criteo", Ads, "https://www.criteo.com/criteo-crawler/"),
    row("DatadogSynthetics", "Datadog", Monitoring, "https://docs.datadoghq.com/synthetics/"),
    row("DataForSeoBot", "DataForSEO", Seo, "https://dataforseo.com/dataforseo-bot"),
    row("Dataprovider.com", "Dataprovider.com", Other, "https://www.dataprovider.com/spider/"),
    row("DeepSeekBot", "DeepSeek", UNSPECIFIED, "https://darkvisitors.com/agents/deepseekbot"),
    row("Diffbot", "Diffbot", Search, DIFFBOT).read("2026-11-23", Yes).delay(Yes),
    row("Diffbot-User", "Diffbot", User, DIFFBOT).read("2026-11-23", Unknown),
    row("Discordbot", "Discord", Preview, "https://darkvisitors.com/agents/discordbot").read("2026-11-23", Unknown),
    row("DotBot", "Moz", Seo, "https://moz.com/help/moz-procedures/crawlers/dotbot"),
    row("DuckAssistBot", "DuckDuckGo", AiInput, "https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot").read("2026-11-23", Yes),
    row("DuckDuckBot", "DuckDuckGo", Search, "https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot"),
    row("DuplexWeb-Google", "Google", User, GOOGLE_SPECIAL).retired(None).google(),
    row("EchoboxBot", "Echobox", Other, "https://www.echobox.com/"),
    row("Embedly", "Embedly", Preview, "https://support.embed.ly/"),
    row("Exabot", "Exalead", Search, "https://www.exalead.com/search/webmasterguide").retired(None),
    row("Expanse", "Palo Alto Networks", Security, "https://www.paloaltonetworks.com/cortex/cortex-xpanse"),
    row("FacebookBot", "Meta", AiTraining, "https://developers.facebook.com/docs/sharing/bot/"),
    row("facebookexternalhit", "Meta", Preview, META).read("2026-11-23", Yes),
    row("Facebot", "Meta", UNSPECIFIED, META),
    row("Factset_spyderbot", "FactSet", Other, "https://www.factset.com/"),
    row("Feedbin", "Feedbin", Feed, "https://feedbin.com/"),
    row("FeedFetcher-Google", "Google", Feed, "https://developers.google.com/crawling/docs/crawlers-fetchers/feedfetcher").read("2026-11-23", No).google(),
    row("Feedly", "Feedly", Feed, "https://feedly.com/fetcher.html").read("2026-11-23", No),
    row("FirecrawlAgent", "Firecrawl", UNSPECIFIED, "https://www.firecrawl.dev/"),
    row("FlipboardProxy", "Flipboard", Preview, "https://about.flipboard.com/browserproxy/"),
    row("FreshRSS", "FreshRSS", Feed, "https://freshrss.org/"),
    row("Google-CloudVertexBot", "Google", AiInput, GOOGLE_COMMON).read("2026-11-23", Yes).delay(No).google(),
    row("Google-CWS", "Google", Other, GOOGLE_USER).read("2026-11-23", No).google(),
    row("Google-Extended", "Google", AiTraining, GOOGLE_COMMON).read("2026-11-23", Yes).control().google(),
    row("Google-GeminiNotebook", "Google", User, GOOGLE_USER).read("2026-11-23", No).google(),
    row("Google-InspectionTool", "Google", Other, GOOGLE_COMMON).read("2026-11-23", Yes).delay(No).google().then(&["Googlebot"]),
    row("Google-NotebookLM", "Google", User, GOOGLE_USER).google(),
    row("Google-Pinpoint", "Google", User, GOOGLE_USER).google(),
    row("Google-Read-Aloud", "Google", User, GOOGLE_USER).read("2026-11-23", No).google(),
    row("Google-Safety", "Google", Security, GOOGLE_SPECIAL).read("2026-11-23", No).google(),
    row("Google-Site-Verification", "Google", Other, GOOGLE_USER).read("2026-11-23", No).google(),
    row("GoogleAgent-Mariner", "Google", User, GOOGLE_USER).google(),
    row("Googlebot", "Google", Search, GOOGLE_COMMON).read("2026-11-23", Yes).delay(No).google(),
    row("Googlebot-Image", "Google", Search, GOOGLE_COMMON).read("2026-11-23", Yes).delay(No).google().then(&["Googlebot"]),
    row("Googlebot-Mobile", "Google", Search, GOOGLE_OVERVIEW).retired(Some("Googlebot")).google(),
    row("Googlebot-News", "Google", Search, GOOGLE_COMMON).read("2026-11-23", Yes).delay(No).google().then(&["Googlebot"]),
    row("Googlebot-Video", "Google", Search, GOOGLE_COMMON).read("2026-11-23", Yes).delay(No).google().then(&["Googlebot"]),
    row("GoogleOther", "Google", Other, GOOGLE_COMMON).read("2026-11-23", Yes).delay(No).google(),
    row("GoogleOther-Image", "Google", Other, GOOGLE_COMMON).read("2026-11-23", Yes).delay(No).google().then(&["GoogleOther"]),
    row("GoogleOther-Video", "Google", Other, GOOGLE_COMMON).read("2026-11-23", Yes).delay(No).google().then(&["GoogleOther"]),
    row("GoogleProducer", "Google", Feed, GOOGLE_USER).read("2026-11-23", No).google(),
    row("GPTBot", "OpenAI", AiTraining, OPENAI).read("2026-11-23", Yes),
    row("GrapeshotCrawler", "Oracle", Ads, "https://www.addthis.com/grapeshot/crawler/").read("2026-11-23", Unknown),
    row("GTmetrix", "GTmetrix", Monitoring, "https://gtmetrix.com/faq.html"),
    row("heritrix", "Internet Archive", Archive, "https://heritrix.readthedocs.io/"),
    row("HTTrack", "HTTrack", Archive, "https://www.httrack.com/html/abuse.html"),
    row("ia_archiver", "Alexa Internet", Archive, "https://blog.reputationx.com/block-wayback-machine").read("2026-11-23", Unknown).retired(None),
    row("ias_crawler", "Integral Ad Science", Ads, "https://integralads.com/site-indexing-policy/").read("2026-11-23", Yes),
    row("IbouBot", "Ibou", Search, "https://ibou.io/iboubot.html"),
    row("ICC-Crawler", "NICT", Research, "https://ucri.nict.go.jp/en/icccrawler.html"),
    row("Iframely", "Iframely", Preview, "https://iframely.com/docs/about").read("2026-11-23", Unknown),
    row("ImagesiftBot", "ImageSift", Search, "https://imagesift.com/about").read("2026-11-23", Yes).delay(Yes).then(&["Googlebot"]),
    row("img2dataset", "img2dataset", AiTraining, "https://github.com/rom1504/img2dataset"),
    row("Inoreader", "Inoreader", Feed, "https://www.inoreader.com/"),
    row("InternetMeasurement", "driftnet.io", Security, "https://internet-measurement.com/"),
    row("ISSCyberRiskCrawler", "ISS-Corporate", Security, "https://iss-cyber.com/"),
    row("iTMS", "Apple", Feed, APPLE).read("2026-11-23", No),
    row("Kagibot", "Kagi", Search, "https://kagi.com/bot").read("2026-11-23", Yes).then(&["Googlebot"]),
    row("Kangaroo Bot", "Kangaroo LLM", AiTraining, "https://kangaroollm.com.au/kangaroo-bot/"),
    row("Linguee Bot", "DeepL", Research, "https://www.linguee.com/bot"),
    row("LinkedInBot", "LinkedIn", Preview, "https://www.linkedin.com/help/linkedin/answer/a521928"),
    row("magpie-crawler", "Brandwatch", Seo, "https://www.brandwatch.com/legal/magpie-crawler/"),
    row("Mail.RU_Bot", "VK", Search, "https://help.mail.ru/webmaster/indexing/robots.txt").header("Mail.RU_Bot/"),
    row("Mediapartners-Google", "Google", Ads, GOOGLE_SPECIAL).read("2026-11-23", Yes).google().not_bound_by_wildcard(),
    row("meta-externalads", "Meta", Ads, META).read("2026-11-23", Yes),
    row("meta-externalagent", "Meta", AiTraining, META).read("2026-11-23", Yes),
    row("meta-externalfetcher", "Meta", User, META).read("2026-11-23", No),
    row("meta-webindexer", "Meta", Search, META).read("2026-11-23", Yes),
    row("MicrosoftPreview", "Microsoft", Preview, BING).read("2026-11-23", Unknown),
    row("MistralAI-Index", "Mistral AI", Search, "https://docs.mistral.ai/robots"),
    row("MistralAI-User", "Mistral AI", User, "https://docs.mistral.ai/robots"),
    row("MJ12bot", "Majestic", Seo, "https://mj12bot.com/").read("2026-11-23", Yes).delay(Yes),
    row("MojeekBot", "Mojeek", Search, "https://www.mojeek.com/bot.html").read("2026-11-23", Yes).delay(No),
    row("msnbot", "Microsoft", Search, BING).retired(Some("bingbot")),
    row("msnbot-media", "Microsoft", Search, BING).retired(Some("bingbot")),
    row("Neevabot", "Neeva", Search, "https://neeva.com/neevabot").retired(None),
    row("NetcraftSurveyAgent", "Netcraft", Research, "https://www.netcraft.com/"),
    row("NewsBlur", "NewsBlur", Feed, "https://newsblur.com/"),
    row("Nutch", "Apache Nutch", Other, "https://nutch.apache.org/"),
    row("OAI-AdsBot", "OpenAI", Ads, OPENAI).read("2026-11-23", Unknown),
    row("OAI-SearchBot", "OpenAI", Search, OPENAI).read("2026-11-23", Yes),
    row("omgili", "Webz.io", UNSPECIFIED, "https://webz.io/bot"),
    row("omgilibot", "Webz.io", UNSPECIFIED, "https://webz.io/bot"),
    row("Owler", "OpenWebSearch.eu", Search, "https://openwebsearch.eu/owler/"),
    row("PanguBot", "Huawei", AiTraining, "https://darkvisitors.com/agents/pangubot"),
    row("panscient.com", "Panscient", UNSPECIFIED, "https://panscient.com/faq.htm"),
    row("peer39_crawler", "Peer39", Ads, "https://www.peer39.com/crawler-notice"),
    row("Perplexity-User", "Perplexity", User, PERPLEXITY).read("2026-11-23", No),
    row("PerplexityBot", "Perplexity", Search, PERPLEXITY).read("2026-11-23", Yes),
    row("PetalBot", "Huawei", Search, "https://aspiegel.com/petalbot").read("2026-11-23", Yes),
    row("Pingdom.com_bot", "Pingdom", Monitoring, "https://documentation.solarwinds.com/en/success_center/pingdom/").header("Pingdom.com_bot"),
    row("Pinterestbot", "Pinterest", Preview, "https://help.pinterest.com/en/business/article/pinterest-crawler").read("2026-11-23", Yes).header("+https://www.pinterest.com/bot.html"),
    row("PocketParser", "Mozilla", User, "https://getpocket.com/pocketparser_ua").retired(None),
    row("proximic", "Comscore", Ads, "https://www.comscore.com/Web-Crawler").read("2026-11-23", Yes),
    row("psbot", "Picsearch", Search, "https://www.picsearch.com/bot.html"),
    row("Qwantbot", "Qwant", Search, "https://help.qwant.com/bot/").read("2026-11-23", Yes),
    row("Qwantbot-news", "Qwant", Search, "https://help.qwant.com/bot/").read("2026-11-23", Yes),
    row("Qwantify", "Qwant", Search, "https://help.qwant.com/bot/").read("2026-11-23", Unknown).retired(Some("Qwantbot")),
    row("redditbot", "Reddit", Preview, "https://opengraphplus.com/consumers/reddit/crawling").read("2026-11-23", Unknown),
    row("rogerbot", "Moz", Seo, "https://moz.com/help/moz-procedures/crawlers/rogerbot").read("2026-11-23", Yes),
    row("SBIntuitionsBot", "SB Intuitions", AiTraining, "https://www.sbintuitions.co.jp/en/bot/"),
    row("Scrapy", "Scrapy", Other, "https://docs.scrapy.org/en/latest/topics/settings.html"),
    row("Screaming Frog SEO Spider", "Screaming Frog", Seo, "https://www.screamingfrog.co.uk/guides/robots-txt/").read("2026-11-23", Yes).then(&["Googlebot"]),
    row("SemanticScholarBot", "Allen Institute for AI", Search, "https://www.semanticscholar.org/crawler"),
    row("SemrushBot", "Semrush", Seo, SEMRUSH).read("2026-11-23", Yes),
    row("SemrushBot-BA", "Semrush", Seo, SEMRUSH).read("2026-11-23", Yes),
    row("SemrushBot-OCOB", "Semrush", Seo, SEMRUSH).read("2026-11-23", Yes),
    row("SemrushBot-SA", "Semrush", Seo, SEMRUSH).retired(Some("SiteAuditBot")),
    row("SemrushBot-SI", "Semrush", Seo, SEMRUSH).read("2026-11-23", Yes),
    row("SemrushBot-SWA", "Semrush", Seo, SEMRUSH).read("2026-11-23", Yes),
    row("SEOkicks", "SEOkicks", Seo, "https://www.seokicks.de/robot.html"),
    row("serpstatbot", "Serpstat", Seo, "https://serpstatbot.com/").read("2026-11-23", Yes).delay(Yes),
    row("SeznamBot", "Seznam.cz", Search, "https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control/").read("2026-11-23", Yes),
    row("ShapBot", "Parallel", Search, "https://docs.parallel.ai/"),
    row("SISTRIX Crawler", "SISTRIX", Seo, "https://www.sistrix.com/tutorials/crawling-errors-in-the-optimizer/"),
    row("Site24x7", "Zoho", Monitoring, "https://www.site24x7.com/"),
    row("SiteAuditBot", "Semrush", Seo, SEMRUSH).read("2026-11-23", Yes),
    row("Slack-ImgProxy", "Slack", Preview, SLACK).read("2026-11-23", Unknown),
    row("Slackbot", "Slack", Other, SLACK).read("2026-11-23", Unknown),
    row("Slackbot-LinkExpanding", "Slack", Preview, SLACK).read("2026-11-23", Unknown),
    row("Slurp", "Yahoo", Search, "https://help.yahoo.com/kb/search-for-desktop/SLN22600.html").read("2026-11-23", Yes).delay(Yes).header("Yahoo! Slurp"),
    row("SlySearch", "Turnitin", Research, TURNITIN).read("2026-11-23", Unknown).retired(Some("TurnitinBot")),
    row("Sogou web spider", "Sogou", Search, "https://www.sogou.com/docs/help/webmasters.htm").read("2026-11-23", Yes),
    row("SplitSignalBot", "Semrush", Seo, SEMRUSH).read("2026-11-23", Yes),
    row("StatusCake", "StatusCake", Monitoring, "https://www.statuscake.com/"),
    row("Storebot-Google", "Google", Search, GOOGLE_COMMON).read("2026-11-23", Yes).delay(No).google(),
    row("Superfeedr", "Superfeedr", Feed, "https://superfeedr.com/"),
    row("SurveyBot", "DomainTools", Research, "https://www.domaintools.com/webmasters/surveybot.php").read("2026-11-23", Yes),
    row("Swiftbot", "Swiftype", Search, "https://swiftype.com/swiftbot"),
    row("TelegramBot", "Telegram", Preview, "https://darkvisitors.com/agents/telegrambot"),
    row("TikTokSpider", "ByteDance", UNSPECIFIED, "https://darkvisitors.com/agents/tiktokspider"),
    row("Timpibot", "Timpi", Search, "https://timpi.io/"),
    row("trendictionbot", "Talkwalker", Seo, "https://www.trendiction.com/en/publisher/bot").read("2026-11-23", Yes).header("trendictionbot"),
    row("TTD-Content", "The Trade Desk", Ads, "https://www.thetradedesk.com/general/ttd-content"),
    row("TurnitinBot", "Turnitin", Research, TURNITIN).read("2026-11-23", Yes),
    row("Twitterbot", "X", Preview, "https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started").read("2026-11-23", Yes),
    row("Uptime-Kuma", "Uptime Kuma", Monitoring, "https://github.com/louislam/uptime-kuma"),
    row("UptimeRobot", "UptimeRobot", Monitoring, "https://uptimerobot.com/"),
    row("VelenPublicWebCrawler", "Velen", UNSPECIFIED, "https://velen.io/"),
    row("vkShare", "VK", Preview, "https://dev.vk.com/"),
    row("W3C-checklink", "W3C", Monitoring, "https://validator.w3.org/checklink"),
    row("W3C_Validator", "W3C", Monitoring, "https://validator.w3.org/services"),
    row("webzio-extended", "Webz.io", AiTraining, "https://webz.io/bot").control(),
    row("Wget", "GNU Wget", Other, "https://www.gnu.org/software/wget/manual/html_node/Robot-Exclusion.html").read("2026-11-23", Yes),
    row("WhatsApp", "Meta", Preview, "https://darkvisitors.com/agents/whatsapp"),
    row("Xenu", "Xenu's Link Sleuth", Monitoring, "https://home.snafu.de/tilman/xenulink.html"),
    row("Yandex", "Yandex", Search, YANDEX_TOKENS).read("2026-11-23", Yes).control(),
    row("YandexAdditional", "Yandex", UNSPECIFIED, "https://yandex.com/support/webmaster/en/search-appearance/fast"),
    row("YandexAdditionalBot", "Yandex", UNSPECIFIED, "https://yandex.com/support/webmaster/en/search-appearance/fast"),
    row("YandexBot", "Yandex", Search, YANDEX_TOKENS).read("2026-11-23", Yes).then(&["Yandex"]),
    row("YandexCalendar", "Yandex", UNSPECIFIED, YANDEX_ROBOTS).read("2026-11-23", Yes).not_bound_by_wildcard(),
    row("YandexImages", "Yandex", Search, YANDEX_TOKENS).read("2026-11-23", Yes).then(&["Yandex"]),
    row("YandexMobileBot", "Yandex", UNSPECIFIED, YANDEX_ROBOTS).read("2026-11-23", Yes).not_bound_by_wildcard(),
    row("Yeti", "Naver", Search, "https://searchadvisor.naver.com/guide/seo-basic-robots"),
    row("YouBot", "You.com", Search, "https://docs.you.com/youbot").read("2026-11-23", Yes),
];
