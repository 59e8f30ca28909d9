//! Percent-encoding: the canonical spelling of the Standard dialect, and the escaping of the Google
//! dialect.

use crate::case::{Case, Table, case, check, everyone};
use crate::support::Setting;

/// Pattern, target, and whether the pattern matches in Standard and in Google.
#[rustfmt::skip]
const SPELLINGS: &[(&[u8], &str, bool, bool)] = &[
    // `%2F` and `%3F` are data, not delimiters.
    (b"/a%2Fb", "/a%2Fb", true, true),
    (b"/a%2Fb", "/a%2fb", true, false),
    (b"/a%2fb", "/a%2Fb", true, true),
    (b"/a%2Fb", "/a/b", false, false),
    (b"/a/b", "/a%2Fb", false, false),
    (b"/a%3Fb", "/a%3Fb", true, true),
    (b"/a%3fb", "/a%3Fb", true, true),
    (b"/a%3Fb", "/a?b", false, false),
    (b"/a?b", "/a%3Fb", false, false),
    // `*` and `$` in a URL are ordinary bytes.
    (b"/a-%2A.html", "/a-*.html", true, false),
    (b"/a-%2A.html", "/a-%2A.html", true, true),
    (b"/a-%2a.html", "/a-*.html", true, false),
    (b"/a-%2A.html", "/a-x.html", false, false),
    (b"/a-%2A.html", "/a-.html", false, false),
    (b"/a-*.html", "/a-%2A.html", true, true),
    (b"/a-*.html", "/a-*.html", true, true),
    (b"/a%24", "/a$", true, false),
    (b"/a%24", "/a%24", true, true),
    (b"/a%24", "/a$b", true, false),
    (b"/a%24", "/a", false, false),
    (b"/a$b", "/a$b", true, true),
    (b"/a$b", "/a%24b", true, false),
    (b"/a%24b", "/a$b", true, false),
    (b"/a%24$", "/a$", true, false),
    (b"/a%24$", "/a$b", false, false),
    // All other printable bytes are decoded.
    (b"/%62", "/b", true, false),
    (b"/b", "/%62", true, false),
    (b"/%62", "/%62", true, true),
    (b"/%7E", "/~", true, false),
    (b"/~", "/%7e", true, false),
    (b"/%3A", "/:", true, false),
    (b"/:", "/%3A", true, false),
    (b"/a%2Eb", "/a.b", true, false),
    (b"/%5B%5D", "/[]", true, false),
    (b"/[]", "/%5B%5D", true, false),
    (b"/%7B%7D", "/{}", true, false),
    (b"/{}", "/%7B%7D", true, false),
    (b"/{}", "/{}", true, true),
    (b"/%7C", "/|", true, false),
    (b"/^", "/%5E", true, false),
    (b"/^", "/^", true, true),
    (b"/%5C", "/%5C", true, true),
    (b"/\\", "/%5C", true, false),
    (b"/'", "/%27", true, false),
    (b"/?'", "/?'", true, true),
    (b"/%21%26%27%28%29%2B%2C%3B%3D%40", "/!&'()+,;=@", true, false),
    (b"/!&'()+,;=@", "/%21%26%27%28%29%2B%2C%3B%3D%40", true, false),
    (b"/%30%39%41%5A%61%7A%2D%5F", "/09AZaz-_", true, false),
    (b"/%42", "/b", false, false),
    // The number of stars does not matter, even past 64.
    (b"*/%61", "/a", true, false),
    (b"***************************************************************/%61", "/a", true, false),
    (b"****************************************************************/%61", "/a", true, false),
    (b"****************************************************************/\xE9", "/%E9", true, true),
    (b"****************************************************************************************/\xE9", "/%E9", true, true),
    // `%25` and `%23` are not decoded.
    (b"/%25", "/%25", true, true),
    (b"/%2525", "/%25", false, false),
    (b"/%2562", "/b", false, false),
    (b"/%2562", "/%62", false, false),
    (b"/%2562", "/%2562", true, true),
    (b"/%2562", "/%25%36%32", true, false),
    (b"/%23", "/%23", true, true),
    (b"/%23x", "/", false, false),
    // Controls, space, `"<>`, backquotes, DEL and non-ASCII bytes are encoded, whether they are raw
    // or not.
    (b"/a b", "/a%20b", true, false),
    (b"/a%20b", "/a%20b", true, true),
    (b"/a%20b", "/a b", true, false),
    (b"/a b", "/a b", true, true),
    (b"/a+b", "/a%20b", false, false),
    (b"/\"", "/%22", true, false),
    (b"/%22", "/\"", true, false),
    (b"/<", "/%3C", true, false),
    (b"/%3c", "/<", true, false),
    (b"/>", "/%3E", true, false),
    (b"/%3E", "/>", true, false),
    (b"/`", "/%60", true, false),
    (b"/%60", "/`", true, false),
    (b"/a\tb", "/a%09b", true, false),
    (b"/%09", "/%09", true, true),
    (b"/a\x01b", "/a%01b", true, false),
    (b"/a%01b", "/a\u{1}b", true, false),
    (b"/a\x7Fb", "/a%7Fb", true, false),
    (b"/a%7fb", "/a\u{7f}b", true, false),
    (b"/\xC3\xA9", "/%C3%A9", true, true),
    (b"/\xC3\xA9", "/%c3%a9", true, false),
    (b"/%C3%A9", "/\u{e9}", true, false),
    (b"/%c3%a9", "/%C3%A9", true, true),
    (b"/\xC3\xA9", "/\u{e9}", true, false),
    (b"/\xFF", "/%FF", true, true),
    (b"/%ff", "/%FF", true, true),
    (b"/%E9", "/\u{e9}", false, false),
    // A `%` without two hex digits is `%25`.
    (b"/%", "/%25", true, true),
    (b"/%", "/%", true, true),
    (b"/%25", "/%", true, false),
    (b"/%zz", "/%zz", true, true),
    (b"/%zz", "/%25zz", true, false),
    (b"/%25zz", "/%zz", true, false),
    (b"/%6", "/%256", true, false),
    (b"/%6", "/%6", true, true),
    (b"/%6", "/%61", false, true),
    (b"/%", "/%61", false, true),
    (b"/%%61", "/%25a", true, false),
    (b"/%2%62", "/%252b", true, false),
    (b"/%g1", "/%G1", false, false),
    (b"/%\xC3\xA9", "/%25%C3%A9", true, false),
    (b"/%2*", "/%252x", true, true),
    (b"/%*1", "/%251", true, true),
    // Text is decoded only once: `%2541` is not `A`.
    (b"/%2541", "/%2541", true, true),
    (b"/%2541", "/A", false, false),
    (b"/%25%34%31", "/%2541", true, false),
];

