"""Scrapy itself crawls sites on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed: not tested in it")

from robots_exclusion import Access
from robots_exclusion.scrapy import RobotsExclusionParser

RULES = b"User-agent: *\nDisallow: /private/\n"
LIMIT = 500 * 1024


@dataclass
class Answer:
    """What a server answers to a request for a path."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    cut: bool = False
    """Whether the body breaks off before it is whole."""


@dataclass
class Site:
    """A server on this machine, for as long as the test runs."""

    answers: dict[str, Answer]
    first: dict[str, Answer] = field(default_factory=dict)
    """What it answers to the first request for a path, if that is not the same."""
    asked: Counter[str] = field(default_factory=Counter)
    server: ThreadingHTTPServer = field(init=False)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server.server_port}{path}"

    @contextmanager
    def running(self) -> Iterator[Site]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked[self.path] += 1
                default = Answer(404) if self.path == "/robots.txt" else Answer(body=b"<p>A page")
                answer = site.answers.get(self.path, default)
                if site.asked[self.path] == 1:
                    answer = site.first.get(self.path, answer)
                time.sleep(answer.seconds)
                self.send_response(answer.status)
                self.send_header("Content-Type", "text/plain")
                self.send_header("Content-Length", str(len(answer.body) + (10 if answer.cut else 0)))
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield self
        finally:
            self.server.shutdown()
            self.server.server_close()
            thread.join()


PARSER = {"ROBOTSTXT_PARSER": "robots_exclusion.scrapy.RobotsExclusionParser"}
MIDDLEWARE = {
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "robots_exclusion.scrapy.RobotsExclusionMiddleware": 100,
    }
}


@dataclass
class Crawl:
    outcome: dict[str, str]
    stats: dict[str, int]


