//! Distinguishes requests that a crawler's operator really sent from those that only claim its
//! name.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;
use std::net::IpAddr;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use dns_lookup::{LookupError, LookupErrorKind};
use ipnet::IpNet;
use robots_exclusion::crawlers;
use serde::Deserialize;

use super::tally::{Count, Who};
use crate::output::{self, Result, progress};

/// The address lists that operators publish.
#[derive(Default)]
pub(super) struct Ranges {
    /// Sorted, non-overlapping prefixes by crawler name in lower case. Prefixes under the empty
    /// name apply to every crawler.
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
    /// Reads a list: `FILE`, or `CRAWLER=FILE`. Without a name, the list is for the crawlers
    /// whose operators publish it under this file name or, if there are none, for all crawlers.
    pub(super) fn read(&mut self, argument: &str) -> Result {
        let (name, file) = match argument.split_once('=') {
            Some((name, file)) => (Some(name), file),
            None => (None, argument),
        };
        let refuse = |error: &dyn std::fmt::Display| format!("--ranges {file}: {error}");
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

    /// Returns the lists that apply to a crawler.
    pub(super) fn of(&self, crawler: &str) -> Vec<&[IpNet]> {
        let names = [crawler.to_ascii_lowercase(), String::new()];
        let lists = names.iter().filter_map(|name| self.by_name.get(name));
        lists.map(Vec::as_slice).collect()
    }
}

/// Returns `true` if one of the lists contains the address.
pub(super) fn contain(lists: &[&[IpNet]], address: IpAddr) -> bool {
    lists.iter().any(|nets| {
        // The prefixes are sorted and don't overlap, so only the last one before the address
        // matters.
        let end = nets.partition_point(|net| net.network() <= address);
        end > 0 && nets[end - 1].contains(&address)
    })
}

/// Returns the names of the crawlers that a list applies to, in lower case.
fn names(name: Option<&str>, file: &str) -> Result<Vec<String>> {
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
    let publishes = crawlers::all()
        .filter(|known| known.addresses.is_some_and(|url| of_path(url) == file_name));
    let names: Vec<_> = publishes
        .map(|known| known.token.to_ascii_lowercase())
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

/// The maximum number of addresses that are looked up at the same time, how long to wait after
/// starting the last lookup, and the time after which no more lookups are started. This is enough
/// for 12,000 addresses at 20 per second, unless the resolver is slow.
const AT_A_TIME: usize = 64;
const PATIENCE: Duration = Duration::from_secs(5);
const ALL: Duration = Duration::from_secs(600);

/// Verifies addresses with forward-confirmed reverse DNS: the address must resolve to a name in
/// the operator's domain, and that name must resolve to the address. Returns the number of
/// addresses, and how many of them didn't get an answer in time.
pub(super) fn by_dns(counts: &mut [Count<'_>], per_second: u32) -> [usize; 2] {
    let mut queue = Vec::new();
    for (place, count) in counts.iter().enumerate() {
        let Who::Known(known) = count.who else {
            continue;
        };
        let addresses = count.addresses.iter();
        let addresses = addresses.filter(|_| !known.domains.is_empty());
        queue.extend(addresses.map(|(&address, &requests)| (requests, address, place, known)));
    }
    // The busiest come first, because there may not be enough time for all of them.
    queue
        .sort_unstable_by_key(|&(requests, address, place, _)| (Reverse(requests), address, place));
    let questions = queue
        .iter()
        .map(|&(_, address, _, known)| (address, known.domains));
    let questions: Vec<_> = questions.collect();
    let answers = look_up(&questions, per_second, PATIENCE, is_confirmed);
    let answered = answers.len();
    for (number, _) in answers.into_iter().filter(|&(_, confirmed)| confirmed) {
        let (requests, _, place, _) = queue[number];
        counts[place].verified += requests;
    }
    [questions.len(), questions.len() - answered]
}

/// An address, and its crawler's domains.
type Question = (IpAddr, &'static [&'static str]);

/// Asks all questions, and returns the index and answer of each one that was answered.
///
/// A lookup can't be cancelled, so each has its own thread, which is left behind if it takes
/// too long. If none of the questions that are asked at the same time is answered, no more are
/// asked.
fn look_up(
    questions: &[Question],
    per_second: u32,
    patience: Duration,
    ask: fn(IpAddr, &[&str]) -> Option<bool>,
) -> Vec<(usize, bool)> {
    let (begin, pause) = (Instant::now(), Duration::from_secs(1) / per_second);
    let mut answers = Vec::new();
    for (batch, questions) in questions.chunks(AT_A_TIME).enumerate() {
        let (sender, receiver) = mpsc::channel();
        for (number, &(address, domains)) in questions.iter().enumerate() {
            progress::show(format_args!("looking up {address}"));
            let sender = sender.clone();
            thread::spawn(move || {
                let answer = ask(address, domains).map(|it| (batch * AT_A_TIME + number, it));
                // Late answers are dropped.
                answer.map(|answer| sender.send(answer))
            });
            thread::sleep(pause);
        }
        drop(sender);
        let (end, answered) = (Instant::now() + patience, answers.len());
        let wait = || end.saturating_duration_since(Instant::now());
        // Ends when all threads have ended, too.
        while let Ok(answer) = receiver.recv_timeout(wait()) {
            answers.push(answer);
        }
        if answers.len() == answered || begin.elapsed() > ALL {
            break;
        }
    }
    progress::clear();
    answers
}

/// Returns `None` if the resolver didn't answer.
fn is_confirmed(address: IpAddr, domains: &[&str]) -> Option<bool> {
    let unless_unanswered = |error: LookupError| match error.kind() {
        LookupErrorKind::Again => None,
        _ => Some(false),
    };
    let name = match dns_lookup::lookup_addr(&address) {
        Ok(name) => name,
        Err(error) => return unless_unanswered(error),
    };
    let lower = name.trim_end_matches('.').to_ascii_lowercase();
    let is_within = |domain: &&str| {
        lower
            .strip_suffix(*domain)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    if !domains.iter().any(is_within) {
        return Some(false);
    }
    match dns_lookup::lookup_host(&lower) {
        Ok(mut all) => Some(all.any(|its| its == address)),
        Err(error) => unless_unanswered(error),
    }
}
