use super::*;

#[test]
fn private_addresses_are_refused_in_every_notation() {
    for private in [
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.9.9.9",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.168.1.1",
        "198.19.0.1",
        "203.0.113.5",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "fe80::1",
        "fd00:ec2::254",
        "ff02::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2001::1",
        "::7f00:1",
        "fec0::1",
    ] {
        assert!(is_private(private.parse().expect(private)), "{private}");
    }
    for public in [
        "1.1.1.1",
        "100.63.0.1",
        "172.32.0.1",
        "192.0.1.1",
        "198.20.0.1",
        "223.255.255.255",
        "2606:4700::1111",
        "2001:4860:4860::8888",
        "::ffff:1.1.1.1",
        "64:ff9b::101:101",
    ] {
        assert!(!is_private(public.parse().expect(public)), "{public}");
    }
}

#[test]
fn numbers_that_are_addresses_count_as_addresses() {
    // The URL parser reads these like inet_aton does.
    for url in [
        "http://2130706433/robots.txt",
        "http://0x7f.1/robots.txt",
        "http://0177.0.0.1/",
        "http://[::ffff:7f00:1]/",
        "http://169.254.169.254/latest/meta-data/",
    ] {
        assert!(is_private_url(&Url::parse(url).expect(url)), "{url}");
    }
}

#[test]
fn a_redirect_must_lead_to_a_public_address_or_stay_on_the_host() {
    let url = |text| Url::parse(text).expect("a URL");
    let asked = url("http://localhost:3000/robots.txt");
    let elsewhere = url("http://localhost:22/robots.txt");
    let same = url("http://localhost:3000/other.txt");
    assert!(!Reach::PublicRedirects.refuses_private(&asked, &same));
    assert!(Reach::PublicRedirects.refuses_private(&asked, &elsewhere));
    assert!(Reach::Public.refuses_private(&asked, &asked));
    assert!(!Reach::Any.refuses_private(&asked, &elsewhere));
}
