//! Section B: precedence between an `allow` and a `disallow` rule.
//!
//! Row ids are those of the rows of the editions of Google's robots.txt specification and of RFC 9309.

use crate::case::{Table, everyone};
use crate::support::Setting;

/// Row, target, value of `allow`, value of `disallow`, and whether the `allow` rule decides.
#[rustfmt::skip]
const ROWS: &[(&str, &str, &str, &str, bool)] = &[
    ("B.1", "/page", "/p", "/", true),
    ("B.2", "/folder/page", "/folder/", "/folder", true),
    ("B.3", "/folder/page", "/folder", "/folder", true),
    ("B.4", "/page.htm", "/page", "/*.htm", false),
    ("B.5", "/page.php5", "/page", "/*.ph", true),
    ("B.6", "/", "/$", "/", true),
    ("B.7", "/page.htm", "/$", "/", false),
];

#[test]
fn edition_rows_of_precedence_in_both_orders_of_rules() {
    let mut table = Table::default();
    for &(id, target, allow, disallow, allow_decides) in ROWS {
        let allow_first = everyone(format!("allow: {allow}\ndisallow: {disallow}\n"));
        let disallow_first = everyone(format!("disallow: {disallow}\nallow: {allow}\n"));
        for prefix in ["http://example.com", "https://example.com", ""] {
            let url = format!("{prefix}{target}");
            for setting in [Setting::STANDARD, Setting::GOOGLE] {
                let name = format!("edition_{id} {url} {:?}", setting.dialect);
                let (first, second) = if allow_decides {
                    ("A 2", "A 3")
                } else {
                    ("D 3", "D 2")
                };
                table.ask(
                    &format!("{name}, allow first"),
                    setting,
                    &allow_first,
                    &["a"],
                    &url,
                    first,
                );
                table.ask(
                    &format!("{name}, disallow first"),
                    setting,
                    &disallow_first,
                    &["a"],
                    &url,
                    second,
                );
            }
        }
    }
    table.finish();
}
