//! Sites that kept all crawlers away for weeks, by one line that nobody read.

use robots_exclusion::diff::{Direction, diff};

use crate::support::Setting;

/// Demands that all of `text` is found disallowed that `before` allows, and says by which line.
#[track_caller]
fn closes_the_site(before: &str, text: &str, line: u32) {
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let (old, new) = (
            setting.parse(before.as_bytes()),
            setting.parse(text.as_bytes()),
        );
        let differences = diff(&old, &new);
        let everyone = differences
            .last()
            .expect("there is one for every other crawler");
        assert_eq!(everyone.agent(), "*");
        let [change] = everyone.difference().changes() else {
            panic!("{everyone:?}");
        };
        assert!(everyone.difference().is_decided());
        assert_eq!(
            (change.direction(), change.url()),
            (Direction::Disallowed, "/")
        );
        assert!(change.before().allowed());
        assert_eq!(change.after().line(), Some(line));
    }
}

/// dart.dev, December 2021: a new way to deploy left the file of the staging sites in place.
#[test]
fn the_file_of_a_staging_site_is_deployed() {
    let production = "User-agent: *\nDisallow:\nSitemap: https://dart.dev/sitemap.xml\n";
    let staging = "User-agent: *\nDisallow: /\nUser-agent: linkcheck\nAllow: /\n";
    closes_the_site(production, staging, 2);
    // The crawler that tests links is let in by both.
    let (old, new) = (
        Setting::STANDARD.parse(production.as_bytes()),
        Setting::STANDARD.parse(staging.as_bytes()),
    );
    assert_eq!(diff(&old, &new)[0].agent(), "linkcheck");
    assert!(diff(&old, &new)[0].difference().is_none());
}

/// galaxy.ansible.com, October 2017: of two files the wrong one was deployed.
#[test]
fn of_two_files_the_wrong_one_is_deployed() {
    closes_the_site(
        "User-agent: *\nDisallow: /api/\n",
        "User-agent: *\nDisallow: /\n",
        2,
    );
}

/// docs.raku.org, April 2025: failing over to the development server brought its file with it; there was none before.
#[test]
fn a_server_that_steps_in_brings_its_own_file() {
    closes_the_site("", "User-agent: *\nDisallow: /\n", 2);
}
