//! Generates cases for the comparison. Each kind of file targets one aspect of the reference. All
//! kinds share a small alphabet, so that rules and agents often match.

use crate::case::Case;
use crate::derive::{agent_lists, records, url};
use crate::random::Random;
use crate::samples::SAMPLES;

/// The number of queries per file. It is small, so that many different files are compared.
pub(crate) const QUERIES: usize = 16;

/// The number of bytes of a line that the reference reads.
const LINE_CAP: usize = 16_663;

/// A kind of file, and its share in a thousand files.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    share: usize,
    write: fn(&mut Random) -> Vec<u8>,
}

pub(crate) const KINDS: [Kind; 11] = [
    Kind {
        name: "grammar",
        share: 380,
        write: grammar,
    },
    Kind {
        name: "sample",
        share: 200,
        write: mutated_sample,
    },
    Kind {
        name: "groups",
        share: 110,
        write: groups,
    },
    Kind {
        name: "escapes",
        share: 80,
        write: escapes,
    },
    Kind {
        name: "index_pages",
        share: 60,
        write: index_pages,
    },
    Kind {
        name: "wildcards",
        share: 50,
        write: wildcards,
    },
    Kind {
        name: "line_ends",
        share: 40,
        write: line_ends,
    },
    Kind {
        name: "noise",
        share: 40,
        write: noise,
    },
    Kind {
        name: "chains",
        share: 20,
        write: chains,
    },
    Kind {
        name: "many_rules",
        share: 12,
        write: many_rules,
    },
    Kind {
        name: "long_lines",
        share: 8,
        write: long_lines,
    },
];

pub(crate) fn case(random: &mut Random) -> Case {
    let mut ticket = random.below(1000);
    let kind = KINDS
        .iter()
        .find(|kind| match ticket.checked_sub(kind.share) {
            Some(rest) => {
                ticket = rest;
                false
            }
            None => true,
        });
    kind.expect("the shares add up to a thousand").case(random)
}

impl Kind {
    /// Returns a file of this kind, with lists of agents and URLs.
    pub(crate) fn case(&self, random: &mut Random) -> Case {
        case_for((self.write)(random), random)
    }
}

/// Returns a file with lists of agents and URLs derived from it.
fn case_for(file: Vec<u8>, random: &mut Random) -> Case {
    let records = records(&file);
    let mut case = Case {
        agents: agent_lists(&records, random),
        file,
        queries: Vec::new(),
    };
    for _ in 0..QUERIES {
        let list = random.below(case.agents.len());
        let url = url(&records, random);
        case.ask(list, url);
    }
    case
}

