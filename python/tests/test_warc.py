"""robots.txt captures in WARC files."""

from __future__ import annotations

import gzip
import io
import random
import zlib
from typing import Any

import pytest

pytest.importorskip("warcio", reason="warcio is not installed: not tested with WARC files")

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from robots_exclusion import verdicts
from robots_exclusion.warc import robots_files

RULES = b"User-agent: *\nDisallow: /private/\n"


def archive(*captures: tuple[str, str, str, dict[str, str], bytes, dict[str, str]]) -> io.BytesIO:
    written = io.BytesIO()
    writer = WARCWriter(written, gzip=True)
    for url, date, status, headers, body, more in captures:
        http = StatusAndHeaders(status, list(headers.items()), protocol="HTTP/1.1")
        record = writer.create_warc_record(url, "response", io.BytesIO(body), http_headers=http, warc_headers_dict={"WARC-Date": date, **more})
        writer.write_record(record)
    written.seek(0)
    return written


def capture(url: str, status: str = "200 OK", body: bytes = RULES, *, day: int = 1, more: Any = {}, **headers: str) -> Any:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return url, f"2026-01-{day:02}T00:00:00Z", status, names, body, more


def decided(*captures: Any) -> dict[str, tuple[bool | None, str | None]]:
    files = robots_files([archive(*captures)])
    sites = sorted({url for url, _, _ in files})
    answers = verdicts([site.replace("robots.txt", "private/x") for site in sites], files, "MyBot").to_pydict()
    return dict(zip(sites, zip(answers["allowed"], answers["reason"])))


URL = "https://a.example/robots.txt"


@pytest.mark.parametrize(
    ("captures", "expected"),
    [
        ([capture(URL)], (False, "rule")),
        ([capture(URL, "404 Not Found", b"")], (True, "status-404")),
        ([capture(URL, "503 Busy", b"")], (False, "status-503")),
        # The latest capture is used, in any order.
        ([capture(URL, "404 No", b"", day=3), capture(URL, day=2)], (True, "status-404")),
        # But a failed fetch does not replace an answer.
        ([capture(URL, day=1), capture(URL, "503 Busy", b"", day=2)], (False, "rule")),
        ([capture(URL, "429 Slow down", b"", day=2), capture(URL, "404 No", b"", day=1)], (True, "status-404")),
        ([capture(URL, body=gzip.compress(RULES), Content_Encoding="gzip")], (False, "rule")),
        ([capture(URL, body=gzip.compress(b""))], (False, "content-coding")),
        ([capture(URL, body=b"", Content_Encoding="zstd")], (False, "no-body")),
        ([capture(URL, body=b"# cut", more={"WARC-Truncated": "disconnect"})], (False, "no-body")),
        # Codings are undone, and one that ends early is broken.
        ([capture(URL, body=zlib.compress(RULES), Content_Encoding="deflate")], (False, "rule")),
        ([capture(URL, body=gzip.compress(RULES * 99)[:-9], Content_Encoding="gzip")], (False, "no-body")),
        ([capture(URL, body=b"\x0b\x02\x80 no brotli", Content_Encoding="br")], (False, "no-body")),
        ([capture(URL, body=RULES, Content_Encoding="gzip")], (False, "rule")),
        # Lengths and chunks are checked.
        ([capture(URL, body=b"# cut", Content_Length="6")], (False, "no-body")),
        ([capture(URL, body=RULES, Content_Length=str(len(RULES)))], (False, "rule")),
        ([capture(URL, body=b"3\r\nUse\r\n%X;x=y\r\n" % (len(RULES) - 3) + RULES[3:] + b"\r\n0\r\n\r\n", Transfer_Encoding="chunked")], (False, "rule")),
        ([capture(URL, body=b"5\r\n# cut\r\n", Transfer_Encoding="chunked")], (False, "no-body")),
        ([capture(URL, body=b"50\r\n# cut", Transfer_Encoding="chunked")], (False, "no-body")),
        ([capture(URL, body=RULES, Transfer_Encoding="chunked")], (False, "rule")),
        ([capture(URL, "301 Moved", b"", Location="/other"), capture("https://a.example/other")], (False, "rule")),
        ([capture(URL, "301 Moved", b"", Location="/gone")], (False, "unreachable")),
        ([capture(URL, "301 Moved", b"", Location="/robots.txt#x")], (True, "status-404")),
        ([capture(URL, "302 Found", b"")], (False, "status-302")),
        # A site's own mistakes don't affect others.
        ([capture(URL, "302 Found", b"", Location="http://[::")], (False, "status-302")),
        ([capture(URL, "302 Found", b"", Location="http://[x]/")], (False, "status-302")),
        ([capture(URL), capture("http://[x/robots.txt"), capture("http://a\u2100b/robots.txt")], (False, "rule")),
    ],
)
def test_captures_and_their_verdicts(captures: list[Any], expected: tuple[bool, str]) -> None:
    assert decided(*captures) == {URL: expected}


def test_at_most_five_redirects_are_followed() -> None:
    for hops, expected in ((5, (False, "rule")), (6, (True, "status-404"))):
        urls = [URL, *(f"https://b.example/{hop}" for hop in range(hops))]
        chain = [capture(url, "301 Moved", b"", Location=to) for url, to in zip(urls, urls[1:])]
        assert decided(*chain, capture(urls[-1])) == {URL: expected}, hops


def test_other_pages_are_ignored() -> None:
    assert robots_files([archive(capture("https://a.example/page"))]) == []


def test_an_archive_that_ends_early_gives_the_captures_before() -> None:
    one, other = archive(capture(URL)).getvalue(), archive(capture("https://b.example/robots.txt", body=RULES * 2000)).getvalue()
    for cut in range(1, len(other), 17):
        rows = {url: body for url, _, body in robots_files([io.BytesIO(one + other[:-cut])])}
        assert rows.pop(URL) == RULES
        assert all(body in (None, RULES * 2000) for body in rows.values()), cut
    garbage = robots_files([io.BytesIO(b"\x1f\x8bgarbage"), archive(capture(URL)), io.BytesIO(b"garbage")])
    assert [url for url, _, _ in garbage] == [URL]


def test_a_body_with_any_chunks_is_read_like_one_without() -> None:
    dice = random.Random(41)
    for _ in range(200):
        text = bytes(dice.choices(b"ab\r\n", k=dice.choice([1, 5, 100, 20_000, 40_000])))
        chunks, rest = b"", text
        while rest:
            size = dice.choice([1, 2, 3, 500, 16_384, 30_000])
            part, rest = rest[:size], rest[size:]
            chunks += b"%x\r\n%s\r\n" % (len(part), part)
        for end, expected in ((b"0\r\n\r\n", text), (b"", None)):
            [(_, _, body)] = robots_files([archive(capture(URL, body=chunks + end, Transfer_Encoding="chunked"))])
            assert body == expected
