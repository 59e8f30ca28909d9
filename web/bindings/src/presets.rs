//! Files to start from.

// One mechanism writes the files of `robots init` and of the page. It is the program's, which is published
// without this package.
#[path = "../../../cli/src/purposes.rs"]
#[allow(dead_code, reason = "the program uses the rest")]
mod purposes;

use purposes::{Choice, Choices, NewFile};

/// Writes the file of `robots init --disallow ... --allow ... --sitemap ...`. No other crawler
/// may fetch the `closed` paths. Names that are neither purposes nor crawlers are ignored.
pub(crate) fn write(
    disallow: &[String],
    allow: &[String],
    closed: &[String],
    sitemaps: &[String],
) -> String {
    let [disallow, allow] = [disallow, allow].map(|names| -> Vec<Choice> {
        let choices = names.iter().map(|name| Choice::parse(name));
        choices.filter_map(Result::ok).collect()
    });
    let file = NewFile {
        choices: Choices {
            disallow: &disallow,
            allow: &allow,
        },
        closed,
        sitemaps,
    };
    file.write()
}

#[cfg(test)]
mod tests {
    use super::write;
    use robots_exclusion::crawlers::{self, Purpose, Status};
    use robots_exclusion::{ParseOptions, Robots};

    /// Crawlers for the chosen purposes are blocked or admitted. All others obey the last
    /// group, even crawlers to which `*` does not apply and crawlers that would obey the group
    /// of a crawler with a shorter name.
    #[test]
    fn every_crawler_gets_what_was_chosen() {
        let names = |purpose: &Purpose| vec![purpose.name().to_owned()];
        let closed = [vec![], vec!["/a".to_owned()], vec!["/".to_owned()]];
        for (purpose, closed) in Purpose::ALL
            .iter()
            .flat_map(|purpose| closed.iter().map(move |closed| (purpose, closed)))
        {
            for is_blocked in [true, false] {
                let chosen = names(purpose);
                let [disallow, allow]: [&[String]; 2] = if is_blocked {
                    [&chosen, &[]]
                } else {
                    [&[], &chosen]
                };
                let text = write(disallow, allow, closed, &[]);
                for known in crawlers::all().filter(|known| known.status() != Status::Retired) {
                    let matcher =
                        known.matcher(&ParseOptions::new().dialect(known.dialect()).parse(&text));
                    let expected =
                        match (known.serves(*purpose), closed.first().map(String::as_str)) {
                            (true, _) => [!is_blocked; 2],
                            (false, None) => [true, true],
                            (false, Some("/")) => [false, false],
                            (false, Some(_)) => [true, false],
                        };
                    let found = ["/", "/a"].map(|url| matcher.allowed(url));
                    assert_eq!(found, expected, "{known}: {text}");
                }
            }
        }
    }

    #[test]
    fn nothing_chosen_is_everything_allowed() {
        let text = write(&[], &[], &[], &["https://a.example/s.xml".into()]);
        assert!(Robots::parse(&text).matcher("*").allows_all());
        assert!(text.starts_with("# All other crawlers"), "{text}");
        assert!(
            text.contains("\nSitemap: https://a.example/s.xml\n"),
            "{text}"
        );
    }
}