#[test]
fn canonical_spelling() {
    let mut table = Table::default();
    for &(pattern, target, standard, google) in SPELLINGS {
        let answer = |matches| if matches { "D 2" } else { "A" };
        let file = everyone([b"disallow: ", pattern, b"\n"].concat());
        for prefix in ["", "http://example.com", "x-scheme://example.com"] {
            let url = format!("{prefix}{target}");
            let name = format!("{} against {url:?}", pattern.escape_ascii());
            // A URL parser removes raw tabs and turns `\` into `/`. No target contains either.
            table.both(&name, &file, &["a"], &url, answer(standard), answer(google));
        }
    }
    table.finish();
}

/// `/` and `?` delimit nothing in the query: `%2F` equals `/` and `%3F` equals `?`, byte by byte.
#[rustfmt::skip]
const QUERIES: &[(&str, &str, bool, bool)] = &[
    ("/a?u=https://b", "/a?u=https%3A%2F%2Fb", true, false),
    ("/a?u=https%3A%2F%2Fb", "/a?u=https://b", true, false),
    ("/a?u=%2Fb", "/a?u=/b", true, false),
    ("/a?u=/b", "/a?u=%2fb", true, false),
    ("/a?u=%2Fb%2Fc", "/a?u=/b%2Fc", true, false),
    ("/a?u=%3Fb", "/a?u=?b", true, false),
    ("/a?u=?b", "/a?u=%3fb", true, false),
    ("/a?u=?b", "/a?u=?b", true, true),
    ("/a?u=%3F", "/a?u=/", false, false),
    ("/*%2F*", "/a%2Fb", true, true),
    ("/*%2F*", "/a?u=%2Fb", true, true),
    ("/*%2F*", "/a?u=/b", true, false),
    ("/*%2F*", "/a/b", false, false),
    ("/*%2F", "/a/b?c", false, false),
    ("/*%2Fb", "/a/b?c=/b", true, false),
    ("/*%2Fb$", "/a/b?c=/b", true, false),
    ("/*/b", "/a?c=%2Fb", true, false),
    ("/*/b$", "/a?c=%2Fb", true, false),
    ("/a/b", "/a%2Fb?c=/", false, false),
    ("*%3F", "/a?b", false, false),
    ("*%3F", "/a?b?c", true, false),
    ("*%3F", "/a?b%3Fc", true, true),
    ("*?b", "/a%3Fb", false, false),
    ("*?b", "/a?%3Fb", true, false),
    ("*??b", "/a?%3Fb", true, false),
    ("*?*?b", "/a?x%3Fb", true, false),
    ("/a%3Fb", "/a%3Fb?c", true, true),
    ("/a%3Fb?c/d", "/a%3Fb?c%2Fd", true, false),
    ("/a%3Fb/d", "/a%3Fb%2Fd", false, false),
    ("/a?*%2F*%3F", "/a?//?", true, false),
    // The part of the URL after a `*` may begin with the `?` of the query.
    ("/a*?b%2F", "/a?b/", true, false),
    ("/a*?b%2F$", "/a?b%2F", true, true),
    ("/%2F*?b%2F", "/%2F?b/", true, false),
    ("/a*?b%2F", "/ac?d?b/", true, false),
    ("/a*/b", "/a%2Fb", false, false),
    ("/a*/b", "/a%2Fc?d%2Fb", true, false),
    ("/*%2Fb$", "/a%2Fbc", false, false),
    ("/*%2Fb$", "/a?c=/bd", false, false),
    ("/*%3Fb$", "/a?c?b", true, false),
    ("/*%3Fb$", "/a?c%3Fb", true, true),
    ("/*%3Fb$", "/a?b", false, false),
    ("/*%2F%3Fb$", "/a/?b", false, false),
    // The text between two wildcards may contain the `?` that begins the query.
    ("/*%2Fa?b%2Fc$", "/x%2Fa?b/c", true, false),
    ("/*%2Fa?b$", "/x%2Fa?b", true, true),
    ("/*%2Fa?b$", "/x%2Fa?bc", false, false),
    ("/x%2Fa*a?b", "/x%2Fa?b", false, false),
    ("/x%2Fa*a?b$", "/x%2Fa?b", false, false),
    ("/x%2Fa*a?b$", "/x%2Faa?b", true, true),
    ("/*2F?b%2F", "/a%2F?b%2F", false, true),
    ("/*2F?b%2F$", "/a%2F?b%2F", false, true),
    ("/a?", "/a?", true, true),
    ("/a%3F", "/a?", false, false),
    ("/a%2Fb$", "/a%2Fb", true, true),
    ("/a%2Fb$", "/a%2Fbc", false, false),
    ("/a?u=%2Fb$", "/a?u=/b", true, false),
    ("/a?u=%2Fb$", "/a?u=/bc", false, false),
];

