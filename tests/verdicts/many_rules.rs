//! Files with many rules: a matcher compares only a few of them, and must agree with the naive
//! model.

use crate::support::generator::Random;
use crate::support::questions::{assert_right, run};
use crate::support::{Question, Setting};

/// Up to thousands of rules with common prefixes of various lengths, so that they first differ in
/// any position.
#[test]
fn rules_with_common_prefixes() {
    const BEGINNINGS: &str = "/ /a /aaaaaaa /aaaaaaaa /aaaaaaab /aaaaaaaaaaaaaaaa \
        /aaaaaaaabbbbbbbbcc /b%41aaaaaaaaaaaaaaaaaaaaaa/";
    const PARTS: &str = "a b ab / aaaa bbbb ? %62 %2F \u{e4} abcd index.html";
    let all_beginnings: Vec<&str> = BEGINNINGS.split(' ').collect();
    let parts: Vec<&str> = PARTS.split(' ').collect();
    let path = |random: &mut Random, beginnings: &[&str], most: usize| {
        let mut path = String::from(random.pick(beginnings));
        for _ in 0..random.below(most + 1) {
            match random.below(8) {
                0 => path.push_str(&random.below(5_000).to_string()),
                _ => path.push_str(random.pick(&parts)),
            }
        }
        path
    };

    run("rules with much in common", 250, |random, seed| {
        let setting = [Setting::STANDARD, Setting::GOOGLE][random.below(2)];
        let start = random.below(all_beginnings.len());
        let end = start + random.below(all_beginnings.len() - start);
        let beginnings = &all_beginnings[start..=end];
        let most_rules = if random.one_in(25) { 5_000 } else { 400 };
        let (count, most) = (1 + random.below(most_rules), 1 + random.below(5));
        let one_in_so_many_has_a_wildcard = 1 + random.below(20);
        let one_in_so_many_is_repeated = 1 + random.below(20);
        let mut file = String::from("user-agent: *\n");
        let mut rules: Vec<String> = Vec::new();
        for _ in 0..count {
            let kind = random.pick(&["allow", "disallow"]);
            if !rules.is_empty() && random.one_in(one_in_so_many_is_repeated) {
                let rule = &rules[random.below(rules.len())];
                file.push_str(&format!("{kind}: {rule}\n"));
                continue;
            }
            let mut rule = path(random, beginnings, most);
            if random.one_in(one_in_so_many_has_a_wildcard) {
                rule.push('*');
                rule.push_str(&path(random, &["", "a", "abcd"], most));
            }
            rule.push_str(random.pick(&["", "", "", "$", "*"]));
            file.push_str(&format!("{kind}: {rule}\n"));
            rules.push(rule);
        }
        if random.one_in(8) {
            file.push_str(&enough_for_an_index());
        }
        for _ in 0..4 {
            let longest = if random.one_in(8) { 100 } else { 2 * most };
            let length = 1 + random.below(longest);
            let url = path(random, beginnings, length);
            assert_agreed(&Question::new(setting, &file, &["a"], url), seed);
        }
    });
}

/// Fails with the smallest question about which a route disagrees with the naive model.
#[track_caller]
fn assert_agreed(question: &Question, seed: u64) {
    assert_right(question, seed, |question| {
        question.disagreements(question.naive_answer())
    });
}

/// Returns rules with wildcards that match none of the URLs, as many as an index needs.
fn enough_for_an_index() -> String {
    let rules = (0..1_024).map(|number| format!("disallow: /zz*{number}\n"));
    rules.collect()
}

