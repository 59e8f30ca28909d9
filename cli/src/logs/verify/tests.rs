//! Lists of addresses, and forward-confirmed reverse DNS.

use super::*;

/// The only name that a machine knows without a network.
#[test]
fn a_name_counts_if_it_is_in_the_domain_and_leads_back() {
    let home = IpAddr::from([127, 0, 0, 1]);
    if dns_lookup::lookup_addr(&home).ok().as_deref() != Some("localhost") {
        eprintln!("skipped: 127.0.0.1 has another name here");
        return;
    }
    assert_eq!(
        is_confirmed(home, &["example.com", "localhost"]),
        Some(true)
    );
    for domain in ["host", "example.com", "localhost.example.com", ""] {
        assert_eq!(is_confirmed(home, &[domain]), Some(false), "{domain}");
    }
}

/// Lookups that hang cost a bounded time, and lose no answer of another one.
#[test]
fn a_resolver_that_does_not_answer_is_given_up() {
    let question = |number: usize| -> Question {
        let [.., high, low] = number.to_be_bytes();
        (IpAddr::from([192, 0, high, low]), &["example.com"])
    };
    let questions: Vec<_> = (0..10 * AT_A_TIME).map(question).collect();
    let patience = Duration::from_secs(2);
    fn hang() {
        thread::sleep(Duration::from_secs(600));
    }
    let begin = Instant::now();
    let none = look_up(&questions, 1_000, patience, |_, _| {
        hang();
        None
    });
    assert!(none.is_empty() && begin.elapsed() < Duration::from_secs(60));
    // Of the first 64, one in 16 hangs. Of all, one in 4 is confirmed.
    let mut some = look_up(&questions, 1_000, patience, |address, _| {
        let IpAddr::V4(address) = address else {
            return None;
        };
        let [.., high, low] = address.octets();
        if high == 0 && low < 64 && low % 16 == 0 {
            hang();
        }
        Some(low % 4 == 1)
    });
    some.sort_unstable();
    let expected = (0..questions.len()).filter(|number| *number >= 64 || number % 16 != 0);
    let expected: Vec<_> = expected.map(|number| (number, number % 4 == 1)).collect();
    assert_eq!(some, expected);
    assert!(begin.elapsed() < Duration::from_secs(120));
}

/// The naive model compares bits with every prefix.
#[test]
fn a_long_list_of_ranges_contains_what_its_prefixes_contain() {
    // Any sequence will do (Knuth's MMIX).
    let mut seed = 1_u64;
    let mut random = |below: u128| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u128::from(seed >> 33) % below
    };
    let address = |is_v6: bool, bits: u128| match is_v6 {
        true => IpAddr::from(((0x2001_0db8_u128 << 96) | bits << 40).to_be_bytes()),
        false => IpAddr::from(u32::try_from(bits & 0xFFFF_FFFF).unwrap().to_be_bytes()),
    };
    let bits = |address: IpAddr| match address {
        IpAddr::V4(address) => (32, u128::from(u32::from(address))),
        IpAddr::V6(address) => (128, u128::from(address)),
    };
    let mut prefixes = Vec::new();
    for _ in 0..2_000 {
        let is_v6 = random(2) == 0;
        let length = random(15) + if is_v6 { 70 } else { 18 };
        // Prefixes nest and touch, because the addresses are from a small part of the space.
        prefixes.push((address(is_v6, random(1 << 24)), length));
    }
    let list = prefixes.iter().map(|(address, length)| {
        let version = if address.is_ipv4() { 4 } else { 6 };
        format!("{{\"ipv{version}Prefix\": \"{address}/{length}\"}}")
    });
    let list: Vec<_> = list.collect();
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, format!("{{\"prefixes\": [{}]}}", list.join(", "))).unwrap();
    let mut ranges = Ranges::default();
    let argument = format!("GPTBot={}", file.path().display());
    assert!(ranges.read(&argument).is_ok());
    let lists = ranges.of("gptbot");
    let mut inside = 0;
    for _ in 0..20_000 {
        let asked = address(random(2) == 0, random(1 << 24));
        let (width, value) = bits(asked);
        let is_within = |&(prefix, length): &(IpAddr, u128)| {
            let (prefix_width, prefix) = bits(prefix);
            let shift = |value: u128| value >> (width - length);
            prefix_width == width && shift(prefix) == shift(value)
        };
        let expected = prefixes.iter().any(is_within);
        inside += u32::from(expected);
        assert_eq!(contain(&lists, asked), expected, "{asked}");
    }
    assert!((2_000..18_000).contains(&inside), "{inside}");
}
