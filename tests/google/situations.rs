//! Situations of the Google dialect with the verdicts and lines of google/robotstxt. They cover the
//! subjects of its own tests, and corner cases that those tests omit. The comparison checks all of
//! them against the reference.

use crate::case::{Answer, Case};

/// A file, queries, and the expected answers.
pub(crate) struct Situation {
    pub(crate) name: &'static str,
    pub(crate) case: Case,
    pub(crate) answers: Vec<Answer>,
}

/// Allowed, because no rule matches.
const FREE: Answer = Answer {
    allowed: true,
    line: None,
};

/// Allowed by the rule on a line.
const fn allowed(line: u32) -> Answer {
    Answer {
        allowed: true,
        line: Some(line),
    }
}

/// Disallowed by the rule on a line.
const fn disallowed(line: u32) -> Answer {
    Answer {
        allowed: false,
        line: Some(line),
    }
}

/// The file of a situation: text or arbitrary bytes.
trait File: AsRef<[u8]> {}
impl<T: AsRef<[u8]> + ?Sized> File for T {}

fn situation(
    name: &'static str,
    file: impl File,
    queries: &[(&[&str], &str, Answer)],
) -> Situation {
    let mut case = Case {
        file: file.as_ref().to_vec(),
        ..Case::default()
    };
    for (list, (agents, url, _)) in queries.iter().enumerate() {
        case.agents
            .push(agents.iter().map(|&agent| agent.to_owned()).collect());
        case.ask(list, (*url).to_owned());
    }
    Situation {
        name,
        case,
        answers: queries.iter().map(|query| query.2).collect(),
    }
}

/// Returns a situation with several URLs for one crawler.
fn crawler(
    name: &'static str,
    file: impl File,
    agent: &str,
    queries: &[(&str, Answer)],
) -> Situation {
    let agents = [agent];
    let queries: Vec<(&[&str], &str, Answer)> = queries
        .iter()
        .map(|&(url, answer)| (&agents[..], url, answer))
        .collect();
    situation(name, file, &queries)
}

pub(crate) fn empty_input() -> Vec<Situation> {
    let closed = "user-agent: Weaver\ndisallow: /\n";
    vec![
        situation(
            "an empty file allows everything",
            "",
            &[
                (&["Weaver"], "", FREE),
                (&[""], "", FREE),
                (&[], "https://shop.example/x", FREE),
            ],
        ),
        situation(
            "an empty agent has no group",
            closed,
            &[(&[""], "", FREE), (&[], "/", FREE)],
        ),
        situation(
            "an empty URL is the root",
            closed,
            &[(&["Weaver"], "", disallowed(2))],
        ),
        situation(
            "an empty agent obeys groups with values that are cut to nothing",
            "user-agent:\ndisallow: /a\nuser-agent: 360\ndisallow: /b\nuser-agent: *bot\ndisallow: /c\nuser-agent: *\ndisallow: /d",
            &[
                (&[""], "/a", disallowed(2)),
                (&[""], "/b", disallowed(4)),
                (&[""], "/c", disallowed(6)),
                (&[""], "/d", FREE),
                (&["360"], "/b", FREE),
                (&["360"], "/d", disallowed(8)),
                (&[], "/d", disallowed(8)),
                (&["Weaver", ""], "/a", disallowed(2)),
            ],
        ),
    ]
}

