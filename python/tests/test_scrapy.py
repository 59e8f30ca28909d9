"""Crawls of local servers by Scrapy, with the parser and the middleware."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed: not tested in it")

from robots_exclusion import Access
from robots_exclusion.scrapy import RobotsExclusionParser
from scrapy_hosts import CASES, MIDDLEWARE, ONE_BY_ONE, PARSER, RULES, Answer, Site, crawl, redirect


def visits(settings: dict[str, Any], expected: dict[str, dict[str, bool]]) -> None:
    """Crawls all these sites in one process, and compares the visits."""
    with ExitStack() as stack:
        sites = {name: stack.enter_context(Site(CASES[name].answers).running()) for name in expected}
        done = crawl([sites[name].url(path) for name, paths in expected.items() for path in paths], settings)
        for name, paths in expected.items():
            for path, allowed in paths.items():
                outcome = done.outcome[sites[name].url(path)]
                assert outcome == ("visited" if allowed else "forbidden"), f"{name}: {path}"
                # The server must have received the request if and only if it was allowed.
                assert bool(sites[name].asked[path]) == allowed, f"{name}: {path}"


def test_the_middleware_follows_rfc_9309() -> None:
    visits(MIDDLEWARE, {name: case.middleware for name, case in CASES.items()})


def test_the_parser_follows_rfc_9309_where_scrapy_lets_it() -> None:
    visits(PARSER | ONE_BY_ONE, {name: case.middleware for name, case in CASES.items() if case.parser is None})


def test_departures_of_scrapy_are_as_documented() -> None:
    """If this fails, Scrapy has changed, and the documentation must be updated."""
    visits(PARSER | ONE_BY_ONE, {name: case.parser for name, case in CASES.items() if case.parser is not None})
    with Site({"/robots.txt": Answer(body=RULES, seconds=0.5)}).running() as site:
        done = crawl([site.url(f"/private/{page}") for page in range(8)], PARSER)
        assert Counter(done.outcome.values()) == {"forbidden": 2, "visited": 6}


def test_requests_wait_until_the_file_has_been_fetched() -> None:
    with Site({"/robots.txt": Answer(body=RULES, seconds=0.5)}).running() as site:
        urls = [site.url(f"/private/{page}") for page in range(8)] + [site.url("/page")]
        done = crawl(urls, MIDDLEWARE)
        assert set(done.outcome) == set(urls)
        assert [url for url, outcome in done.outcome.items() if outcome == "visited"] == urls[-1:]
        assert site.asked == {"/robots.txt": 1, "/page": 1}
        assert done.stats == {
            "robotstxt/request_count": 1,
            "robotstxt/response_count": 1,
            "robotstxt/response_status_count/200": 1,
            "robotstxt/forbidden": 8,
            "robotstxt/forbidden/rule": 8,
        }
        assert set(done.verdicts.values()) == {"disallowed by line 2: Disallow: /private/"}
        assert sorted(done.log) == sorted(
            f"Forbidden by robots.txt: <GET {url}>: disallowed by line 2: Disallow: /private/" for url in urls[:-1]
        )


def test_the_file_is_fetched_again_after_a_failure() -> None:
    robots_txt = {"/robots.txt": Answer(503)}
    with Site({"/robots.txt": Answer(body=RULES)}, first=robots_txt).running() as site:
        urls = [site.url(path) for path in ("/1", "/2", "/private/3", "/4")]
        done = crawl(urls, MIDDLEWARE, pause=1.0, speed=40.0)
        assert list(done.outcome.values()) == ["forbidden", "forbidden", "forbidden", "visited"]
        assert [str(done.verdicts.get(url)).endswith(", for now") for url in urls] == [True, True, False, False]
        assert site.asked == {"/robots.txt": 2, "/4": 1}


def test_a_refused_request_can_be_repeated_later() -> None:
    robots_txt = {"/robots.txt": Answer(503)}
    with Site({"/robots.txt": Answer(body=RULES)}, first=robots_txt).running() as site:
        urls = [site.url("/page"), site.url("/private/x")]
        # The file is fetched again after a minute of the cache's clock.
        done = crawl(urls, MIDDLEWARE, speed=40.0, retry_after=2.0)
        assert done.outcome == {urls[0]: "visited", urls[1]: "forbidden"}
        assert done.stats["robotstxt/forbidden/unavailable"] == 2 and done.stats["robotstxt/forbidden/rule"] == 1
        refused = "Forbidden by robots.txt: <GET {}>: disallowed, because robots.txt returned 503"
        assert sorted(done.log[:2]) == sorted(refused.format(url) for url in urls)


def test_sitemaps_and_usage_preferences_are_reachable() -> None:
    body = RULES + b"Content-Usage: /images/ train-ai=n\nSitemap: https://example.com/s.xml\n"
    with Site({"/robots.txt": Answer(body=body)}).running() as site:
        urls = [site.url("/page"), site.url("/images/x.png")]
        done = crawl(urls, MIDDLEWARE)
        assert done.sitemaps == dict.fromkeys(urls, ["https://example.com/s.xml"])
        assert done.usage == {urls[0]: {}, urls[1]: {"train-ai": "disallow"}}
        assert len(done.parsed) == 1 and done.parsed[0] in urls


def test_an_old_file_is_fetched_again() -> None:
    robots_txt = {"/robots.txt": Answer(body=RULES)}
    with Site({"/robots.txt": Answer(404)}, first=robots_txt).running() as site:
        urls = [site.url(f"/private/{page}") for page in range(3)]
        done = crawl(urls, MIDDLEWARE | {"ROBOTSTXT_LIFETIME": 60}, pause=1.0, speed=40.0)
        assert list(done.outcome.values()) == ["forbidden", "forbidden", "visited"]


def test_rules_may_come_from_another_site_by_redirect() -> None:
    with ExitStack() as stack:
        other = stack.enter_context(Site({"/robots.txt": Answer(body=RULES)}).running())
        site = stack.enter_context(Site({"/robots.txt": redirect(other.url("/robots.txt"), 308)}).running())
        for settings in (PARSER, MIDDLEWARE):
            done = crawl([site.url("/private/x")], settings)
            assert done.outcome == {site.url("/private/x"): "forbidden"}


def test_a_site_without_an_answer_is_disallowed() -> None:
    with Site({}).running() as site:
        url = site.url("/page")
    # The server has stopped.
    done = crawl([url, url], MIDDLEWARE)
    assert done.outcome == {url: "forbidden"}
    assert done.stats["robotstxt/forbidden"] == 2
    assert done.stats["robotstxt/request_count"] == 1


def test_a_host_without_a_scope_is_refused() -> None:
    """The host is invalid for a URL parser, but Scrapy would try to resolve it."""
    done = crawl(["http://xn--zzzzzz.test/private/x"], MIDDLEWARE)
    assert list(done.outcome.values()) == ["forbidden"]
    assert "robotstxt/request_count" not in done.stats, "nothing was fetched"


def test_the_settings_of_the_middleware() -> None:
    google = b"User-agent: *\nAllow: /\nDisalow: /private/\n"
    with ExitStack() as stack:
        rules = stack.enter_context(Site({"/robots.txt": Answer(body=google)}).running())
        busy = stack.enter_context(Site({"/robots.txt": Answer(503)}).running())
        urls = [rules.url("/private/x"), busy.url("/page")]
        outcome = crawl(urls, MIDDLEWARE).outcome
        assert [outcome[url] for url in urls] == ["visited", "forbidden"]
        settings = {"ROBOTSTXT_DIALECT": "google", "ROBOTSTXT_SERVER_ERROR_IS_NOT_FOUND": True}
        done = crawl(urls, MIDDLEWARE | settings)
        assert done.outcome == {urls[0]: "forbidden", urls[1]: "visited"}
        done = crawl(urls[:1], MIDDLEWARE | settings | {"ROBOTSTXT_BYTE_LIMIT": 20})
        assert done.outcome == {urls[0]: "visited"}
        crawl(urls[:1] * 3, MIDDLEWARE | {"ROBOTSTXT_LIFETIME": 0}, pause=0.3)
        # One request in each of the three crawls above, and three in this one.
        assert rules.asked["/robots.txt"] == 6


def test_a_crawl_delay_is_obeyed_up_to_a_bound() -> None:
    with Site({"/robots.txt": Answer(body=b"User-agent: *\nCrawl-delay: 3600\n")}).running() as site:
        urls = [site.url(f"/{page}") for page in range(3)]
        at_once = crawl(urls, MIDDLEWARE).visited_at
        assert at_once[-1] - at_once[0] < 0.9
        slowly = crawl(urls, MIDDLEWARE | {"ROBOTSTXT_CRAWL_DELAY_MAX": 0.5, "RANDOMIZE_DOWNLOAD_DELAY": True}).visited_at
        # Scrapy's random delay would be between 0.25 and 0.75 seconds.
        assert all(0.45 < after - before < 5 for before, after in zip(slowly, slowly[1:]))


def test_the_user_agent_setting_and_exemptions() -> None:
    rules = b"User-agent: *\nDisallow: /\n\nUser-agent: other\nDisallow: /private/\n"
    with Site({"/robots.txt": Answer(body=rules)}).running() as site:
        urls = [site.url("/page"), site.url("/private/page")]
        for settings in (PARSER, MIDDLEWARE):
            done = crawl(urls, settings | {"ROBOTSTXT_USER_AGENT": "Other"})
            assert done.outcome == {urls[0]: "visited", urls[1]: "forbidden"}
            done = crawl(urls, settings | {"ROBOTSTXT_OBEY": False})
            assert set(done.outcome.values()) == {"visited"}


def test_the_parser_accepts_bytes_and_str() -> None:
    parser = RobotsExclusionParser.from_crawler(None, RULES + b"Crawl-delay: 2.5\n")
    for url in ("https://example.com/private/a", b"https://example.com/private/a", b"/private/\xff"):
        for agent in ("ExampleBot", b"ExampleBot/1.0 (caf\xe9)"):
            assert not parser.allowed(url, agent)
    assert parser.crawl_delay("ExampleBot") == parser.crawl_delay(b"other") == 2.5
    assert RobotsExclusionParser.from_crawler(None, b"").crawl_delay("ExampleBot") is None


def test_a_name_is_cut_for_the_google_dialect() -> None:
    rules = b"User-agent: MyBot\nDisallow: /private/\n"
    google = SimpleNamespace(settings={"ROBOTSTXT_DIALECT": "google"})
    anything: Any = google
    for crawler in (None, anything):
        parser = RobotsExclusionParser.from_crawler(crawler, rules)
        assert not parser.allowed("https://e.com/private/x", "MyBot/1.0")
        # A URL is no name, but it must not make every request fail.
        assert parser.allowed("https://e.com/private/x", "https://example.com/bot") and parser.allowed("/private/x", "")
    assert not RobotsExclusionParser.from_crawler(anything, b"User-agent: *\nDisalow: /").allowed("/x", "MyBot/1.0")
    with Site({"/robots.txt": Answer(body=b"User-agent: ExampleBot\nDisallow: /private/\n")}).running() as site:
        url = site.url("/private/x")
        for settings in (PARSER, MIDDLEWARE):
            assert crawl([url], settings | {"ROBOTSTXT_DIALECT": "google", "USER_AGENT": "ExampleBot/1.0"}).outcome == {url: "forbidden"}
        assert crawl([url], MIDDLEWARE | {"USER_AGENT": "https://example.com/bot"}).outcome == {url: "visited"}


def test_the_parser_keeps_a_bounded_number_of_matchers() -> None:
    parser = RobotsExclusionParser.from_crawler(None, b"User-agent: a\nDisallow: /\n\nUser-agent: b\nAllow: /\n")
    assert [parser.allowed("/", agent) for agent in "abab"] == [False, True, False, True]
    assert parser.matcher("a") is parser.matcher(b"a")
    names = [f"bot-{number}" for number in range(1000)]
    assert all(parser.allowed("/", name) for name in names) and len(parser._matchers) <= 16


def test_two_agents_have_a_matcher_each() -> None:
    """Compiling 5,000 rules with wildcards for every query would take milliseconds."""
    rules = "".join(f"Disallow: /*{number}/*{number}$\n" for number in range(5000))
    parser = RobotsExclusionParser.from_crawler(None, f"User-agent: *\n{rules}".encode())

    def seconds(agents: list[str]) -> float:
        start = time.process_time()
        assert all(parser.allowed("/page", agent) for agent in agents)
        return time.process_time() - start

    one, two = ["ABot"] * 1000, ["ABot", "BBot"] * 500
    assert min(seconds(two) for _ in range(5)) < 2 * min(seconds(one) for _ in range(5)) + 0.001


def test_the_middleware_works_without_asyncio() -> None:
    reactor = {"TWISTED_REACTOR": "twisted.internet.epollreactor.EPollReactor"}
    with Site({"/robots.txt": Answer(body=RULES, seconds=0.5)}).running() as site:
        urls = [site.url(f"/private/{page}") for page in range(8)] + [site.url("/page")]
        done = crawl(urls, MIDDLEWARE | reactor)
        assert [url for url, outcome in done.outcome.items() if outcome == "visited"] == urls[-1:]
        assert site.asked == {"/robots.txt": 1, "/page": 1}


def test_conditional_requests_and_retry_after() -> None:
    busy = Answer(503, headers={"Retry-After": "600"})
    with Site({"/robots.txt": busy}).running() as site:
        urls = [site.url(f"/{page}") for page in range(4)]
        crawl(urls, MIDDLEWARE, pause=1.0, speed=40.0)
        assert site.asked == {"/robots.txt": 1}, "without Retry-After, the second request would have come after 1.5 s"
    fresh = Answer(body=RULES, headers={"ETag": '"1"', "Cache-Control": "max-age=0"})
    with Site({"/robots.txt": Answer(304)}, first={"/robots.txt": fresh}).running() as site:
        urls = [site.url(f"/private/{page}") for page in range(4)]
        done = crawl(urls, MIDDLEWARE, pause=1.0, speed=200.0)
        assert set(done.outcome.values()) == {"forbidden"}
        assert site.asked["/robots.txt"] > 1 and site.conditional["/robots.txt"] == site.asked["/robots.txt"] - 1


def test_a_parser_without_a_file() -> None:
    assert not RobotsExclusionParser(Access.unreachable()).allowed("https://example.com/", "ExampleBot")
