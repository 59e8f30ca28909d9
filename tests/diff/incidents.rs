//! Sites that blocked all crawlers for weeks by mistake.

use robots_exclusion::diff::files;

use crate::support::Setting;

/// Asserts that replacing `before` with `text` disallows `/` for all unnamed crawlers because of
/// the given line.
#[track_caller]
fn closes_the_site(before: &str, text: &str, line: u32) {
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let (old, new) = (
            setting.parse(before.as_bytes()),
            setting.parse(text.as_bytes()),
        );
        let differences = files(&old, &new);
        let everyone = differences.last().expect("the last difference is for `*`");
        assert_eq!(everyone.agents, ["*"]);
        let [change] = &everyone.difference.changes[..] else {
            panic!("{everyone:?}");
        };
        assert!(everyone.difference.is_decided);
        assert_eq!(change.url, "/");
        assert!(change.before.allowed() && !change.after.allowed());
        assert_eq!(change.after.line(), Some(line));
    }
}

/// dart.dev, December 2021: after a change of the deployment, the site served the robots.txt of its
/// staging sites.
#[test]
fn a_staging_file_is_deployed() {
    let production = "User-agent: *\nDisallow:\nSitemap: https://dart.dev/sitemap.xml\n";
    let staging = "User-agent: *\nDisallow: /\nUser-agent: linkcheck\nAllow: /\n";
    closes_the_site(production, staging, 2);
    // Both files allow everything to the link checker.
    let (old, new) = (
        Setting::STANDARD.parse(production.as_bytes()),
        Setting::STANDARD.parse(staging.as_bytes()),
    );
    assert_eq!(files(&old, &new)[0].agents, ["linkcheck"]);
    assert!(files(&old, &new)[0].difference.is_empty());
}

/// galaxy.ansible.com, October 2017: the wrong one of two files was deployed.
#[test]
fn the_wrong_file_is_deployed() {
    closes_the_site(
        "User-agent: *\nDisallow: /api/\n",
        "User-agent: *\nDisallow: /\n",
        2,
    );
}

/// docs.raku.org, April 2025: the site had no robots.txt until it failed over to the development
/// server, which had one.
#[test]
fn a_failover_server_has_its_own_file() {
    closes_the_site("", "User-agent: *\nDisallow: /\n", 2);
}