#[test]
fn delimiters_in_the_query() {
    let mut table = Table::default();
    for &(pattern, target, standard, google) in QUERIES {
        let answer = |matches| if matches { "D 2" } else { "A" };
        let file = everyone(format!("disallow: {pattern}\n"));
        for prefix in ["", "https://example.com", "x-scheme://example.com"] {
            let url = format!("{prefix}{target}");
            let name = format!("{pattern} against {url}");
            table.both(&name, &file, &["a"], &url, answer(standard), answer(google));
        }
    }
    table.finish();
}

/// `%XX` in the canonical spelling is one unit: a `*` never begins or ends inside it.
#[rustfmt::skip]
const UNITS: &[(&str, &str, bool, bool)] = &[
    ("/*24", "/price$", false, false),
    ("/*24", "/price%24", false, true),
    ("/*20", "/a%20b", false, true),
    ("/*0b", "/a%20b", false, true),
    ("/*20", "/a b", false, false),
    ("/*20", "/a20b", true, true),
    ("/*F", "/a%2Fb", false, true),
    ("/*3A", "/a%3A", false, true),
    ("/*A9", "/\u{e9}", false, false),
    ("/*A9", "/%C3%A9", false, true),
    ("/*%A9", "/%C3%A9", true, true),
    ("/%C3*", "/%C3%A9", true, true),
    ("/%C*", "/%C3%A9", false, true),
    ("/%C*A9", "/%C3%A9", false, true),
    ("/*%", "/a%20b", false, true),
    ("/*%25", "/a%b", true, false),
    ("/*25", "/a%b", false, false),
    ("/*25", "/a%25b", false, true),
    ("/a*%20*b", "/a x b", true, false),
    ("/*2F", "/?a%2F", false, true),
    ("/*24$", "/price$", false, false),
    ("/*4$", "/price%24", false, true),
    ("/*62", "/a%62", false, true),
    ("/*b", "/a%62", true, false),
    // The match that follows a false match inside a `%XX` ends in the right place.
    ("/*20*c", "/%20bb20c", true, true),
    ("/*20*c", "/%20c20", false, true),
    ("/*20*0", "/%20b20", false, true),
    // After a false match inside a `%XX`, the next escape is still compared as a unit.
    ("/*20%22", "/%20%22x20%22", true, true),
    ("/*20%22", "/%20%22x20%3C", false, true),
];