const USER_AGENT: [&str; 12] = [
    "User-Agent",
    "USER-AGENT",
    "useragent",
    "user agent",
    "UserAgent",
    "user-agents",
    "user-agent-x",
    "user agent x",
    "user\tagent",
    "user_agent",
    "user-agen",
    "xuser-agent",
];
const ALLOW: [&str; 8] = [
    "Allow", "ALLOW", "allowed", "allow x", "allow-", "alow", "xallow", "allo",
];
const DISALLOW: [&str; 19] = [
    "Disallow",
    "DISALLOW",
    "dissallow",
    "dissalow",
    "disalow",
    "diasllow",
    "disallaw",
    "DISSALLOW",
    "DisAlow",
    "disallowed",
    "disallow x",
    "dissalowx",
    "disallawed",
    "disalloww",
    "disalllow",
    "disallo",
    "dis allow",
    "dsallow",
    "xdisallow",
];
const OTHER: [&str; 16] = [
    "sitemap",
    "Sitemap",
    "site-map",
    "Site-Map:x",
    "sitemaps",
    "site map",
    "crawl-delay",
    "noindex",
    "host",
    "foo",
    "a",
    "",
    "*",
    "/",
    "clean-param",
    "user",
];
const SEPARATORS: [&[u8]; 21] = [
    b":",
    b":",
    b" : ",
    b":\t",
    b"\t:\t",
    b" ",
    b"\t",
    b"  ",
    b" \t ",
    b"",
    b"::",
    b": :",
    b"\x0B:",
    b":\x0C",
    b" \x0B",
    b"\x0B",
    b":\0",
    b"\0:",
    b"=",
    b":\xC2\xA0",
    b"\xA0:",
];
const LEADERS: [&[u8]; 10] = [
    b" ",
    b"\t",
    b"\x0B",
    b"\x0C",
    b"\0",
    b"#",
    b"  \t ",
    b"\xC2\xA0",
    b"\xEF\xBB\xBF",
    b":",
];
const TRAILERS: [&[u8]; 15] = [
    b" ",
    b"\t",
    b"#",
    b" #",
    b"#c",
    b" # c: /",
    b"\0",
    b"\0x",
    b"\x0B",
    b"\x0C ",
    b"\xC2\xA0",
    b" x",
    b"\tx y",
    b"$",
    b"*",
];
const ENDS: [&[u8]; 12] = [
    b"\n",
    b"\r",
    b"\r\n",
    b"\n\r",
    b"\r\r\n",
    b"\n\n",
    b"\r\n\r\n",
    b"\r\n\r",
    b"\x0B",
    b"\x0C",
    b"\xC2\x85",
    b"\xE2\x80\xA8",
];
const MARKS: [&[u8]; 12] = [
    b"\xEF\xBB\xBF",
    b"\xEF\xBB",
    b"\xEF",
    b"\xEF\xBB\xBF\xEF\xBB\xBF",
    b"\xEF\xEF",
    b"\xEF\xBB\xBB",
    b"\xEF\xBF",
    b"\xBB\xBF",
    b"\xFF\xFE",
    b"\xFE\xFF\0",
    b"\xEF\n",
    b"\xEF\xBB\r\n",
];
const AGENTS: [&[u8]; 34] = [
    b"*",
    b"*",
    b"*",
    b"a",
    b"b",
    b"A",
    b"ab",
    b"foo",
    b"Foo",
    b"foo-bar",
    b"foo_bar",
    b"foo/1.2",
    b"foo bar",
    b"foobar",
    b"",
    b"*bot",
    b"* x",
    b"*\tx",
    b"*\x0B",
    b"*\0x",
    b"**",
    b"*/",
    b"1",
    b"1a",
    b"a1",
    b"a.b",
    b"-",
    b"_",
    b"-a",
    b"a\xC3\xA9",
    b"\xC3\xA9",
    b"a*",
    b"a#b",
    b"foo\0bar",
];
const PIECES: [&[u8]; 46] = [
    b"/",
    b"/",
    b"/",
    b"/",
    b"a",
    b"a",
    b"a",
    b"b",
    b"b",
    b"c",
    b"A",
    b"ab",
    b"*",
    b"*",
    b"*",
    b"**",
    b"$",
    b"$",
    b"?",
    b"=",
    b"&",
    b";",
    b".",
    b"..",
    b"-",
    b":",
    b"~",
    b"//",
    b"://",
    b"%41",
    b"%aa",
    b"%aA",
    b"%AA",
    b"%2f",
    b"%2F",
    b"%zz",
    b"%a",
    b"%",
    b"%%",
    b"\xC3\xA9",
    b"\xE9",
    b"index.html",
    b"/index.htm",
    b".php",
    b"\\",
    b" ",
];
const RARE_PIECES: [&[u8]; 14] = [
    b"\0",
    b"\x01",
    b"\x7F",
    b"\x80",
    b"\xFF",
    b"\x0B",
    b"\x0C",
    b"\t",
    b"#",
    b"\xC2\xA0",
    b"%00",
    b"%0a",
    b"%25",
    b"\"",
];

/// A file under construction. Files differ in their line ends and in the frequency of oddities.
struct Writer {
    file: Vec<u8>,
    end: &'static [u8],
    mixed_ends: bool,
    /// The probability of each oddity of a line, in percent.
    odd: usize,
}

impl Writer {
    fn new(random: &mut Random) -> Writer {
        let mut file = Vec::new();
        if random.percent(6) {
            file.extend(random.pick(&MARKS));
        }
        let end = random.mostly(60, &[&b"\n"[..]], &[b"\r\n", b"\r\n", b"\r"]);
        let odd = if random.percent(50) { 2 } else { 12 };
        Writer {
            file,
            end,
            mixed_ends: random.percent(12),
            odd,
        }
    }

    fn line_end(&mut self, random: &mut Random) {
        let end = if self.mixed_ends {
            random.pick(&ENDS[..8])
        } else {
            self.end
        };
        let end = if random.percent(self.odd / 6) {
            random.pick(&ENDS)
        } else {
            end
        };
        self.file.extend(end);
    }

