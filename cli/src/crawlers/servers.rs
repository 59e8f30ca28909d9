//! Lists of crawlers for server configurations.
//!
//! robots.txt asks; a server can refuse. These lists recognise a crawler by the name that it sends, so
//! they miss crawlers that send a different name.

use robots_exclusion::agent::product_token;
use robots_exclusion::crawlers::{Crawler as Known, Status};

use super::Form;
use crate::output::{Output, Result};

/// The text before all patterns, around each of them, between two, and after all.
type Template = (&'static str, [&'static str; 2], &'static str, &'static str);

/// Returns the template for a server's configuration, unless the format is one of a report.
pub(super) fn template(form: Form) -> Option<Template> {
    Some(match form {
        Form::Nginx => (
            "# In `http`; then, in `server` or `location`: if ($robots_crawler) { return 403; }\n\
             map $http_user_agent $robots_crawler {\n    default 0;\n",
            ["    \"~*", "\" 1;\n"],
            "",
            "}\n",
        ),
        Form::Apache => (
            "# Needs mod_setenvif. Then, in a directory: Require all granted, and Require not env robots_crawler,\n\
             # both within <RequireAll>.\n",
            ["SetEnvIfNoCase User-Agent \"", "\" robots_crawler\n"],
            "",
            "",
        ),
        Form::Caddy => (
            "# In a site; then: respond @robots_crawler 403\n\
             @robots_crawler header_regexp User-Agent \"(?i)(",
            ["", ""],
            "|",
            ")\"\n",
        ),
        Form::Haproxy => (
            "# In a frontend; then: http-request deny if robots_crawler\n",
            ["acl robots_crawler hdr_reg(user-agent) -i '", "'\n"],
            "",
            "",
        ),
        _ => return None,
    })
}

/// Writes the crawlers that send their names. Control tokens never appear in a header, and
/// retired names are no longer sent.
pub(super) fn write(
    crawlers: impl Iterator<Item = &'static Known>,
    (head, [start, end], between, tail): Template,
    output: &mut Output,
) -> Result {
    let active = crawlers.filter(|known| known.status == Status::Active);
    // The name must be a whole word, because `008` is also part of some phones' names, and
    // `Sogou` is part of a browser's name. Versions and suffixes may follow, as in
    // `Pingdom.com_bot_version_1.4`.
    let lines = active.map(|known| {
        let token = product_token(known.token).replace('.', "\\.");
        format!("{start}(^|[^a-z0-9._-]){token}([^a-z0-9]|$){end}")
    });
    let lines: Vec<_> = lines.collect();
    output.as_it_is([head, &lines.join(between), tail].concat().as_bytes())
}