pub(crate) fn lines() -> Vec<Situation> {
    let page = "https://shop.example/cart/1";
    vec![
        crawler("a record has a colon", "user-agent: Weaver\ndisallow: /\n", "Weaver", &[(page, disallowed(2))]),
        crawler("unknown fields are ignored", "robot: Weaver\nforbid: /\n", "Weaver", &[(page, FREE)]),
        crawler("a blank replaces a missing colon", "user-agent Weaver\ndisallow\t /\n", "Weaver", &[(page, disallowed(2))]),
        crawler(
            "a line without a colon must have exactly two words",
            "user-agent: *\ndisallow /a b\ndisallow\ndisallow/c\ndisallow /d # e\n\tdisallow \t /f\t\nallow all /g",
            "Weaver",
            &[("/a", FREE), ("/c", FREE), ("/d", disallowed(5)), ("/f", disallowed(6)), ("/g", FREE)],
        ),
        crawler(
            "vertical tab and form feed are trimmed but are not separators",
            "user-agent: *\ndisallow\x0B/a\ndisallow /b\x0B/c\n\x0Cdisallow \x0B:\x0B /d\x0C\n",
            "Weaver",
            &[("/a", FREE), ("/b", FREE), ("/b\x0B/c", disallowed(3)), ("/d", disallowed(4))],
        ),
        crawler("no-break spaces are not trimmed", "user-agent: *\ndisallow:\u{A0}/a\n\u{A0}disallow: /b", "Weaver", &[("/a", FREE), ("/b", FREE)]),
        situation(
            "field names ignore case",
            "USER-AGENT: Weaver\nAlLoW: /cart/\nDISALLOW: /\n",
            &[(&["Weaver"], page, allowed(2)), (&["Weaver"], "https://shop.example/pay", disallowed(3))],
        ),
        crawler(
            "a field only has to begin with a known name",
            "user-agents of all kinds: *\ndisallowed: /a\nallow-list: /a/b\nDisallow everything: /c\nnodisallow: /d\ndisallo: /e\n",
            "Weaver",
            &[("/a", disallowed(2)), ("/a/b", allowed(3)), ("/c", disallowed(4)), ("/d", FREE), ("/e", FREE)],
        ),
        crawler(
            "frequent typos are accepted",
            "user agent: Weaver\nuseragent: Spinner\ndissallow: /a\ndissalow: /b\ndisalow: /c\ndiasllow: /d\ndisallaw: /e\nalow: /a\ndisalloow: /f\n",
            "Weaver",
            &[("/a", disallowed(3)), ("/b", disallowed(4)), ("/c", disallowed(5)), ("/d", disallowed(6)), ("/e", disallowed(7)), ("/f", FREE)],
        ),
        crawler("a typo in user-agent is accepted, too", "useragent: Spinner\ndisalow: /a", "Spinner", &[("/a", disallowed(2))]),
        crawler(
            "a comment can begin anywhere in a line",
            "user-agent: Weaver # all of them\n#disallow: /\ndisallow: /a#b\ndisallow: /c # d: e\ndisallow # : /f\nallow: #/g",
            "Weaver",
            &[("/a", disallowed(3)), ("/a/x", disallowed(3)), ("/c", disallowed(4)), ("/f", allowed(6))],
        ),
        crawler(
            "a NUL ends the content of a line",
            b"user-agent: Weaver\0s\ndisallow: /a\0b\n\0disallow: /c\ndisallow\0: /d\ndisallow: /e\0# f",
            "Weaver",
            &[("/a", disallowed(2)), ("/c", FREE), ("/d", FREE), ("/e", disallowed(5))],
        ),
        crawler("only the first colon separates", "user-agent: *\ndisallow: /a:b\ndisallow:: /c", "Weaver", &[("/a:b", disallowed(2)), ("/a", FREE), ("/c", FREE)]),
    ]
}

pub(crate) fn line_ends() -> Vec<Situation> {
    let records = [
        "user-agent: a",
        "allow: /some",
        "user-agent: b",
        "",
        "",
        "disallow: /",
    ];
    let named = [
        ("lines end with LF", "\n", "\n"),
        ("lines end with CR LF", "\r\n", "\r\n"),
        ("lines end with CR", "\r", "\r"),
        ("the last line needs no end", "\n", ""),
        (
            "LF CR is two line ends, and a LF after it belongs to that CR",
            "\n\r",
            "\n\r",
        ),
    ];
    let mut situations: Vec<Situation> = named
        .into_iter()
        .map(|(name, end, last)| {
            let line = if end == "\n\r" { 9 } else { 6 };
            situation(
                name,
                records.join(end) + last,
                &[(&["b"], "/x", disallowed(line)), (&["a"], "/x", FREE)],
            )
        })
        .collect();
    situations.push(crawler(
        "line ends may be mixed",
        "user-agent: a\nallow: /some\r\nuser-agent: b\n\r\n\ndisallow: /",
        "b",
        &[("/x", disallowed(6))],
    ));
    situations.push(crawler(
        "CR CR LF is two line ends",
        "user-agent: *\r\r\ndisallow: /",
        "a",
        &[("/", disallowed(3))],
    ));
    situations.push(crawler(
        "other Unicode line ends are not line ends",
        "user-agent: *\u{2028}disallow: /\u{85}disallow: /\n",
        "a",
        &[("/", FREE)],
    ));
    situations.push(crawler(
        "a byte order mark does not make CR LF two line ends",
        b"\xEF\xBB\xBF\r\nuser-agent: *\r\ndisallow: /",
        "a",
        &[("/", disallowed(3))],
    ));
    situations
}

