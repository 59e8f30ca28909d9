"""Local servers that misbehave in the ways that servers on the Internet do.

    python tests/hosts.py

prints what a crawler may fetch from each with each of the ready HTTP clients, and how long twenty tasks wait for a server that
sends a byte at a time.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from unittest import mock

from robots_exclusion import _body, fetchers
from robots_exclusion.cache import AsyncRobotsCache, RobotsCache
from robots_exclusion.fetchers import Aiohttp, Fetcher, Httpx, Requests, Urllib

RULES = b"User-agent: *\nDisallow: /private/\n"

Answer = Callable[["Host", socket.socket, str], None]


@dataclass
class Host:
    """A server whose connections are answered by a function, given the path."""

    answer: Answer
    address: str = "127.0.0.1"
    port: int = 0
    asked: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)

    def url(self, path: str) -> str:
        return f"http://{self.address}:{self.port}{path}"

    @contextmanager
    def running(self) -> Iterator[Host]:
        with socket.create_server((self.address, self.port), backlog=64) as listening:
            self.port = listening.getsockname()[1]
            threading.Thread(target=self._serve, args=(listening,), daemon=True).start()
            yield self
            # Wakes up `accept`.
            listening.shutdown(socket.SHUT_RDWR)

    def _serve(self, listening: socket.socket) -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=self._handle, args=(connection,), daemon=True).start()

    def _handle(self, connection: socket.socket) -> None:
        with connection:
            try:
                head = b""
                while b"\r\n\r\n" not in head:
                    piece = connection.recv(4096)
                    if not piece:
                        return
                    head += piece
                self.heads.append(head.decode("latin-1"))
                path = head.split(b" ", 2)[1].decode("latin-1")
                self.asked.append(path)
                self.answer(self, connection, path)
            except OSError:
                pass


def send(status: str, body: bytes = b"", *headers: str, length: int | None = None) -> Answer:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}", *headers]
    return raw("\r\n".join([*lines, "", ""]).encode() + body)


def raw(data: bytes) -> Answer:
    return lambda host, connection, path: connection.sendall(data)


def drip(data: bytes, then: bytes = b"x", pause: float = 0.05) -> Answer:
    def answer(host: Host, connection: socket.socket, path: str) -> None:
        connection.sendall(data)
        for _ in range(10_000):
            connection.sendall(then)
            time.sleep(pause)

    return answer


def hang(host: Host, connection: socket.socket, path: str) -> None:
    connection.recv(1)


def reset(host: Host, connection: socket.socket, path: str) -> None:
    # Closing with unsent data and no time to linger sends a reset.
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")


def endless(host: Host, connection: socket.socket, path: str) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n" + RULES)
    while True:
        connection.sendall(b"# more\n" * 1000)


def endless_headers(host: Host, connection: socket.socket, path: str) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.sendall(b"X: %s\r\n" % (b"y" * 1000))


def hops(number: int) -> Answer:
    """Redirects this many times, and then has rules."""

    def answer(host: Host, connection: socket.socket, path: str) -> None:
        hop = int(path.strip("/")) if path != "/robots.txt" else 0
        response = redirect(f"/{hop + 1}") if hop < number else send("200 OK", RULES)
        response(host, connection, path)

    return answer


def redirect(target: str) -> Answer:
    return send("301 Moved", b"", f"Location: {target}")


def in_turn(*answers: Answer) -> Answer:
    return lambda host, connection, path: answers[min(len(host.asked), len(answers)) - 1](host, connection, path)


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    body = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)
    return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body + end


def raw_deflate(text: bytes) -> bytes:
    coder = zlib.compressobj(wbits=-15)
    return coder.compress(text) + coder.flush()


def bomb() -> bytes:
    """256 MiB of empty lines after some rules, in 256 KiB."""
    coder = zlib.compressobj(9, wbits=31)
    lines = b"\n" * (1 << 20)
    return coder.compress(RULES) + b"".join(coder.compress(lines) for _ in range(256)) + coder.flush()


LONG = b"#" * 511_900 + b"\n" + RULES + b"# end\n" * 1000 + b"Disallow: /\n"
ZIPPED = gzip.compress(RULES * 200)

OBEYED, ALLOWED, DISALLOWED = (True, False), (True, True), (False, False)
WORDS = {OBEYED: "obeyed", ALLOWED: "allowed", DISALLOWED: "disallowed"}

# The answer, whether /page and /private/x may be fetched, and the beginning of the reason if there is no file to obey.
HOSTS: dict[str, tuple[Answer, tuple[bool, bool], str]] = {
    "200": (send("200 OK", RULES), OBEYED, ""),
    "500": (send("500 Error", b"oops"), DISALLOWED, "robots.txt returned 500"),
    "503 with rules": (send("503 Busy", RULES), DISALLOWED, "robots.txt returned 503"),
    "429 with Retry-After": (send("429 Slow down", b"", "Retry-After: 600"), DISALLOWED, "robots.txt returned 429"),
    "hang": (hang, DISALLOWED, "robots.txt could not be reached"),
    "reset": (reset, DISALLOWED, "robots.txt could not be reached"),
    "garbage": (raw(b"\x00\xff garbage\r\n\r\n"), DISALLOWED, "robots.txt could not be reached"),
    "cut by length": (send("200 OK", b"User-agent: *\nAllow: /", length=99), DISALLOWED, "robots.txt came in a broken response"),
    "cut before the length": (send("200 OK", b"", length=99), DISALLOWED, "robots.txt came in a broken response"),
    "cut chunk": (raw(chunked(b"# cut\n", end=b"")), DISALLOWED, "robots.txt came in a broken response"),
    "cut within a chunk": (raw(chunked(end=b"50\r\n# cut")), DISALLOWED, "robots.txt came in a broken response"),
    "chunks": (raw(chunked(RULES[:9], RULES[9:])), OBEYED, ""),
    "cut gzip": (raw(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + ZIPPED[:-9]), DISALLOWED, "robots.txt came in a broken response"),
    "drip of a body": (drip(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"), DISALLOWED, "robots.txt came in a broken response"),
    "drip of chunks": (drip(chunked(end=b""), b"1\r\n#\r\n"), DISALLOWED, "robots.txt came in a broken response"),
    "drip of headers": (drip(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", 0.3), DISALLOWED, "robots.txt could not be reached"),
    "drip of one header": (drip(b"HTTP/1.1 200 OK\r\nX: "), DISALLOWED, "robots.txt could not be reached"),
    "drip without a length": (drip(b"HTTP/1.1 200 OK\r\n\r\n" + RULES), DISALLOWED, "robots.txt came in a broken response"),
    "endless headers": (endless_headers, DISALLOWED, "robots.txt could not be reached"),
    "100 for ever": (drip(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), DISALLOWED, "robots.txt could not be reached"),
    "404 with rules": (send("404 Not Found", RULES), ALLOWED, "robots.txt returned 404"),
    "401": (send("401 Unauthorized", RULES), ALLOWED, "robots.txt returned 401"),
    "403": (send("403 Forbidden", RULES), ALLOWED, "robots.txt returned 403"),
    "410": (send("410 Gone"), ALLOWED, "robots.txt returned 410"),
    "206": (send("206 Partial", RULES), DISALLOWED, "robots.txt came in a broken response"),
    "fifth hop": (hops(5), OBEYED, ""),
    "sixth hop": (hops(6), ALLOWED, ""),
    "redirect loop": (redirect("/robots.txt"), ALLOWED, ""),
    "redirect to another scheme": (redirect("ftp://127.0.0.1/robots.txt"), DISALLOWED, ""),
    "over 500 KiB": (send("200 OK", LONG), OBEYED, ""),
    "endless": (endless, OBEYED, ""),
    "gzip": (send("200 OK", ZIPPED, "Content-Encoding: gzip"), OBEYED, ""),
    "gzip bomb": (send("200 OK", bomb(), "Content-Encoding: gzip"), OBEYED, ""),
    "gzip unasked, without header": (send("200 OK", ZIPPED), DISALLOWED, "robots.txt came in a broken response"),
    "deflate": (send("200 OK", zlib.compress(RULES), "Content-Encoding: deflate"), OBEYED, ""),
    "deflate without a header": (send("200 OK", raw_deflate(RULES), "Content-Encoding: Deflate"), OBEYED, ""),
    "unknown coding": (send("200 OK", RULES, "Content-Encoding: compress"), DISALLOWED, "robots.txt came in a broken response"),
    "not what the header says": (send("200 OK", RULES, "Content-Encoding: br"), DISALLOWED, "robots.txt came in a broken response"),
    "UTF-16": (send("200 OK", RULES.decode().encode("utf-16")), ALLOWED, ""),
    "HTML": (send("200 OK", b"<!doctype html><title>Hello</title>"), ALLOWED, ""),
    "204": (raw(b"HTTP/1.1 204 No Content\r\n\r\n"), ALLOWED, ""),
    "304 unasked": (raw(b"HTTP/1.1 304 Not Modified\r\n\r\n"), DISALLOWED, "robots.txt came in a broken response"),
}
# These need a package.
if _body._BROTLI:
    HOSTS["br"] = (send("200 OK", _body._brotli.compress(RULES), "Content-Encoding: br"), OBEYED, "")
if _body._zstd:
    HOSTS["zstd"] = (send("200 OK", _body._zstd.compress(RULES), "Content-Encoding: zstd"), OBEYED, "")

CLIENTS: list[type[Fetcher]] = [Urllib, Requests, Httpx, Aiohttp]

SLOW = ("hang", "drip", "endless headers", "100")
"""The beginnings of the names of hosts that a fetch reaches no end of."""


class Row(NamedTuple):
    """A host that runs, and what is expected of it."""

    host: Host
    url: str
    pages: tuple[bool, bool]
    unavailable: str


class Outcome(NamedTuple):
    """What a client found."""

    pages: tuple[bool, bool]
    unavailable: str
    seconds: float


@contextmanager
def only_127_0_0_1_is_public() -> Iterator[None]:
    """Local servers have loopback addresses, which are refused. One of them counts as public within this context."""
    with mock.patch.object(fetchers, "_is_public", lambda address: address == "127.0.0.1"):
        yield


@contextmanager
def running() -> Iterator[dict[str, Row]]:
    """Runs all hosts."""
    with ExitStack() as stack:
        rows = {}
        hosts = dict(HOSTS)
        public = stack.enter_context(Host(send("200 OK", RULES)).running())
        private = stack.enter_context(Host(send("200 OK"), "127.0.0.2").running())
        # The port makes it another origin.
        hosts["redirect to another host"] = (redirect(public.url("/")), OBEYED, "")
        hosts["redirect to a private address"] = (redirect(private.url("/")), DISALLOWED, "robots.txt could not be reached")
        for name, (answer, pages, why) in hosts.items():
            host = stack.enter_context(Host(answer).running())
            rows[name] = Row(host, host.url("/page"), pages, why)
        rows["private address"] = Row(private, private.url("/page"), DISALLOWED, "robots.txt could not be reached")
        with Host(hang).running() as stopped:
            pass
        rows["refused"] = Row(stopped, stopped.url("/page"), DISALLOWED, "robots.txt could not be reached")
        yield rows
        assert not private.asked, "a private address was connected to"


def outcomes(urls: dict[str, str], fetch: Fetcher, is_async: bool, **options: Any) -> dict[str, Outcome]:
    """Asks for all URLs at the same time."""

    def done(access: Any, start: float) -> Outcome:
        page, private = (access.allowed("MyBot", path) for path in ("/page", "/private/x"))
        return Outcome((page, private), access.unavailable or "", time.monotonic() - start)

    if is_async:

        async def ask(cache: AsyncRobotsCache, url: str) -> Outcome:
            start = time.monotonic()
            return done(await cache.access(url), start)

        async def all_of_them() -> dict[str, Outcome]:
            tasks = AsyncRobotsCache("MyBot", fetch=fetch, **options)
            return dict(zip(urls, await asyncio.gather(*(ask(tasks, url) for url in urls.values()))))

        return asyncio.run(all_of_them())
    threads = RobotsCache("MyBot", fetch=fetch, **options)

    def ask_blocking(url: str) -> Outcome:
        start = time.monotonic()
        return done(threads.access(url), start)

    with ThreadPoolExecutor(len(urls)) as pool:
        return dict(zip(urls, pool.map(ask_blocking, urls.values())))


def every_host(client: type[Fetcher], rows: dict[str, Row], timeout: float, is_async: bool) -> dict[str, Outcome]:
    """Asks for all hosts. The time limit is for those that would not end; the others have time enough on a busy machine."""
    slow = {name: row.url for name, row in rows.items() if name.startswith(SLOW)}
    others = {name: row.url for name, row in rows.items() if name not in slow}
    found = outcomes(slow, client("MyBot/1.0", timeout=timeout), is_async)
    return found | outcomes(others, client("MyBot/1.0"), is_async)


def recovery(client: type[Fetcher]) -> list[tuple[bool, bool]]:
    """Returns the answers for a host that returns 503, then rules, and then 304."""
    etag = 'ETag: "1"'
    answers = in_turn(send("503 Busy", RULES), send("200 OK", RULES, etag), send("304 Not Modified", b"", etag, length=0))
    found = []
    with Host(answers).running() as host:
        now = 1_700_000_000.0
        cache = RobotsCache("MyBot", fetch=client("MyBot"), clock=lambda: now)
        for wait in (0, 61, 86_401):
            now += wait
            found.append((cache.allowed(host.url("/page")), cache.allowed(host.url("/private/x"))))
        assert len(host.asked) == 3 and 'if-none-match: "1"' in host.heads[2].lower()
    return found


def longest_wait(client: type[Fetcher], timeout: float, is_async: bool) -> float:
    """Returns the seconds that the slowest of 20 tasks waits for a host that sends a byte at a time."""
    with Host(drip(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")).running() as host:
        urls = {str(number): host.url(f"/{number}") for number in range(20)}
        found = outcomes(urls, client("MyBot", timeout=timeout), is_async)
        assert {outcome.pages for outcome in found.values()} == {DISALLOWED} and len(host.asked) == 1
        return max(outcome.seconds for outcome in found.values())


def main() -> None:
    logging.disable(logging.WARNING)
    timeout = 2.0
    names = [client.__name__.lower() for client in CLIENTS]
    with only_127_0_0_1_is_public():
        columns = []
        for client in CLIENTS:
            with running() as rows:
                columns.append(every_host(client, rows, timeout, is_async=True))
        print(f"{'':30}" + "".join(f"{name:>12}" for name in names))
        for name, row in rows.items():
            found = [WORDS[column[name].pages] for column in columns]
            print(f"{name:30}" + "".join(f"{word:>12}" for word in found), "" if {*found} == {WORDS[row.pages]} else "  UNEXPECTED")
        for step, name in enumerate(("503, then", "a minute later 200, then", "a day later 304")):
            print(f"{name:30}" + "".join(f"{WORDS[recovery(client)[step]]:>12}" for client in CLIENTS))
        waits = [longest_wait(client, timeout, is_async=True) for client in CLIENTS]
        print(f"{f'20 tasks, {timeout:.0f} s, a drip: longest':30}" + "".join(f"{wait:>10.2f} s" for wait in waits))


if __name__ == "__main__":
    main()
