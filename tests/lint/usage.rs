//! Diagnostics about usage preferences, signals and licences: files that raise each, and near
//! misses that do not.

use robots_exclusion::lint::{self, Code, Severity};
use robots_exclusion::{Dialect, ParseOptions};

/// The lines and bytes of the diagnostics with one code.
type Places = Vec<(u32, String)>;

/// Returns the lines and bytes of the diagnostics with one code, and the severity and message of
/// the first.
fn found(text: &str, code: Code) -> (Places, Option<(Severity, String)>) {
    let mut said = None;
    let mut places = Vec::new();
    for dialect in [Dialect::Standard, Dialect::Google] {
        let found = lint::check(text, ParseOptions::new().dialect(dialect)).into_iter();
        let found: Vec<_> = found.filter(|found| found.code() == code).collect();
        places = found
            .iter()
            .map(|found| (found.line(), text[found.span()].to_owned()))
            .collect();
        said = found
            .first()
            .map(|found| (found.severity(), found.message().to_owned()));
        assert!(
            found
                .iter()
                .all(|found| !found.advice().to_owned().is_empty())
        );
    }
    (places, said)
}

#[track_caller]
fn assert_places(code: Code, text: &str, expected: &[(u32, &str)]) {
    let (places, _) = found(text, code);
    let places: Vec<_> = places
        .iter()
        .map(|(line, bytes)| (*line, &**bytes))
        .collect();
    assert_eq!(places, expected, "{code} in {text:?}");
}

#[track_caller]
fn assert_says(code: Code, text: &str, severity: Severity, message: &str) {
    let (_, said) = found(text, code);
    assert_eq!(
        said,
        Some((severity, message.to_owned())),
        "{code} in {text:?}"
    );
}

#[cfg(feature = "usage")]
mod statements {
    use super::*;

    const USAGE: &str = "user-agent: *\ncontent-usage: ";
    const SIGNAL: &str = "user-agent: *\ncontent-signal: ";

    #[test]
    fn usage_syntax() {
        let code = Code::UsageSyntax;
        for (value, expected) in [
            ("Train-AI=n", "Train-AI=n"),
            ("train-ai=n,", ","),
            ("train-ai=n search=y", "search=y"),
            ("/p train-ai = n", "= n"),
            ("train-ai=n;", ""),
        ] {
            assert_places(code, &format!("{USAGE}{value}"), &[(2, expected)]);
        }
        for value in [
            "train-ai=n",
            "train-ai=n;x, search=y",
            "/p train-ai",
            "*.pdf train-ai=n",
            "",
        ] {
            assert_places(code, &format!("{USAGE}{value}"), &[]);
        }
        assert_places(code, &format!("{SIGNAL}Train AI"), &[]);
        assert_says(
            code,
            &format!("{USAGE}/p Search=n"),
            Severity::Warning,
            "this line leaves every label unknown, and overrides shorter paths, because the statement doesn't parse: it is wrong from `Search=n` on",
        );
    }

    #[test]
    fn usage_unknown_label() {
        let code = Code::UsageUnknownLabel;
        assert_places(
            code,
            &format!("{USAGE}search=y, ai=n, bots=n"),
            &[(2, "ai")],
        );
        assert_places(code, &format!("{USAGE}search=y, ai-train=n"), &[]);
        assert_places(
            code,
            &format!("{SIGNAL}search=yes,,Foo = no"),
            &[(2, "Foo")],
        );
        assert_says(
            code,
            &format!("{USAGE}ai=n"),
            Severity::Warning,
            "`ai` has no effect any more: the last draft with this label was draft-ietf-aipref-vocab-01",
        );
        assert_says(
            code,
            &format!("{USAGE}infer=n"),
            Severity::Note,
            "`infer` has no effect, because it isn't a known label",
        );
    }

    #[test]
    fn usage_other_vocabulary() {
        let code = Code::UsageOtherVocabulary;
        assert_places(code, &format!("{USAGE}ai-train=no"), &[(2, "ai-train")]);
        assert_places(code, &format!("{SIGNAL}train-ai=n"), &[(2, "train-ai")]);
        assert_places(code, &format!("{USAGE}train-ai=n, search=y"), &[]);
        assert_places(
            code,
            &format!("{SIGNAL}ai-train=no, search=yes, use=full"),
            &[],
        );
        assert_says(
            code,
            &format!("{USAGE}ai-train=n"),
            Severity::Warning,
            "`ai-train` has no effect here, because it is a label of Content-Signal",
        );
    }