def crawl(
    urls: list[str], settings: dict[str, Any], *, pause: float = 0.0, spans: dict[str, float] | None = None
) -> Crawl:
    """Lets Scrapy visit the URLs, in a process of its own, with a pause after each.

    ``spans`` are the middleware's, and shorter.
    """
    common = {
        "ROBOTSTXT_OBEY": True,
        "USER_AGENT": "ExampleBot/1.0 (+https://example.com/bot)",
        "CONCURRENT_REQUESTS": 32,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
        "DOWNLOAD_DELAY": 0,
        "RETRY_TIMES": 1,
        "DOWNLOAD_TIMEOUT": 20,
        "LOG_LEVEL": "CRITICAL",
        "TELNETCONSOLE_ENABLED": False,
    }
    job = json.dumps({"urls": urls, "settings": common | settings, "pause": pause, "spans": spans or {}})
    script = Path(__file__).with_name("crawl.py")
    done = subprocess.run(
        [sys.executable, script], input=job, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return Crawl(**json.loads(done.stdout))


def large_file() -> bytes:
    """500 KiB and then some: the limit cuts a line that would disallow everything."""
    start = b"User-agent: ExampleBot\nDisallow: /early/\n"
    cut = b"\nDisallow: /"
    padding = b"# padding\n" * (LIMIT // 10)
    return (start + padding)[: LIMIT - len(cut)] + cut + b"late/\nDisallow: /later/\n"


@dataclass
class Case:
    """A site, and what becomes of its pages with each of the two settings."""

    answers: dict[str, Answer]
    middleware: dict[str, bool]
    parser: dict[str, bool] | None = None
    """Where the parser alone cannot mend what Scrapy does."""


PAGE, PRIVATE = "/page", "/private/page"
OBEYED = {PAGE: True, PRIVATE: False}
ALLOWED = {PAGE: True, PRIVATE: True}
DISALLOWED = {PAGE: False, PRIVATE: False}


def redirect(to: str, status: int = 301) -> Answer:
    return Answer(status, headers={"Location": to})


def chain(hops: int) -> dict[str, Answer]:
    """So many redirects, and the rules at their end."""
    paths = ["/robots.txt", *(f"/hop-{hop}" for hop in range(1, hops + 1))]
    answers = {path: redirect(after) for path, after in zip(paths, paths[1:])}
    return answers | {paths[-1]: Answer(body=RULES)}


CASES = {
    "a file": Case({"/robots.txt": Answer(body=RULES)}, OBEYED),
    "a file sent as HTML": Case(
        {"/robots.txt": Answer(body=RULES, headers={"Content-Type": "text/html"})}, OBEYED
    ),
    "a group for the product token of the header": Case(
        {"/robots.txt": Answer(body=RULES + b"User-agent: examplebot\nDisallow: /page\n")},
        {PAGE: False, PRIVATE: True},
    ),
    "invalid UTF-8": Case({"/robots.txt": Answer(body=b"# caf\xe9\n" + RULES)}, OBEYED),
    "a byte order mark": Case({"/robots.txt": Answer(body=b"\xef\xbb\xbf" + RULES)}, OBEYED),
    "an empty file": Case({"/robots.txt": Answer()}, ALLOWED),
    "204": Case({"/robots.txt": Answer(204)}, ALLOWED),
    "one redirect": Case(chain(1), OBEYED),
    "five redirects": Case(chain(5), OBEYED),
    # Scrapy follows up to twenty.
    "six redirects": Case(chain(6), ALLOWED, parser=OBEYED),
    "a redirect loop": Case({"/robots.txt": redirect("/a"), "/a": redirect("/robots.txt")}, ALLOWED),
    "a redirect without a target": Case({"/robots.txt": Answer(301)}, DISALLOWED, parser=ALLOWED),
    "a redirect to another scheme": Case({"/robots.txt": redirect("ftp://127.0.0.1/")}, DISALLOWED, parser=ALLOWED),
    "a redirect in HTML": Case(
        {
            "/robots.txt": Answer(
                body=b'<meta http-equiv="refresh" content="0; url=/elsewhere">',
                headers={"Content-Type": "text/html"},
            ),
            "/elsewhere": Answer(body=RULES),
        },
        ALLOWED,
        parser=OBEYED,
    ),
    "404": Case({"/robots.txt": Answer(404, b"<h1>Not found</h1>")}, ALLOWED),
    "404 with rules": Case({"/robots.txt": Answer(404, RULES)}, ALLOWED, parser=OBEYED),
    "403": Case({"/robots.txt": Answer(403, RULES)}, ALLOWED, parser=OBEYED),
    "429": Case({"/robots.txt": Answer(429)}, DISALLOWED, parser=ALLOWED),
    "503": Case({"/robots.txt": Answer(503, b"<h1>Busy</h1>")}, DISALLOWED, parser=ALLOWED),
    "206": Case({"/robots.txt": Answer(206, RULES)}, DISALLOWED, parser=OBEYED),
    "a body that breaks off": Case({"/robots.txt": Answer(body=RULES, cut=True)}, DISALLOWED, parser=ALLOWED),
    "500 KiB": Case(
        {"/robots.txt": Answer(body=large_file())},
        {PAGE: True, "/early/page": False, "/late/page": True, "/later/page": True},
    ),
}


def visits(settings: dict[str, Any], expected: dict[str, dict[str, bool]]) -> None:
    """One crawl of all the sites."""
    with ExitStack() as stack:
        sites = {name: stack.enter_context(Site(CASES[name].answers).running()) for name in expected}
        done = crawl([sites[name].url(path) for name, paths in expected.items() for path in paths], settings)
        for name, paths in expected.items():
            for path, allowed in paths.items():
                outcome = done.outcome[sites[name].url(path)]
                assert outcome == ("visited" if allowed else "forbidden"), f"{name}: {path}"
                # A server that has seen no request was not asked.
                assert bool(sites[name].asked[path]) == allowed, f"{name}: {path}"


def test_the_middleware_fetches_and_obeys_as_rfc_9309_says() -> None:
    visits(MIDDLEWARE, {name: case.middleware for name, case in CASES.items()})


# Scrapy lets requests pass while it fetches the file.
ONE_BY_ONE = PARSER | {"CONCURRENT_REQUESTS": 1}


def test_the_parser_obeys_the_files_that_scrapy_gives_it() -> None:
    visits(ONE_BY_ONE, {name: case.middleware for name, case in CASES.items() if case.parser is None})


def test_what_the_parser_alone_cannot_mend_is_as_documented() -> None:
    """Fails when Scrapy changes: then the documentation is to follow."""
    visits(ONE_BY_ONE, {name: case.parser for name, case in CASES.items() if case.parser is not None})
    with Site({"/robots.txt": Answer(body=RULES, seconds=0.5)}).running() as site:
        done = crawl([site.url(f"/private/{page}") for page in range(8)], PARSER)
        assert Counter(done.outcome.values()) == {"forbidden": 2, "visited": 6}


def test_the_middleware_lets_no_request_pass_while_the_file_is_being_fetched() -> None:
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
        }


def test_the_middleware_asks_again_for_what_it_could_not_get() -> None:
    robots_txt = {"/robots.txt": Answer(503)}
    with Site({"/robots.txt": Answer(body=RULES)}, first=robots_txt).running() as site:
        urls = [site.url(path) for path in ("/1", "/2", "/private/3", "/4")]
        done = crawl(urls, MIDDLEWARE | {"RETRY_TIMES": 0}, pause=1.0, spans={"_MINUTE": 1.5})
        assert list(done.outcome.values()) == ["forbidden", "forbidden", "forbidden", "visited"]
        assert site.asked == {"/robots.txt": 2, "/4": 1}


def test_the_middleware_fetches_a_file_that_is_old_again() -> None:
    robots_txt = {"/robots.txt": Answer(body=RULES)}
    with Site({"/robots.txt": Answer(404)}, first=robots_txt).running() as site:
        urls = [site.url(f"/private/{page}") for page in range(3)]
        done = crawl(urls, MIDDLEWARE, pause=1.0, spans={"_DAY": 1.5})
        assert list(done.outcome.values()) == ["forbidden", "forbidden", "visited"]


def test_a_redirect_to_another_site_gives_the_rules_of_the_first() -> None:
    with ExitStack() as stack:
        other = stack.enter_context(Site({"/robots.txt": Answer(body=RULES)}).running())
        site = stack.enter_context(Site({"/robots.txt": redirect(other.url("/robots.txt"), 308)}).running())
        for settings in (PARSER, MIDDLEWARE):
            done = crawl([site.url("/private/x")], settings)
            assert done.outcome == {site.url("/private/x"): "forbidden"}


def test_a_site_without_an_answer_is_disallowed() -> None:
    with Site({}).running() as site:
        url = site.url("/page")
    # Nobody listens there any more.
    done = crawl([url, url], MIDDLEWARE)
    assert done.outcome == {url: "forbidden"}
    assert done.stats["robotstxt/forbidden"] == 2
    assert done.stats["robotstxt/request_count"] == 1


def test_requests_may_be_exempt_and_the_agent_be_set() -> None:
    rules = b"User-agent: *\nDisallow: /\n\nUser-agent: other\nDisallow: /private/\n"
    with Site({"/robots.txt": Answer(body=rules)}).running() as site:
        urls = [site.url("/page"), site.url("/private/page")]
        for settings in (PARSER, MIDDLEWARE):
            done = crawl(urls, settings | {"ROBOTSTXT_USER_AGENT": "Other"})
            assert done.outcome == {urls[0]: "visited", urls[1]: "forbidden"}
            done = crawl(urls, settings | {"ROBOTSTXT_OBEY": False})
            assert set(done.outcome.values()) == {"visited"}


def test_the_parser_takes_bytes_and_str() -> None:
    parser = RobotsExclusionParser.from_crawler(None, RULES + b"Crawl-delay: 2.5\n")
    for url in ("https://example.com/private/a", b"https://example.com/private/a", b"/private/\xff"):
        for agent in ("ExampleBot", b"ExampleBot/1.0 (caf\xe9)"):
            assert not parser.allowed(url, agent)
    assert parser.crawl_delay("ExampleBot") == parser.crawl_delay(b"other") == 2.5
    assert RobotsExclusionParser.from_crawler(None, b"").crawl_delay("ExampleBot") is None


def test_the_parser_answers_each_agent_for_itself() -> None:
    parser = RobotsExclusionParser.from_crawler(None, b"User-agent: a\nDisallow: /\n\nUser-agent: b\nAllow: /\n")
    assert [parser.allowed("/", agent) for agent in "abab"] == [False, True, False, True]


def test_a_parser_for_what_could_not_be_fetched() -> None:
    assert not RobotsExclusionParser(Access.unreachable()).allowed("https://example.com/", "ExampleBot")
