"""Answers of a parsed robots.txt and its matchers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_reference import questions

from robots_exclusion import USAGE_DRAFTS, USAGE_LABELS, Access, Robots, Rule, Scope, lint, robots_txt_url

MUSEUM = Path(__file__).parents[2] / "cli/tests/data/robots.txt"


def test_a_verdict_contains_its_rule() -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /private/\n")
    assert not robots.allowed("MyBot/1.0", "https://example.com/private/x")
    verdict = robots.verdict("MyBot/1.0", "https://example.com/private/x")
    assert (verdict.allowed, verdict.line, verdict.reason) == (False, 2, "rule")
    assert verdict.rule == Rule("disallow", b"/private/", 2)
    assert str(verdict) == "disallowed by line 2: Disallow: /private/"
    assert not verdict


@pytest.mark.parametrize(
    ("text", "agent", "url", "reason", "selection", "token"),
    [
        ("user-agent: *\ndisallow: /x", "MyBot", "/x", "rule", "wildcard", None),
        ("user-agent: *\ndisallow: /x", "MyBot", "/y", "no-rule", "wildcard", None),
        ("user-agent: a\ndisallow: /x", "b", "/x", "no-group", "none", None),
        ("user-agent: myBot\ndisallow: /", "MyBot", "/robots.txt", "robots-txt", "own", "myBot"),
        ("user-agent: googlebot\ndisallow: /", "Googlebot-Image", "/", "rule", "general", "googlebot"),
    ],
)
def test_a_verdict_contains_its_reason(
    text: str, agent: str, url: str, reason: str, selection: str, token: str | None
) -> None:
    verdict = Robots.parse(text).verdict(agent, url)
    assert (verdict.reason, verdict.selection, verdict.token) == (reason, selection, token)


@pytest.mark.parametrize("seed", range(40))
def test_all_ways_to_ask_agree(seed: int) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    dialects: list[Any] = ["standard", "google"]
    dialect = dialects[seed % 2]
    for (text, agents, urls), _ in zip(questions(seed), range(25), strict=False):
        robots = Robots.parse(text, dialect=dialect)
        for agent in agents:
            matcher = robots.matcher(agent)
            expected = [robots.verdict(agent, url) for url in urls]
            assert [robots.allowed(agent, url) for url in urls] == [bool(verdict) for verdict in expected]
            assert [matcher.allowed(url) for url in urls] == [bool(verdict) for verdict in expected]
            assert [matcher.verdict(url) for url in urls] == expected
            assert matcher.allowed_many(urls) == [verdict.allowed for verdict in expected]
            array = pyarrow.array(urls)
            assert pyarrow.array(matcher.allowed_arrow(array)).to_pylist() == [bool(verdict) for verdict in expected]
            assert pyarrow.table(matcher.verdicts_arrow(array)).to_pylist() == [
                {"allowed": verdict.allowed, "line": verdict.line, "reason": verdict.reason} for verdict in expected
            ]
            winners = [matcher.matches(url)[:1] for url in urls]
            for verdict, winner in zip(expected, winners, strict=True):
                # A rule may match without deciding: an empty one, or any rule for /robots.txt.
                assert verdict.rule is None or [verdict.rule] == winner


def test_options_are_kept() -> None:
    robots = Robots.parse("user-agent: *\ndisalow: /x", dialect="google", byte_limit=None, agent_fallback=False)
    assert (robots.dialect, robots.byte_limit, robots.agent_fallback) == ("google", None, False)
    assert not robots.allowed("MyBot", "/x")
    cut = Robots.parse("user-agent: *\ndisallow: /\ndisallow: /private", byte_limit=27)
    assert cut.is_truncated
    assert cut.text == b"user-agent: *\ndisallow: /\n"
    strict = Robots.parse("user-agent: googlebot\ndisallow: /", agent_fallback=False)
    assert strict.allowed("Googlebot-Image", "/x")
    assert Robots.parse("user-agent: *\ndisallow: /x", byte_limit=10**40).byte_limit is not None


def test_several_names_select_in_order() -> None:
    text = "user-agent: a\ndisallow: /a\nuser-agent: b\ndisallow: /b\nuser-agent: *\ndisallow: /c"
    dialects: list[Any] = ["standard", "google"]
    answers = {
        (dialect, agents): Robots.parse(text, dialect=dialect).matcher(agents).allowed_many(["/a", "/b", "/c"])
        for dialect in dialects
        for agents in ((), ("a",), ("b", "a"), ("x",))
    }
    assert answers == {
        ("standard", ()): [True, True, False],
        ("standard", ("a",)): [False, True, True],
        ("standard", ("b", "a")): [True, False, True],
        ("standard", ("x",)): [True, True, False],
        ("google", ()): [True, True, False],
        ("google", ("a",)): [False, True, True],
        ("google", ("b", "a")): [False, False, True],
        ("google", ("x",)): [True, True, False],
    }
    assert Robots.parse(text).matcher(["b", "a"]).agents == ["b", "a"]


def test_other_records() -> None:
    robots = Robots.parse(
        b"Sitemap: https://example.com/\xff.xml\nHost: example.com\nUser-agent: a\nUser-agent: b/1\n"
        b"Crawl-delay: 1.5\nRequest-rate: 1/10s 1820-1940\nDisallow: /\xe9\nLicense: https://example.com/l.xml"
    )
    [sitemap] = robots.sitemaps()
    assert (sitemap.value, sitemap.url, sitemap.line) == ("https://example.com/\ufffd.xml", "https://example.com/%FF.xml", 1)
    [group] = robots.groups()
    assert [(agent.value, agent.token, agent.is_wildcard, agent.line) for agent in group.agents] == [
        ("a", "a", False, 3),
        ("b/1", "b", False, 4),
    ]
    [rule] = group.rules
    assert (rule.pattern, rule.pattern_bytes, str(rule)) == ("/\ufffd", b"/\xe9", "Disallow: /\ufffd")
    assert [record.name for record in robots.records()] == ["Host", "Crawl-delay", "Request-rate", "License"]
    matcher = robots.matcher("b")
    assert (robots.crawl_delay("a"), matcher.crawl_delay(), robots.crawl_delay("c")) == (1.5, 1.5, None)
    rate = matcher.records()[1].request_rate
    assert rate is not None
    assert (rate.requests, rate.period, rate.hours, rate.interval) == (1, 10.0, (18 * 60 + 20, 19 * 60 + 40), 10.0)
    assert [record.url for record in matcher.licenses()] == ["https://example.com/l.xml"]
    assert [str(rule) for rule in matcher.rules()] == ["Disallow: /\ufffd"]
    assert not matcher.allows_all() and not matcher.disallows_all()
    assert str(Robots.parse("User-agent: *\nDisallow:").groups()[0].rules[0]) == "Disallow:"


def test_usage_preferences() -> None:
    robots = Robots.parse(
        "User-agent: *\nDisallow: /x\nContent-Usage: train-ai=n\nContent-Usage: /y train-ai=y\nContent-Signal: use=Reference, search=yes"
    )
    matcher = robots.matcher("MyBot")
    usage = matcher.usage("/")
    assert (usage.applies, usage.category("train-ai"), usage.line("train-ai"), usage.value("train-ai")) == (True, "disallow", 3, "n")
    assert matcher.usage("/y").preferences() == {"train-ai": "allow"}
    assert (matcher.usage("/x").applies, matcher.usage("/x").preferences(), matcher.usage("/x").verdict.line) == (False, {}, 2)
    signals = matcher.content_signals("/")
    assert (signals.preferences(), signals.value("use"), signals.category("use")) == ({"search": "allow"}, "reference", None)
    assert "train-ai" in USAGE_LABELS
    assert all(draft.startswith("draft-") for draft in USAGE_DRAFTS)


def test_spans_of_diagnostics() -> None:
    text = b"user-agent: slowbot\ncrawl-delay: 10\n\nuser-agent: badbot\ndisallow: /\n"
    [joined] = [diagnostic for diagnostic in lint(text) if diagnostic.code == "joined-run"]
    assert (joined.severity, joined.line, text[slice(*joined.span)]) == ("warning", 4, b"user-agent: badbot")
    assert joined.advice and joined.related[0].line == 1
    assert str(joined) == f"line 4: warning: {joined.message} [joined-run]"
    assert [d.code for d in lint("user-agent: *\ndisallow: /aaaaaa", byte_limit=20)][-1] == "input-cut"


@pytest.mark.parametrize(
    ("status", "allowed", "text"),
    [
        (200, False, "disallowed by line 2: Disallow: /a"),
        (204, True, "allowed: no group applies to this crawler"),
        (206, False, "disallowed, because robots.txt came in a broken response"),
        (301, False, "disallowed, because robots.txt came in a broken response"),
        (304, False, "disallowed, because robots.txt came in a broken response"),
        (401, True, "allowed, because robots.txt returned 401"),
        (404, True, "allowed, because robots.txt returned 404"),
        (407, False, "disallowed, because robots.txt returned 407"),
        (429, False, "disallowed, because robots.txt returned 429"),
        (503, False, "disallowed, because robots.txt returned 503"),
        (0, False, "disallowed, because robots.txt came in a broken response"),
    ],
)
def test_meaning_of_statuses(status: int, allowed: bool, text: str) -> None:
    access = Access.from_response(status, "user-agent: *\ndisallow: /a")
    verdict = access.verdict("MyBot", "/a")
    assert (verdict.allowed, str(verdict)) == (allowed, text)
    assert access.allowed("MyBot", "/a") == access.matcher("MyBot").allowed("/a") == allowed
    assert access.allowed("MyBot", "/robots.txt")
    assert (access.robots is None) == (access.unavailable is not None) == (verdict.reason == "unavailable")


def test_without_an_answer_and_without_a_file() -> None:
    for access, allowed in [
        (Access.missing(), True),
        (Access.unreachable(), False),
        (Access.broken(), False),
        (Access.not_fetched(), False),
        (Access.from_response(500, server_error_is_not_found=True), True),
        (Access.from_response(429, server_error_is_not_found=True), False),
    ]:
        assert access.allowed("MyBot", "/a") == allowed, access
        assert access.matcher("MyBot").unavailable == access.unavailable
    google = Access.from_response(200, "user-agent: *\ndisalow: /a", dialect="google")
    assert not google.allowed("MyBot", "/a")


def test_scopes_compare_and_cover() -> None:
    scope = Scope.of_page("https://Example.com:443/a?b#c")
    assert (str(scope), scope.scheme, scope.host, scope.port) == ("https://example.com", "https", "example.com", 443)
    assert scope == Scope.from_robots_txt_url("https://example.com/robots.txt")
    assert len({scope, Scope.of_page("https://example.com/x")}) == 1
    other = Scope.of_page("https://example.org/")
    assert sorted([other, scope]) == [scope, other]
    assert scope < other and scope <= other and other > scope and other >= scope and scope != other
    assert scope.covers("https://example.com/x") and not scope.covers("http://example.com/x")
    assert not scope.covers("/x")
    assert robots_txt_url("ftp://u@example.com/x") == "ftp://example.com/robots.txt"
    for url, sentence in [
        ("/page", "not an absolute URL"),
        ("mailto:a@example.com", "the URL has no host"),
        ("a" * 100_000, "a..."),
    ]:
        with pytest.raises(ValueError, match=sentence) as raised:
            Scope.of_page(url)
        assert len(str(raised.value)) < 300
    with pytest.raises(ValueError, match="not the URL of a robots.txt"):
        Scope.from_robots_txt_url("https://example.com/a/robots.txt")


def test_equality_and_repr() -> None:
    one, same = Robots.parse("user-agent: *"), Robots.parse(b"user-agent: *")
    assert one == same and hash(one) == hash(same) and one != Robots.parse("user-agent: *", dialect="google")
    assert one != "user-agent: *"
    assert repr(one) == "<Robots: 13 bytes, 1 group, dialect standard>"
    verdicts = {robots.verdict("a", "/") for robots in (one, same)}
    assert len(verdicts) == 1
    assert repr(one.verdict("a", "/")) == "<Verdict 'allowed: no rule in the * group matches'>"
    assert repr(one.matcher(["a", "b"])) == "<Matcher for 'a, b': 0 rules, from the * group>"
    matcher = Robots.parse("user-agent: *\ndisallow: /").matcher("a")
    assert repr(matcher) == "<Matcher for 'a': 1 rule, from the * group>"
    assert repr(Access.unreachable()) == "<Access: robots.txt could not be reached>"
    assert repr(Scope.of_page("http://h/")) == "<Scope: http://h>"
    hostile = Robots.parse("user-agent: *\ndisallow: /\x1b[2J\u202e\ncontent-usage: /\x1b train-ai=n")
    matcher = hostile.matcher("\x1b")
    for value in (hostile, matcher, matcher.verdict("/\x1b[2J\u202e"), matcher.usage("/\x1b"), matcher.rules(), hostile.records()):
        assert repr(value).isprintable()
    museum = Robots.parse(MUSEUM.read_bytes())
    again = Robots.parse(str(museum))
    for url in ("/", "/staff/rota", "/staff/openings.html", "/search?q=x"):
        assert museum.allowed("HarbourBot", url) == again.allowed("HarbourBot", url)


def test_selection_and_sitemaps_of_a_matcher() -> None:
    robots = Robots.parse("User-agent: a\nDisallow: /\nUser-agent: *\nDisallow:\nSitemap: https://example.com/s.xml")
    assert [robots.matcher(agent).selection for agent in ("a", "a-b", "c")] == ["own", "general", "wildcard"]
    assert Robots.parse("").matcher("a").selection == "none"
    assert [record.url for record in robots.matcher("a").sitemaps()] == ["https://example.com/s.xml"]
    assert [record.line for record in Access.from_response(200, robots.text).matcher("a").sitemaps()] == [5]
    assert Access.missing().matcher("a").sitemaps() == []