    #[test]
    fn usage_no_preference() {
        let code = Code::UsageNoPreference;
        assert_places(
            code,
            &format!("{USAGE}train-ai=Y, search"),
            &[(2, "train-ai")],
        );
        assert_places(code, &format!("{SIGNAL}use=none"), &[(2, "use")]);
        assert_places(code, &format!("{USAGE}train-ai=y;x=no, a=b"), &[]);
        assert_places(code, &format!("{SIGNAL}search=YES, use=Full"), &[]);
        // If a label is stated several times, the last or the valid statement decides.
        assert_places(code, &format!("{USAGE}train-ai=Y, train-ai=n"), &[]);
        assert_places(code, &format!("{USAGE}search=n, search"), &[(2, "search")]);
        assert_places(code, &format!("{SIGNAL}search=maybe, search=yes"), &[]);
        assert_places(code, &format!("{SIGNAL}search=yes, search"), &[]);
        assert_says(
            code,
            &format!("{SIGNAL}use=none"),
            Severity::Warning,
            "the preference for `use` is unknown, because its value isn't `immediate`, `reference` or `full`",
        );
    }

    #[test]
    fn a_signal_without_an_equals_sign_is_ignored() {
        let code = Code::UsageNoPreference;
        for value in [
            "search yes, ai-train=no",
            "search: yes",
            "ai-train=no,, search",
            "/p search",
        ] {
            assert_places(code, &format!("{SIGNAL}{value}"), &[(2, "search")]);
            assert_places(Code::UsageUnknownLabel, &format!("{SIGNAL}{value}"), &[]);
        }
        assert_says(
            code,
            &format!("{SIGNAL}Search yes"),
            Severity::Warning,
            "the preference for `search` is unknown, because it isn't followed by `=`",
        );
        assert_places(
            Code::UsageUnknownLabel,
            &format!("{SIGNAL}noai, search=yes"),
            &[(2, "noai")],
        );
        assert_places(
            Code::UsageUnknownLabel,
            &format!("{SIGNAL}:no"),
            &[(2, ":no")],
        );
        assert_places(
            Code::UsageOtherVocabulary,
            &format!("{SIGNAL}train-ai"),
            &[(2, "train-ai")],
        );
        for value in ["search=yes,", ",search=yes", "search=yes, ,ai-train=no"] {
            for code in [code, Code::UsageUnknownLabel, Code::UsageOtherVocabulary] {
                assert_places(code, &format!("{SIGNAL}{value}"), &[]);
            }
        }
    }

    #[test]
    fn usage_conflict() {
        let code = Code::UsageConflict;
        let line = "content-usage: train-ai=y";
        assert_places(code, &format!("{USAGE}train-ai=n\n{line}"), &[(3, line)]);
        let line = "content-usage: /%c3%a9 search=n, train-ai=y";
        assert_places(code, &format!("{USAGE}/é train-ai=n\n{line}"), &[(3, line)]);
        let line = "content-signal: ai-train=yes";
        assert_places(code, &format!("{SIGNAL}ai-train=no\n{line}"), &[(3, line)]);
        for more in [
            "content-usage: train-ai=n",
            "content-usage: search=y",
            "content-usage: /a train-ai=y",
            "user-agent: a\ncontent-usage: train-ai=y",
            "content-signal: ai-train=yes",
        ] {
            assert_places(code, &format!("{USAGE}train-ai=n\n{more}"), &[]);
        }
        // The groups of one crawler are merged.
        let line = "content-usage: train-ai=y";
        for (text, at) in [
            (format!("{USAGE}train-ai=n\nuser-agent: *\n{line}"), 4),
            (
                format!(
                    "user-agent: a\nuser-agent: b\ncontent-usage: train-ai=n\nuser-agent: B/2\nallow: /\n{line}"
                ),
                6,
            ),
        ] {
            assert_places(code, &text, &[(at, line)]);
        }
        // A managed block before the owner's group.
        let line = "content-signal: ai-train=yes";
        assert_places(
            code,
            &format!(
                "{SIGNAL}ai-train=no\nallow: /\n\nuser-agent: a\ndisallow: /\n\nuser-agent: *\n{line}"
            ),
            &[(9, line)],
        );
        // Signals before the first group apply to every crawler without signals.
        assert_places(
            code,
            &format!("content-signal: ai-train=no\n{line}\nuser-agent: *\nallow: /"),
            &[(2, line)],
        );
        assert_places(
            code,
            &format!("content-signal: ai-train=no\nuser-agent: *\n{line}"),
            &[],
        );
        // A signal that disallows is not revoked by a later one in the line.
        assert_places(
            code,
            &format!("{SIGNAL}ai-train=no, ai-train=yes\n{line}"),
            &[(2, "ai-train"), (3, line)],
        );
        assert_says(
            code,
            &format!("{USAGE}train-ai=n\n{USAGE}train-ai=n\ncontent-usage: train-ai=y"),
            Severity::Warning,
            "this line contradicts line 2 about `train-ai` for the same path: the one that disallows wins",
        );
    }