    fn line(&mut self, content: &[u8], random: &mut Random) {
        self.file.extend(content);
        self.line_end(random);
    }

    fn record(&mut self, field: &str, value: &[u8], random: &mut Random) {
        if random.percent(self.odd) {
            self.file.extend(random.pick(&LEADERS));
        }
        if random.percent(self.odd) {
            let swapped = |byte: u8| {
                if random.percent(50) {
                    byte.to_ascii_uppercase()
                } else {
                    byte
                }
            };
            self.file.extend(field.bytes().map(swapped));
        } else {
            self.file.extend(field.bytes());
        }
        let odd = self.odd;
        self.file
            .extend(random.mostly(100 - odd, &[&b": "[..]], &SEPARATORS));
        self.file.extend(value);
        if random.percent(odd) {
            self.file.extend(random.pick(&TRAILERS));
        }
        self.line_end(random);
    }

    fn agent(&mut self, value: &[u8], random: &mut Random) {
        let field = random.mostly(100 - self.odd, &["user-agent"], &USER_AGENT);
        self.record(field, value, random);
    }

    fn rule(&mut self, value: &[u8], random: &mut Random) {
        let usual = 100 - self.odd;
        let field = if random.percent(45) {
            random.mostly(usual, &["allow"], &ALLOW)
        } else {
            random.mostly(usual, &["disallow"], &DISALLOW)
        };
        self.record(field, value, random);
    }

    /// Writes a line that is neither a `user-agent` line nor a rule.
    fn filler(&mut self, random: &mut Random) {
        match random.below(6) {
            0 => self.line(b"", random),
            1 => self.line(b"# comment: /", random),
            2 => {
                let junk = pattern(random);
                self.line(&junk, random);
            }
            _ => {
                let value = pattern(random);
                self.record(random.pick(&OTHER), &value, random);
            }
        }
    }

    fn finish(mut self, random: &mut Random) -> Vec<u8> {
        if random.percent(30) {
            while self
                .file
                .last()
                .is_some_and(|byte| matches!(byte, b'\r' | b'\n'))
            {
                self.file.pop();
            }
        }
        self.file
    }
}

/// Returns the value of a rule.
fn pattern(random: &mut Random) -> Vec<u8> {
    let mut value = match random.below(100) {
        0..4 => return Vec::new(),
        4..9 => b"*".to_vec(),
        9..13 => Vec::new(),
        _ => b"/".to_vec(),
    };
    let pieces = if random.percent(8) {
        random.between(6, 30)
    } else {
        random.below(6)
    };
    for _ in 0..pieces {
        value.extend(random.mostly(97, &PIECES, &RARE_PIECES));
    }
    if random.percent(12) {
        value.push(b'$');
    }
    value
}

/// Returns lines of every kind in random order.
fn grammar(random: &mut Random) -> Vec<u8> {
    let mut file = Writer::new(random);
    let lines = if random.percent(15) {
        random.between(10, 40)
    } else {
        random.between(1, 12)
    };
    if random.percent(85) {
        file.agent(random.pick(&AGENTS), random);
    }
    for _ in 0..lines {
        match random.below(100) {
            0..22 => file.agent(random.pick(&AGENTS), random),
            22..88 => file.rule(&pattern(random), random),
            _ => file.filler(random),
        }
    }
    file.finish(random)
}

/// Returns runs of agents, empty and repeated groups, fillers inside runs, and a few rules that
/// distinguish the groups.
fn groups(random: &mut Random) -> Vec<u8> {
    const RULES: [&[u8]; 9] = [b"/", b"/a", b"/b", b"/c", b"/a/b", b"", b"/*", b"*", b"/$"];
    let mut file = Writer::new(random);
    for _ in 0..random.between(1, 6) {
        for _ in 0..random.between(1, 3) {
            file.agent(random.pick(&AGENTS), random);
            if random.percent(25) {
                file.filler(random);
            }
        }
        for _ in 0..random.below(4) {
            file.rule(random.pick(&RULES), random);
            if random.percent(15) {
                file.filler(random);
            }
        }
    }
    file.finish(random)
}

