//! Crawlers recognised by their `User-Agent` headers.

use robots_exclusion::{Robots, crawlers};

/// Tokens of crawlers, and `User-Agent` headers that these crawlers send.
const HEADERS: &[(&str, &str)] = &[
    (
        "Googlebot",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    ),
    (
        "Googlebot",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) \
         Chrome/124.0.0.0 Safari/537.36",
    ),
    (
        "Googlebot",
        "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) \
         Chrome/124.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    ),
    ("Googlebot-Image", "Googlebot-Image/1.0"),
    (
        "Storebot-Google",
        "Mozilla/5.0 (X11; Linux x86_64; Storebot-Google/1.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.88 Safari/537.36",
    ),
    (
        "AdsBot-Google",
        "AdsBot-Google (+http://www.google.com/adsbot.html)",
    ),
    (
        "FeedFetcher-Google",
        "FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)",
    ),
    (
        "Applebot",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
    ),
    (
        "Applebot",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 8_1 like Mac OS X) AppleWebKit/600.1.4 (KHTML, like Gecko) \
         Version/8.0 Mobile/12B410 Safari/600.1.4 (Applebot/0.1; +http://www.apple.com/go/applebot)",
    ),
    (
        "AI2Bot",
        "Mozilla/5.0 (compatible) AI2Bot (+https://www.allenai.org/crawler)",
    ),
    (
        "Ai2Bot-Dolma",
        "Mozilla/5.0 (compatible) Ai2Bot-Dolma (+https://www.allenai.org/crawler)",
    ),
    (
        "SemanticScholarBot",
        "Mozilla/5.0 (compatible) SemanticScholarBot (+https://www.semanticscholar.org/crawler)",
    ),
    (
        "GPTBot",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.2; +https://openai.com/gptbot",
    ),
    (
        "ClaudeBot",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
    ),
    (
        "Amazonbot",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 \
         Safari/600.2.5 (Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)",
    ),
    (
        "BingPreview",
        "Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b",
    ),
    (
        "bingbot",
        "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    ),
    (
        "Slurp",
        "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
    ),
    (
        "Mail.RU_Bot",
        "Mozilla/5.0 (compatible; Linux x86_64; Mail.RU_Bot/2.0; +http://go.mail.ru/help/robots)",
    ),
    (
        "Pinterestbot",
        "Pinterest/0.2 (+https://www.pinterest.com/bot.html)",
    ),
    (
        "Pinterestbot",
        "Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)",
    ),
    (
        "UptimeRobot",
        "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
    ),
    (
        "Pingdom.com_bot",
        "Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)",
    ),
    (
        "trendictionbot",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; trendictionbot0.5.0; trendiction search; \
         http://www.trendiction.de/bot; please let us know of any problems; web at trendiction.com) Gecko/20100101",
    ),
    (
        "Sogou web spider",
        "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)",
    ),
    (
        "SISTRIX Crawler",
        "Mozilla/5.0 (compatible; SISTRIX Crawler; http://crawler.sistrix.net/)",
    ),
    (
        "Screaming Frog SEO Spider",
        "Screaming Frog SEO Spider/20.0",
    ),
    (
        "facebookexternalhit",
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    ),
    (
        "Slackbot-LinkExpanding",
        "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    ),
    (
        "Feedly",
        "Feedly/1.0 (+https://feedly.com/fetcher.html; 1 subscriber)",
    ),
    (
        "Qwantbot",
        "Mozilla/5.0 (compatible; Qwantbot/1.0_12345; +https://help.qwant.com/bot/)",
    ),
];

#[test]
fn headers_of_known_crawlers_are_recognised() {
    for (token, header) in HEADERS {
        let found = crawlers::from_header(header).map(|crawler| crawler.token());
        assert_eq!(found, Some(*token), "{header}");
    }
}

#[test]
fn a_recognised_crawler_obeys_its_own_group() {
    for (token, header) in HEADERS {
        let text =
            format!("user-agent: {token}\ndisallow: /own/\n\nuser-agent: *\ndisallow: /other/");
        let robots = Robots::parse(&text);
        let matcher = crawlers::from_header(header).unwrap().matcher(&robots);
        assert!(!matcher.allowed("/own/"), "{header}");
        assert!(matcher.allowed("/other/"), "{header}");
    }
}

#[test]
fn headers_of_browsers_and_of_other_crawlers_are_not_recognised() {
    let headers = [
        "",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
        "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0",
        "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)",
        "curl/8.5.0",
        "MyBot/1.0 (like Googlebot)",
        "Mozilla/5.0 (compatible; MyBot/1.0; like Googlebot)",
        // Names inside URLs, and names that are part of a longer word.
        "Mozilla/5.0 (X11; +https://example.com/Googlebot)",
        "Mozilla/5.0 (X11; NotGooglebot/1.0; Googlebot2)",
    ];
    for header in headers {
        assert_eq!(crawlers::from_header(header), None, "{header}");
    }
}
