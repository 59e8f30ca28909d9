//! The files and URLs of the benchmarks: a folder of real files, or generated ones with the same
//! distribution.
//!
//! The criterion benchmarks and the comparison with other crates include this module by path.
#![allow(dead_code, reason = "every benchmark uses its own part of this module")]

use std::collections::HashSet;
use std::path::Path;

use url::{Position, Url};

/// The crawlers for which files are parsed, in turn. Many files name the first, and none names the
/// second.
pub(crate) const AGENTS: [&str; 2] = ["Googlebot", "ExampleBot"];

/// Returns the crawler for the file at `index`.
pub(crate) fn agent(index: usize) -> &'static str {
    AGENTS[index % AGENTS.len()]
}

/// The minimum limit that RFC 9309 §2.5 requires of parsers. Large generated files stay within it.
pub(crate) const LIMIT: usize = 500 * 1024;

pub(crate) struct Corpus {
    pub files: Vec<Vec<u8>>,
    /// The origin of the files, for the reports.
    pub origin: String,
}

impl Corpus {
    /// Returns the files of the folder that `ROBOTS_CORPUS` names, sorted by name, or generated
    /// files if it is not set.
    pub(crate) fn load() -> Corpus {
        match std::env::var_os("ROBOTS_CORPUS") {
            Some(folder) => Corpus::read(Path::new(&folder)),
            None => Corpus::generate(2_000),
        }
    }

    fn read(folder: &Path) -> Corpus {
        let entries = std::fs::read_dir(folder)
            .unwrap_or_else(|error| panic!("ROBOTS_CORPUS, {}: {error}", folder.display()));
        let mut paths: Vec<_> = entries
            .map(|entry| entry.expect("a folder entry").path())
            .filter(|path| path.is_file())
            .collect();
        paths.sort();
        let files: Vec<_> = paths
            .iter()
            .map(|path| std::fs::read(path).expect("a readable file"))
            .collect();
        assert!(
            !files.is_empty(),
            "ROBOTS_CORPUS, {}: no files",
            folder.display()
        );
        Corpus {
            files,
            origin: String::from("the folder of ROBOTS_CORPUS"),
        }
    }

    pub(crate) fn generate(count: usize) -> Corpus {
        Corpus {
            files: generated_files(count),
            origin: String::from("generated files (ROBOTS_CORPUS is not set)"),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.files.iter().map(Vec::len).sum()
    }

    /// Keeps every `step`th file, for a short run.
    pub(crate) fn thinned(mut self, step: usize) -> Corpus {
        self.files = self.files.into_iter().step_by(step).collect();
        self
    }
}

/// Xorshift with a multiplier. Benchmarks must do the same work on every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound.max(1)
    }

    /// Returns `true` once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

const WORDS: &[&str] = &[
    "admin",
    "ajax",
    "api",
    "archive",
    "assets",
    "author",
    "basket",
    "blog",
    "browse",
    "cache",
    "cart",
    "catalog",
    "category",
    "cgi-bin",
    "checkout",
    "comment",
    "compare",
    "config",
    "contact",
    "content",
    "core",
    "customer",
    "data",
    "detail",
    "download",
    "embed",
    "error",
    "export",
    "feed",
    "file",
    "filter",
    "forum",
    "gallery",
    "groups",
    "help",
    "home",
    "images",
    "include",
    "index",
    "install",
    "item",
    "js",
    "kontakt",
    "lang",
    "list",
    "login",
    "mail",
    "media",
    "member",
    "misc",
    "mobile",
    "modules",
    "news",
    "node",
    "order",
    "page",
    "partner",
    "photo",
    "plugins",
    "post",
    "preview",
    "print",
    "private",
    "product",
    "profile",
    "rating",
    "register",
    "report",
    "review",
    "scripts",
    "search",
    "secure",
    "session",
    "shop",
    "sort",
    "stats",
    "store",
    "tag",
    "temp",
    "themes",
    "tools",
    "track",
    "upload",
    "user",
    "video",
    "view",
    "widget",
    "wishlist",
    "wp-admin",
    "wp-includes",
    "xmlrpc",
];

const AGENT_NAMES: &[&str] = &[
    "AhrefsBot",
    "Baiduspider",
    "BLEXBot",
    "DotBot",
    "EmailCollector",
    "Googlebot",
    "Googlebot-Image",
    "HTTrack",
    "ia_archiver",
    "larbin",
    "MJ12bot",
    "Mediapartners-Google*",
    "moget/2.1",
    "msnbot",
    "Nutch",
    "Offline Explorer",
    "psbot",
    "rogerbot",
    "SemrushBot",
    "Slurp",
    "TeleportPro",
    "Twitterbot",
    "WebCopier",
    "WebZIP",
    "Wget",
    "Xenu's Link Sleuth 1.1c",
    "Yandex",
    "008",
];

