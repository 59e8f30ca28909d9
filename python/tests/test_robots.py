"""What a parsed robots.txt answers."""

from robots_exclusion import Robots


def test_a_file_answers_and_names_its_rule() -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /private/\n")
    assert not robots.allowed("MyBot/1.0", "https://example.com/private/x")
    verdict = robots.verdict("MyBot/1.0", "https://example.com/private/x")
    assert (verdict.allowed, verdict.line) == (False, 2)
    assert str(verdict) == "disallowed by line 2: Disallow: /private/"
    matcher = robots.matcher(["MyBot", "OurBot"])
    assert matcher.allowed_many(["/", "/private/x"]) == [True, False]
