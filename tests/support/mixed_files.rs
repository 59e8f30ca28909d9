//! Generates robots.txt files that are small, so that agents and rules often coincide, and full of
//! unusual syntax. The same seed gives the same file on every platform.

use crate::random::Random;

const AGENT_VALUES: [&[u8]; 20] = [
    b"a",
    b"a",
    b"b",
    b"B",
    b"*",
    b"*",
    b"a-b",
    b"A-B-c",
    b"* all",
    b"*bot",
    b"",
    b"1",
    b"b12",
    b"a/1.0",
    b"b c",
    b"\xE9",
    b"a\xC3\xA9",
    b"a\0b",
    b"\x01a",
    b"a.b",
];

/// Agents for queries. Some have no group in any file.
pub(crate) const AGENTS: [&str; 14] = [
    "a", "B", "a-b", "a-b-c", "A-b-d", "b12", "b", "c", "", "1", "*", "a/2.0", "a.b", "a b",
];

const EXTENSIONS: [&[u8]; 16] = [
    b"crawl-delay: 3",
    b"Crawl-Delay: 2.5",
    b"crawl-delay: 86401",
    b"crawl-delay: 1e3",
    b"request-rate: 1/5",
    b"visit-time: 0600-0845",
    b"Host: example.com",
    b"foo: b\0r",
    b"clean-param: a&b /x",
    b"content-signal: ai-train=no # why",
    b"foo bar: \xE9\xFF",
    b"x:",
    b"noindex: /a",
    b"fo\x01o: bar: baz",
    b"crawl-delay 7",
    b"\xE9t\xE9: 1",
];

const OTHERS: [&[u8]; 14] = [
    b"",
    b"",
    b"   ",
    b"# user-agent: a",
    b"sitemap: https://example.com/s.xml",
    b"Sitemap: /s\xE9.xml",
    b"sitemap:",
    b"sitemap https://example.com/",
    b"site-map: x",
    b"<html>",
    b": nothing",
    b"broken line here",
    b"\xEF\xBB\xBFuser-agent: c",
    b"sitemaps: y\0z",
];

/// Generates a pattern from few pieces, some of them unusual.
fn pattern(random: &mut Random) -> Vec<u8> {
    const PIECES: [&[u8]; 24] = [
        b"a",
        b"a",
        b"b",
        b"/",
        b"/",
        b"*",
        b"*",
        b"$",
        b"?",
        b"%2f",
        b"%2F",
        b"%61",
        b"%",
        b"%4",
        b"%2a",
        b"%24",
        b"\xC3\xA9",
        b"\xFF",
        b" ",
        b"\t",
        b"\0",
        b"\x01",
        b":",
        b"index.html",
    ];
    let mut pattern = match random.below(12) {
        0 => vec![],
        1 => b"*".to_vec(),
        2 => b"a".to_vec(),
        _ => b"/".to_vec(),
    };
    for _ in 0..random.below(6) {
        pattern.extend_from_slice(random.pick(&PIECES));
    }
    if random.one_in(8) {
        pattern.push(b'$');
    }
    pattern
}

/// Generates the path and query of a URL from similar pieces.
pub(crate) fn target(random: &mut Random) -> String {
    const PIECES: [&str; 20] = [
        "a",
        "a",
        "b",
        "/",
        "/",
        "?",
        "*",
        "$",
        "%2F",
        "%2f",
        "%61",
        "%",
        "%2A",
        "%24",
        "é",
        "%C3%A9",
        "%FF",
        "%20",
        ":",
        "index.html",
    ];
    let mut target = String::from("/");
    for _ in 0..random.below(7) {
        target.push_str(random.pick(&PIECES));
    }
    target
}

/// Generates a robots.txt of at most two dozen lines.
pub(crate) fn file(random: &mut Random) -> Vec<u8> {
    let mut file = Vec::new();
    if random.one_in(12) {
        file.extend_from_slice(random.pick(&[&b"\xEF\xBB\xBF"[..], b"\xEF\xBB", b"\xEF"]));
    }
    let end = random.pick(&[&b"\n"[..], b"\r\n", b"\r"]);
    for _ in 0..random.below(24) {
        if random.one_in(10) {
            file.extend_from_slice(random.pick(&[&b" "[..], b"\t", b"\x0B"]));
        }
        line(random, &mut file);
        if random.one_in(16) {
            file.extend_from_slice(b" # comment: /x");
        }
        match random.below(16) {
            0 => file.extend_from_slice(b"\r"),
            1 => file.extend_from_slice(b"\n"),
            _ => file.extend_from_slice(end),
        }
    }
    if random.one_in(3) {
        file.pop();
    }
    file
}

fn line(random: &mut Random, file: &mut Vec<u8>) {
    match random.below(20) {
        0..=5 => {
            file.extend_from_slice(random.pick(&[
                &b"user-agent: "[..],
                b"User-agent:",
                b"useragent: ",
                b"user-agent ",
                b"user-agent : ",
                b"user-agent: ",
            ]));
            file.extend_from_slice(random.pick(&AGENT_VALUES));
        }
        6..=13 => {
            file.extend_from_slice(random.pick(&[
                &b"disallow: "[..],
                b"disallow: ",
                b"Disallow:",
                b"allow: ",
                b"Allow : ",
                b"disalow:",
                b"allow ",
                b"disallowed: ",
            ]));
            // Longer than google/robotstxt reads.
            if random.one_in(200) {
                let length = 16_600 + random.below(100);
                file.push(b'/');
                file.resize(file.len() + length, b'a');
            }
            let pattern = pattern(random);
            file.extend_from_slice(&pattern);
        }
        14..=16 => file.extend_from_slice(random.pick(&EXTENSIONS)),
        _ => file.extend_from_slice(random.pick(&OTHERS)),
    }
}