/// Returns the value at `share` of a distribution that some of its quantiles define, with
/// logarithmic interpolation.
fn quantile(knots: &[(f64, f64)], share: f64) -> f64 {
    let above = knots
        .iter()
        .position(|knot| knot.0 >= share)
        .unwrap_or(knots.len() - 1)
        .max(1);
    let (low, high) = (knots[above - 1], knots[above]);
    let part = ((share - low.0) / (high.0 - low.0)).clamp(0.0, 1.0);
    ((low.1 + 1.0).ln() * (1.0 - part) + (high.1 + 1.0).ln() * part).exp() - 1.0
}

/// The sizes, rules and user-agent lines of the files from a crawl of four thousand sites.
const SIZES: &[(f64, f64)] = &[
    (0.0, 0.0),
    (0.01, 15.0),
    (0.05, 35.0),
    (0.1, 67.0),
    (0.25, 172.0),
    (0.5, 565.0),
    (0.75, 1_837.0),
    (0.9, 3_950.0),
    (0.95, 8_206.0),
    (0.99, 72_000.0),
    (0.995, 128_000.0),
    (0.999, 241_000.0),
    (1.0, 1_370_000.0),
];
const RULES: &[(f64, f64)] = &[
    (0.0, 0.0),
    (0.05, 0.0),
    (0.1, 1.0),
    (0.25, 3.0),
    (0.5, 12.0),
    (0.75, 40.0),
    (0.9, 81.0),
    (0.95, 138.0),
    (0.99, 450.0),
    (0.999, 1_200.0),
    (1.0, 8_000.0),
];
const USER_AGENTS: &[(f64, f64)] = &[
    (0.0, 0.0),
    (0.05, 0.0),
    (0.1, 1.0),
    (0.5, 1.0),
    (0.75, 2.0),
    (0.9, 5.0),
    (0.95, 12.0),
    (0.99, 109.0),
    (0.995, 183.0),
    (1.0, 1_100.0),
];

fn generated_files(count: usize) -> Vec<Vec<u8>> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut random = Random::new(9309);
    for index in (1..count).rev() {
        order.swap(index, random.below(index + 1));
    }
    order
        .into_iter()
        .map(|rank| generated_file(&mut random, (rank as f64 + 0.5) / count as f64))
        .collect()
}

/// Generates one file. `share` is its rank by size among all files, from 0 to 1.
fn generated_file(random: &mut Random, share: f64) -> Vec<u8> {
    let size = quantile(SIZES, share) as usize;
    let near = |random: &mut Random| (share + (random.unit() - 0.5) * 0.1).clamp(0.0, 1.0);
    let mut rules = quantile(RULES, near(random)).round() as usize;
    let mut agents = quantile(USER_AGENTS, near(random)).round() as usize;
    let line_end = if random.once_in(470) {
        "\r"
    } else if random.once_in(3) {
        "\r\n"
    } else {
        "\n"
    };
    let mut file = Vec::with_capacity(size + 64);
    if random.once_in(62) {
        file.extend_from_slice(b"\xef\xbb\xbf");
    }
    if random.once_in(30) {
        html(random, size, line_end, &mut file);
        return file;
    }
    let rules_for_each_agent = (rules / agents.max(1)).max(1);
    while file.len() < size {
        if rules == 0 && agents == 0 {
            other_line(random, line_end, &mut file);
            continue;
        }
        if agents > 0 {
            agents -= 1;
            let name = if agents == 0 {
                "*"
            } else {
                random.pick(AGENT_NAMES)
            };
            file.extend_from_slice(
                random
                    .pick(&["User-agent: ", "User-Agent: ", "user-agent:"])
                    .as_bytes(),
            );
            file.extend_from_slice(name.as_bytes());
            file.extend_from_slice(line_end.as_bytes());
        }
        let here = if agents == 0 {
            rules
        } else {
            rules_for_each_agent.min(rules)
        };
        rules -= here;
        for _ in 0..here {
            if file.len() >= size {
                break;
            }
            rule_line(random, line_end, &mut file);
            if random.once_in(8) {
                other_line(random, line_end, &mut file);
            }
        }
        file.extend_from_slice(line_end.as_bytes());
    }
    file
}