    #[test]
    fn usage_conflict_within_a_line() {
        let code = Code::UsageConflict;
        for (line, places) in [
            (format!("{USAGE}train-ai=y, train-ai=n"), 1),
            (format!("{USAGE}/p train-ai=n, search=y, train-ai=y"), 1),
            (format!("{SIGNAL}search=yes, Search=No"), 1),
            // Each line is reported once, regardless of the number of contradictions.
            (
                format!("{USAGE}train-ai=y, search=y, train-ai=n, search=n, train-ai=y"),
                1,
            ),
            (format!("{USAGE}train-ai=y, search=n"), 0),
            (format!("{USAGE}train-ai=y, train-ai=y"), 0),
            (format!("{USAGE}train-ai=y, train-ai=N"), 0),
            (
                format!("{USAGE}x=\"train-ai=y, train-ai=n\", train-ai=n"),
                0,
            ),
            (format!("{USAGE}train-ai=y, train-ai=n,"), 0),
            (format!("{SIGNAL}use=full, use=reference"), 0),
            (format!("{SIGNAL}search=yes, search=n"), 0),
        ] {
            let found = lint::check(&line, ParseOptions::new()).into_iter();
            let found = found.filter(|found| found.code() == code).count();
            assert_eq!(found, places, "{line}");
        }
        assert_places(
            code,
            &format!("{USAGE}/p train-ai=n, search=y, train-ai=y"),
            &[(2, "train-ai")],
        );
        assert_says(
            code,
            &format!("{USAGE}train-ai=y, train-ai=n"),
            Severity::Warning,
            "this line contradicts itself about `train-ai`: the last statement wins",
        );
        assert_says(
            code,
            &format!("{SIGNAL}search=no, search=yes"),
            Severity::Warning,
            "this line contradicts itself about `search`: the one that disallows wins",
        );
    }

    #[test]
    fn usage_drops_label() {
        let code = Code::UsageDropsLabel;
        let line = "content-usage: /x/ search=y";
        assert_places(code, &format!("{USAGE}train-ai=n\n{line}"), &[(3, line)]);
        assert_places(
            code,
            &format!("{USAGE}/x/ train-ai=n\n{line}y\ncontent-usage: /x/y search=n"),
            &[(4, "content-usage: /x/y search=n")],
        );
        for more in [
            "content-usage: /x/ train-ai=y",
            "content-usage: search=y",
            "content-usage: /x/ search=y\ncontent-usage: /x/ train-ai=y",
            "disallow: /x/",
            "content-signal: /x/ search=yes",
        ] {
            assert_places(code, &format!("{USAGE}train-ai=n\n{more}"), &[]);
        }
        assert_places(
            code,
            &format!("{SIGNAL}ai-train=no\ncontent-signal: /b search=yes"),
            &[],
        );
        // The groups of one crawler are merged, so a label stated in either is stated.
        assert_places(
            code,
            &format!("{USAGE}train-ai=n\nuser-agent: *\n{line}"),
            &[(4, line)],
        );
        assert_places(
            code,
            &format!("{USAGE}train-ai=n\n{line}\nuser-agent: *\ncontent-usage: /x/ train-ai=y"),
            &[],
        );
        assert_says(
            code,
            &format!("{USAGE}train-ai=n\n{line}"),
            Severity::Warning,
            "`train-ai` is unknown for the URLs of this path, which is longer than that of line 2: that line \
             states it, and this one doesn't",
        );
    }
}