/// Returns complete and broken escapes, and bytes that need escapes, next to wildcards.
fn escapes(random: &mut Random) -> Vec<u8> {
    const ESCAPES: [&[u8]; 24] = [
        b"%",
        b"%",
        b"%a",
        b"%aa",
        b"%aA",
        b"%Aa",
        b"%AA",
        b"%c3%a9",
        b"%C3%A9",
        b"\xC3\xA9",
        b"\xC3",
        b"\xA9",
        b"%2a",
        b"%24",
        b"%g1",
        b"%1g",
        b"%%aa",
        b"%a%bb",
        b"*",
        b"$",
        b"A",
        b"c3",
        b"/",
        b"\xFF",
    ];
    let mut file = Writer::new(random);
    file.agent(random.mostly(60, &[&b"*"[..]], &AGENTS), random);
    for _ in 0..random.between(1, 8) {
        let mut value = b"/".to_vec();
        if random.percent(10) {
            value.clear();
        }
        for _ in 0..random.between(1, 5) {
            let any = [random.byte()];
            value.extend(random.mostly(96, &ESCAPES, &[&any]));
        }
        file.rule(&value, random);
    }
    file.finish(random)
}

/// Returns rules for index pages, and other rules of about the same length.
fn index_pages(random: &mut Random) -> Vec<u8> {
    const FOLDERS: [&[u8]; 15] = [
        b"",
        b"",
        b"/a",
        b"/a/b",
        b"/*",
        b"/*/a",
        b"/a*",
        b"*",
        b"/a$",
        b"/%aa",
        b"/\xC3\xA9",
        b"a",
        b"/index.html",
        b"/a/",
        b"/**/b",
    ];
    const PAGES: [&[u8]; 17] = [
        b"/index.htm",
        b"/index.html",
        b"/index.html",
        b"/index.html$",
        b"/index.htm*",
        b"/index.html?x",
        b"/index.htmx",
        b"/index.html/",
        b"/index.ht",
        b"/Index.html",
        b"/index.html#",
        b"/index.htm*$",
        b"index.html",
        b"/*index.html",
        b"/index*.html",
        b"//index.html",
        b"/index%2Ehtml",
    ];
    const RIVALS: [&[u8]; 12] = [
        b"/", b"/*", b"/$", b"/*$", b"/a", b"/a/", b"/a/$", b"/a/b/", b"/a/b/$", b"/%AA/$", b"",
        b"/*/$",
    ];
    let mut file = Writer::new(random);
    file.agent(random.mostly(60, &[&b"*"[..]], &AGENTS), random);
    for _ in 0..random.between(1, 6) {
        let mut value = random.pick(&FOLDERS).to_vec();
        value.extend(random.pick(&PAGES));
        let field = if random.percent(75) {
            "allow"
        } else {
            "disallow"
        };
        file.record(field, &value, random);
        if random.percent(60) {
            file.rule(random.pick(&RIVALS), random);
        }
    }
    file.finish(random)
}

/// Returns patterns of few bytes and many stars.
fn wildcards(random: &mut Random) -> Vec<u8> {
    const STEPS: [&[u8]; 14] = [
        b"*", b"*", b"*", b"**", b"a", b"a", b"b", b"ab", b"aab", b"aba", b"$", b"/", b"?", b"***",
    ];
    let mut file = Writer::new(random);
    file.agent(random.mostly(70, &[&b"*"[..]], &AGENTS), random);
    for _ in 0..random.between(1, 10) {
        let mut value = random.mostly(85, &[&b"/"[..]], &[b"*", b""]).to_vec();
        for _ in 0..random.between(1, 9) {
            value.extend(random.pick(&STEPS));
        }
        if random.percent(25) {
            value.push(b'$');
        }
        file.rule(&value, random);
    }
    file.finish(random)
}

/// Returns random sequences of line ends and similar bytes, after a part of a byte order mark. The
/// rules reveal line numbers.
fn line_ends(random: &mut Random) -> Vec<u8> {
    let mut file = Vec::new();
    if random.percent(60) {
        file.extend(random.pick(&MARKS));
    }
    let contents: [&[u8]; 12] = [
        b"user-agent: *",
        b"user-agent:a",
        b"allow: /a",
        b"disallow: /",
        b"disallow: /a",
        b"disallow:/b",
        b"",
        b"",
        b" ",
        b"\0",
        b"#",
        b"\xEF\xBB\xBF",
    ];
    if random.percent(80) {
        file.extend(b"user-agent: *\n");
    }
    for _ in 0..random.between(1, 10) {
        file.extend(random.pick(&contents));
        for _ in 0..random.between(0, 3) {
            file.extend(random.mostly(90, &ENDS[..3], &ENDS));
        }
    }
    file
}