fn rule_line(random: &mut Random, line_end: &str, file: &mut Vec<u8>) {
    file.extend_from_slice(if random.once_in(10) {
        b"Allow: "
    } else {
        b"Disallow: "
    });
    pattern(random, file);
    file.extend_from_slice(line_end.as_bytes());
}

/// Generates a path pattern as sites write them: one in seven has a wildcard or an anchor, and few
/// have escapes.
fn pattern(random: &mut Random, file: &mut Vec<u8>) {
    let start = file.len();
    match random.below(100) {
        0..=3 => file.extend_from_slice(b"/*?"),
        4..=8 => file.extend_from_slice(b"/*"),
        9 => file.extend_from_slice(b"*"),
        _ => {}
    }
    for _ in 0..1 + random.below(3) {
        file.push(b'/');
        file.extend_from_slice(random.pick(WORDS).as_bytes());
        if random.once_in(3) {
            file.extend_from_slice(random.below(10_000).to_string().as_bytes());
        }
    }
    if random.once_in(110) {
        file.extend_from_slice(b"%20");
    }
    if random.once_in(700) {
        file.extend_from_slice("\u{e9}".as_bytes());
    }
    match random.below(100) {
        0..=1 => file.extend_from_slice(b".php$"),
        2..=5 => file.extend_from_slice(b"*"),
        6..=20 => file.extend_from_slice(b".html"),
        21..=60 => file.push(b'/'),
        _ => {}
    }
    if random.once_in(200) {
        file.truncate(start);
        file.extend_from_slice(random.pick(WORDS).as_bytes());
    }
}

fn other_line(random: &mut Random, line_end: &str, file: &mut Vec<u8>) {
    match random.below(10) {
        0..=3 => {
            file.push(b'#');
            for _ in 0..1 + random.below(7) {
                file.push(b' ');
                file.extend_from_slice(random.pick(WORDS).as_bytes());
            }
        }
        4..=5 => {
            file.extend_from_slice(b"Sitemap: https://www.example.com/");
            file.extend_from_slice(random.pick(WORDS).as_bytes());
            file.extend_from_slice(format!("-sitemap-{}.xml.gz", random.below(1_000)).as_bytes());
        }
        6 => file.extend_from_slice(b"Crawl-delay: 10"),
        7 => file.extend_from_slice(b"Host: www.example.com"),
        _ => {}
    }
    file.extend_from_slice(line_end.as_bytes());
}

/// The page that a site serves if it has no robots.txt.
fn html(random: &mut Random, size: usize, line_end: &str, file: &mut Vec<u8>) {
    file.extend_from_slice(b"<!DOCTYPE html>");
    file.extend_from_slice(line_end.as_bytes());
    while file.len() < size {
        for _ in 0..random.below(6) {
            file.extend_from_slice(b"  ");
        }
        match random.below(6) {
            0 => file.extend_from_slice(b"</div>"),
            1 => {
                file.extend_from_slice(b"<script type=\"text/javascript\">");
                for _ in 0..random.below(60) {
                    file.extend_from_slice(b"var ");
                    file.extend_from_slice(random.pick(WORDS).as_bytes());
                    file.extend_from_slice(b" = {a: 1, b: \"#\"}; ");
                }
                file.extend_from_slice(b"</script>");
            }
            _ => {
                file.extend_from_slice(
                    b"<li class=\"menu-item\"><a href=\"https://www.example.com/",
                );
                file.extend_from_slice(random.pick(WORDS).as_bytes());
                file.extend_from_slice(b"\" title=\"");
                file.extend_from_slice(random.pick(WORDS).as_bytes());
                file.extend_from_slice(b"\">link</a></li>");
            }
        }
        file.extend_from_slice(line_end.as_bytes());
    }
}

/// Generates an HTML page of about `size` bytes.
pub(crate) fn html_page(size: usize) -> Vec<u8> {
    let mut file = Vec::new();
    html(&mut Random::new(200), size, "\n", &mut file);
    file
}

/// Returns the values of the `allow` and `disallow` lines, found without any of the contestants.
pub(crate) fn patterns(file: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    for line in file.split(|byte| matches!(byte, b'\n' | b'\r')) {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else {
            continue;
        };
        let field = line[..colon].trim_ascii();
        if field.eq_ignore_ascii_case(b"allow") || field.eq_ignore_ascii_case(b"disallow") {
            let value = line[colon + 1..]
                .split(|byte| *byte == b'#')
                .next()
                .unwrap_or_default()
                .trim_ascii();
            if !value.is_empty() {
                found.push(value);
            }
        }
    }
    found
}

