"""robots.txt captures in WARC files, such as Common Crawl's, as input for :func:`robots_exclusion.verdicts`.

It needs the package ``warcio``::

    from robots_exclusion import verdicts
    from robots_exclusion.warc import robots_files

    with open("robotstxt.warc.gz", "rb") as stream:
        files = robots_files([stream])
    answers = verdicts(urls, files, "MyBot")
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, NamedTuple
from urllib.parse import urljoin, urlsplit

from warcio.archiveiterator import ArchiveIterator

__all__ = ["robots_files"]

_BYTE_LIMIT = 512_000
_MOST_REDIRECTS = 5
_CODINGS = {"", "identity", "gzip", "x-gzip", "deflate", "br"}
"""The content codings that warcio undoes."""


class _Capture(NamedTuple):
    is_answer: bool
    date: str
    status: int
    body: bytes | None
    location: str | None


def robots_files(streams: Iterable[IO[bytes]]) -> list[tuple[str, int | None, bytes | None]]:
    """Returns a row ``(url, status, body)`` for each robots.txt that was captured.

    The latest of several captures of a URL is used; a 429 or 5xx is used only if there is no other capture. Up to five
    redirects are followed through the captures. After a redirect to a URL that was not captured, the status is ``None``
    (no answer). After a loop or a sixth redirect, it is 404 (RFC 9309 section 2.3.1.2). A body that is incomplete or has an
    unknown content coding is ``None``. Only the first 500 KiB of a body are kept. All captures are in memory.

    >>> from io import BytesIO
    >>> from robots_exclusion.warc import robots_files
    >>> http = b"HTTP/1.1 404 Not Found\\r\\n\\r\\n"
    >>> warc = "WARC/1.0\\r\\nWARC-Type: response\\r\\nWARC-Target-URI: https://example.com/robots.txt\\r\\n"
    >>> warc += f"Content-Type: application/http\\r\\nContent-Length: {len(http)}\\r\\n\\r\\n"
    >>> robots_files([BytesIO(warc.encode() + http)])
    [('https://example.com/robots.txt', 404, b'')]
    """
    captures: dict[str, _Capture] = {}
    for stream in streams:
        for record in ArchiveIterator(stream):
            if record.rec_type != "response" or record.http_headers is None:
                continue
            url = _plain(record.rec_headers.get_header("WARC-Target-URI") or "")
            capture = _capture(record)
            if url not in captures or capture[:2] >= captures[url][:2]:
                captures[url] = capture
    return [(url, *_end(url, captures)) for url in captures if urlsplit(url).path == "/robots.txt"]


def _capture(record: object) -> _Capture:
    headers, http = record.rec_headers, record.http_headers  # type: ignore[attr-defined]
    code = http.get_statuscode()
    status = int(code) if code.isascii() and code.isdigit() else 0
    body: bytes | None = record.content_stream().read(_BYTE_LIMIT + 1)  # type: ignore[attr-defined]
    is_cut = headers.get_header("WARC-Truncated") and len(body or b"") <= _BYTE_LIMIT
    coding = (http.get_header("Content-Encoding") or "").strip().lower()
    if is_cut or coding not in _CODINGS:
        body = None
    is_answer = status != 429 and not 500 <= status <= 599
    return _Capture(is_answer, headers.get_header("WARC-Date") or "", status, body, http.get_header("Location"))


def _end(url: str, captures: dict[str, _Capture]) -> tuple[int | None, bytes | None]:
    """Returns the status and body at the end of the redirects."""
    asked: set[str] = set()
    while url not in asked and len(asked) <= _MOST_REDIRECTS:
        asked.add(url)
        capture = captures.get(url)
        if capture is None:
            return None, None
        if not 300 <= capture.status <= 399 or capture.status == 304 or not capture.location:
            return capture.status, capture.body
        url = _plain(urljoin(url, capture.location))
    return 404, None


def _plain(url: str) -> str:
    return url.partition("#")[0]