#[test]
fn an_escape_is_one_unit() {
    let mut table = Table::default();
    for &(pattern, target, standard, google) in UNITS {
        let answer = |matches| if matches { "D 2" } else { "A" };
        let file = everyone(format!("disallow: {pattern}\n"));
        let name = format!("{pattern} against {target}");
        table.both(
            &name,
            &file,
            &["a"],
            target,
            answer(standard),
            answer(google),
        );
    }
    table.finish();
}

/// The search continues after a false match inside a `%XX`, however the bytes of the pattern
/// overlap.
#[test]
fn the_search_continues_after_a_match_inside_an_escape() {
    let words = |longest: usize| {
        let mut words: Vec<Vec<u8>> = vec![Vec::new()];
        let mut longer = words.clone();
        for _ in 0..longest {
            let extend =
                |word: &Vec<u8>| [b'A', b'B'].map(|letter| [&word[..], &[letter]].concat());
            longer = longer.iter().flat_map(extend).collect();
            words.extend_from_slice(&longer);
        }
        words
    };
    let mut found = 0;
    for piece in &words(5)[1..] {
        let file = everyone([b"disallow: /*", &piece[..]].concat());
        let matcher = Setting::STANDARD.parse(&file).matcher("a");
        for after in words(7) {
            for escape in ["%AA", "%AB", "%BA", "%BB"] {
                let target = format!("/{escape}{}", String::from_utf8_lossy(&after));
                let begins = |at: &usize| target.as_bytes()[*at..].starts_with(piece);
                let expected = (4..target.len()).any(|at| begins(&at));
                found += usize::from(expected && (2..4).any(|at| begins(&at)));
                assert_eq!(
                    !matcher.allowed(&target),
                    expected,
                    "{file:?} against {target}"
                );
            }
        }
    }
    assert!(
        found > 3_000,
        "only {found} patterns match both inside an escape and after it"
    );
}

/// A rule without a final `$` matches every WHATWG-serialised URL that starts with the same
/// spelling.
#[test]
fn a_rule_spelled_like_a_serialised_url_matches_it() {
    let mut table = Table::default();
    for url in [
        "http://h/a b?c d",
        "http://h/a*b$c/d",
        "http://h/a%20b%2fc%zz?%2F%3f/?'\"",
        "http://h/\u{e9}\u{4e2d}?\u{e9}",
        "http://h/{}|^`<>[]\\x?{}|^`<>[]\\x",
        "http://h//a///b/",
        "http://h/%7E%41%2e%2E/x",
        "http://h/%25%2525%",
        "http://h?%00\u{1}\u{7f}",
        "http://h/robots.txt?",
    ] {
        let parsed = url::Url::parse(url).expect("a URL");
        let pattern = &parsed[url::Position::BeforePath..url::Position::AfterQuery];
        assert!(!pattern.ends_with('$') && !pattern.contains('#'));
        let file = everyone(format!("disallow: {pattern}\n"));
        for spelling in [url, parsed.as_str(), pattern] {
            table.ask(url, Setting::STANDARD, &file, &["a"], spelling, "D 2");
        }
    }
    table.finish();
}