/// Returns `count` paths with queries that a crawler of this site could have. They are made from
/// the file's rules, with wildcards filled, anchors cut and tails added. One in five is a path
/// unrelated to the rules. All are serialised as in the WHATWG URL Standard.
pub(crate) fn targets(file: &[u8], count: usize) -> Vec<String> {
    let patterns = patterns(file);
    let mut random = Random::new(file.len() as u64 + 1);
    (0..count)
        .map(|_| {
            let text = if patterns.is_empty() || random.once_in(5) {
                random_path(&mut random)
            } else {
                let index = random.below(patterns.len());
                filled(&mut random, patterns[index])
            };
            let url = Url::parse("https://www.example.com")
                .and_then(|base| base.join(&format!("/.{text}")))
                .expect("a path is a URL");
            url[Position::BeforePath..Position::AfterQuery].to_owned()
        })
        .collect()
}

fn random_path(random: &mut Random) -> String {
    let mut path = String::new();
    for _ in 0..1 + random.below(4) {
        path.push('/');
        path.push_str(random.pick(WORDS));
    }
    match random.below(4) {
        0 => path.push_str(".html"),
        1 => path.push_str(&format!("?id={}&page=2", random.below(100_000))),
        2 => path.push('/'),
        _ => {}
    }
    path
}

fn filled(random: &mut Random, pattern: &[u8]) -> String {
    let anchored = pattern.ends_with(b"$");
    let body = String::from_utf8_lossy(pattern.strip_suffix(b"$").unwrap_or(pattern));
    let mut path = String::new();
    if !body.starts_with('/') {
        path.push('/');
    }
    for letter in body.chars() {
        match letter {
            '*' => {
                for _ in 0..random.below(3) {
                    path.push_str(random.pick(WORDS));
                    path.push_str(random.pick(&["/", "-", "?a=1&"]));
                }
            }
            '#' => break,
            letter => path.push(letter),
        }
    }
    if anchored && random.once_in(2) {
        return path;
    }
    match random.below(6) {
        0 => {}
        1 => path.push_str("index.html"),
        2 => path.push_str(&format!(
            "/{}/{}.php?id={}",
            random.pick(WORDS),
            random.pick(WORDS),
            random.below(100_000)
        )),
        3 => path.push_str(random.pick(WORDS)),
        4 => path.push_str("?utm_source=feed&utm_medium=rss"),
        // A near miss: the path lacks the last byte of the pattern.
        _ => drop(path.pop()),
    }
    path
}

/// Generates one group of `count` rules for every crawler, one in twenty with a wildcard. 15,600 of
/// them are 500 KiB.
pub(crate) fn many_rules(count: usize) -> Vec<u8> {
    let mut random = Random::new(count as u64);
    let mut file = b"User-agent: *\n".to_vec();
    let mut seen = HashSet::new();
    while seen.len() < count {
        let mut rule = format!("/{}/{}", random.pick(WORDS), random.pick(WORDS));
        let number = random.below(1_000_000);
        if seen.len() % 20 == 10 {
            let wildcard = random.pick(&["/*", "*-", "/*/"]);
            let end = random.pick(&["", "", ".php$", ".html$", "*"]);
            rule.push_str(&format!("{wildcard}{number}{end}"));
        } else {
            rule.push_str(&format!("/{number}"));
        }
        if seen.insert(rule.clone()) {
            file.extend_from_slice(if random.once_in(10) {
                b"Allow: "
            } else {
                b"Disallow: "
            });
            file.extend_from_slice(rule.as_bytes());
            file.push(b'\n');
        }
    }
    file
}

/// Rules that cost a naive matcher far more than their length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Adversarial {
    /// `/*a*a*a*a*a*bN`: many ways to place the wildcards, none of which matches.
    Wildcards,
    /// `/*a*a*a*a*a*bN$`: the first family, with an anchor.
    Anchored,
    /// `/*aaaa…bN`: a literal that almost matches everywhere.
    Repetition,
}

