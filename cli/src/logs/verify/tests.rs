//! Forward-confirmed reverse DNS.

use super::*;

/// The only name that a machine knows without a network.
#[test]
fn a_name_counts_if_it_is_in_the_domain_and_leads_back() {
    let home = IpAddr::from([127, 0, 0, 1]);
    if dns_lookup::lookup_addr(&home).ok().as_deref() != Some("localhost") {
        eprintln!("skipped: 127.0.0.1 has another name here");
        return;
    }
    assert!(is_confirmed(home, &["example.com", "localhost"]));
    for domain in ["host", "example.com", "localhost.example.com", ""] {
        assert!(!is_confirmed(home, &[domain]), "{domain}");
    }
}
