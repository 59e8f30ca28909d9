//! Rules and URLs from several generators. None was written with this crate's indexes in mind: a
//! benchmark of our own files would measure only what we had thought of.

use crate::corpus::{self, Corpus};

/// One group of rules, and the queries of a crawler.
pub struct Input {
    pub file: Vec<u8>,
    pub targets: Vec<String>,
}

pub const ASKED: usize = 2_000;

/// The largest number of rules. Smaller sets are samples of it, so that their rules and URLs are
/// equally long and equally similar.
const MOST: usize = 15_600;

/// Generates this many rules, and URLs for them.
pub struct Make<'a> {
    pub name: &'static str,
    make: Box<Recipe<'a>>,
}

type Recipe<'a> = dyn Fn(usize, &mut Dice) -> Made + 'a;

/// The rules, and the URLs.
type Made = (Rules, Vec<String>);

/// The rules; `true` marks an `allow`.
type Rules = Vec<(bool, String)>;

impl Make<'_> {
    pub fn input(&self, rules: usize) -> Input {
        let mut dice = Dice(0x5eed);
        let (rules, targets) = (self.make)(rules, &mut dice);
        let mut file = String::from("User-agent: *\n");
        for (allow, pattern) in rules {
            file.push_str(if allow { "Allow: " } else { "Disallow: " });
            file.push_str(&pattern);
            file.push('\n');
        }
        Input {
            file: file.into_bytes(),
            targets,
        }
    }
}

/// All generators. The last one multiplies the rules of the corpus.
pub fn all(corpus: &Corpus) -> Vec<Make<'_>> {
    let real = real_patterns(corpus);
    vec![
        Make {
            name: "random tries",
            make: Box::new(tries),
        },
        Make {
            name: "numbered shops",
            make: Box::new(shops),
        },
        Make {
            name: "slugs with a common start, and one rule elsewhere",
            make: Box::new(slugs),
        },
        Make {
            name: "parameter lists",
            make: Box::new(parameters),
        },
        Make {
            name: "wildcards after a literal start",
            make: Box::new(sections),
        },
        Make {
            name: "rules of the files, multiplied",
            make: Box::new(move |count, dice| multiplied(&real, count, dice)),
        },
    ]
}

/// The SplitMix64 generator.
pub struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn under(&mut self, bound: usize) -> usize {
        (self.roll() % bound as u64) as usize
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.under(100) < chance
    }

    fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.under(choices.len())]
    }

    /// Returns random letters, drawn from the first `alphabet` letters.
    fn letters(&mut self, length: usize, alphabet: usize) -> String {
        (0..length)
            .map(|_| char::from(b'a' + self.under(alphabet) as u8))
            .collect()
    }
}

/// Paths are nodes of a random tree. Some nodes have rules. URLs walk through the tree, leave it,
/// or continue past its leaves.
fn tries(count: usize, dice: &mut Dice) -> Made {
    let mut nodes = vec![String::from("/")];
    while nodes.len() < 2 * MOST {
        let mut node = dice.of(&nodes).clone();
        if node.len() > 24 {
            continue;
        }
        let length = 1 + dice.under(5);
        node.push_str(&dice.letters(length, 6));
        if dice.percent(40) {
            node.push('/');
        }
        nodes.push(node);
    }
    let mut rules = Rules::new();
    while rules.len() < count {
        let mut pattern = dice.of(&nodes[1..]).clone();
        if dice.percent(4) {
            pattern.push('$');
        }
        rules.push((dice.percent(30), pattern));
    }
    let targets = (0..ASKED).map(|_| {
        let mut target = if dice.percent(50) {
            dice.of(&rules).1.trim_end_matches('$').to_owned()
        } else {
            dice.of(&nodes).clone()
        };
        match dice.under(3) {
            0 => {}
            1 => {
                target.truncate(1 + dice.under(target.len()));
                let length = 1 + dice.under(12);
                target.push_str(&dice.letters(length, 6));
            }
            _ => target.push_str(".html?page=2"),
        }
        target
    });
    let targets = targets.collect();
    (rules, targets)
}

/// A mall: numbered shops, each with several pages.
fn shops(count: usize, dice: &mut Dice) -> Made {
    const PAGES: [&str; 4] = ["/", "/cart", "/stock/", "/staff$"];
    let shop = |number: usize| match number % 3 {
        0 => format!("/shop{}", number / 3),
        1 => format!("/shop/{:05}", number / 3),
        _ => format!("/s-{}", number / 3 * 10),
    };
    let rules = (0..count)
        .map(|index| {
            let page = PAGES[index % PAGES.len()];
            let number = index * (MOST / count) / 2;
            (index % 7 == 0, format!("{}{page}", shop(number)))
        })
        .collect();
    let targets = (0..ASKED)
        .map(|_| {
            const TAILS: [&str; 6] = ["/", "/cart", "/stock/17", "/staff", "/about-us", "0"];
            // Only every second shop has a rule.
            let mut target = shop(dice.under(count) * (MOST / count));
            target.push_str(dice.of::<&str>(&TAILS));
            target
        })
        .collect();
    (rules, targets)
}

