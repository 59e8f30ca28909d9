"""The replacements for urllib.robotparser and Protego."""

from __future__ import annotations

import doctest
import gzip
import threading
import urllib.error
import urllib.robotparser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import time
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
import versus_cpython

from robots_exclusion import protego, robotparser
from robots_exclusion.protego import Protego
from robots_exclusion.robotparser import RobotFileParser

RULES = b"User-agent: *\nDisallow: /private/\n"


@pytest.mark.parametrize("module", [protego, robotparser])
def test_the_examples_run(module: Any) -> None:
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 2 and result.failed == 0


@contextmanager
def server(status: int, body: bytes, headers: dict[str, str]) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    served = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{served.server_port}/robots.txt"
    finally:
        served.shutdown()
        served.server_close()
        thread.join()


OBEYED, ALLOWED, DISALLOWED = (True, False), (True, True), (False, False)


@pytest.mark.parametrize(
    ("status", "body", "headers", "expected"),
    [
        (200, RULES, {}, OBEYED),
        (200, b"", {}, ALLOWED),
        (404, RULES, {}, ALLOWED),
        (401, RULES, {}, ALLOWED),
        (403, RULES, {}, ALLOWED),
        (429, b"", {}, DISALLOWED),
        (500, b"", {}, DISALLOWED),
        (503, RULES, {}, DISALLOWED),
        (206, RULES, {}, DISALLOWED),
        (200, gzip.compress(RULES), {"Content-Encoding": "gzip"}, DISALLOWED),
        (200, gzip.compress(RULES), {}, DISALLOWED),
        (200, b"#" * 511_000 + b"\n" + RULES + b"# end\n" * 1000 + b"Disallow: /", {}, OBEYED),
    ],
)
def test_reading_follows_rfc_9309(status: int, body: bytes, headers: dict[str, str], expected: tuple[bool, bool]) -> None:
    with server(status, body, headers) as url:
        parser = RobotFileParser(url)
        assert not parser.can_fetch("MyBot", "/page") and parser.mtime() == 0
        parser.read()
        # Like urllib's, it has no time without a file.
        assert bool(parser.mtime()) == (status in (200, 206))
        assert (parser.allow_all, parser.disallow_all) == (expected == ALLOWED and status != 200, expected == DISALLOWED)
        assert (parser.can_fetch("MyBot", "/page"), parser.can_fetch("MyBot", "/private/x")) == expected
    # The server has stopped.
    with pytest.raises(urllib.error.URLError):
        parser.read()
    assert not parser.can_fetch("MyBot", "/page")


@pytest.mark.parametrize("headers", [{"Content-Length": str(len(RULES) + 1)}, {"Content-Length": "9", "Transfer-Encoding": "chunked"}])
@pytest.mark.parametrize("body", [RULES, b""])
def test_a_body_that_ends_early_disallows_everything(body: bytes, headers: dict[str, str]) -> None:
    with server(200, body, headers) as url:
        parser = RobotFileParser(url)
        with pytest.raises(HTTPException):
            parser.read()
        assert parser.disallow_all and not parser.can_fetch("MyBot", "/page")


def test_permission_can_be_withdrawn_until_the_next_read() -> None:
    with server(404, b"", {}) as url:
        parser = RobotFileParser(url)
        for _ in range(2):
            parser.read()
            assert parser.allow_all and parser.can_fetch("MyBot", "/page")
            parser.allow_all = False
            assert not parser.allow_all and not parser.can_fetch("MyBot", "/page")


def test_the_whole_interface_of_urllib() -> None:
    parser = RobotFileParser("https://example.com:8443/robots.txt")
    assert (parser.url, parser.host, parser.path) == ("https://example.com:8443/robots.txt", "example.com:8443", "/robots.txt")
    assert parser.site_maps() is None and str(parser) == ""
    text = "User-agent: a\nCrawl-delay: 1.5\nRequest-rate: 9/30\nRequest-rate: 1/10\nDisallow: /x\nSitemap: https://e.com/s.xml\n"
    for lines in (text.splitlines(), text.splitlines(keepends=True), text.encode().splitlines(), iter(text.splitlines())):
        parser.parse(lines)
        assert parser.mtime() == parser.last_checked > 0
        assert not parser.can_fetch("a/1.0 (+https://e.com)", "https://example.com/x") and parser.can_fetch("b", "/x")
        assert (parser.crawl_delay("a"), parser.crawl_delay("b")) == (1.5, None)
        assert (parser.request_rate("a"), parser.request_rate("b")) == ((1, 10), None)
        assert parser.site_maps() == ["https://e.com/s.xml"]
        assert "Disallow: /x" in str(parser)
    public = {name for name in dir(urllib.robotparser.RobotFileParser) if not name.startswith("_")}
    assert public <= set(dir(RobotFileParser))


