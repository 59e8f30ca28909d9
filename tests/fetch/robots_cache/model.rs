//! Tasks that start, wait and are cancelled in any order, against a model with one `CachedRobots`
//! per host.

use std::time::Duration;

use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Refresh};

use super::net::{Answer, Net, Task, now, page, poll, status};
use crate::support::random::{Random, cases, seed};

/// The paths that are queried. Each file disallows one of them.
const PATHS: [&str; 3] = ["/a", "/b", "/c"];

fn answer(random: &mut Random) -> Answer {
    let file = |random: &mut Random| {
        let text = format!("user-agent: *\ndisallow: {}\n", random.pick(&PATHS));
        let ages = ["max-age=0", "max-age=400", "max-age=4000"];
        let headers = vec![("Cache-Control", random.pick(&ages).to_owned())];
        Answer::Response(200, headers, text.into())
    };
    match random.below(6) {
        0 => status(404),
        1 => status(503),
        2 => Answer::NoConnection,
        3 => Answer::BreaksOff("user-agent: *\n"),
        _ => file(random),
    }
}

fn outcome(answer: &Answer) -> FetchOutcome<'_> {
    match answer {
        Answer::Response(code, headers, body) => {
            let headers = headers.iter().map(|(name, value)| (name, value));
            FetchOutcome::response(*code, body).headers(headers)
        }
        Answer::BreaksOff(_) => FetchOutcome::broken(),
        Answer::NoConnection => FetchOutcome::unreachable(),
    }
}

/// Returns whether each path is allowed.
fn allowed(access: &robots_exclusion::fetch::Access<'_>) -> [bool; 3] {
    PATHS.map(|path| access.allowed("MyBot", path))
}

#[test]
fn tasks_agree_with_the_model() {
    let first = seed("tasks that share a cache");
    for seed in first..first + cases(2_000) {
        let random = &mut Random::new(seed);
        let net = Net::default();
        let max_hosts = [1, 3, 100][random.below(3)];
        let cache = net.cache(CachePolicy::new()).max_hosts(max_hosts);
        let mut model = vec![CachedRobots::default(); 5];
        let mut tasks: Vec<(usize, Task<[bool; 3]>)> = Vec::new();
        let mut peak = 0;
        for _ in 0..60 {
            let url = |host: usize| format!("https://{host}.example/robots.txt");
            let requests = net.requests().len();
            let mut polled = None;
            match random.below(10) {
                0..=3 => {
                    let (host, cache) = (random.below(5), cache.clone());
                    let page = page(&format!("https://{host}.example/x"));
                    let ask = async move { allowed(&cache.access(&page).await.unwrap().access) };
                    tasks.push((host, Box::pin(ask)));
                }
                4..=6 if !tasks.is_empty() => {
                    let number = random.below(tasks.len());
                    let (host, task) = &mut tasks[number];
                    polled = Some(*host);
                    if let Some(answer) = poll(task) {
                        let expected = model[*host].at(net.now());
                        assert_eq!(answer, allowed(&expected.access), "seed {seed}");
                        drop(tasks.swap_remove(number));
                    }
                }
                7 if !tasks.is_empty() => drop(tasks.swap_remove(random.below(tasks.len()))),
                8 => net.pass(Duration::from_secs([0, 30, 300, 3600][random.below(4)])),
                _ => {
                    // Answers one request, and polls the tasks of its host.
                    let waiting = net.waiting();
                    if waiting.is_empty() {
                        continue;
                    }
                    let (robots_txt, _) = &waiting[random.below(waiting.len())];
                    let host = (0..5).find(|&host| url(host) == *robots_txt).unwrap();
                    let given = answer(random);
                    model[host].record(outcome(&given), net.now());
                    net.release(robots_txt, given);
                    let mut of_host = tasks.iter_mut().filter(|(of, _)| *of == host);
                    // The task that sent the request completes.
                    let expected = allowed(&model[host].at(net.now()).access);
                    let done = of_host.find_map(|(_, task)| poll(task));
                    assert_eq!(done, Some(expected), "seed {seed}");
                    assert_eq!(net.waiting().len(), waiting.len() - 1, "seed {seed}");
                    // A completed future must not be polled again, so all tasks of the host are
                    // dropped.
                    tasks.retain(|(of, _)| *of != host);
                }
            }
            let waiting = net.waiting();
            assert!(
                waiting.iter().all(|(_, count)| *count == 1),
                "seed {seed}: {waiting:?}"
            );
            peak = peak.max(tasks.len());
            assert!(cache.statistics().hosts <= max_hosts + peak, "seed {seed}");
            if let Some(host) = polled.filter(|_| net.requests().len() > requests) {
                let is_due = model[host].at(net.now()).refresh == Refresh::Now;
                assert!(is_due || max_hosts < 5, "seed {seed}: fetched a fresh file");
            }
        }
        // When no host is in use, the bound is exact.
        drop(tasks);
        net.always("https://last.example/robots.txt", status(404));
        assert!(now(cache.allowed(&page("https://last.example/"))));
        assert!(cache.statistics().hosts <= max_hosts, "seed {seed}");
    }
}
