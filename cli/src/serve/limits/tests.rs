use super::*;

#[test]
fn each_client_has_its_own_limit_a_minute() {
    let rate = Rate::new(3);
    let now = Instant::now();
    let client = |text: &str| text.parse().expect("an address");
    for file in 0..5 {
        assert_eq!(rate.admits_at(client("2001:db8::1"), now), file < 3);
    }
    // The same network, and another one.
    assert!(!rate.admits_at(client("2001:db8::ffff"), now));
    assert!(rate.admits_at(client("2001:db8:0:1::1"), now));
    assert!(rate.admits_at(client("2001:db8::1"), now + Duration::from_secs(60)));
}

#[test]
fn the_number_of_clients_is_bounded() {
    let rate = Rate::new(3);
    let now = Instant::now();
    let client = |number: usize| IpAddr::from((number as u32).to_be_bytes());
    for number in 0..CLIENTS {
        assert!(rate.admits_at(client(number), now));
    }
    assert!(!rate.admits_at(client(CLIENTS), now));
    assert!(rate.admits_at(client(0), now));
    assert!(rate.admits_at(client(CLIENTS), now + Duration::from_secs(60)));
}