def test_the_attributes_of_urllib_are_obeyed() -> None:
    parser = RobotFileParser()
    assert not parser.disallow_all and not parser.allow_all and not parser.entries and parser.default_entry is None
    for lines in ([], ["User-agent: *", "Disallow: /x"]):
        if lines:
            parser.parse(lines)
        parser.disallow_all = True
        assert not parser.can_fetch("MyBot", "/y")
        parser.disallow_all, parser.allow_all = False, True
        assert parser.can_fetch("MyBot", "/x")
        parser.allow_all = False
        assert not parser.can_fetch("MyBot", "/x")
    parser.parse(["User-agent: a", "User-agent: b", "Crawl-delay: 3", "Request-rate: 1/5", "Allow: /y", "Disallow: /", "User-agent: *", "Disallow: /x"])
    entries, default = parser.entries, parser.default_entry
    assert len(entries) == 1
    entry: robotparser.Entry = entries[0]
    assert default and (default.useragents, [str(rule) for rule in default.rulelines]) == (["*"], ["Disallow: /x"])
    assert (entry.useragents, entry.rulelines) == (["a", "b"], [("/y", True), ("/", False)])
    assert (entry.delay, entry.req_rate, entry.allowance("/y"), entry.allowance("/z")) == (3, (1, 5), True, False)
    assert str(entry) == "User-agent: a\nUser-agent: b\nCrawl-delay: 3\nRequest-rate: 1/5\nAllow: /y\nDisallow: /"
    anything: Any = parser
    with pytest.raises(AttributeError):
        anything.entries = []


def test_cpythons_tests_pass_unless_they_contradict_rfc_9309() -> None:
    path = versus_cpython.own()
    if path is None:
        pytest.skip("this Python comes without its own tests: robotparser is not tested with them")
    assert versus_cpython.run(path) == 0


def test_files_are_printed_as_python_prints_them() -> None:
    parser = RobotFileParser()
    text = "User-agent: *\n\nUser-agent: a # comment\nDisallow: /x\nRequest-rate: 3/15\nCrawl-delay: 1\n\nUser-agent: b"
    for lines in (text.splitlines(), text.encode().splitlines()):
        parser.parse(lines)
        printed = "User-agent: *\nUser-agent: a\nCrawl-delay: 1\nRequest-rate: 3/15\nDisallow: /x\n\nUser-agent: b\nAllow:"
        assert str(parser) == printed
        parser.parse(printed.splitlines())
        assert str(parser).rstrip() == printed and not parser.can_fetch("a", "/x") and parser.can_fetch("b", "/x")
    many = [f"User-agent: a{number}\nDisallow: /x" for number in range(10_000)]
    parser.parse(many)
    # Linear: compiling the rules of each group would take a minute.
    assert str(parser) == "\n\n".join(many) and len(parser.entries) == 10_000


def test_a_whole_file_is_not_a_list_of_lines() -> None:
    text: Any = "User-agent: *\nDisallow: /"
    for wrong in (text, text.encode()):
        with pytest.raises(TypeError, match=r"lines must be a list, or another iterable, of lines, not (str|bytes): use splitlines\(\)"):
            RobotFileParser().parse(wrong)


def test_bytes_that_are_no_utf8_are_kept() -> None:
    parser = RobotFileParser()
    for line in (b"Disallow: /\xf0", "Disallow: /\udcf0"):
        parser.parse(["User-agent: *", line])
        assert not parser.can_fetch("MyBot", "/%F0") and not parser.can_fetch("MyBot", "/\udcf0") and parser.can_fetch("MyBot", "/?")


def test_the_whole_interface_of_protego() -> None:
    text = (
        "User-agent: a\nCrawl-delay: 1.5\nRequest-rate: 1/10s 0600-0845\nVisit-time: nonsense\nVisit-time: 2300-0030\n"
        "Disallow: /x\nHost: example.com\nSitemap: https://e.com/s.xml\n"
    )
    for content in (text, text.encode()):
        file = Protego.parse(content)
        assert not file.can_fetch("https://example.com/x", "a") and file.can_fetch("https://example.com/x", "b")
        assert (file.crawl_delay("a"), file.crawl_delay("b")) == (1.5, None)
        assert file.request_rate("a") == (1, 10.0, time(6), time(8, 45)) and file.request_rate("b") is None
        assert file.visit_time("a") == (time(23), time(0, 30)) and file.visit_time("b") is None
        assert list(file.sitemaps) == ["https://e.com/s.xml"]
        assert file.preferred_host == "example.com"
    assert Protego.parse("").preferred_host is None
    with pytest.raises(ValueError, match="not a URL"):
        file.can_fetch("a", "https://example.com/x")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0600-0845", (time(6), time(8, 45))),
        ("600 - 845", (time(6), time(8, 45))),
        ("0600 0845", (time(6), time(8, 45))),
        *[(value, None) for value in ("", "900", "9-17", "0400-", "0400-0845-1000", "2500-2600", "0060-0100", "abcd-efgh", "\u0661\u0662\u0663\u0664-0900")],
    ],
)
def test_visit_times(value: str, expected: tuple[time, time] | None) -> None:
    assert Protego.parse(f"User-agent: *\nVisit-time: {value}").visit_time("a") == expected


def test_every_member_of_protego_exists() -> None:
    theirs = pytest.importorskip("protego").Protego
    assert {name for name in dir(theirs) if not name.startswith("_")} <= set(dir(Protego))
