"""robots.txt captures in WARC files, such as Common Crawl's, as input for :func:`robots_exclusion.verdicts`.

You need the ``warcio`` package::

    from robots_exclusion import verdicts
    from robots_exclusion.warc import robots_files

    with open("robotstxt.warc.gz", "rb") as stream:
        files = robots_files([stream])
    answers = verdicts(urls, files, "MyBot")
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, NamedTuple
from urllib.parse import urljoin, urlsplit

from warcio.archiveiterator import ArchiveIterator

from ._body import Body, BrokenBody

__all__ = ["robots_files"]

_BYTE_LIMIT = 512_000
_MOST_REDIRECTS = 5
_PIECE = 16_384

logger = logging.getLogger(__name__)


class _Capture(NamedTuple):
    is_answer: bool
    date: str
    status: int
    body: bytes | None
    location: str | None


def robots_files(streams: Iterable[IO[bytes]]) -> list[tuple[str, int | None, bytes | None]]:
    """Returns a row ``(url, status, body)`` for each captured robots.txt.

    If there are several captures of a URL, the latest is used, but a 429 or 5xx is only used if there is no other
    capture. Up to five redirects are followed through the captures. After a redirect to a URL that wasn't captured,
    the status is ``None`` (no response). After a loop or a sixth redirect, it's 404 (RFC 9309 section 2.3.1.2). If a
    body is incomplete, can't be decoded or has an unknown content coding, it's ``None``; ``br`` and ``zstd`` need a
    package (see :mod:`robots_exclusion.fetchers`). If an archive ends early, this is logged, and the captures before
    that point are used. Only the first 500 KiB of a body are kept. All captures are held in memory.

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
        for record in _records(stream):
            if record.rec_type != "response" or record.http_headers is None:
                continue
            url = _plain(record.rec_headers.get_header("WARC-Target-URI") or "")
            capture = _capture(record)
            if url not in captures or capture[:2] >= captures[url][:2]:
                captures[url] = capture
    return [(url, *_end(url, captures)) for url in captures if _is_robots_txt(url)]


def _records(stream: IO[bytes]) -> Iterator[Any]:
    records = iter(ArchiveIterator(stream))
    while True:
        try:
            record = next(records)
        except StopIteration:
            return
        # warcio lets exceptions of several modules through.
        except Exception as error:
            logger.warning("the archive cannot be read to its end: %r", error)
            return
        yield record


def _capture(record: Any) -> _Capture:
    headers, http = record.rec_headers, record.http_headers
    code = http.get_statuscode()
    status = int(code) if code.isascii() and code.isdigit() else 0
    try:
        body = None if headers.get_header("WARC-Truncated") else _body(record.raw_stream, http)
    except BrokenBody:
        body = None
    is_answer = status != 429 and not 500 <= status <= 599
    return _Capture(is_answer, headers.get_header("WARC-Date") or "", status, body, http.get_header("Location"))


def _body(stream: Any, http: Any) -> bytes:
    """Returns the first bytes of a body with its codings undone. Raises :class:`BrokenBody` if it ends early."""
    start = stream.read(_PIECE)
    coding = http.get_header("Content-Encoding") or ""
    # Some archives have the decoded body below the original headers.
    if "gzip" in coding.lower() and not start.startswith(b"\x1f\x8b") and not _is_chunk(start):
        coding = ""
    body = Body(coding, _BYTE_LIMIT + 1)
    if _is_chunk(start) and "chunked" in (http.get_header("Transfer-Encoding") or "").lower():
        is_complete = _read_chunks(start, stream, body.push)
    else:
        length = (http.get_header("Content-Length") or "").strip()
        most = int(length) if length.isascii() and length.isdigit() else None
        is_complete = _read(start, stream, most, body.push)
    if not is_complete:
        raise BrokenBody("the body ends early")
    return body.end()


def _read(start: bytes, stream: Any, length: int | None, push: Callable[[bytes], bool]) -> bool:
    """Passes a body to ``push`` as long as it wants more. Returns ``False`` if the body ends early."""
    read, data = 0, start
    while data:
        read += len(data)
        if not push(data):
            return True
        data = stream.read(_PIECE)
    # A record that is shorter than its own length was cut with its archive.
    return read >= (length or 0) and not getattr(stream, "limit", 0)


def _is_chunk(start: bytes) -> bool:
    size = start.split(b"\n", 1)[0].split(b";")[0].strip()
    return b"\n" in start[:100] and 0 < len(size) <= 16 and all(digit in b"0123456789abcdefABCDEF" for digit in size)


def _read_chunks(data: bytes, stream: Any, push: Callable[[bytes], bool]) -> bool:
    """Like :func:`_read`, for a body in chunks (RFC 9112 section 7.1)."""
    while True:
        while b"\n" not in data:
            more = stream.read(_PIECE)
            if not more or len(data) > _PIECE:
                return False
            data += more
        if not _is_chunk(data):
            return False
        line, data = data.split(b"\n", 1)
        size = int(line.split(b";")[0].strip(), 16)
        if size == 0:
            return True
        while size > 0:
            if not data:
                data = stream.read(_PIECE)
                if not data:
                    return False
            if not push(data[:size]):
                return True
            size, data = size - len(data[:size]), data[size:]
        # The line end after the data.
        while len(data) < 2:
            more = stream.read(_PIECE)
            if not more:
                return False
            data += more
        data = data[2:] if data.startswith(b"\r\n") else data[1:]


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
        try:
            url = _plain(urljoin(url, capture.location))
        except ValueError:
            # A redirect to something that isn't a URL is a broken response, which disallows everything.
            return capture.status, None
    return 404, None


def _is_robots_txt(url: str) -> bool:
    try:
        return urlsplit(url).path == "/robots.txt"
    except ValueError:
        return False


def _plain(url: str) -> str:
    return url.partition("#")[0]
