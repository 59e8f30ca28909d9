//! Derives agents and URLs from the records of a file, so that queries match rules, or almost match
//! them.

use crate::random::Random;

/// The agents and patterns of a file. A crude reader finds them, because using the library could
/// hide its own errors.
#[derive(Default)]
pub(crate) struct Records {
    pub(crate) agents: Vec<Vec<u8>>,
    pub(crate) patterns: Vec<Vec<u8>>,
}

pub(crate) fn records(file: &[u8]) -> Records {
    let mut records = Records::default();
    for line in file.split(|byte| matches!(byte, b'\n' | b'\r')) {
        let Some(at) = line
            .iter()
            .position(|byte| *byte == b':')
            .or_else(|| line.iter().position(u8::is_ascii_whitespace))
        else {
            continue;
        };
        let (field, value) = (&line[..at], &line[at + 1..]);
        let end = value
            .iter()
            .position(|byte| matches!(byte, b'#' | 0))
            .unwrap_or(value.len());
        let value = value[..end].trim_ascii().to_vec();
        let named = |word: &[u8]| {
            field
                .windows(word.len())
                .any(|part| part.eq_ignore_ascii_case(word))
        };
        if named(b"agent") {
            records.agents.push(value);
        } else if !named(b"sitemap") {
            records.patterns.push(value);
        }
    }
    records
}

const AGENTS: [&str; 30] = [
    "a",
    "b",
    "A",
    "ab",
    "foo",
    "FOO",
    "foo-bar",
    "foo_bar",
    "foobar",
    "Googlebot",
    "googlebot-news",
    "MJ",
    "MJ12bot",
    "otherbot",
    "*",
    "",
    "1",
    "a1",
    "foo/1.2",
    "foo bar",
    "foo ",
    " foo",
    "a\0",
    "a\0b",
    "\0",
    "é",
    "aé",
    "-",
    "_",
    "Mozilla/5.0 (compatible; foo/1.0)",
];

/// Returns one to four lists of agents: 72 % have one agent, and 4 % are empty.
pub(crate) fn agent_lists(records: &Records, random: &mut Random) -> Vec<Vec<String>> {
    let lists = random.between(1, 4);
    (0..lists)
        .map(|_| {
            let length = match random.below(100) {
                0..4 => 0,
                4..76 => 1,
                76..90 => 2,
                _ => random.between(3, 5),
            };
            (0..length).map(|_| agent(records, random)).collect()
        })
        .collect()
}

/// Returns an agent that the file names, in one of several spellings, or an unrelated one.
pub(crate) fn agent(records: &Records, random: &mut Random) -> String {
    if records.agents.is_empty() || random.percent(35) {
        return random.pick(&AGENTS).to_owned();
    }
    let value = &records.agents[random.below(records.agents.len())];
    let name = String::from_utf8_lossy(value).into_owned();
    let token = |name: &str| {
        name.chars()
            .take_while(|letter| letter.is_ascii_alphabetic() || matches!(letter, '-' | '_'))
            .collect()
    };
    match random.below(12) {
        0..7 => token(&name),
        7 => name,
        8 => name.to_uppercase(),
        9 => token(&name) + random.pick(&["x", "-", "/2", " ", "\0", "1", "é", "-news"]),
        10 => name.chars().skip(1).collect(),
        _ => token(&name.to_ascii_lowercase()),
    }
}

const TAILS: [&str; 24] = [
    "",
    "a",
    "/",
    "b",
    "?",
    "?a=b",
    "#",
    "#/a",
    ";a",
    "/index.html",
    "/index.htm",
    "index.html",
    "$",
    "*",
    "%41",
    "%AA",
    "%aa",
    "é",
    "\0",
    "\0/a",
    " ",
    "?/",
    ".php",
    "//",
];
const FILLINGS: [&str; 16] = [
    "", "", "a", "b", "aab", "/", "a/b", "?", "*", "$", "%AA", "AA", "é", "\0", ";", "#",
];
const ORIGINS: [&str; 22] = [
    "",
    "",
    "http://h",
    "https://www.example.com",
    "HTTP://h:80",
    "h",
    "h.example",
    "//",
    "//h",
    "///",
    "http:",
    "http:/",
    "http://",
    "://",
    ":",
    "a?b://c",
    "/a://b",
    "?",
    ";",
    "#",
    "\0",
    "é://é",
];
const SHARDS: [&str; 36] = [
    "/",
    "/",
    "/",
    "//",
    ":",
    "://",
    "?",
    ";",
    "#",
    "a",
    "b",
    "c",
    "ab",
    "A",
    "http",
    "h",
    ".",
    "..",
    "index.html",
    "index.htm",
    "%41",
    "%aa",
    "%AA",
    "%",
    "$",
    "*",
    "=",
    "&",
    "\0",
    "é",
    "\u{FF}",
    "\u{10FFFF}",
    " ",
    "\t",
    "\n",
    "\\",
];

/// Returns a URL. Three in four are derived from a pattern of the file, and the others are made of
/// random pieces.
pub(crate) fn url(records: &Records, random: &mut Random) -> String {
    let mut url = random.mostly(75, &["http://h"], &ORIGINS).to_owned();
    if records.patterns.is_empty() || random.percent(25) {
        for _ in 0..random.below(9) {
            url += random.pick(&SHARDS);
        }
        return url;
    }
    let pattern = &records.patterns[random.below(records.patterns.len())];
    url += &target(pattern, random);
    url
}

/// Returns a target made from a pattern: its wildcards are filled, its anchor is usually removed,
/// and often one small change is made.
pub(crate) fn target(pattern: &[u8], random: &mut Random) -> String {
    let whole = pattern
        .strip_suffix(b"$")
        .filter(|_| random.percent(85))
        .unwrap_or(pattern);
    let mut bytes = Vec::with_capacity(whole.len() + 8);
    // The reference escapes patterns but not URLs, so three in four URLs are spelled in a way that
    // can match.
    let escape = random.percent(75);
    for (at, &byte) in whole.iter().enumerate() {
        match byte {
            b'*' if random.percent(95) => bytes.extend(random.pick(&FILLINGS).bytes()),
            0x80.. if escape => bytes.extend(format!("%{byte:02X}").bytes()),
            b'a'..=b'f' if escape && in_escape(whole, at) => bytes.push(byte.to_ascii_uppercase()),
            _ => bytes.push(byte),
        }
    }
    let cut = random.below(bytes.len() + 1);
    match random.below(20) {
        0..7 => {}
        7..13 => bytes.extend(random.pick(&TAILS).bytes()),
        13 => bytes.truncate(bytes.len().saturating_sub(1)),
        14 => bytes.truncate(cut),
        15 => drop(bytes.splice(cut..cut, random.pick(&SHARDS).bytes())),
        16 if cut < bytes.len() => bytes[cut] ^= 0x20,
        17 if cut < bytes.len() => drop(bytes.remove(cut)),
        18 => bytes.insert(0, b'/'),
        // Replaces a page by its folder.
        _ => bytes.truncate(
            bytes
                .iter()
                .rposition(|&byte| byte == b'/')
                .map_or(0, |slash| slash + 1),
        ),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns `true` if the byte at `at` is one of the two digits of a `%xx`.
fn in_escape(pattern: &[u8], at: usize) -> bool {
    let digits = |from: usize| {
        pattern
            .get(from..from + 2)
            .is_some_and(|pair| pair.iter().all(u8::is_ascii_hexdigit))
    };
    let percent = |back: usize| {
        at.checked_sub(back)
            .is_some_and(|start| pattern[start] == b'%' && digits(start + 1))
    };
    percent(1) || percent(2)
}