/// Groups of an index: starts that begin each other, several patterns with one start, and starts
/// that end before an escape.
#[test]
fn starts_of_patterns_that_begin_each_other() {
    let patterns = "/ /a*z /a /a$ /ab /ab /ab* /a*b$ /abc*%2F /abc?x=%2Fy /abc */d /%C3%A4*b \
        /%C3%A4 /b/index.html /$ /*$";
    let urls = "/ /a /az /acz /ab /abz /abc /abc/ /abc%2F /abc?x=/y /abc?x=%2Fy /abd/d \
        /\u{e4}ab /\u{e4} /%c3 /b/ /b/index.html /zz /zz7 /zy /0";
    let urls: Vec<_> = urls.split(' ').chain([""]).map(str::to_owned).collect();
    for kinds in [["allow", "disallow"], ["disallow", "allow"]] {
        let mut file = String::from("user-agent: *\n");
        for (pattern, kind) in patterns.split(' ').zip(kinds.iter().cycle()) {
            file.push_str(&format!("{kind}: {pattern}\n"));
        }
        file.push_str(&enough_for_an_index());
        assert_rules_are_right(&file, &urls);
    }
}

/// As many rules as an index needs, and one fewer, without wildcards and with some.
#[test]
fn rules_with_and_without_an_index() {
    for count in [1_022, 1_023, 1_024] {
        for one_in in [1, 3] {
            let rules = (0..count).map(|number| match number % one_in {
                0 => format!("disallow: /{number}\n"),
                _ => format!("disallow: /{number}*z\n"),
            });
            let rules: String = rules.collect();
            let file = format!("user-agent: *\n{rules}allow: /40$\n");
            let urls = ["/40", "/400", "/1021", "/1022", "/40z", "/9", "/x", "/"];
            assert_rules_are_right(&file, &urls.map(str::to_owned));
        }
    }
}

/// Checks the answer for each URL, and the list of rules.
fn assert_rules_are_right(file: &str, urls: &[String]) {
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let mut question = Question::new(setting, file, &["a"], "");
        assert_right(&question, 0, |question| {
            Vec::from_iter(question.wrong_rules())
        });
        for url in urls {
            question.url.clone_from(url);
            assert_agreed(&question, 0);
        }
    }
}

/// Many literal rules and many wildcard rules in one group, between rules that match nothing.
#[test]
fn many_literal_and_many_wildcard_rules() {
    for [literals, wildcards] in [[10, 300], [600, 10], [129, 65]] {
        let mut file = String::from("user-agent: a\nuser-agent: *\n");
        for number in 0..literals {
            file.push_str(&format!("disallow: /{number}/a%62c\n"));
        }
        for number in 0..wildcards {
            file.push_str(&format!(
                "allow: /*/{number}.html$\ndisallow: none\ndisallow:\n"
            ));
        }
        // This rule requires almost no bytes of a URL.
        file.push_str("disallow: /*/z\n");
        let last = [literals - 1, wildcards - 1].map(|number| number.to_string());
        let [literal, wildcard] = last.each_ref().map(String::as_str);
        let firsts = ["0", "7", "1", literal, "none"];
        let lasts = ["0", "7", "1", wildcard, "none", "z"];
        let urls = firsts.map(|first| lasts.map(|last| format!("/{first}/abc/{last}.html")));
        let urls = urls.concat();
        assert_rules_are_right(&file, &urls);
    }
}

/// Numbers of rules around the block sizes of a matcher.
#[test]
fn numbers_of_rules_around_block_sizes() {
    let makes: [fn(usize) -> String; 4] = [
        |number| format!("/a/{number}"),
        |number| {
            let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
            format!("/{}{}{number}", letter(number), letter(number / 26))
        },
        |number| format!("/*a{number}b"),
        |number| format!("/{number}*"),
    ];
    for make in makes {
        for count in [31, 32, 33, 63, 64, 65, 127, 128, 129] {
            let rules: String = (0..count)
                .map(|number| format!("disallow: {}\n", make(number)))
                .collect();
            let file = format!(
                "user-agent: *\nallow: /*?\nallow: /b\n{rules}allow: {}\n",
                make(7)
            );
            let of_rules = [0, 7, count / 2, count - 1];
            let mut urls: Vec<String> = of_rules
                .iter()
                .map(|&number| make(number).replace('*', "x/"))
                .collect();
            urls.push(format!("{}?", urls[2]));
            urls.extend(["/b", "/none", "/"].map(String::from));
            assert_rules_are_right(&file, &urls);
        }
    }
}