impl Adversarial {
    pub(crate) const ALL: [Adversarial; 3] = [
        Adversarial::Wildcards,
        Adversarial::Anchored,
        Adversarial::Repetition,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Adversarial::Wildcards => "/*a*a*a*a*a*bN",
            Adversarial::Anchored => "/*a*a*a*a*a*bN$",
            Adversarial::Repetition => "/*aaaa…(60)bN",
        }
    }

    fn rule(self, number: usize) -> String {
        match self {
            Adversarial::Wildcards => format!("Disallow: /*a*a*a*a*a*b{number}\n"),
            Adversarial::Anchored => format!("Disallow: /*a*a*a*a*a*b{number}$\n"),
            Adversarial::Repetition => format!("Disallow: /*{}b{number}\n", "a".repeat(60)),
        }
    }

    /// Generates a file of at most `size` bytes, less than one line short of it.
    pub(crate) fn file(self, size: usize) -> Vec<u8> {
        let mut file = b"User-agent: *\n".to_vec();
        for number in 0.. {
            let rule = self.rule(number);
            if file.len() + rule.len() > size {
                break;
            }
            file.extend_from_slice(rule.as_bytes());
        }
        file
    }

    /// Returns a URL of 2,000 bytes that no rule matches.
    pub(crate) fn target(self) -> String {
        format!("/{}", "a".repeat(1_999))
    }

    /// Returns a URL that no rule matches, although it contains every byte and every pair of bytes
    /// that a rule requires.
    pub(crate) fn hard_target(self) -> String {
        let mut end = String::from("ab");
        for digit in 0..10 {
            end.push_str(&format!("b{digit}"));
            for next in 0..10 {
                end.push_str(&format!("{digit}{next}"));
            }
        }
        // Every `b` comes before the letters that a rule requires before it.
        format!("/{end}{}", "a".repeat(1_999 - end.len()))
    }

    /// Returns a URL that exactly one rule matches.
    pub(crate) fn matching_target(self) -> String {
        format!("/{}b9", "a".repeat(1_990))
    }
}

/// Returns the name of one of many crawlers. It has only letters, because Google's product tokens
/// end before a digit.
pub(crate) fn crawler(number: usize) -> String {
    let mut name = String::from("crawler-");
    let mut rest = number;
    for _ in 0..4 {
        name.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    name
}

/// Generates one group of `count` user-agent lines, followed by `count` rules.
pub(crate) fn agents_in_one_group(count: usize) -> Vec<u8> {
    let mut file = Vec::new();
    for number in 0..count {
        file.extend_from_slice(format!("User-agent: {}\n", crawler(number)).as_bytes());
    }
    for number in 0..count {
        file.extend_from_slice(format!("Disallow: /section-{number}/\n").as_bytes());
    }
    file
}

/// Generates `count` groups, each with one user-agent line and one rule.
pub(crate) fn groups_of_one_agent(count: usize) -> Vec<u8> {
    let mut file = Vec::new();
    for number in 0..count {
        file.extend_from_slice(
            format!(
                "User-agent: {}\nDisallow: /section-{number}/\n",
                crawler(number)
            )
            .as_bytes(),
        );
    }
    file
}

/// Returns the verdict of RFC 9309 for a file whose rules all bind the crawler, found by trying
/// each rule. The benchmarks compare all answers with it. It supports only rules and targets that
/// have one spelling. If `trailing`, a `*` at the end of a pattern counts towards its length.
pub(crate) fn naive(file: &[u8], target: &str, trailing: bool) -> bool {
    let mut best = (0, true);
    for (allow, pattern) in rules(file) {
        let counted = if trailing {
            pattern
        } else {
            pattern.trim_end_matches('*')
        };
        if (counted.len(), allow) > best && naive_match(pattern, target) {
            best = (counted.len(), allow);
        }
    }
    best.1
}

fn rules(file: &[u8]) -> impl Iterator<Item = (bool, &str)> {
    let text = std::str::from_utf8(file).expect("a generated file");
    text.lines().filter_map(|line| {
        let (field, value) = line.split_once(": ")?;
        matches!(field, "Allow" | "Disallow").then_some((field == "Allow", value))
    })
}

fn naive_match(pattern: &str, target: &str) -> bool {
    let (pattern, anchored) = pattern
        .strip_suffix('$')
        .map_or((pattern, false), |pattern| (pattern, true));
    let mut segments = pattern.split('*');
    let first = segments.next().unwrap_or_default();
    let Some(mut rest) = target.strip_prefix(first) else {
        return false;
    };
    let Some(last) = segments.next_back() else {
        return !anchored || rest.is_empty();
    };
    for segment in segments {
        let Some(found) = rest.find(segment) else {
            return false;
        };
        rest = &rest[found + segment.len()..];
    }
    if anchored {
        rest.ends_with(last)
    } else {
        rest.contains(last)
    }
}