pub(crate) fn byte_order_marks() -> Vec<Situation> {
    let rest = b"user-agent: a\ndisallow: /";
    let marked = |mark: &[u8]| [mark, rest].concat();
    vec![
        crawler(
            "a whole mark is skipped",
            marked(b"\xEF\xBB\xBF"),
            "a",
            &[("/", disallowed(2))],
        ),
        crawler(
            "two bytes of a mark are skipped",
            marked(b"\xEF\xBB"),
            "a",
            &[("/", disallowed(2))],
        ),
        crawler(
            "one byte of a mark is skipped",
            marked(b"\xEF"),
            "a",
            &[("/", disallowed(2))],
        ),
        crawler(
            "a broken mark spoils the first line",
            marked(b"\xEF\x11\xBF"),
            "a",
            &[("/", FREE)],
        ),
        crawler(
            "the last bytes of a mark alone are not skipped",
            marked(b"\xBB\xBF"),
            "a",
            &[("/", FREE)],
        ),
        crawler(
            "only one mark is skipped",
            marked(b"\xEF\xBB\xBF\xEF\xBB\xBF"),
            "a",
            &[("/", FREE)],
        ),
        crawler(
            "a mark spoils any later line",
            b"user-agent: a\n\xEF\xBB\xBFdisallow: /\ndisallow: /b",
            "a",
            &[("/a", FREE), ("/b", disallowed(3))],
        ),
    ]
}

/// The number of bytes of a line that are read.
const CAP: usize = 2083 * 8 - 1;

pub(crate) fn long_lines() -> Vec<Situation> {
    let padded = |field: &str, letter: char| {
        let start = format!("{field}: /p/");
        let filling = String::from(letter).repeat(CAP - start.len());
        (format!("{start}{filling}"), format!("/p/{filling}"))
    };
    let (line, path) = padded("disallow", 'w');
    let (other_line, other_path) = padded("allow", 'v');
    let short = &path[..path.len() - 1];
    vec![
        situation(
            "bytes after the cap are not read",
            format!("user-agent: *\n{line}/more\n"),
            &[
                (&["a"], "/q", FREE),
                (&["a"], &format!("{path}/else"), disallowed(2)),
                (&["a"], &path, disallowed(2)),
                (&["a"], short, FREE),
            ],
        ),
        situation(
            "the rest of a cut rule counts",
            format!("user-agent: *\ndisallow: /\n{other_line}x\n{line}y"),
            &[
                (&["a"], "/", disallowed(2)),
                (&["a"], &format!("{other_path}x"), allowed(3)),
                (&["a"], &format!("{other_path}y"), allowed(3)),
                (&["a"], &format!("{path}z"), disallowed(4)),
            ],
        ),
        situation(
            "blanks count towards the cap",
            format!(
                "user-agent: *\n{}disallow: /\n{}disallow: /",
                " ".repeat(CAP - 10),
                " ".repeat(CAP - 11)
            ),
            &[(&["a"], "/", disallowed(3))],
        ),
        situation(
            "a line that is cut inside its field is ignored, and a rule that is cut before its path matches with length 0",
            format!(
                "user-agent: *\n{}disallow: /\n{}disallow: /a",
                " ".repeat(CAP - 8),
                " ".repeat(CAP - 10)
            ),
            &[(&["a"], "/a", disallowed_by_nothing(3))],
        ),
        situation(
            "an escape that the cap cuts is not an escape",
            format!(
                "user-agent: *\ndisallow: /{}%aa\n",
                "%aa".repeat((CAP - 11) / 3)
            ),
            &[
                (
                    &["a"],
                    &format!("/{}", "%AA".repeat((CAP - 11) / 3)),
                    if (CAP - 11) % 3 == 0 {
                        disallowed(2)
                    } else {
                        FREE
                    },
                ),
                (
                    &["a"],
                    &format!("/{}%A", "%AA".repeat((CAP - 11) / 3)),
                    if (CAP - 11) % 3 == 1 {
                        disallowed(2)
                    } else {
                        FREE
                    },
                ),
            ],
        ),
    ]
}

/// Allowed by a `disallow` without a path, which is named if no longer rule matches, but disallows
/// nothing.
const fn disallowed_by_nothing(line: u32) -> Answer {
    allowed(line)
}

