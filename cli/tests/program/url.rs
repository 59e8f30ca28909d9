//! `robots url`.

use crate::run::run;

#[test]
fn locations_of_pages() {
    run(
        &[
            "url",
            "https://user:secret@www.example.org:8443/any/page?x#y",
            "http://www.müller.eu/",
            "http://example.org:80",
            "ftp://ftp.example.org/dir/file",
            "http://[::1]:81/",
        ],
        b"",
    )
    .gives(
        0,
        "https://www.example.org:8443/robots.txt\n\
         http://www.xn--mller-kva.eu/robots.txt\n\
         http://example.org/robots.txt\n\
         ftp://ftp.example.org/robots.txt\n\
         http://[::1]:81/robots.txt\n",
    );
}

#[test]
fn pages_come_from_standard_input() {
    run(&["url"], b"http://a/x\r\n\nhttp://b\n")
        .gives(0, "http://a/robots.txt\nhttp://b/robots.txt\n");
    run(&["url"], b" \t\nhttp://a\n\t\r\n  ").gives(0, "http://a/robots.txt\n");
    run(&["url", "http://a", "-"], b"http://b")
        .gives(0, "http://a/robots.txt\nhttp://b/robots.txt\n");
}

#[test]
fn a_url_without_a_host_is_reported() {
    run(&["url", "mailto:a@example.org", "http://b/"], b"").fails(
        "robots: mailto:a@example.org: the URL has no host",
        "http://b/robots.txt\n",
    );
    run(&["url", "example.org/page"], b"").fails(
        "robots: example.org/page: not an absolute URL; did you mean https://example.org/page?",
        "",
    );
    for (page, said) in [
        (
            "",
            "robots: \"\": not an absolute URL: relative URL without a base",
        ),
        (
            "http://a:99999/",
            "robots: http://a:99999/: not an absolute URL: invalid port number",
        ),
    ] {
        run(&["url", page], b"").fails(said, "");
    }
}

#[test]
fn an_overlong_url_is_reported_and_the_next_one_answered() {
    let page = format!("http://a/{}", "b".repeat(2 << 20));
    run(&["url"], format!("{page}\nhttp://c/\n").as_bytes()).fails(
        "robots: line 1 of standard input is longer than 2 MiB",
        "http://c/robots.txt\n",
    );
}
