"""Invalid arguments raise an exception with a clear message; unusual ones are accepted."""

from __future__ import annotations

import gzip
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from robots_exclusion import Access, Matcher, Robots, Scope, Usage, Verdict, lint, robots_txt_url, verdicts

ROBOTS: Any = Robots.parse("user-agent: *\ndisallow: /x")
MATCHER: Any = ROBOTS.matcher("MyBot")
PARSE: Any = Robots.parse
RESPONSE: Any = Access.from_response
LINT: Any = lint
URL: Any = robots_txt_url
MANY: Any = verdicts


def broken() -> Iterator[str]:
    yield "/"
    raise RuntimeError("the iterable broke")


class BrokenFromTheStart:
    def __iter__(self) -> Iterator[str]:
        raise TypeError("my own exception")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: PARSE(1), TypeError, "text must be bytes or str, not int"),
        (lambda: PARSE(None), TypeError, "text must be bytes or str, not NoneType"),
        (lambda: PARSE(bytearray(b"")), TypeError, "text must be bytes or str, not bytearray"),
        (lambda: PARSE("", dialect="bing"), ValueError, "dialect must be 'standard' or 'google', not 'bing'"),
        (lambda: PARSE("", dialect="\ud800"), ValueError, "dialect must be 'standard' or 'google', not '\\\\ud800'"),
        (lambda: PARSE("", dialect=None), TypeError, "dialect must be 'standard' or 'google', not NoneType"),
        (lambda: PARSE("", byte_limit=-1), ValueError, "byte_limit must not be negative"),
        (lambda: PARSE("", byte_limit=1.5), TypeError, "byte_limit must be int or None, not float"),
        (lambda: PARSE("", byte_limit=True), TypeError, "byte_limit must be int or None, not bool"),
        (lambda: PARSE("", agent_fallback=1), TypeError, "agent_fallback must be bool, not int"),
        (lambda: PARSE("", "google"), TypeError, "positional"),
        (lambda: PARSE(), TypeError, "text"),
        (lambda: LINT(3), TypeError, "text must be bytes or str, not int"),
        (lambda: ROBOTS.allowed(None, "/"), TypeError, "agent must be str, not NoneType"),
        (lambda: ROBOTS.allowed("a", b"/"), TypeError, "url must be str, not bytes"),
        (lambda: ROBOTS.verdict("a", 3), TypeError, "url must be str, not int"),
        (lambda: ROBOTS.matcher(3), TypeError, "agent must be str, or a sequence of str, not int"),
        (lambda: ROBOTS.matcher(["a", 3]), TypeError, "agent must be str, or a sequence of str, not int"),
        (lambda: ROBOTS.matcher({"a"}), TypeError, "agent must be str, or a sequence of str, not set"),
        (lambda: ROBOTS.crawl_delay(3), TypeError, "agent must be str, not int"),
        (lambda: MATCHER.allowed(None), TypeError, "url must be str, not NoneType"),
        (lambda: MATCHER.allowed_many("/x"), TypeError, "urls must be a list, or another iterable, of str, not str"),
        (lambda: MATCHER.allowed_many(3), TypeError, "urls must be a list, or another iterable, of str, not int"),
        (lambda: MATCHER.allowed_many(["/", None]), TypeError, "each URL must be str, not NoneType"),
        (lambda: MATCHER.allowed_many(broken()), RuntimeError, "the iterable broke"),
        (lambda: MATCHER.allowed_many(BrokenFromTheStart()), TypeError, "my own exception"),
        (lambda: MANY(BrokenFromTheStart(), [], "MyBot"), TypeError, "my own exception"),
        (lambda: MANY("https://h/", [], "MyBot"), TypeError, "urls must be a list, or another iterable, of str, or an Arrow array"),
        (lambda: MANY([], 3, "MyBot"), TypeError, "files must be a table, a dictionary, or an iterable of"),
        (lambda: MANY([], b"User-agent: *", "MyBot"), TypeError, "files must be a table, a dictionary, or an iterable of"),
        (lambda: MANY([], [], "MyBot", on_conflict="newest"), ValueError, "on_conflict must be 'disallow', 'first', 'last' or 'error', not 'newest'"),
        # URL and agent are swapped, as in calls to Protego.
        (lambda: ROBOTS.allowed("https://e.com/private/x", "MyBot"), ValueError, "agent must be the name of a crawler, not a URL: 'https://e"),
        (lambda: ROBOTS.verdict("http://e.com", "MyBot"), ValueError, "not a URL"),
        (lambda: ROBOTS.matcher(["MyBot", "ftp://e.com"]), ValueError, "not a URL"),
        (lambda: Access.missing().allowed("https://e.com/", "MyBot"), ValueError, "not a URL"),
        (lambda: URL("http://h:99999/"), ValueError, r"the URL is invalid \(invalid port number\): \"http://h:99999/\""),
        (lambda: RESPONSE(200, content_encoding=3), TypeError, "content_encoding must be str, not int"),
        (lambda: MATCHER.usage(3), TypeError, "url must be str, not int"),
        (lambda: MATCHER.usage("/").category(3), TypeError, "the argument must be str, not int"),
        (lambda: RESPONSE("200"), TypeError, "status must be int, not str"),
        (lambda: RESPONSE(True), TypeError, "status must be int, not bool"),
        (lambda: RESPONSE(-1), ValueError, "status must be a status code of HTTP"),
        (lambda: RESPONSE(10**30), ValueError, "status must be a status code of HTTP"),
        (lambda: RESPONSE(200, None), TypeError, "text must be bytes or str, not NoneType"),
        (lambda: RESPONSE(500, server_error_is_not_found=1), TypeError, "server_error_is_not_found must be bool, not int"),
        (lambda: URL(3), TypeError, "url must be str, not int"),
        (lambda: URL("\ud800"), ValueError, "not an absolute URL"),
        (lambda: setattr(ROBOTS, "dialect", "google"), AttributeError, "dialect"),
        *[(kind, TypeError, "cannot create") for kind in (Robots, Matcher, Verdict, Access, Scope, Usage)],
    ],
)
def test_invalid_arguments_raise_an_exception_with_a_message(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize(
    "url",
    ["", "\0", "/\0x", "\ud800", "/\udcff", "http://", "http://[", "//", "%", "/%", "/" * 100_000, "\U0010ffff", "https://user@h:99999/", "\n/\t", "x" * 3_000_000],
)
def test_every_url_is_decided(url: str) -> None:
    for dialect in ("standard", "google"):
        robots = Robots.parse("user-agent: *\ndisallow: /*x*x$\ndisallow: /%\nallow: /*%ff", dialect=dialect)
        answer = robots.allowed("MyBot", url)
        matcher = robots.matcher("MyBot")
        assert matcher.allowed(url) == matcher.verdict(url).allowed == matcher.allowed_many([url])[0] == answer
        assert isinstance(str(robots.verdict("MyBot", url)), str)


@pytest.mark.parametrize("agent", ["", "*", "\0", "\ud800", "é", " MyBot", "MyBot\n", "x" * 1_000_000])
def test_every_name_is_accepted(agent: str) -> None:
    for dialect in ("standard", "google"):
        robots = Robots.parse("user-agent: MyBot\ndisallow: /\nuser-agent: *\ndisallow: /x", dialect=dialect)
        assert robots.allowed(agent, "/x") == robots.matcher([agent]).allowed("/x")
        assert robots.crawl_delay(agent) is None


def test_a_user_agent_header_may_contain_a_url() -> None:
    robots = Robots.parse("user-agent: MyBot\ndisallow: /")
    assert not robots.allowed("MyBot/1.0 (+https://example.com/bot)", "/")


def test_any_sequence_of_names_is_accepted() -> None:
    robots = Robots.parse("user-agent: b\ndisallow: /")
    for names in (["a", "b"], ("a", "b"), deque(["a", "b"])):
        assert not robots.matcher(names).allowed("/")


COMPRESSED = gzip.compress(b"User-agent: *\nDisallow: /\n")


@pytest.mark.parametrize(
    ("body", "coding"),
    [(COMPRESSED, None), (COMPRESSED, "gzip"), (b"\x0b\x02\x80", "br"), (b"", "identity, zstd")],
)
def test_a_body_that_was_not_decoded_disallows_everything(body: bytes, coding: str | None) -> None:
    access = Access.from_response(200, body, content_encoding=coding)
    assert not access.allowed("MyBot", "/") and access.robots is None
    assert access == pickle.loads(pickle.dumps(access))


def test_a_decoded_body_is_obeyed() -> None:
    for coding in (None, "", "identity", " Identity "):
        access = Access.from_response(200, b"User-agent: *\nDisallow: /x", content_encoding=coding)
        assert access.allowed("MyBot", "/") and not access.allowed("MyBot", "/x")


@pytest.mark.parametrize("way", ["allowed_many", "allowed_arrow", "verdicts_arrow", "verdicts", "verdicts of Arrow"])
def test_an_interrupt_ends_a_batch(way: str) -> None:
    """A batch that would take about a minute ends soon after Ctrl-C."""
    if "arrow" in way.lower():
        pytest.importorskip("pyarrow")
    script = """
import os, signal, sys, threading, time
from robots_exclusion import Robots, verdicts
# Background processes of a shell ignore SIGINT.
signal.signal(signal.SIGINT, signal.default_int_handler)
text = "user-agent: *\\n" + "".join(f"disallow: /*ba{number}*$\\n" for number in range(15_000))
# Each URL contains every byte of every rule but not `ba`, so every rule is compared.
urls = ["https://h/" + "ab0123456789" * 150] * 40_000
way = sys.argv[1]
if "arrow" in way.lower():
    import pyarrow
    urls = pyarrow.array(urls)
matcher = Robots.parse(text).matcher("MyBot")
interrupted = []
def interrupt():
    interrupted.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
timer = threading.Timer(0.5, interrupt)
timer.daemon = True
timer.start()
try:
    if way in ("verdicts", "verdicts of Arrow"):
        verdicts(urls, [("https://h/", 200, text)], "MyBot")
    else:
        getattr(matcher, way)(urls)
except KeyboardInterrupt:
    print(time.monotonic() - interrupted[0])
"""
    ran = subprocess.run([sys.executable, "-c", script, way], capture_output=True, text=True, timeout=60, check=False)
    assert ran.stdout, ran.stderr
    # On an idle machine it takes less than 0.2 s.
    assert float(ran.stdout) < 2


def test_lone_surrogates_are_replaced_in_urls() -> None:
    robots = Robots.parse("user-agent: *\ndisallow: /%EF%BF%BD$\ndisallow: /caf%E9$")
    matcher = robots.matcher("MyBot")
    assert not robots.allowed("MyBot", "/\ud800")
    # As `errors="surrogateescape"` reads a file of URLs that is not UTF-8.
    assert not robots.allowed("MyBot", b"/caf\xe9".decode("utf-8", "surrogateescape"))
    assert matcher.allowed_many(["/caf\udce9", "/caf\udcc3\udca9"]) == [False, True]
    assert not robots.allowed("MyBot", "/\ufffd")
    assert robots.allowed("MyBot", "/\ud7ff") and robots.allowed("MyBot", "/\ue000") and robots.allowed("MyBot", "/\ud800\ud801")
    assert matcher.allowed_many(["/\ud800", "/"]) == [False, True]


def test_surrogates_in_a_text_become_the_original_bytes() -> None:
    every_byte = bytes(range(256)) * 2 + "é\ud7ff\ue000\U0010ffff".encode()
    text = every_byte.decode("utf-8", "surrogateescape")
    assert Robots.parse(text).text == every_byte
    assert Robots.parse("\ud800\udcff\udfff").text == b"\xef\xbf\xbd\xff\xef\xbf\xbd"
    assert Robots.parse("\udc7f\udc80").text == b"\xef\xbf\xbd\x80"


@pytest.mark.parametrize("dialect", ["standard", "google"])
def test_random_bytes_are_accepted(dialect: Any) -> None:
    import random

    choice = random.Random(7)
    for length in (0, 1, 2, 3, 10, 100, 1000, 100_000):
        for _ in range(20 if length < 5000 else 2):
            text = choice.randbytes(length)
            robots = Robots.parse(b"user-agent: *\ncrawl-delay: 1\nallow: /" + text, dialect=dialect)
            matcher = robots.matcher("MyBot")
            objects = [robots, matcher, *robots.groups(), *robots.records(), *robots.sitemaps(), *matcher.rules(), *lint(text)]
            assert all(repr(found) and isinstance(str(found), str) for found in objects)
            assert isinstance(matcher.usage("/").preferences(), dict)


def test_urls_may_be_any_iterable() -> None:
    urls = ["/x", "/y"] * 10_000
    assert MATCHER.allowed_many(iter(urls)) == MATCHER.allowed_many(tuple(urls)) == [False, True] * 10_000
    assert MATCHER.allowed_many(dict.fromkeys(urls)) == [False, True]
    assert MATCHER.allowed_many([]) == []
    assert MATCHER.allowed_many("/x" for _ in range(8192)) == [False] * 8192

    class Text(str):
        pass

    assert MATCHER.allowed_many([Text("/x")]) == [False]
