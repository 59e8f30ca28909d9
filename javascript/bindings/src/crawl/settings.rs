//! The settings of a cache or of a cached robots.txt, which JavaScript passes as JSON.

use std::time::Duration;

use robots_exclusion::fetch::CachePolicy;
use robots_exclusion::{Dialect, ParseOptions};
use serde::Deserialize;

/// The settings of a cache. Times are in seconds.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Settings {
    fresh_at_least: Option<f64>,
    fresh_at_most: Option<f64>,
    retry_after_at_least: Option<f64>,
    retry_after_at_most: Option<f64>,
    retry_unreachable: Option<(f64, f64)>,
    retry_server_error: Option<(f64, f64)>,
    keep_copy_while_unreachable: Option<bool>,
    disallow_while_unreachable_for: Option<f64>,
    disallow_if_forbidden: Option<bool>,
    server_error_is_not_found: Option<bool>,
    reject_html_and_utf16: Option<bool>,
    same_host_redirects: Option<bool>,
    dialect: Option<String>,
    /// Negative for files of any length.
    byte_limit: Option<f64>,
    agent_fallback: Option<bool>,
}

impl Settings {
    /// Returns the policy, or an error that names an invalid setting.
    pub(super) fn policy(&self) -> Result<CachePolicy, String> {
        let mut policy = CachePolicy::new();
        if let Some(life) = self.fresh_at_least {
            policy.fresh_at_least = seconds(life)?;
        }
        if let Some(life) = self.fresh_at_most {
            policy.fresh_at_most = seconds(life)?;
        }
        if let Some(wait) = self.retry_after_at_least {
            policy.retry_after_at_least = seconds(wait)?;
        }
        if let Some(wait) = self.retry_after_at_most {
            policy.retry_after_at_most = seconds(wait)?;
        }
        if let Some((first, longest)) = self.retry_unreachable {
            policy.retry_unreachable = (seconds(first)?, seconds(longest)?);
        }
        if let Some((first, longest)) = self.retry_server_error {
            policy.retry_server_error = (seconds(first)?, seconds(longest)?);
        }
        if let Some(keep) = self.keep_copy_while_unreachable {
            policy.keep_copy_while_unreachable = keep;
        }
        if let Some(longest) = self.disallow_while_unreachable_for {
            policy.disallow_while_unreachable_for = seconds(longest)?;
        }
        if let Some(disallow) = self.disallow_if_forbidden {
            policy.disallow_if_forbidden = disallow;
        }
        if let Some(is_not_found) = self.server_error_is_not_found {
            policy.server_error_is_not_found = is_not_found;
        }
        if let Some(reject) = self.reject_html_and_utf16 {
            policy.reject_html_and_utf16 = reject;
        }
        if let Some(same_host) = self.same_host_redirects {
            policy.same_host_redirects = same_host;
        }
        policy.parse_options = self.options()?;
        Ok(policy)
    }

    /// Returns the options for parsing, or an error that names an unknown dialect.
    pub(super) fn options(&self) -> Result<ParseOptions, String> {
        let mut options = ParseOptions::new();
        if let Some(dialect) = &self.dialect {
            let dialect = dialect
                .parse::<Dialect>()
                .map_err(|error| error.to_string())?;
            options = options.dialect(dialect);
        }
        if let Some(limit) = self.byte_limit {
            options = options.byte_limit((limit >= 0.0).then_some(limit as usize));
        }
        if let Some(fallback) = self.agent_fallback {
            options = options.agent_fallback(fallback);
        }
        Ok(options)
    }
}

/// Converts a number of seconds. JavaScript passes its greatest number for `Infinity`, which JSON lacks.
fn seconds(value: f64) -> Result<Duration, String> {
    match value {
        f64::MAX => Ok(Duration::MAX),
        _ => Duration::try_from_secs_f64(value)
            .map_err(|_| format!("{value} is not a number of seconds")),
    }
}
