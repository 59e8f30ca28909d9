"""Local servers with many kinds of robots.txt responses, and crawls of them by Scrapy.

    python python/tests/scrapy_hosts.py

prints what Scrapy visits with its own parser, with the parser of this package, and with its middleware.
"""

from __future__ import annotations

import gzip
import json
import socket
import struct
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

RULES = b"User-agent: *\nDisallow: /private/\n"
LIMIT = 500 * 1024


@dataclass
class Answer:
    """The response of a server to a request for a path."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    cut: bool = False
    """`True` if the body ends before it is complete."""
    reset: bool = False
    """`True` if the connection is reset instead of a response."""


@dataclass
class Site:
    """A local server that runs during a test."""

    answers: dict[str, Answer]
    first: dict[str, Answer] = field(default_factory=dict)
    """The response to the first request for a path, if it differs from later ones."""
    asked: Counter[str] = field(default_factory=Counter)
    conditional: Counter[str] = field(default_factory=Counter)
    """The requests that were conditional."""
    server: ThreadingHTTPServer = field(init=False)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server.server_port}{path}"

    @contextmanager
    def running(self) -> Iterator[Site]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked[self.path] += 1
                site.conditional[self.path] += "If-None-Match" in self.headers
                default = Answer(404) if self.path == "/robots.txt" else Answer(body=b"<p>A page")
                answer = site.answers.get(self.path, default)
                if site.asked[self.path] == 1:
                    answer = site.first.get(self.path, answer)
                time.sleep(answer.seconds)
                if answer.reset:
                    # A socket that does not linger is reset when it is closed.
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.rfile.close()
                    self.wfile.close()
                    self.connection.close()
                    return
                self.send_response(answer.status)
                self.send_header("Content-Type", "text/plain")
                self.send_header("Content-Length", str(len(answer.body) + (10 if answer.cut else 0)))
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(answer.body)
                except OSError:
                    pass  # The client has closed the connection.

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
    verdicts: dict[str, str]
    """The verdict on each refused request. The middleware provides it, the parser alone does not."""
    visited_at: list[float]
    log: list[str]
    """The messages of the middleware."""
    parsed: list[str]
    """The request of each signal ``robots_parsed``."""
    sitemaps: dict[str, list[str]]
    """The sitemaps in the file of each URL, from ``parser_for``."""
    usage: dict[str, dict[str, str]]
    """The usage preferences for each URL, from ``parser_for``."""


def crawl(
    urls: list[str],
    settings: dict[str, Any],
    *,
    pause: float = 0.0,
    speed: float = 1.0,
    retry_after: float | None = None,
) -> Crawl:
    """Lets Scrapy visit the URLs in a separate process, with a pause after each.

    ``speed`` is the speed of the clock of the middleware's cache. ``retry_after`` repeats each request that was refused
    temporarily, once, after this many seconds.
    """
    common = {
        "ROBOTSTXT_OBEY": True,
        "USER_AGENT": "ExampleBot/1.0 (+https://example.com/bot)",
        "CONCURRENT_REQUESTS": 32,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
        "DOWNLOAD_DELAY": 0,
        "RETRY_TIMES": 0,
        "DOWNLOAD_TIMEOUT": 5,
        "LOG_LEVEL": "CRITICAL",
        "TELNETCONSOLE_ENABLED": False,
    }
    job = json.dumps({"urls": urls, "settings": common | settings, "pause": pause, "speed": speed, "retry_after": retry_after})
    script = Path(__file__).with_name("crawl.py")
    done = subprocess.run(
        [sys.executable, script], input=job, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return Crawl(**json.loads(done.stdout))


def large_file() -> bytes:
    """Returns more than 500 KiB. The limit cuts a line that would otherwise disallow everything."""
    start = b"User-agent: ExampleBot\nDisallow: /early/\n"
    cut = b"\nDisallow: /"
    padding = b"# padding\n" * (LIMIT // 10)
    return (start + padding)[: LIMIT - len(cut)] + cut + b"late/\nDisallow: /later/\n"


@dataclass
class Case:
    """A site, and which of its pages Scrapy visits."""

    answers: dict[str, Answer]
    middleware: dict[str, bool]
    parser: dict[str, bool] | None = None
    """The pages visited with the parser alone, if they differ from those visited with the middleware."""


PAGE, PRIVATE = "/page", "/private/page"
OBEYED = {PAGE: True, PRIVATE: False}
ALLOWED = {PAGE: True, PRIVATE: True}
DISALLOWED = {PAGE: False, PRIVATE: False}


def redirect(to: str, status: int = 301) -> Answer:
    return Answer(status, headers={"Location": to})


def chain(hops: int) -> dict[str, Answer]:
    """Returns responses with this number of redirects that lead to the rules."""
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
    "500 with an error page": Case(
        {"/robots.txt": Answer(500, b"<h1>Error</h1>")}, DISALLOWED, parser=ALLOWED
    ),
    "429": Case({"/robots.txt": Answer(429)}, DISALLOWED, parser=ALLOWED),
    "503": Case({"/robots.txt": Answer(503, b"<h1>Busy</h1>")}, DISALLOWED, parser=ALLOWED),
    "206": Case({"/robots.txt": Answer(206, RULES)}, DISALLOWED, parser=OBEYED),
    "a body that breaks off": Case({"/robots.txt": Answer(body=RULES, cut=True)}, DISALLOWED, parser=ALLOWED),
    "a connection that is reset": Case({"/robots.txt": Answer(reset=True)}, DISALLOWED, parser=ALLOWED),
    "no response in time": Case({"/robots.txt": Answer(body=RULES, seconds=60.0)}, DISALLOWED, parser=ALLOWED),
    "unrequested gzip": Case(
        {"/robots.txt": Answer(body=gzip.compress(RULES), headers={"Content-Encoding": "gzip"})}, OBEYED
    ),
    "gzip that ends early": Case(
        {"/robots.txt": Answer(body=gzip.compress(RULES * 9000)[:-200], headers={"Content-Encoding": "gzip"})},
        DISALLOWED,
        parser=OBEYED,
    ),
    "gzip without a header": Case({"/robots.txt": Answer(body=gzip.compress(RULES))}, DISALLOWED, parser=DISALLOWED),
    "a coding that Scrapy does not know": Case(
        {"/robots.txt": Answer(body=RULES, headers={"Content-Encoding": "x-unknown"})}, DISALLOWED, parser=OBEYED
    ),
    "500 KiB": Case(
        {"/robots.txt": Answer(body=large_file())},
        {PAGE: True, "/early/page": False, "/late/page": True, "/later/page": True},
    ),
}


# With more requests at a time, Scrapy's middleware lets some pass while it fetches the file.
ONE_BY_ONE: dict[str, Any] = {"CONCURRENT_REQUESTS": 1}

SETTINGS: dict[str, dict[str, Any]] = {"Scrapy": {}, "with the parser": PARSER, "with the middleware": MIDDLEWARE}


def in_words(outcome: dict[str, bool]) -> str:
    """Describes the visits of a crawler to the pages of a site."""
    if all(outcome.values()):
        return "visits all"
    if not any(outcome.values()):
        return "visits none"
    return "visits " + ", ".join(path for path, is_visited in outcome.items() if is_visited)


def table() -> Iterator[tuple[str, ...]]:
    """Yields the rows of the table: the response for robots.txt, the visits that RFC 9309 allows, and those of Scrapy with each setting."""
    with ExitStack() as stack:
        sites = {name: stack.enter_context(Site(case.answers).running()) for name, case in CASES.items()}
        urls = [site.url(path) for name, site in sites.items() for path in CASES[name].middleware]
        crawls = [crawl(urls, settings | ONE_BY_ONE).outcome for settings in SETTINGS.values()]
        for name, case in CASES.items():
            found = [{path: outcome[sites[name].url(path)] == "visited" for path in case.middleware} for outcome in crawls]
            yield name, in_words(case.middleware), *(in_words(each) for each in found)
    row = []
    for settings in SETTINGS.values():
        with Site({"/robots.txt": Answer(body=RULES, seconds=1.0)}).running() as site:
            pages = [site.url(f"/private/{page}") for page in range(8)]
            outcome = crawl(pages, settings).outcome
            visited = Counter(outcome.values())["visited"]
            row.append(f"visits {visited} of 8" if visited else "visits none")
    yield "a slow response, and 8 disallowed requests at once", "visits none", *row


def main() -> None:
    print("| `/robots.txt` | RFC 9309 |", " | ".join(SETTINGS), "|")
    print("|---" * (2 + len(SETTINGS)) + "|")
    for row in table():
        print("|", " | ".join(row), "|")


if __name__ == "__main__":
    main()
