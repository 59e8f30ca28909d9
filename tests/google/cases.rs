//! The Google dialect in named cases, without the reference at hand; the comparison shows that the reference says the same.

mod case;
mod library;
mod situations;

use robots_exclusion::Dialect;
use robots_exclusion::agent::is_valid_product_token;
use robots_exclusion::lexer::{Field, Lines};

use situations::Situation;

#[track_caller]
fn hold(situations: Vec<Situation>) {
    let mut wrong = String::new();
    for Situation {
        name,
        case,
        answers,
    } in situations
    {
        let actual = library::answers(&case, Dialect::Google)
            .unwrap_or_else(|query| panic!("{name}: panic at\n{}", case.single(query)));
        for (query, (expected, routes)) in answers.iter().zip(actual).enumerate() {
            for (route, actual) in routes.into_iter().filter(|(_, actual)| actual != expected) {
                wrong += &format!(
                    "\n{name}\n{}\nexpected {expected}\nactual   {actual} ({route})\n",
                    case.single(query)
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn google_nothing_given() {
    hold(situations::nothing_given());
}

#[test]
fn google_lines() {
    hold(situations::lines());
}

#[test]
fn google_line_ends() {
    hold(situations::line_ends());
}

#[test]
fn google_byte_order_marks() {
    hold(situations::byte_order_marks());
}

#[test]
fn google_long_lines() {
    hold(situations::long_lines());
}

#[test]
fn google_groups() {
    hold(situations::groups());
}

#[test]
fn google_agents() {
    hold(situations::agents());
}

#[test]
fn google_precedence() {
    hold(situations::precedence());
}

#[test]
fn google_patterns() {
    hold(situations::patterns());
}

#[test]
fn google_escapes() {
    hold(situations::escapes());
}

#[test]
fn google_index_pages() {
    hold(situations::index_pages());
}

#[test]
fn google_targets() {
    hold(situations::targets());
}

/// The reference offers a check of the tokens that crawlers may obey by: letters, hyphens and underscores.
#[test]
fn google_valid_product_tokens() {
    for token in ["Weaver", "Weaver-Images", "Weaver_Images", "-", "_"] {
        assert!(is_valid_product_token(token), "{token:?}");
    }
    for token in [
        "",
        "ネ",
        "Weaver*",
        " Weaver ",
        "Weaver/2.1",
        "Weaver Images",
        "Weaver\0",
        "MJ12bot",
    ] {
        assert!(!is_valid_product_token(token), "{token:?}");
    }
}

#[test]
fn google_sitemaps_stand_anywhere() {
    let location = "https://shop.example/map.xml";
    let records = "User-agent: a\nAllow: /some\nUser-agent: b\n\n\n";
    for file in [
        format!("{records}Sitemap: {location}\n"),
        format!("Sitemap: {location}\n{records}"),
        format!("{records}Site-Mapped: {location}"),
    ] {
        let sitemaps = Lines::new(file.as_bytes(), Dialect::Google)
            .filter(|line| line.field() == Some(Field::Sitemap));
        let values: Vec<&[u8]> = sitemaps.map(|line| line.value()).collect();
        assert_eq!(values, [location.as_bytes()], "{file:?}");
    }
}
