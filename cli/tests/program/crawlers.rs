//! `robots crawlers`, and `--crawler` in other commands.

use serde_json::{Value, json};

use crate::run::{TemporaryFile, run};

const FILE: &[u8] = b"user-agent: *\ndisallow: /staff/\n\nuser-agent: GPTBot\nuser-agent: CCBot\n\
    disallow: /\n\nuser-agent: Googlebot\ndisallow:\n";

#[test]
fn the_table_has_a_row_for_each_crawler() {
    let objects = run(&["crawlers", "--json"], b"").objects();
    assert!(objects.len() >= 120, "{}", objects.len());
    let gptbot = objects
        .iter()
        .find(|object| object["token"] == "GPTBot")
        .unwrap();
    for (key, value) in [
        ("operator", "OpenAI"),
        ("product", "ChatGPT"),
        ("purpose", "ai-training"),
        ("status", "active"),
    ] {
        assert_eq!(gptbot[key], value, "{gptbot}");
    }
    assert_eq!(gptbot["replaced_by"], Value::Null);
    for (token, product, complies) in [
        ("GPTBot", json!("ChatGPT"), json!(true)),
        ("ChatGPT-User", json!("ChatGPT"), json!(false)),
        ("Bytespider", json!("Doubao"), json!(null)),
        ("AhrefsBot", json!(null), json!(true)),
    ] {
        let row = objects.iter().find(|row| row["token"] == token).unwrap();
        assert_eq!(row["product"], product, "{token}");
        assert_eq!(row["rfc9309-compliance"], complies, "{token}");
    }
    assert_eq!(gptbot["addresses"], "https://openai.com/gptbot.json");
    assert_eq!(gptbot["domains"], json!([]));
    assert!(
        gptbot["documentation"]
            .as_str()
            .unwrap()
            .starts_with("https://")
    );
    assert!(
        objects
            .iter()
            .any(|object| object["replaced_by"] == "bingbot")
    );

    let table = run(&["crawlers"], b"");
    let notes = "\ncontrol: this name is only for rules. No crawler sends it.\n\n\
                 unread: its source hasn't been read for this table.\n";
    let table = table.output.strip_suffix(notes).expect(notes);
    assert_eq!(table.lines().count(), objects.len());
    // No terminal truncates it.
    for (line, object) in table.lines().zip(&objects) {
        for key in ["token", "operator", "purpose"] {
            let value = object[key].as_str().unwrap();
            assert!(line.contains(value), "{value} {line}");
        }
        let is_unread = object["documentation_read"].is_null() && object["replaced_by"].is_null();
        assert_eq!(line.ends_with("unread"), is_unread, "{line}");
    }
}

#[test]
fn a_matrix_that_no_terminal_truncates_has_whole_names() {
    let matrix = run(&["crawlers", "-", "/"], FILE).output;
    for object in run(&["crawlers", "-", "/", "--json"], FILE).objects() {
        let token = object["token"].as_str().unwrap();
        // A star marks a row that was not read.
        let is_unread = object["documentation_read"].is_null();
        let mark = if is_unread { "* " } else { "  " };
        assert!(matrix.contains(&format!("\n  {token}{mark}")), "{token}");
    }
}

#[test]
fn the_access_of_each_crawler_is_reported() {
    let objects = run(&["crawlers", "-", "--json"], FILE).objects();
    let of = |token: &str| {
        let object = objects
            .iter()
            .find(|object| object["token"] == token)
            .unwrap();
        (object["site"].clone(), object["lines"].clone())
    };
    assert_eq!(of("GPTBot"), (json!("disallowed"), json!([6])));
    assert_eq!(of("Googlebot-Image"), (json!("allowed"), json!([])));
    assert_eq!(of("bingbot"), (json!("partly"), json!([2])));
    // `*` does not apply to AdsBot-Google.
    assert_eq!(of("AdsBot-Google").0, "allowed");
    // Rules that others override have no effect.
    let overridden = b"user-agent: *\ndisallow: /a\nallow: /*\nallow: /a*\n";
    let objects = run(&["crawlers", "-", "--json"], overridden).objects();
    assert!(objects.iter().all(|object| object["site"] == "allowed"));
}