/// Line numbers with more than 16 bits.
#[test]
fn large_line_numbers() {
    for line in [65_534, 65_535, 65_536, 65_537] {
        let blank = "\n".repeat(line - 3);
        let file = format!("user-agent: *\nallow: /a\n{blank}disallow: /b\ndisallow: /*c");
        assert_rules_are_right(&file, &["/a", "/b", "/xc"].map(String::from));
    }
}

/// Empty rules after any number of literal rules, which are compared 64 at a time.
#[test]
fn empty_rules_after_many_literal_rules() {
    for count in [0, 1, 15, 16, 17, 63, 64, 65, 66, 100, 127, 128, 129] {
        let rules: String = (0..count)
            .map(|number| format!("disallow: /a/{number}\n"))
            .collect();
        let file = format!("user-agent: *\n{rules}disallow:\ndisallow: a\nallow:\ndisallow:");
        assert_rules_are_right(&file, &["/", "/a/1", "/a/b", "/b/cde"].map(String::from));
    }
}

/// Literal rules and URLs around the lengths of the indexed prefixes (3, 8 and 16 bytes).
#[test]
fn lengths_around_the_indexed_prefixes() {
    let long = |number: usize, length: usize| {
        let text = format!("/{number}/abcdefghijklmnopqrstuvwxyz");
        text[..length].to_owned()
    };
    let lengths = [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 24];
    for end in ["", "$", "*", "*b"] {
        let mut file = String::from("user-agent: *\n");
        for number in 0..100 {
            file.push_str(&format!("disallow: /{number}/short\n"));
        }
        for (number, length) in lengths.into_iter().enumerate() {
            file.push_str(&format!("disallow: {}{end}\n", long(10 + number, length)));
            // Of the rules with a common prefix, the longest decides.
            file.push_str(&format!("allow: {}{end}\n", long(9, length)));
        }
        let mut urls = vec![String::from("/1/short")];
        for (number, length) in lengths.into_iter().enumerate() {
            let [own, common] = [10 + number, 9].map(|number| long(number, length));
            urls.extend([format!("{own}b"), format!("{common}b")]);
            urls.extend([own[..length - 1].to_owned(), own, common]);
        }
        assert_rules_are_right(&file, &urls);
    }
}

/// Wildcard rules with required bytes that the URL contains or lacks. URLs contain the bytes of
/// many rules several times.
#[test]
fn many_rules_with_wildcards() {
    fn word(random: &mut Random) -> String {
        let length = 3 + random.below(4);
        (0..length)
            .map(|_| random.pick(&["a", "b", "c", "d", "%2F", "?"]))
            .collect()
    }

    run("many rules with wildcards", 150, |random, seed| {
        let setting = [Setting::STANDARD, Setting::GOOGLE][random.below(2)];
        let words: Vec<String> = (0..1 + random.below(400)).map(|_| word(random)).collect();
        let pick = |random: &mut Random| words[random.below(words.len())].clone();
        let mut file = String::from("user-agent: *\n");
        for _ in 0..120 + random.below(300) {
            let kind = random.pick(&["allow", "disallow"]);
            let start = random.pick(&["/*", "*", "/", "/a*"]);
            let middle = random.pick(&["", "*", "z*"]);
            let (one, other) = (pick(random), pick(random));
            let end = random.pick(&["", "", "$", "*", "z"]);
            file.push_str(&format!("{kind}: {start}{one}{middle}{other}{end}\n"));
        }
        for _ in 0..4 {
            let some = 1 + random.below(words.len());
            let mut url = String::from("/");
            for _ in 0..1 + random.below(200) {
                match random.below(8) {
                    0 => url.push_str(&word(random)),
                    _ => url.push_str(&words[random.below(some)]),
                }
            }
            assert_agreed(&Question::new(setting, &file, &["a"], url), seed);
        }
    });
}