pub(crate) fn groups() -> Vec<Situation> {
    let several = "allow: /none/\n\nuser-agent: Weaver\ndisallow: /\nallow: /w/\nuser-agent: Spinner\ndisallow: /\nallow: /s/\n\n\nallow: /t/\n\
                   user-agent: Knitter\n\nuser-agent: Weaver\nallow: /v/\ndisallow: /\n";
    vec![
        situation(
            "groups end at the next agent after a rule, and groups of one agent are merged",
            several,
            &[
                (&["Weaver"], "https://shop.example/w/a", allowed(5)),
                (&["Weaver"], "https://shop.example/v/a", allowed(15)),
                (&["Weaver"], "https://shop.example/s/a", disallowed(4)),
                (&["Spinner"], "https://shop.example/s/a", allowed(8)),
                (&["Spinner"], "https://shop.example/t/a", allowed(11)),
                (&["Spinner"], "https://shop.example/v/a", disallowed(7)),
                (&["Knitter"], "https://shop.example/v/a", allowed(15)),
                (&["Knitter"], "https://shop.example/w/a", disallowed(16)),
            ],
        ),
        situation(
            "rules before the first agent apply to no crawler",
            several,
            &[
                (&["Weaver"], "https://shop.example/none/", disallowed(4)),
                (&["Spinner"], "https://shop.example/none/", disallowed(7)),
                (&["Knitter"], "https://shop.example/none/", disallowed(16)),
                (&["Tailor"], "https://shop.example/none/", FREE),
            ],
        ),
        situation(
            "sitemaps do not end a run of agents",
            "User-agent: Weaver\nSitemap: https://shop.example/map\nUser-agent: *\nDisallow: /\n",
            &[
                (&["Weaver"], "/", disallowed(4)),
                (&["Spinner"], "/", disallowed(4)),
            ],
        ),
        situation(
            "unknown records, comments and blank lines do not end a run of agents",
            "User-agent: Weaver\nMood: fair\n\n# so\nbroken\nUser-agent: *\nDisallow: /\n",
            &[
                (&["Weaver"], "/", disallowed(7)),
                (&["Spinner"], "/", disallowed(7)),
            ],
        ),
        situation(
            "the wildcard group applies to all other agents, even if it is first",
            "user-agent: *\nallow: /\nuser-agent: Weaver\ndisallow: /\n",
            &[
                (&["Weaver"], "/x", disallowed(4)),
                (&["Spinner"], "/x", allowed(2)),
            ],
        ),
        situation(
            "without a wildcard group, other agents are free",
            "user-agent: Weaver\nallow: /\nuser-agent: Spinner\ndisallow: /\nuser-agent: Knitter\ndisallow: /\n",
            &[
                (&["Tailor"], "/x", FREE),
                (&["Knitter"], "/x", disallowed(6)),
            ],
        ),
        situation(
            "an agent with its own group ignores the wildcard group",
            "user-agent: *\ndisallow: /all/\nuser-agent: Weaver\ndisallow: /own/\nuser-agent: Knitter\n",
            &[
                (&["Weaver"], "/all/page", FREE),
                (&["Weaver"], "/own/page", disallowed(4)),
                (&["Knitter"], "/all/page", FREE),
                (&["Tailor"], "/all/page", disallowed(2)),
            ],
        ),
        situation(
            "a group can name both an agent and `*`",
            "user-agent: *\nuser-agent: Weaver\ndisallow: /a\nuser-agent: *\ndisallow: /b",
            &[
                (&["Weaver"], "/a", disallowed(3)),
                (&["Weaver"], "/b", FREE),
                (&["Tailor"], "/a", disallowed(3)),
                (&["Tailor"], "/b", disallowed(5)),
            ],
        ),
        situation(
            "a rule without a path ends a run of agents",
            "user-agent: Weaver\ndisallow:\nuser-agent: Spinner\ndisallow: /",
            &[
                (&["Weaver"], "/x", disallowed_by_nothing(2)),
                (&["Spinner"], "/x", disallowed(4)),
            ],
        ),
        situation(
            "the groups of several agents are merged",
            "user-agent: Weaver\nallow: /a/b\nuser-agent: Spinner\ndisallow: /a\nuser-agent: *\ndisallow: /",
            &[
                (&["Weaver", "Spinner"], "/a/b", allowed(2)),
                (&["Spinner", "Weaver"], "/a/c", disallowed(4)),
                (&["Knitter", "Spinner"], "/a/b", disallowed(4)),
                (&["Knitter", "Spinner"], "/b", FREE),
                (&["Knitter", "Tailor"], "/b", disallowed(6)),
                (&[], "/b", disallowed(6)),
            ],
        ),
    ]
}

