//! Tells requests that a crawler's operator sent from requests that only claim its name.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fs;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use ipnet::IpNet;
use robots_exclusion::crawlers;
use serde::Deserialize;

use super::tally::{Count, Who};
use crate::output::{self, Failure, progress};

/// The lists of addresses that operators publish.
#[derive(Default)]
pub(super) struct Ranges {
    /// Sorted, non-overlapping prefixes by the name of the crawler in lower case. The prefixes of the empty
    /// name are for every crawler.
    by_name: HashMap<String, Vec<IpNet>>,
}

/// The format that Google introduced and others follow.
#[derive(Deserialize)]
struct List {
    prefixes: Vec<Prefix>,
}

#[derive(Deserialize)]
struct Prefix {
    #[serde(rename = "ipv4Prefix")]
    v4: Option<String>,
    #[serde(rename = "ipv6Prefix")]
    v6: Option<String>,
}

impl Ranges {
    /// Reads a list: `FILE`, or `CRAWLER=FILE`. Without a name, the list is for the crawlers whose
    /// operators publish it under the name of the file, and for all crawlers if there are none.
    pub(super) fn read(&mut self, argument: &str) -> Result<(), Failure> {
        let (name, file) = match argument.split_once('=') {
            Some((name, file)) => (Some(name), file),
            None => (None, argument),
        };
        let refuse =
            |error: &dyn std::fmt::Display| Failure::new(format_args!("--ranges {file}: {error}"));
        let text = fs::read(file).map_err(|error| refuse(&error))?;
        let list: List = serde_json::from_slice(&text).map_err(|error| {
            refuse(&format_args!(
                "not a list of addresses, as in {{\"prefixes\": [{{\"ipv4Prefix\": …}}]}}: {error}"
            ))
        })?;
        let mut nets = Vec::new();
        for prefix in list
            .prefixes
            .iter()
            .flat_map(|prefix| prefix.v4.iter().chain(&prefix.v6))
        {
            let net = prefix.parse::<IpNet>().ok();
            // An address without a length is one address.
            let net = net.or_else(|| Some(IpNet::from(prefix.parse::<IpAddr>().ok()?)));
            nets.push(
                net.ok_or_else(|| {
                    refuse(&format_args!("'{prefix}' is not a prefix of addresses"))
                })?,
            );
        }
        for name in names(name, file)? {
            let all = self.by_name.entry(name).or_default();
            all.extend(&nets);
            *all = IpNet::aggregate(all);
            all.sort_by_key(IpNet::network);
        }
        Ok(())
    }

    /// Returns the lists that are for a crawler.
    pub(super) fn of(&self, crawler: &str) -> Vec<&[IpNet]> {
        let names = [crawler.to_ascii_lowercase(), String::new()];
        let lists = names.iter().filter_map(|name| self.by_name.get(name));
        lists.map(Vec::as_slice).collect()
    }
}

/// Returns `true` if one of the lists contains the address.
pub(super) fn contain(lists: &[&[IpNet]], address: IpAddr) -> bool {
    lists.iter().any(|nets| {
        // The prefixes are sorted and do not overlap, so only the last one before the address counts.
        let end = nets.partition_point(|net| net.network() <= address);
        end > 0 && nets[end - 1].contains(&address)
    })
}

/// Returns the names of the crawlers that a list is for, in lower case.
fn names(name: Option<&str>, file: &str) -> Result<Vec<String>, Failure> {
    if let Some(name) = name {
        return Ok(vec![name.trim().to_ascii_lowercase()]);
    }
    let of_path = |path: &str| {
        path.rsplit(['/', '\\'])
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase()
    };
    let file_name = of_path(file);
    let publishes = crawlers::all().filter(|known| {
        known
            .addresses()
            .is_some_and(|url| of_path(url) == file_name)
    });
    let names: Vec<_> = publishes
        .map(|known| known.token().to_ascii_lowercase())
        .collect();
    if names.is_empty() {
        output::complain(format_args!(
            "{file}: no operator is known to publish a list of this name, so it applies to every \
             crawler; write --ranges CRAWLER={file} for one of them"
        ));
        return Ok(vec![String::new()]);
    }
    Ok(names)
}

/// Verifies addresses by forward-confirmed reverse DNS: the name of the address is in the operator's
/// domain, and the name has this address.
pub(super) fn by_dns(counts: &mut [Count<'_>], per_second: u32) {
    let pause = Duration::from_secs(1) / per_second;
    let mut next = Instant::now();
    for count in counts {
        let Who::Known(known) = count.who else {
            continue;
        };
        let domains = known.domains();
        if domains.is_empty() {
            continue;
        }
        for (&address, requests) in &count.addresses {
            std::thread::sleep(next.saturating_duration_since(Instant::now()));
            next = Instant::now() + pause;
            progress::show(format_args!("looking up {address}"));
            if is_confirmed(address, domains) {
                count.verified += requests;
            }
        }
    }
    progress::clear();
}

fn is_confirmed(address: IpAddr, domains: &[&str]) -> bool {
    let Ok(name) = dns_lookup::lookup_addr(&address) else {
        return false;
    };
    let lower = name.trim_end_matches('.').to_ascii_lowercase();
    let is_within = |domain: &&str| {
        lower
            .strip_suffix(*domain)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    domains.iter().any(is_within)
        && dns_lookup::lookup_host(&lower).is_ok_and(|mut all| all.any(|its| its == address))
}