/// All rules but one are under one folder.
fn slugs(count: usize, dice: &mut Dice) -> Made {
    let slug = |dice: &mut Dice| {
        let length = 4 + dice.under(5);
        format!("/en/products/{}", dice.letters(length, 26))
    };
    let mut rules: Rules = (1..count).map(|_| (dice.percent(10), slug(dice))).collect();
    rules.push((false, String::from("/zzz")));
    let targets = (0..ASKED)
        .map(|_| match dice.under(10) {
            0 => String::from("/zzz/top"),
            1 => String::from("/en/about/the/company"),
            2..=5 => slug(dice),
            _ => format!("{}-in-blue", dice.of(&rules).1),
        })
        .collect();
    (rules, targets)
}

/// Rules such as `/*?name=`, which shops write against sorting and tracking.
fn parameters(count: usize, dice: &mut Dice) -> Made {
    const NAMES: [&str; 12] = [
        "sort", "order", "color", "size", "price", "utm", "ref", "sid", "view", "page", "filter",
        "brand",
    ];
    let name = |number: usize| match number / NAMES.len() {
        0 => NAMES[number].to_owned(),
        more => format!("{}_{more}", NAMES[number % NAMES.len()]),
    };
    let rules = (0..count)
        .map(|index| {
            let name = name(index / 2 * (MOST / count));
            let pattern = match index % 2 {
                0 => format!("/*?{name}="),
                _ => format!("/*&{name}="),
            };
            (index % 11 == 0, pattern)
        })
        .collect();
    let targets = (0..ASKED)
        .map(|_| {
            let mut target = String::from("/");
            for _ in 0..1 + dice.under(3) {
                let length = 3 + dice.under(8);
                target.push_str(&dice.letters(length, 26));
                target.push('/');
            }
            for index in 0..dice.under(4) {
                target.push(if index == 0 { '?' } else { '&' });
                target.push_str(&name(dice.under(count) * (MOST / count)));
                target.push_str("=1");
            }
            target
        })
        .collect();
    (rules, targets)
}

/// Patterns such as `/section/*/page`, with a wildcard that is not at the start.
fn sections(count: usize, dice: &mut Dice) -> Made {
    const PAGES: [&str; 5] = ["print", "edit", "share", "rss", "amp"];
    let names: Vec<String> = (0..count.div_ceil(2))
        .map(|_| {
            let length = 3 + dice.under(6);
            dice.letters(length, 26)
        })
        .collect();
    let rules = (0..count)
        .map(|index| {
            let (name, page) = (&names[index / 2], dice.of(&PAGES));
            let pattern = match index % 2 {
                0 => format!("/{name}/*/{page}"),
                _ => format!("/{name}/*.{page}$"),
            };
            (dice.percent(20), pattern)
        })
        .collect();
    let targets = (0..ASKED)
        .map(|_| {
            let length = 2 + dice.under(9);
            let id = dice.letters(length, 26);
            let (name, page) = (dice.of(&names), dice.of(&PAGES));
            match dice.under(4) {
                0 => format!("/{name}/{id}/{page}"),
                1 => format!("/{name}/{id}.{page}"),
                2 => format!("/{name}/{id}/index.html"),
                _ => format!("/{id}/{name}/{page}"),
            }
        })
        .collect();
    (rules, targets)
}

/// Rules of the files that have only one spelling, so that a naive model can answer.
fn real_patterns(corpus: &Corpus) -> Vec<String> {
    let plain = |pattern: &str| {
        let middle = pattern.strip_suffix('$').unwrap_or(pattern);
        middle.len() > 1
            && middle.starts_with('/')
            && !middle.starts_with("//")
            && !middle.contains("/.")
            && !middle.contains("/index.htm")
            && middle
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"/-_.~?=&+,;:@!()*".contains(&byte))
    };
    corpus
        .files
        .iter()
        .flat_map(|file| corpus::patterns(file))
        .filter_map(|pattern| std::str::from_utf8(pattern).ok())
        .filter(|pattern| plain(pattern))
        .map(str::to_owned)
        .collect()
}

/// The rules of many sites in one file, each under its own folder.
fn multiplied(real: &[String], count: usize, dice: &mut Dice) -> Made {
    let rule = |dice: &mut Dice| {
        let folder = match dice.under(4) {
            0 => String::new(),
            1 => format!("/{}", dice.letters(2, 26)),
            2 => format!("/site{}", dice.under(100)),
            _ => String::from("/www"),
        };
        format!("{folder}{}", dice.of(real))
    };
    let rules: Rules = (0..count).map(|_| (dice.percent(15), rule(dice))).collect();
    let mut targets = Vec::new();
    while targets.len() < ASKED {
        let pattern = if dice.percent(70) {
            dice.of(&rules).1.clone()
        } else {
            rule(dice)
        };
        let mut target = String::new();
        for letter in pattern.trim_end_matches('$').chars() {
            if letter == '*' {
                let length = dice.under(6);
                target.push_str(&dice.letters(length, 26));
            } else {
                target.push(letter);
            }
        }
        if dice.percent(50) {
            target.push_str("more");
        }
        // The text that replaces a wildcard must introduce neither a host nor a dot segment.
        if !target.starts_with("//") && !target.contains("/.") {
            targets.push(target);
        }
    }
    (rules, targets)
}