pub(crate) fn agents() -> Vec<Situation> {
    let upper = "User-Agent: WEAVER OF BASKETS\nAllow: /x/\nDisallow: /\n";
    vec![
        situation(
            "agents ignore case",
            upper,
            &[
                (&["Weaver"], "/x/y", allowed(2)),
                (&["weaver"], "/x/y", allowed(2)),
                (&["wEAVER"], "/a/b", disallowed(3)),
            ],
        ),
        situation(
            "the agent of a line ends at the first blank, but the agent of a caller does not",
            "User-Agent: *\nDisallow: /\nUser-Agent: Weaver Baskets\nAllow: /x/\nDisallow: /\n",
            &[
                (&["Weaver"], "/x/y", allowed(4)),
                (&["Weaver Baskets"], "/x/y", disallowed(2)),
                (&["Weaver "], "/x/y", disallowed(2)),
            ],
        ),
        situation(
            "the agent of a line is cut at the first byte that is not a letter, hyphen or underscore",
            "user-agent: Weaver/2.1\nuser-agent: Spin2ner\nuser-agent: Knitter*\nuser-agent: Tailor_of-all\ndisallow: /\nuser-agent: Wéver\ndisallow: /w",
            &[
                (&["Weaver"], "/", disallowed(5)),
                (&["Weaver/2.1"], "/", FREE),
                (&["Spin"], "/", disallowed(5)),
                (&["Spin2ner"], "/", FREE),
                (&["Knitter"], "/", disallowed(5)),
                (&["Tailor_of-all"], "/", disallowed(5)),
                (&["Tailor"], "/", FREE),
                (&["W"], "/w", disallowed(7)),
                (&["Wéver"], "/w", FREE),
            ],
        ),
        situation(
            "the whole agent is compared, even if the value of the line is cut",
            "user-agent: */\nallow: /a\nuser-agent: é\nallow: /b\nuser-agent: Weaver \x0C disallow\ndisallow: /c",
            &[
                (&["*"], "/a", FREE),
                (&["é"], "/b", FREE),
                (&["Weaver \x0C disallow"], "/c", FREE),
                (&["Weaver", "*"], "/c", disallowed(6)),
            ],
        ),
        situation(
            "a star followed by a blank and other text is a wildcard",
            "user-agent: * for all\ndisallow: /a\nuser-agent: *\x0Bx\ndisallow: /b\nuser-agent: *\ndisallow: /c\nuser-agent: **\ndisallow: /d\nuser-agent: *x\ndisallow: /e",
            &[
                (&["Weaver"], "/a", disallowed(2)),
                (&["Weaver"], "/b", disallowed(4)),
                (&["Weaver"], "/c", disallowed(6)),
                (&["Weaver"], "/d", FREE),
                (&["Weaver"], "/e", FREE),
                (&["*"], "/c", disallowed(6)),
                (&["*"], "/d", FREE),
            ],
        ),
        situation(
            "an agent with a NUL matches no group",
            b"user-agent: Weaver\0x\ndisallow: /",
            &[
                (&["Weaver"], "/", disallowed(2)),
                (&["Weaver\0"], "/", FREE),
                (&["Weaver\0x"], "/", FREE),
            ],
        ),
        situation(
            "an agent does not obey the group of a more general agent",
            "user-agent: Weaver\ndisallow: /",
            &[
                (&["Weaver-Images"], "/", FREE),
                (&["Weaver-Images", "Weaver"], "/", disallowed(2)),
            ],
        ),
    ]
}

pub(crate) fn precedence() -> Vec<Situation> {
    let page = "https://shop.example/x/page.html";
    let one = |rules: &str| format!("user-agent: a\n{rules}");
    vec![
        crawler(
            "paths keep their case",
            one("disallow: /X/\n"),
            "a",
            &[(page, FREE), ("/X/", disallowed(2))],
        ),
        crawler(
            "the longer rule decides if it disallows",
            one("disallow: /x/page.html\nallow: /x/\n"),
            "a",
            &[(page, disallowed(2))],
        ),
        crawler(
            "the longer rule decides if it allows",
            one("allow: /x/page.html\ndisallow: /x/\n"),
            "a",
            &[
                (page, allowed(2)),
                ("https://shop.example/x/", disallowed(3)),
            ],
        ),
        crawler(
            "allow wins if both rules have no path",
            one("disallow: \nallow: \n"),
            "a",
            &[(page, allowed(3))],
        ),
        crawler(
            "allow wins over an equal rule",
            one("disallow: /\nallow: /\n"),
            "a",
            &[(page, allowed(3))],
        ),
        crawler(
            "allow wins over a rule of equal length",
            one("disallow: /x/*\nallow: /x/p\ndisallow: /*/p\n"),
            "a",
            &[(page, allowed(3))],
        ),
        crawler(
            "the first of several equal rules is named",
            one("disallow: /y\ndisallow: /x\ndisallow: /x\ndisallow: /*"),
            "a",
            &[(page, disallowed(3))],
        ),
        crawler(
            "a folder can be allowed although its name is disallowed",
            one("disallow: /x\nallow: /x/\n"),
            "a",
            &[("/x", disallowed(2)), ("/x/", allowed(3))],
        ),
        crawler(
            "a star counts",
            one("allow: /page\ndisallow: /*.html\n"),
            "a",
            &[("/page.html", disallowed(3)), ("/page", allowed(2))],
        ),
        crawler(
            "a literal longer than a wildcard wins",
            one("allow: /x/page.\ndisallow: /*.html\n"),
            "a",
            &[(page, allowed(2)), ("/x/y.html", disallowed(3))],
        ),
        crawler(
            "rules without a path match with length 0",
            one("disallow:\nallow: /x\ndisallow: /x/p\n"),
            "a",
            &[
                ("/", disallowed_by_nothing(2)),
                ("/x/", allowed(3)),
                (page, disallowed(4)),
            ],
        ),
        crawler(
            "a final star counts",
            one("allow: /fish\ndisallow: /fish*\nallow: /fish**$"),
            "a",
            &[("/fish", allowed(4)), ("/fishy", allowed(4))],
        ),
        crawler(
            "a final star makes a rule longer",
            one("allow: /fish\ndisallow: /fish*"),
            "a",
            &[("/fish", disallowed(3))],
        ),
        crawler(
            "rules are compared by the length of their escaped paths",
            one("allow: /*%c3%a9\ndisallow: /aé\nallow: /é"),
            "a",
            &[("/a%C3%A9", allowed(2)), ("/%C3%A9", allowed(2))],
        ),
        crawler(
            "an escaped letter counts as all bytes of its escapes",
            one("allow: /abc\ndisallow: /*é\n"),
            "a",
            &[("/abc%C3%A9", disallowed(3))],
        ),
        crawler(
            "the file itself can be disallowed",
            one("disallow: /"),
            "a",
            &[("https://shop.example/robots.txt", disallowed(2))],
        ),
    ]
}