/// Index pages, a feature of the Google dialect only.
#[rustfmt::skip]
const INDEX_PAGES: &[Case] = &[
    case("index.html allows its folder", b"user-agent: *\ndisallow: /\nallow: /x/index.html\n", &["a"], "/x/", "D 2", "A 3"),
    case("index.html allows itself", b"user-agent: *\ndisallow: /\nallow: /x/index.html\n", &["a"], "/x/index.html", "A 3", "A 3"),
    case("index.html does not allow other pages", b"user-agent: *\ndisallow: /\nallow: /x/index.html\n", &["a"], "/x/y", "D 2", "D 2"),
    case("index.htm allows its folder", b"user-agent: *\ndisallow: /\nallow: /x/index.htm\n", &["a"], "/x/", "D 2", "A 3"),
    case("index.htm allows index.html", b"user-agent: *\ndisallow: /\nallow: /x/index.htm\n", &["a"], "/x/index.html", "A 3", "A 3"),
    case("any text may follow index.htm", b"user-agent: *\ndisallow: /\nallow: /x/index.htm?q*z\n", &["a"], "/x/", "D 2", "A 3"),
    case("with the anchor", b"user-agent: *\ndisallow: /\nallow: /x/index.html$\n", &["a"], "/x/", "D 2", "A 3"),
    case("index.php is not an index page", b"user-agent: *\ndisallow: /\nallow: /x/index.php\n", &["a"], "/x/", "D 2", "D 2"),
    case("INDEX.HTM is not an index page", b"user-agent: *\ndisallow: /\nallow: /x/INDEX.HTM\n", &["a"], "/x/", "D 2", "D 2"),
    case("an escaped spelling is not an index page", b"user-agent: *\ndisallow: /\nallow: /x/%69ndex.htm\n", &["a"], "/x/", "D 2", "D 2"),
    case("the last slash counts", b"user-agent: *\ndisallow: /\nallow: /index.html/y\n", &["a"], "/", "D 2", "D 2"),
    case("a wildcard before it", b"user-agent: *\ndisallow: /\nallow: /*/index.html\n", &["a"], "/x/y/", "D 2", "A 3"),
    case("a disallow rule is not an index page", b"user-agent: *\ndisallow: /x/index.html\n", &["a"], "/x/", "A", "A"),
    case("the length of the folder, tie", b"user-agent: *\nallow: /index.html\ndisallow: /$\n", &["a"], "/", "D 3", "A 2"),
    case("the length of the folder, less than the other", b"user-agent: *\nallow: /x/index.html\ndisallow: *x*/$\n", &["a"], "/x/", "D 3", "D 3"),
    case("the length of the folder, equal in Google", b"user-agent: *\nallow: /x/index.html\ndisallow: /x/\n", &["a"], "/x/", "D 3", "A 2"),
    case("the length of the whole pattern if it matches", b"user-agent: *\nallow: /index.html\ndisallow: /index.h\n", &["a"], "/index.html", "A 2", "A 2"),
    case("a query on the folder", b"user-agent: *\ndisallow: /\nallow: /x/index.html\n", &["a"], "/x/?y", "D 2", "D 2"),
    case("without a slash", b"user-agent: *\ndisallow: /\nallow: *index.html\n", &["a"], "/", "D 2", "D 2"),
    case("a star for the path", b"user-agent: *\ndisallow: /\nallow: */index.html\n", &["a"], "/x/", "D 2", "A 3"),
];

#[test]
fn google_index_pages() {
    check(INDEX_PAGES);
}