/// Returns random bytes, most of them from words with a meaning.
fn noise(random: &mut Random) -> Vec<u8> {
    const WORDS: [&[u8]; 26] = [
        b"user-agent",
        b"user-agent:*",
        b"allow",
        b"disallow",
        b"disallow:/",
        b"allow:/",
        b"dis",
        b"sitemap",
        b":",
        b":",
        b" ",
        b"\t",
        b"\n",
        b"\n",
        b"\n",
        b"\r",
        b"/",
        b"*",
        b"a",
        b"b",
        b"$",
        b"#",
        b"\0",
        b"%",
        b"-",
        b"index.html",
    ];
    let mut file = if random.percent(70) {
        b"user-agent: *\n".to_vec()
    } else {
        Vec::new()
    };
    for _ in 0..random.between(0, 60) {
        let any = [random.byte()];
        file.extend(random.mostly(93, &WORDS, &[&any]));
    }
    file
}

/// Returns a typical file with a few changes.
fn mutated_sample(random: &mut Random) -> Vec<u8> {
    let mut file = random.pick(&SAMPLES).to_vec();
    for _ in 0..random.below(8) {
        mutate(&mut file, random);
    }
    file
}

fn mutate(file: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(file.len() + 1);
    let line_start = |file: &[u8], at: usize| {
        file[..at]
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1)
    };
    match random.below(12) {
        0 if at < file.len() => file[at] = random.byte(),
        1 if at < file.len() => file[at] ^= 0x20,
        2 => {
            let end = file.len().min(at + random.between(1, 12));
            file.drain(at..end);
        }
        3 => drop(file.splice(at..at, random.pick(&PIECES).iter().copied())),
        4 => drop(file.splice(at..at, random.pick(&ENDS).iter().copied())),
        5 => drop(file.splice(at..at, random.pick(&TRAILERS).iter().copied())),
        6 => drop(file.splice(at..at, random.pick(&RARE_PIECES).iter().copied())),
        7 => {
            let mut rules = Writer::new(random);
            rules.file.clear();
            rules.agent(random.pick(&AGENTS), random);
            rules.rule(&pattern(random), random);
            let at = line_start(file, at);
            file.splice(at..at, rules.file);
        }
        8 => {
            // Inserts the end of another file, from the start of one of its lines.
            let other = random.pick(&SAMPLES);
            let from = line_start(other, random.below(other.len()));
            let at = line_start(file, at);
            file.splice(at..at, other[from..].iter().copied());
        }
        9 => file.truncate(at),
        10 => {
            let from = *random.pick(&[&b'\n', &b'\r', &b':', &b'/', &b' ', &b'*']);
            let to: &[u8] = random.pick(&[
                &b"\r"[..],
                b"\r\n",
                b"\n\n",
                b" ",
                b"::",
                b"//",
                b"%2f",
                b"\t",
                b"**",
            ]);
            *file = file
                .iter()
                .flat_map(|byte| {
                    if *byte == from {
                        to
                    } else {
                        std::slice::from_ref(byte)
                    }
                })
                .copied()
                .collect();
        }
        _ => {
            let (from, end) = (line_start(file, at), at);
            let line = file[from..end].to_vec();
            let at = line_start(file, random.below(file.len() + 1));
            file.splice(at..at, line);
        }
    }
}