pub(crate) fn patterns() -> Vec<Situation> {
    let only = |rule: &str| format!("user-agent: a\ndisallow: /\nallow: {rule}\n");
    const NO: Answer = disallowed(2);
    const YES: Answer = allowed(3);
    vec![
        crawler(
            "`*` matches any bytes, or none",
            "user-agent: a\ndisallow: /shop/one\nallow: /shop/*/two\n",
            "a",
            &[
                ("/shop/one", disallowed(2)),
                ("/shop/three", FREE),
                ("/shop//two", allowed(3)),
                ("/shop/a/b?/two/c", allowed(3)),
                ("/shop/two", FREE),
            ],
        ),
        crawler(
            "`$` matches the end",
            "user-agent: a\ndisallow: /shop/one$\nallow: /shop/one/two\n",
            "a",
            &[
                ("/shop/one", disallowed(2)),
                ("/shop/one/two", allowed(3)),
                ("/shop/one/", FREE),
                ("/shop/one?", FREE),
            ],
        ),
        crawler(
            "`$` inside a pattern is a literal dollar",
            "user-agent: a\ndisallow: /a$b\ndisallow: /c$$",
            "a",
            &[
                ("/a$b", disallowed(2)),
                ("/ab", FREE),
                ("/c$", disallowed(3)),
                ("/c$d", FREE),
            ],
        ),
        crawler(
            "`*$` matches any end",
            "user-agent: a\ndisallow: /a*$\nallow: /a",
            "a",
            &[("/a", disallowed(2)), ("/ab", disallowed(2))],
        ),
        crawler(
            "a path that begins with neither `/` nor `*` matches nothing",
            "user-agent: a\ndisallow: fish\ndisallow: https://shop.example/\ndisallow: $\ndisallow: é\ndisallow: *b$",
            "a",
            &[
                ("/fish", FREE),
                ("https://shop.example/", FREE),
                ("/%C3%A9", FREE),
                ("/ab", disallowed(6)),
            ],
        ),
        crawler(
            "/fish",
            only("/fish"),
            "a",
            &[
                ("/bar", NO),
                ("/fish", YES),
                ("/fish.html", YES),
                ("/fish/salmon.html", YES),
                ("/fishheads", YES),
                ("/fish.php?id=anything", YES),
                ("/Fish.asp", NO),
                ("/catfish", NO),
                ("/?id=fish", NO),
            ],
        ),
        crawler(
            "/fish*",
            only("/fish*"),
            "a",
            &[
                ("/bar", NO),
                ("/fish", YES),
                ("/fish/salmon.html", YES),
                ("/fishheads/yummy.html", YES),
                ("/fish.php?id=anything", YES),
                ("/Fish", NO),
                ("/catfish", NO),
            ],
        ),
        crawler(
            "/fish/",
            only("/fish/"),
            "a",
            &[
                ("/fish/", YES),
                ("/fish/?id=anything", YES),
                ("/fish/salmon.htm", YES),
                ("/fish", NO),
                ("/fish.html", NO),
                ("/Fish/", NO),
            ],
        ),
        crawler(
            "/*.php",
            only("/*.php"),
            "a",
            &[
                ("/filename.php", YES),
                ("/folder/filename.php?parameters", YES),
                ("https://shop.example//folder/any.php.file.html", YES),
                ("/filename.php/", YES),
                ("/index?f=filename.php/", YES),
                ("/php/", NO),
                ("/index?php", NO),
                ("/windows.PHP", NO),
            ],
        ),
        crawler(
            "/*.php$",
            only("/*.php$"),
            "a",
            &[
                ("/filename.php", YES),
                ("/folder/filename.php", YES),
                ("/filename.php?parameters", NO),
                ("/filename.php/", NO),
                ("/filename.php5", NO),
                ("/php/", NO),
                ("/filename?php", NO),
                ("/aaaphpaaa", NO),
                ("https://shop.example//windows.PHP", NO),
            ],
        ),
        crawler(
            "/fish*.php",
            only("/fish*.php"),
            "a",
            &[
                ("/fish.php", YES),
                ("/fishheads/catfish.php?parameters", YES),
                ("/Fish.PHP", NO),
            ],
        ),
        crawler("/p", only("/p"), "a", &[("https://example.com/page", YES)]),
        crawler(
            "/$",
            only("/$"),
            "a",
            &[
                ("https://example.com/", YES),
                ("https://example.com/page.html", NO),
            ],
        ),
    ]
}

