//! `robots url`.

use crate::run::run;

#[test]
fn an_overlong_url_is_reported_and_the_next_one_answered() {
    let page = format!("http://a/{}", "b".repeat(2 << 20));
    run(&["url"], format!("{page}\nhttp://c/\n").as_bytes()).fails(
        "robots: line 1 of standard input is longer than 2 MiB",
        "http://c/robots.txt\n",
    );
}