/// Returns literal `allow` and `disallow` rules that are prefixes of each other, with gaps and
/// repetitions.
fn chains(random: &mut Random) -> Vec<u8> {
    let mut file = Writer::new(random);
    file.odd = file.odd.min(2);
    file.agent(random.mostly(70, &[&b"*"[..]], &AGENTS), random);
    let mut stem = b"/".to_vec();
    let mut links = Vec::new();
    for _ in 0..random.between(20, 150) {
        stem.extend(random.mostly(
            80,
            &[&b"a"[..]],
            &[b"b", b"/", b"%aa", b"\xC3\xA9", b".", b"ab"],
        ));
        if random.percent(80) {
            let tail = random.mostly(80, &[&b""[..]], &[b"*", b"$", b"*$", b"**"]);
            links.push([&stem[..], tail].concat());
        }
    }
    for _ in 0..random.below(8) {
        // Adds rules that diverge from the chain, and repeats some of its links.
        let mut branch = random
            .pick(&[
                &stem[..],
                &stem[..stem.len() / 2],
                &stem[..stem.len().min(3)],
            ])
            .to_vec();
        branch.extend(random.pick(&[&b"x"[..], b"*", b"$", b"", b"*$", b"b*"]));
        links.push(branch);
    }
    for turn in (1..links.len()).rev() {
        if random.percent(50) {
            links.swap(turn, random.below(turn + 1));
        }
    }
    for link in &links {
        file.rule(link, random);
    }
    file.finish(random)
}

/// Returns a group that is large enough for an index, with literals and wildcards over a few words.
fn many_rules(random: &mut Random) -> Vec<u8> {
    const WORDS: [&[u8]; 16] = [
        b"a",
        b"b",
        b"c",
        b"aa",
        b"ab",
        b"abc",
        b"news",
        b"shop",
        b"p",
        b"index.html",
        b"x.php",
        b"?q=",
        b"&s=",
        b"%C3%A9",
        b"\xC3\xA9",
        b"-",
    ];
    let mut file = Writer::new(random);
    file.odd = file.odd.min(2);
    let agent = random.mostly(70, &[&b"*"[..]], &AGENTS);
    file.agent(agent, random);
    let wildcard_share = *random.pick(&[&0, &10, &50, &50, &90, &100]);
    for _ in 0..random.between(60, 320) {
        let mut value = random.mostly(95, &[&b"/"[..]], &[b"*", b""]).to_vec();
        let wildcards = random.percent(wildcard_share);
        for _ in 0..random.between(1, 5) {
            value.extend(random.pick(&WORDS));
            value.extend(random.mostly(70, &[&b"/"[..]], &[b"", b".", b"-"]));
            if wildcards && random.percent(60) {
                value.push(b'*');
            }
        }
        if wildcards && random.percent(40) {
            value.push(b'$');
        }
        file.rule(&value, random);
        if random.percent(1) {
            // Repeats the agent, which continues the group, or starts another group.
            file.agent(random.mostly(60, &[agent], &AGENTS), random);
        }
    }
    file.finish(random)
}

/// Returns lines of about the maximum length that the reference reads, padded in different places.
fn long_lines(random: &mut Random) -> Vec<u8> {
    let mut file = Writer::new(random);
    if random.percent(85) {
        file.agent(b"*", random);
    }
    for _ in 0..random.between(1, 3) {
        if random.percent(50) {
            file.rule(&pattern(random), random);
        }
        let length = if random.percent(90) {
            LINE_CAP + random.below(13) - 6
        } else {
            random.between(2_000, 40_000)
        };
        let field = random.pick(&["allow", "disallow", "disallow", "user-agent", "sitemap"]);
        let (before, filling, after): (&[u8], &[u8], &[u8]) = match random.below(8) {
            0 => (b"", b" ", b"disallow: /"),
            1 => (b"disallow", b" ", b": /a"),
            2 => (b"disallow:", b"\t", b"/a"),
            3 => (b"disallow: /a ", b" ", b"b # c"),
            4 => (b"#", b"#", b"\ndisallow: /a"),
            5 => (b"disallow:/a", b"#", b"b"),
            6 => (b"allow:/", b"%aa", b"%aa"),
            _ => (b": /", b"a", b"%aab/index.html"),
        };
        let mut line = if before.starts_with(b":") {
            field.as_bytes().to_vec()
        } else {
            Vec::new()
        };
        line.extend(before);
        line.extend(
            filling
                .iter()
                .cycle()
                .take(length.saturating_sub(line.len())),
        );
        line.extend(&after[..random.below(after.len() + 1)]);
        if random.percent(20) {
            let at = line.len() - random.below(20);
            line.insert(
                at,
                *random.pick(&[&b'*', &b'$', &b'#', &0, &b' ', &0xFF, &b'%', &b':']),
            );
        }
        file.line(&line, random);
    }
    if random.percent(50) {
        file.rule(&pattern(random), random);
    }
    file.finish(random)
}