pub(crate) fn escapes() -> Vec<Situation> {
    let only = |rule: &str| format!("user-agent: a\ndisallow: /\nallow: {rule}\n");
    const NO: Answer = disallowed(2);
    const YES: Answer = allowed(3);
    vec![
        crawler(
            "delimiters are not changed",
            only("/go?to=https://other.example/?x&y"),
            "a",
            &[
                ("https://shop.example/go?to=https://other.example/?x&y", YES),
                ("/go?to=https%3A%2F%2Fother.example/?x&y", NO),
            ],
        ),
        crawler(
            "bytes outside ASCII are escaped in rules but not in URLs",
            only("/go/ネ"),
            "a",
            &[("/go/%E3%83%8D", YES), ("/go/ネ", NO)],
        ),
        crawler(
            "an escaped path is not changed",
            only("/go/%E3%83%8D"),
            "a",
            &[
                ("/go/%E3%83%8D", YES),
                ("/go/ネ", NO),
                ("/go/%e3%83%8d", NO),
            ],
        ),
        crawler(
            "nothing is decoded",
            only("/go/%62%61%64"),
            "a",
            &[("/go/bad", NO), ("/go/%62%61%64", YES)],
        ),
        crawler(
            "the digits of escapes in a rule become upper-case",
            only("/%aa%bB/%c"),
            "a",
            &[("/%AA%BB/%c", YES), ("/%aa%bb/%c", NO), ("/%AA%BB/%C", NO)],
        ),
        crawler(
            "malformed escapes are not changed",
            only("/%zz%a/%%aa"),
            "a",
            &[("/%zz%a/%%AA", YES), ("/%ZZ%A/%%AA", NO)],
        ),
        crawler(
            "escapes do not overlap",
            only("/%a%aab"),
            "a",
            &[("/%a%AAb", YES), ("/%A%AAb", NO)],
        ),
        crawler(
            "bytes that are invalid UTF-8 are escaped too",
            b"user-agent: a\ndisallow: /\xE9\xFF\x80",
            "a",
            &[("/%E9%FF%80", disallowed(2)), ("/éÿ", FREE)],
        ),
        crawler(
            "a star may end inside an escape",
            only("/*3%83"),
            "a",
            &[("/%E3%83", YES)],
        ),
        crawler(
            "an escaped star or dollar is literal",
            only("/%2a%24"),
            "a",
            &[("/%2A%24", YES), ("/*$", NO), ("/ab", NO)],
        ),
    ]
}