#[test]
fn usage_outside_group() {
    let code = Code::UsageOutsideGroup;
    for line in ["content-usage: train-ai=n", "content-signal: ai-train=no"] {
        assert_places(
            code,
            &format!("{line}\nuser-agent: *\nallow: /"),
            &[(1, line)],
        );
        assert_places(code, &format!("user-agent: *\n{line}"), &[]);
    }
    assert_places(code, "license: https://h/x\nuser-agent: *", &[]);
    assert_says(
        code,
        "content-usage: train-ai=n",
        Severity::Warning,
        "this line comes before the first user-agent line, so it doesn't apply to any crawler",
    );
}

#[test]
fn usage_path() {
    let code = Code::UsagePath;
    for (value, expected) in [
        ("*.pdf train-ai=n", "*.pdf"),
        ("https://example.com/x train-ai=n", "https://example.com/x"),
        ("/x", "content-usage: /x"),
        ("", "content-usage:"),
    ] {
        let text = format!("user-agent: *\ncontent-usage: {value}");
        assert_places(code, text.trim_end(), &[(2, expected)]);
    }
    for value in ["/x train-ai=n", "train-ai=n", "/*.pdf$ search=y"] {
        assert_places(code, &format!("user-agent: *\ncontent-usage: {value}"), &[]);
    }
    assert_says(
        code,
        "user-agent: *\ncontent-signal: * search=yes",
        Severity::Warning,
        "this is part of the statement, because a path starts with `/`",
    );
}

#[test]
fn a_statement_after_an_invalid_path_still_counts() {
    let conflict = Code::UsageConflict;
    for value in [
        "content-signal: */a$ foo=yes, ai-train=no, ai-train=yes",
        "content-usage: *=y,train-ai=n,train-ai=y",
    ] {
        let text = format!("user-agent: *\n{value}");
        let (path, _) = found(&text, Code::UsagePath);
        assert_eq!(path.len(), 1, "{text:?}");
        let (places, _) = found(&text, conflict);
        assert_eq!(places.len(), 1, "{text:?}");
    }
}

#[test]
fn license_not_absolute() {
    let code = Code::LicenseNotAbsolute;
    assert_places(
        code,
        "license: /license.xml",
        &[(1, "license: /license.xml")],
    );
    assert_places(code, "license: MIT", &[(1, "license: MIT")]);
    assert_places(code, "license: https://example.com/license.xml", &[]);
    assert_says(
        code,
        "license: /x",
        Severity::Warning,
        "crawlers don't find a licence, because `/x` isn't an absolute URL",
    );
}

#[test]
fn license_in_last_group() {
    let code = Code::LicenseInLastGroup;
    let license = "license: https://h/x";
    let groups = "user-agent: *\nallow: /\n\nuser-agent: a\ndisallow: /\n";
    assert_places(code, &format!("{groups}\n{license}"), &[(7, license)]);
    assert_places(
        code,
        &format!("{groups}sitemap: https://h/s\n{license}"),
        &[(7, license)],
    );
    assert_places(
        code,
        &format!("user-agent: a\nallow: /\n\n{license}"),
        &[(4, license)],
    );
    for text in [
        format!("{groups}{license}"),
        format!("{license}\n{groups}"),
        format!("user-agent: *\nallow: /\n\n{license}"),
        format!("user-agent: a\nallow: /\n\n{license}\nuser-agent: *\nallow: /"),
    ] {
        assert_places(code, &text, &[]);
    }
    assert_says(
        code,
        &format!("{groups}\n{license}"),
        Severity::Warning,
        "this licence belongs to the group on line 4, because only a user-agent line ends a group",
    );
}