#[test]
fn a_site_is_summarised_by_purpose() {
    let said = run(&["crawlers", "-"], FILE);
    said.exits(0);
    said.begins("search engines: ");
    said.shows("AI training: 1 of ");
    said.shows("  disallowed  GPTBot\n                line 6: Disallow: /\n");
    let longest = said.output.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(80), "{longest:?}");
    let all = run(&["crawlers", "-"], b"user-agent: *\ndisallow:\n").output;
    assert!(all.contains("; all others: all may crawl"), "{all}");

    let one = run(
        &[
            "crawlers",
            "-",
            "--purpose",
            "ai-input",
            "--format",
            "markdown",
        ],
        FILE,
    );
    one.shows("| AI answers | partly | ");
    assert!(!one.output.contains("AI training"), "{}", one.output);
    let notices = run(&["crawlers", "-", "--format", "github"], FILE).output;
    assert!(
        notices.contains("::notice title=AI training::1 of "),
        "{notices}"
    );
}

#[test]
fn urls_make_a_matrix() {
    let arguments = [
        "crawlers",
        "-",
        "/staff/x",
        "/robots.txt",
        "--purpose",
        "ai-training",
    ];
    let said = run(&arguments, FILE);
    assert_eq!(said.code, Some(0));
    said.begins("URL 1: /staff/x\nURL 2: /robots.txt\n");
    said.shows("\n  GPTBot                         disallowed  allowed\n");
    let objects = run(&[&arguments[..], &["--json"]].concat(), FILE).objects();
    let gptbot = objects
        .iter()
        .find(|object| object["token"] == "GPTBot")
        .unwrap();
    assert_eq!(
        (&gptbot["url"], &gptbot["allowed"]),
        (&json!("/staff/x"), &json!(false))
    );
    let many: Vec<_> = (0..9).map(|number| format!("/{number}")).collect();
    let many = many.iter().map(String::as_str);
    let many: Vec<_> = ["crawlers", "-", "--purpose", "ai-input"]
        .into_iter()
        .chain(many)
        .collect();
    let said = run(&many, FILE).output;
    assert!(
        said.lines().all(|line| line.chars().count() <= 80),
        "{said}"
    );
    assert!(said.contains("URL 9: /8\n"), "{said}");
}

#[test]
fn a_known_crawler_uses_its_own_settings() {
    let text = b"user-agent: *\ndisallow: /\n\nuser-agent: Googlebot\ndisallow: /x\n";
    let applebot = |option: &str| run(&["check", "-", option, "Applebot", "/a"], text);
    applebot("--crawler").gives(
        0,
        "allowed     /a  (no rule in Googlebot's group matches)\n",
    );
    applebot("--agent").remarks(
        1,
        "Applebot is documented to read robots.txt differently: /a is allowed for it (see --crawler Applebot)",
        "disallowed  /a  (line 2: Disallow: /)\n",
    );
    let explained = run(&["explain", "-", "--crawler", "applebot", "/a"], text);
    explained.exits(0);
    explained.shows("line 4  User-agent: Googlebot  (this crawler falls back to this name)");
    // No note if both answers agree.
    run(&["check", "-", "--agent", "Applebot", "/x"], text)
        .gives(1, "disallowed  /x  (line 2: Disallow: /)\n");

    let file = TemporaryFile::new("profile", text);
    let expectations = b"allow crawler:Applebot /a\nallow Applebot /b\n";
    run(
        &["test", file.name(), "-", "--crawler", "Applebot"],
        expectations,
    )
    .gives(0, "all 2 expectations are met\n");
    let unmet = run(&["test", file.name(), "-"], expectations);
    unmet.ends("1 of 2 expectations is not met\n");

    let changed = run(
        &["diff", file.name(), "-", "--crawler", "Applebot", "--json"],
        b"",
    );
    assert_eq!(changed.objects()[0]["agents"], json!(["Applebot"]));
    assert_eq!(changed.objects()[0]["url"], "/x");
}

#[test]
fn an_unknown_crawler_is_reported_with_similar_names() {
    for command in ["check", "explain"] {
        run(&[command, "-", "--crawler", "Gogglebot", "/"], b"").fails(
            "robots: unknown crawler `Gogglebot`: the nearest names are Googlebot,",
            "",
        );
    }
    let expectations = b"allow crawler:Gogglebot /\n";
    run(&["test", "tests/data/robots.txt", "-"], expectations).fails(
        "standard input:1: unknown crawler `Gogglebot`: the nearest names",
        "",
    );
    let purpose = run(&["crawlers", "--purpose", "training"], b"");
    assert_eq!(purpose.code, Some(2));
    purpose.complains("expected one of search, ai-training");
}