pub(crate) fn index_pages() -> Vec<Situation> {
    vec![
        crawler(
            "an allowed index page allows its folder",
            "User-Agent: *\nAllow: /open/index.html\nDisallow: /\n",
            "a",
            &[
                ("https://shop.example/open/", allowed(2)),
                ("https://shop.example/open/index.htm", disallowed(3)),
                ("https://shop.example/open/index.html", allowed(2)),
                ("https://shop.example/open/other", disallowed(3)),
                ("https://shop.example/open", disallowed(3)),
                ("https://shop.example/", disallowed(3)),
            ],
        ),
        crawler(
            "a rule for a folder counts with the length of the folder",
            "user-agent: *\nallow: /index.html\ndisallow: /*\n\nallow: /a/index.htm\ndisallow: /a/*$",
            "a",
            &[
                ("/", allowed(2)),
                ("/a/", disallowed(6)),
                ("/a/index.htm", allowed(5)),
                ("/b", disallowed(3)),
            ],
        ),
        crawler(
            "index.htm may have any suffix without a slash",
            "user-agent: *\ndisallow: /\nallow: /a/index.html?x=1\nallow: /b/index.htm*$\nallow: /c/index.htmx\nallow: /d/index.html/\nallow: /e/Index.html",
            "a",
            &[
                ("/a/", allowed(3)),
                ("/b/", allowed(4)),
                ("/c/", allowed(5)),
                ("/d/", disallowed(2)),
                ("/e/", disallowed(2)),
            ],
        ),
        crawler(
            "folders with wildcards",
            "user-agent: *\ndisallow: /\nallow: /*/index.html\nallow: /x*index.html",
            "a",
            &[
                ("/a/b/", allowed(3)),
                ("/a/b/c", disallowed(2)),
                ("/", disallowed(2)),
                ("/a/index.html?q", allowed(3)),
                ("/x", disallowed(2)),
            ],
        ),
        crawler(
            "a disallowed index page does not disallow its folder",
            "user-agent: *\ndisallow: /a/index.html",
            "a",
            &[("/a/", FREE), ("/a/index.html", disallowed(2))],
        ),
        crawler(
            "an index page without a folder is not special",
            "user-agent: *\ndisallow: /\nallow: index.html",
            "a",
            &[("/", disallowed(2)), ("/index.html", disallowed(2))],
        ),
        crawler(
            "an escaped folder",
            "user-agent: *\ndisallow: /\nallow: /é/index.html",
            "a",
            &[("/%C3%A9/", allowed(3)), ("/é/", disallowed(2))],
        ),
        crawler(
            "the rule for the page is longer than the rule for the folder",
            "user-agent: *\nallow: /*index.html\nallow: /index.html\n",
            "a",
            &[("/", allowed(3)), ("/index.html", allowed(2))],
        ),
    ]
}

/// URLs, and the part of each that rules are compared with. An anchored rule for exactly this part
/// must decide.
pub(crate) fn targets() -> Vec<Situation> {
    const TARGETS: [(&str, &str); 44] = [
        ("", "/"),
        ("http://shop.example", "/"),
        ("http://shop.example/", "/"),
        ("http://shop.example/p", "/p"),
        ("http://shop.example/p/", "/p/"),
        (
            "http://shop.example/p/q?to=http://other.example/",
            "/p/q?to=http://other.example/",
        ),
        ("http://shop.example/p/q?r=s&t=u#part", "/p/q?r=s&t=u"),
        ("shop.example", "/"),
        ("shop.example/", "/"),
        ("shop.example/p", "/p"),
        ("shop.example/p/", "/p/"),
        ("shop.example/p/q?r=s&t=u#part", "/p/q?r=s&t=u"),
        ("p", "/"),
        ("p/", "/"),
        ("/p", "/p"),
        ("p/q", "/q"),
        ("shop.example?p", "/?p"),
        ("http://shop.example?p", "/?p"),
        ("shop.example/p;q#r", "/p;q"),
        ("shop.example;p/q", "/;p/q"),
        ("//p/q/r", "/q/r"),
        ("//", "/"),
        ("///", "/"),
        ("///p", "/p"),
        ("//p", "/"),
        ("//p?q", "/?q"),
        ("//http://p/q", "/q"),
        ("/http://p/q", "/http://p/q"),
        ("?http://p/q", "/?http://p/q"),
        ("http://p#q/r", "/"),
        ("#/p", "/"),
        ("p#q?r", "/"),
        ("/p#q#r", "/p"),
        ("//#/p", "/"),
        ("http:///p", "/p"),
        ("http:/p", "/p"),
        ("http:p/q", "/q"),
        ("a://b://c/d", "//c/d"),
        ("http://shop.example\\p/q", "/q"),
        ("http://user:word@shop.example/p", "/p"),
        ("http://shop.example/p/../q/%2E/", "/p/../q/%2E/"),
        ("http://shop.example/p q\tr", "/p q\tr"),
        ("/p\0/q", "/p"),
        ("p\0/q", "/q"),
    ];
    let anchored = |&(url, target): &(&'static str, &str)| {
        let file = format!("user-agent: *\ndisallow: /\nallow: {target}$");
        crawler(url, file, "a", &[(url, allowed(3))])
    };
    let mut situations: Vec<Situation> = TARGETS.iter().map(anchored).collect();
    situations.push(crawler(
        "an empty query keeps its question mark",
        "user-agent: *\ndisallow: /*?",
        "a",
        &[
            ("/a?", disallowed(2)),
            ("/a", FREE),
            ("/a?#?", disallowed(2)),
            ("/a#?", FREE),
        ],
    ));
    situations
}

/// Returns all situations, for the comparison with the reference.
#[allow(dead_code, reason = "the named cases are also run theme by theme")]
pub(crate) fn all() -> Vec<Situation> {
    let themes = [
        empty_input(),
        lines(),
        line_ends(),
        byte_order_marks(),
        long_lines(),
        groups(),
        agents(),
        precedence(),
        patterns(),
        escapes(),
        index_pages(),
        targets(),
    ];
    themes.into_iter().flatten().collect()
}