/// The Google dialect measures the escaped pattern, and the Standard dialect the canonical one.
#[rustfmt::skip]
const LENGTHS: &[Case] = &[
    case("a decoded escape counts one", b"user-agent: *\nallow: /%61\ndisallow: /a*\n", &["a"], "/a", "A 2", "D 3"),
    case("a decoded escape loses", b"user-agent: *\nallow: /%61\ndisallow: /ab\n", &["a"], "/ab", "D 3", "D 3"),
    case("a decoded escape ties", b"user-agent: *\nallow: /%61b\ndisallow: /ab\n", &["a"], "/ab", "A 2", "D 3"),
    case("a raw byte past ASCII counts three", b"user-agent: *\nallow: /\xE9\ndisallow: /**\n", &["a"], "/%E9", "A 2", "A 2"),
    case("a raw byte past ASCII beats four", b"user-agent: *\nallow: /\xE9\ndisallow: /*E9\n", &["a"], "/%E9", "A 2", "A 2"),
    case("an encoded byte ties with a raw one", b"user-agent: *\ndisallow: /\xE9\nallow: /%e9\n", &["a"], "/%E9", "A 3", "A 3"),
    case("a raw space counts three", b"user-agent: *\nallow: /a \"\ndisallow: /a%20*\n", &["a"], "/a%20%22", "A 2", "D 3"),
    case("a bare % counts three", b"user-agent: *\nallow: /%\ndisallow: /*z\n", &["a"], "/%z", "A 2", "D 3"),
    case("%2F counts three in the path", b"user-agent: *\nallow: /a%2F\ndisallow: /a**/\n", &["a"], "/a%2F?/", "A 2", "A 2"),
    case("%2F counts three in the query", b"user-agent: *\nallow: /?%2F\ndisallow: /?*/\n", &["a"], "/?/", "A 2", "D 3"),
    case("%3F counts three in the query", b"user-agent: *\nallow: /?%3F\ndisallow: /?*?\n", &["a"], "/??", "A 2", "D 3"),
    case("a $ inside counts three", b"user-agent: *\nallow: /$a\ndisallow: /**a\n", &["a"], "/$a", "A 2", "D 3"),
    case("%23 counts three", b"user-agent: *\nallow: /%23\ndisallow: /*x\n", &["a"], "/%23x", "A 2", "A 2"),
    case("%25 counts three", b"user-agent: *\nallow: /%25\ndisallow: /*x\n", &["a"], "/%25x", "A 2", "A 2"),
    case("%2A counts three", b"user-agent: *\nallow: /%2A\ndisallow: /**\n", &["a"], "/%2A", "A 2", "A 2"),
];

#[test]
fn lengths_of_spellings() {
    check(LENGTHS);
}

/// The examples of RFC 9309 §2.2.2 and §2.2.3: pattern, target, and whether the pattern matches in
/// Standard and in Google.
#[rustfmt::skip]
const PUBLISHED: &[(&[u8], &str, bool, bool)] = &[
    (b"/foo/bar?baz=quz", "/foo/bar?baz=quz", true, true),
    (b"/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", true, false),
    (b"/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", true, true),
    (b"/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar", true, false),
    (b"/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https://foo.bar", true, true),
    (b"/foo/bar/\xE3\x83\x84", "/foo/bar/%E3%83%84", true, true),
    (b"/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84", true, true),
    (b"/foo/bar/%E3%83%84", "/foo/bar/\u{30c4}", true, false),
    (b"/foo/bar/\xE3\x83\x84", "/foo/bar/\u{30c4}", true, false),
    (b"/foo/bar/%62%61%7A", "/foo/bar/baz", true, false),
    (b"/foo/bar/baz", "/foo/bar/%62%61%7A", true, false),
    (b"/foo/bar/%62%61%7A", "/foo/bar/%62%61%7A", true, true),
    (b"/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84", true, true),
    (b"/path/file-with-a-%2A.html", "/path/file-with-a-*.html", true, false),
    (b"/path/file-with-a-%2A.html", "/path/file-with-a-x.html", false, false),
    (b"/path/file-with-a-%2A.html", "/path/file-with-a-%2A.html", true, true),
    (b"/path/foo-%24", "/path/foo-$", true, false),
    (b"/path/foo-%24", "/path/foo-", false, false),
    (b"/path/foo-%24", "/path/foo-%24", true, true),
    (b"/path/foo-%24", "/path/foo-$bar", true, false),
    (b"/path/foo-$", "/path/foo-$", false, false),
];

#[test]
fn published_examples() {
    let mut table = Table::default();
    for &(pattern, target, standard, google) in PUBLISHED {
        let file = everyone([b"disallow: ", pattern, b"\n"].concat());
        let answer = |matches| if matches { "D 2" } else { "A" };
        for prefix in ["https://www.example.com", "http://www.example.com", ""] {
            let url = format!("{prefix}{target}");
            let name = format!("{} against {url}", pattern.escape_ascii());
            table.both(&name, &file, &["a"], &url, answer(standard), answer(google));
        }
    }
    table.finish();
}