/// The tokens of the lists for servers are the crawlers that send their names.
#[test]
fn servers_get_lists_of_user_agents() {
    for (format, line) in [
        (
            "nginx",
            "    \"~*(^|[^a-z0-9._-])GPTBot([^a-z0-9]|$)\" 1;\n",
        ),
        (
            "apache",
            "SetEnvIfNoCase User-Agent \"(^|[^a-z0-9._-])GPTBot([^a-z0-9]|$)\" robots_crawler\n",
        ),
        ("caddy", "|(^|[^a-z0-9._-])GPTBot([^a-z0-9]|$)|"),
        (
            "haproxy",
            "acl robots_crawler hdr_reg(user-agent) -i '(^|[^a-z0-9._-])GPTBot([^a-z0-9]|$)'\n",
        ),
    ] {
        let list = run(
            &["crawlers", "--purpose", "ai-training", "--format", format],
            b"",
        );
        assert_eq!(list.code, Some(0), "{list:?}");
        list.shows(line);
        // Models are trained on what it publishes; this one is a control token.
        assert!(list.output.contains("CCBot") && !list.output.contains("Google-Extended"));
        assert!(!list.output.contains("Googlebot"), "{list:?}");
    }
    let dotted = run(
        &["crawlers", "--purpose", "archive", "--format", "nginx"],
        b"",
    );
    dotted.shows("[^a-z0-9._-])archive\\.org_bot([^");
    let refused = run(&["crawlers", "-", "--format", "nginx"], b"");
    refused.fails("omit FILE and --ai", "");
}

#[test]
fn ai_products_are_shown_by_door() {
    let text = b"user-agent: *\ncontent-signal: ai-train=no\nallow: /\n\nuser-agent: GPTBot\n\
        user-agent: OAI-SearchBot\nuser-agent: ChatGPT-User\nuser-agent: Bytespider\ndisallow: /\n\n\
        user-agent: PerplexityBot\ndisallow: /x\n";
    let rows = run(&["crawlers", "-", "--ai", "--json"], text).objects();
    let row = |name: &str| rows.iter().find(|row| row["product"] == name).unwrap();
    for (name, doors) in [
        (
            "ChatGPT",
            json!({"training": "disallowed", "search": "disallowed", "request": "no-say"}),
        ),
        (
            "Claude",
            json!({"training": "allowed", "search": "allowed", "request": "allowed"}),
        ),
        (
            "Perplexity",
            json!({"training": null, "search": "partly", "request": "no-say"}),
        ),
        (
            "Grok",
            json!({"training": "no-say", "search": "no-say", "request": "no-say"}),
        ),
        (
            "Doubao",
            json!({"training": "no-say", "search": "no-say", "request": "no-say"}),
        ),
    ] {
        assert_eq!(row(name)["doors"], doors, "{name}");
    }
    assert_eq!(row("ChatGPT")["operator"], "OpenAI");
    assert_eq!(row("ChatGPT")["tokens"]["search"], json!(["OAI-SearchBot"]));
    assert_eq!(row("Doubao")["listed"]["training"], json!(["Bytespider"]));
    assert_eq!(row("ChatGPT")["statements"], json!([]));
    let statement = json!([{"line": 2, "text": "content-signal: ai-train=no"}]);
    assert!(
        row("Claude")["statements"] == statement,
        "{}",
        row("Claude")
    );

    let table = run(&["crawlers", "-", "--ai"], text).output;
    let head: Vec<_> = table
        .lines()
        .next()
        .unwrap()
        .split("  ")
        .filter(|word| !word.is_empty())
        .collect();
    assert_eq!(head.len(), 4, "{head:?}");
    assert!(table.contains(
        "\nChatGPT                      blocked                blocked                no say\n"
    ));
    assert!(table.contains("  line 2: "), "{table}");
    // Each cell has the number of its source, which is listed below, once.
    for text in [
        "GPTBot [1]             OAI-SearchBot [1]      ChatGPT-User [1]\n",
        "                       [6]                    bingbot [7]\n",
        "\nSources:\n  1  https://developers.openai.com/api/docs/bots\n  2  https://privacy.claude.com/",
    ] {
        assert!(table.contains(text), "{text} in {table}");
    }
    assert_eq!(table.matches("https://developers.openai.com/").count(), 1);
    let markdown = run(&["crawlers", "-", "--ai", "--format", "markdown"], text).output;
    assert!(
        markdown.contains("| ChatGPT | OpenAI | blocked [`GPTBot`](https://"),
        "{markdown}"
    );
}
