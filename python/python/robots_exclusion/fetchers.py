"""Ready-made HTTP clients for :mod:`robots_exclusion.cache`.

Pass a client's name to a cache::

    from robots_exclusion.cache import AsyncRobotsCache, RobotsCache

    robots = RobotsCache("MyBot/1.0 (+https://example.com/bot)", fetch="urllib")
    robots = AsyncRobotsCache("MyBot/1.0 (+https://example.com/bot)", fetch="httpx")

or, to change its settings, pass an object::

    from robots_exclusion.fetchers import Httpx

    robots = RobotsCache("MyBot", fetch=Httpx("MyBot/1.0", timeout=10, private_hosts=["intranet.example"]))

======================  =============  =====================================================
class, name             package        remarks
======================  =============  =====================================================
:class:`Urllib`         none           ``http.client``, on which ``urllib.request`` is built
:class:`Requests`       ``requests``
:class:`Httpx`          ``httpx``      asynchronous
:class:`Aiohttp`        ``aiohttp``    asynchronous
======================  =============  =====================================================

Each of them works with both caches. A blocking client runs in its own thread, and so does the event loop of an
asynchronous client in a blocking program. All of them

- end a fetch after ``timeout`` seconds, including name lookups, connections, headers, bodies and redirects, however
  slowly the server answers;
- read at most as many bytes as the policy's byte limit, and decode bodies themselves, up to that limit: ``gzip`` and
  ``deflate``, ``br`` with the ``brotli`` package (1.2 or later), and ``zstd`` with Python 3.14 or the
  ``backports.zstd`` package. A body that ends early counts as broken;
- accept at most 64 KiB of headers, and don't send or keep cookies;
- leave redirects to the cache, which follows at most five;
- connect only to public addresses.

**Addresses.** A name is resolved once per request, and the connection goes to one of the addresses that were checked,
so a name that later resolves to another address (DNS rebinding) doesn't help an attacker. The same is true after each
redirect. Loopback, link-local, private, shared, multicast and reserved addresses are refused, even if they are
embedded in an IPv6 address. Sites in ``private_hosts`` may have such addresses, and with ``"all"``, every site may.

This does *not* protect public addresses that belong to you and trust your crawler (use a firewall to block those). It
doesn't restrict ports (a public host may redirect to any of them), and it doesn't apply to the pages that your crawler
fetches afterwards. Proxies in the environment are ignored, because a proxy resolves names itself. To use one, pass a
function to the cache instead of one of these clients.
"""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import queue
import socket
import ssl
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator
from typing import Any, Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit, urlunsplit

from ._body import ACCEPT_ENCODING, Body, BrokenBody

__all__ = ["Aiohttp", "Fetcher", "Httpx", "Name", "Requests", "Urllib"]

Name: TypeAlias = Literal["urllib", "requests", "httpx", "aiohttp"]

_Headers: TypeAlias = list[tuple[str, str]]
_Response: TypeAlias = tuple[int, _Headers, bytes]
_T = TypeVar("_T")

_HEADER_BYTES_MAX = 65_536
_PIECE = 65_536


class FetchError(Exception):
    """There was no answer."""


class IncompleteResponse(FetchError):
    """The answer is incomplete, or could not be decoded."""


_NAT64 = bytes.fromhex("0064ff9b0000000000000000")
"""The prefix of addresses that a gateway translates to IPv4 (RFC 6052)."""


def _is_public(address: str) -> bool:
    """Returns ``True`` if an IP address, and any IPv4 address embedded in it, is globally reachable."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not ip.is_multicast and not ip.is_reserved
    if ip.ipv4_mapped is not None:
        return _is_public(str(ip.ipv4_mapped))
    if ip.packed.startswith(_NAT64):
        return _is_public(str(ipaddress.IPv4Address(ip.packed[12:])))
    if ip.sixtofour is not None and not _is_public(str(ip.sixtofour)):
        return False
    # Of the other addresses, only 2000::/3 are global unicast (RFC 4291).
    return ip.packed[0] >> 5 == 1 and ip.is_global


class Fetcher:
    """The settings that all clients share. Pass one of the subclasses to a cache.

    ``user_agent`` is sent as the ``User-Agent``. ``timeout`` limits the time for a whole fetch with its redirects, in
    seconds. ``private_hosts`` are the hosts whose sites may have addresses that aren't public (and may redirect to
    such addresses), written in ASCII as in URLs, or ``"all"``. ``max_redirect_hosts`` is the maximum number of other
    hosts that redirects may lead to. ``ssl_context`` replaces the client's own context.

    >>> from robots_exclusion.fetchers import Urllib
    >>> Urllib("MyBot/1.0", timeout=10, private_hosts=["localhost"])
    <Urllib: MyBot/1.0>
    """

    def __init__(
        self,
        user_agent: str,
        *,
        timeout: float = 30.0,
        private_hosts: Collection[str] | Literal["all"] = (),
        max_redirect_hosts: int = 5,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        if not isinstance(user_agent, str):
            raise TypeError(f"user_agent must be str, not {type(user_agent).__name__}")
        if not (user_agent.isascii() and user_agent.isprintable() and user_agent.strip()):
            raise ValueError(f"user_agent must be printable ASCII, not {user_agent!r}")
        if not 0 < timeout <= threading.TIMEOUT_MAX:
            raise ValueError(f"timeout must be more than 0 seconds and at most {threading.TIMEOUT_MAX:.0f}, not {timeout}")
        hosts = None if private_hosts == "all" else list(private_hosts)
        if hosts is not None and (isinstance(private_hosts, str) or not all(isinstance(host, str) for host in hosts)):
            raise TypeError("private_hosts must be a collection of hosts, or 'all'")
        if not isinstance(max_redirect_hosts, int):
            raise TypeError(f"max_redirect_hosts must be int, not {type(max_redirect_hosts).__name__}")
        self.user_agent = user_agent
        self.timeout = timeout
        self.max_redirect_hosts = max_redirect_hosts
        self._private_hosts = None if hosts is None else {host.lower().strip("[]") for host in hosts}
        self._ssl_context = ssl_context or self._default_context()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.user_agent}>"

    def _default_context(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    def _attempt(self, body_limit: int) -> _Attempt:
        """Begins to fetch a robots.txt. Its requests share a time limit."""
        return _Attempt(self, body_limit)

    # A subclass has one of the next two. It requests a URL and returns `attempt.take(status, headers, pieces of the body)`.
    _is_async = False

    def _get(self, attempt: _Attempt, url: str, headers: dict[str, str]) -> _Response:
        raise NotImplementedError

    async def _get_async(self, attempt: _Attempt, url: str, headers: dict[str, str]) -> _Response:
        raise NotImplementedError


class _Attempt:
    """The fetch of one robots.txt: its deadline, the hosts it has reached, and its open connections."""

    def __init__(self, fetcher: Fetcher, body_limit: int) -> None:
        self._fetcher = fetcher
        self._body_limit = body_limit
        self._deadline = time.monotonic() + fetcher.timeout
        self._hosts: list[str] = []
        self._has_head = False
        # The connections of a blocking client, which another thread must be able to end.
        self._lock = threading.Lock()
        self._is_over = False
        self._open: list[socket.socket] = []

    def remaining(self) -> float:
        return max(self._deadline - time.monotonic(), 0.001)

    def get(self, url: str, headers: dict[str, str]) -> _Response:
        """Requests a URL. It blocks until the deadline at most."""
        done: queue.SimpleQueue[_Response | BaseException] = queue.SimpleQueue()
        work = self._work(url, headers)
        threading.Thread(target=lambda: done.put(_outcome(work)), daemon=True).start()
        try:
            outcome = done.get(timeout=self.remaining())
        except queue.Empty:
            raise self._timed_out() from None
        finally:
            self._end()
        if isinstance(outcome, BaseException):
            raise self._wrapped(outcome) from outcome
        return outcome

    async def get_async(self, url: str, headers: dict[str, str]) -> _Response:
        """Requests a URL. It waits until the deadline at most."""
        try:
            if self._fetcher._is_async:
                self._admit(url)
                response = self._fetcher._get_async(self, url, self._headers(headers))
                return await asyncio.wait_for(response, self.remaining())
            loop = asyncio.get_running_loop()
            done: asyncio.Future[_Response | BaseException] = loop.create_future()
            work = self._work(url, headers)
            threading.Thread(target=lambda: _hand_over(loop, done, _outcome(work)), daemon=True).start()
            outcome = await asyncio.wait_for(done, self.remaining())
        except (asyncio.TimeoutError, TimeoutError) as error:
            raise self._timed_out() from error
        except Exception as error:
            raise self._wrapped(error) from error
        finally:
            self._end()
        if isinstance(outcome, BaseException):
            raise self._wrapped(outcome) from outcome
        return outcome

    def _work(self, url: str, headers: dict[str, str]) -> Callable[[], _Response]:
        self._admit(url)
        self._is_over = False
        sent = self._headers(headers)
        if not self._fetcher._is_async:
            return lambda: self._fetcher._get(self, url, sent)

        async def within() -> _Response:
            return await asyncio.wait_for(self._fetcher._get_async(self, url, sent), self.remaining())

        return lambda: asyncio.run(within())

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        sent = {"User-Agent": self._fetcher.user_agent, "Accept": "text/plain, */*;q=0.1", "Accept-Encoding": ACCEPT_ENCODING}
        return {**sent, "Connection": "close", **headers}

    def _timed_out(self) -> FetchError:
        kind = IncompleteResponse if self._has_head else FetchError
        return kind(f"no complete answer within {self._fetcher.timeout} seconds")

    def _wrapped(self, error: BaseException) -> FetchError:
        if isinstance(error, FetchError):
            return error
        return (IncompleteResponse if self._has_head else FetchError)(repr(error))

    def _admit(self, url: str) -> None:
        """Raises :class:`FetchError` if a URL must not be requested."""
        self._has_head = False
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise FetchError(f"only http and https can be fetched, not {parts.scheme}")
        if parts.hostname not in self._hosts:
            self._hosts.append(parts.hostname)
        if len(self._hosts) - 1 > self._fetcher.max_redirect_hosts:
            raise FetchError("a redirect to a further host was refused")
        try:
            ipaddress.ip_address(parts.hostname)
        except ValueError:
            return
        self._permitted([parts.hostname])

    def _permitted(self, addresses: list[str]) -> list[str]:
        """Returns those addresses that may be reached. Raises :class:`FetchError` if there are none."""
        private_hosts = self._fetcher._private_hosts
        if private_hosts is None or self._hosts[0] in private_hosts:
            permitted = addresses
        else:
            permitted = [address for address in addresses if _is_public(address)]
        if not permitted:
            raise FetchError(f"{self._hosts[-1]} has no public address ({', '.join(addresses)})")
        return permitted

    def permitted(self, found: list[Any]) -> list[Any]:
        """Returns those results of ``getaddrinfo`` that may be reached."""
        addresses = self._permitted([str(info[4][0]) for info in found])
        return [info for info in found if info[4][0] in addresses]

    async def resolved(self, host: str, port: int) -> list[Any]:
        loop = asyncio.get_running_loop()
        return self.permitted(await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM))

    def connected(self, host: str, port: int) -> socket.socket:
        """Connects to a permitted address of a host. The connection ends with the attempt."""
        found = self.permitted(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        problem: OSError | None = None
        for number, (family, kind, protocol, _, address) in enumerate(found):
            connection = socket.socket(family, kind, protocol)
            try:
                # An address that does not answer leaves time for the others.
                connection.settimeout(self.remaining() / (len(found) - number))
                connection.connect(address)
                connection.settimeout(self.remaining())
                self._watch(connection)
            except OSError as error:
                connection.close()
                problem = error
            else:
                return connection
        raise problem or OSError(f"{host} has no address")

    def _watch(self, connection: socket.socket) -> None:
        # TLS takes the socket over, but what is done to a copy of it affects the connection.
        copy = connection.dup()
        with self._lock:
            if not self._is_over:
                self._open.append(copy)
                return
        copy.close()
        raise OSError("the fetch is over")

    def _end(self) -> None:
        with self._lock:
            self._is_over = True
            connections, self._open = self._open, []
        for connection in connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            connection.close()

    def take(self, status: int, headers: _Headers, pieces: Iterator[bytes]) -> _Response:
        """Reads the body of a response, up to the limit."""
        reader = self._reader(status, headers)
        while reader.wants_more:
            piece = next(pieces, None)
            if piece is None:
                break
            reader.push(piece)
        return reader.end()

    async def take_async(self, status: int, headers: _Headers, pieces: AsyncIterator[bytes]) -> _Response:
        """Reads the body of a response, up to the limit."""
        reader = self._reader(status, headers)
        if reader.wants_more:
            async for piece in pieces:
                reader.push(piece)
                if not reader.wants_more:
                    break
        return reader.end()

    def _reader(self, status: int, headers: _Headers) -> _Reader:
        if sum(len(name) + len(value) for name, value in headers) > _HEADER_BYTES_MAX:
            raise FetchError(f"more than {_HEADER_BYTES_MAX} bytes of headers")
        self._has_head = True
        # The cache reads surrogates as the bytes that the server sent.
        sent = [(name, value.encode("latin-1", "replace").decode("utf-8", "surrogateescape")) for name, value in headers]
        return _Reader(status, sent, self._body_limit)


class _Reader:
    """A response in the making. Only the body of a 2xx is read."""

    def __init__(self, status: int, headers: _Headers, limit: int) -> None:
        self._status, self._headers = status, headers
        self._body: Body | None = None
        self._sent = 0
        # Compression does not make a body longer, or not by much.
        self._most = limit + limit // 8 + 1024
        if 200 <= status <= 299 and status != 204:
            try:
                self._body = Body(", ".join(self._values("content-encoding")), limit)
            except BrokenBody:
                # The header stays, so that the cache considers the response as broken.
                pass
        self.wants_more = self._body is not None

    def _values(self, wanted: str) -> list[str]:
        return [value for name, value in self._headers if name.lower() == wanted]

    def push(self, piece: bytes) -> None:
        # A client may pass on more than the file can be at once.
        for start in range(0, len(piece), _PIECE):
            if self._body is None or not self.wants_more:
                break
            part = piece[start : start + _PIECE]
            self._sent += len(part)
            if self._sent > self._most + _PIECE:
                raise BrokenBody("the compressed body is longer than the file can be")
            self.wants_more = self._body.push(part)

    def end(self) -> _Response:
        if self._body is None:
            return self._status, self._headers, b""
        if self.wants_more and not self._values("transfer-encoding"):
            [length, *_] = [*self._values("content-length"), ""]
            if length.strip().isdecimal() and self._sent < int(length):
                raise BrokenBody(f"the body ends after {self._sent} of {int(length)} bytes")
        headers = [pair for pair in self._headers if pair[0].lower() != "content-encoding"]
        return self._status, headers, self._body.end()


def taken(status: int, headers: _Headers, body: bytes, limit: int) -> _Response:
    """Returns a response whose body was received as a whole, with its codings undone, up to the limit."""
    reader = _Reader(status, headers, limit)
    reader.push(body)
    return reader.end()


def _outcome(work: Callable[[], _T]) -> _T | BaseException:
    try:
        return work()
    except BaseException as error:
        return error


def _hand_over(loop: asyncio.AbstractEventLoop, done: asyncio.Future[_T], outcome: _T) -> None:
    def settle() -> None:
        if not done.done():
            done.set_result(outcome)

    try:
        loop.call_soon_threadsafe(settle)
    except RuntimeError:
        # The loop was closed meanwhile.
        pass


def _latin_1(headers: Iterable[tuple[bytes, bytes]]) -> _Headers:
    """Decodes headers like ``http.client``, so that each character is a byte."""
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]


class _Connection(http.client.HTTPConnection):
    context: ssl.SSLContext | None = None

    def __init__(self, attempt: _Attempt, host: str, port: int, context: ssl.SSLContext | None) -> None:
        # It decides whether the header `Host` has a port.
        self.default_port = 443 if context else 80
        super().__init__(host, port)
        self._attempt, self._tls = attempt, context

    def connect(self) -> None:
        connection = self._attempt.connected(self.host, self.port)
        self.sock = self._tls.wrap_socket(connection, server_hostname=self.host) if self._tls else connection


class Urllib(Fetcher):
    """The standard library's HTTP client; see :class:`Fetcher` for the arguments.

    >>> from robots_exclusion.cache import RobotsCache
    >>> from robots_exclusion.fetchers import Urllib
    >>> robots = RobotsCache("MyBot", fetch=Urllib("MyBot/1.0", timeout=10))
    """

    def _get(self, attempt: _Attempt, url: str, headers: dict[str, str]) -> _Response:
        parts = urlsplit(url)
        host, context = parts.hostname or "", self._ssl_context if parts.scheme == "https" else None
        connection = _Connection(attempt, host, parts.port or (443 if context else 80), context)
        try:
            connection.request("GET", urlunsplit(("", "", parts.path or "/", parts.query, "")), headers=headers)
            response = connection.getresponse()
            return attempt.take(response.status, response.getheaders(), iter(lambda: response.read1(_PIECE), b""))
        finally:
            connection.close()


class Requests(Fetcher):
    """The ``requests`` package; see :class:`Fetcher` for the arguments.

    >>> from robots_exclusion.cache import RobotsCache
    >>> from robots_exclusion.fetchers import Requests
    >>> robots = RobotsCache("MyBot", fetch=Requests("MyBot/1.0", timeout=10))
    """

    def _default_context(self) -> ssl.SSLContext:
        import certifi  # requests depends on it

        return ssl.create_default_context(cafile=certifi.where())

    def _get(self, attempt: _Attempt, url: str, headers: dict[str, str]) -> _Response:
        import requests
        import requests.adapters
        import urllib3
        from urllib3.connection import HTTPConnection, HTTPSConnection

        class Pinned:
            host: str
            port: int

            def _new_conn(self) -> socket.socket:
                return attempt.connected(self.host.strip("[]"), self.port)

        class Plain(Pinned, HTTPConnection):
            pass

        class Secure(Pinned, HTTPSConnection):
            pass

        class PlainPool(urllib3.HTTPConnectionPool):
            ConnectionCls = Plain

        class SecurePool(urllib3.HTTPSConnectionPool):
            ConnectionCls = Secure

        context = self._ssl_context

        class Adapter(requests.adapters.HTTPAdapter):
            def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
                super().init_poolmanager(*arguments, ssl_context=context, **options)
                self.poolmanager.pool_classes_by_scheme = {"http": PlainPool, "https": SecurePool}

            def cert_verify(self, conn: Any, url: Any, verify: Any, cert: Any) -> None:
                """The context verifies."""

            def build_connection_pool_key_attributes(self, request: Any, verify: Any, cert: Any = None) -> Any:
                parts = urlsplit(request.url)
                return {"scheme": parts.scheme, "host": parts.hostname, "port": parts.port}, {}

        # There are no connections to share: most sites are asked once a day.
        adapter = Adapter(max_retries=0)
        try:
            prepared = requests.Request("GET", url, headers=headers).prepare()
            response = adapter.send(prepared, stream=True, timeout=attempt.remaining())
            pieces = response.raw.stream(_PIECE, decode_content=False)
            return attempt.take(response.status_code, list(response.raw.headers.items()), pieces)
        finally:
            adapter.close()


class Httpx(Fetcher):
    """The ``httpx`` package; see :class:`Fetcher` for the arguments.

    >>> from robots_exclusion.cache import AsyncRobotsCache
    >>> from robots_exclusion.fetchers import Httpx
    >>> robots = AsyncRobotsCache("MyBot", fetch=Httpx("MyBot/1.0", timeout=10))
    """

    _is_async = True

    def _default_context(self) -> ssl.SSLContext:
        import httpx

        return httpx.create_ssl_context(trust_env=False)

    async def _get_async(self, attempt: _Attempt, url: str, headers: dict[str, str]) -> _Response:
        import httpx

        asked = httpx.URL(url)
        found = await attempt.resolved(asked.host, asked.port or (443 if asked.scheme == "https" else 80))
        problem: Exception | None = None
        for number, info in enumerate(found):
            # The URL has the address that was checked; the certificate and the header have the name.
            limits = httpx.Timeout(None, connect=attempt.remaining() / (len(found) - number))
            pinned = asked.copy_with(host=info[4][0].partition("%")[0])
            sent = {**headers, "Host": asked.netloc.decode("ascii")}
            async with httpx.AsyncClient(verify=self._ssl_context, trust_env=False, timeout=limits) as client:
                try:
                    stream = client.stream("GET", pinned, headers=sent, extensions={"sni_hostname": asked.host})
                    async with stream as response:
                        return await attempt.take_async(response.status_code, _latin_1(response.headers.raw), response.aiter_raw())
                except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                    problem = error
        raise problem or FetchError("no address")


class Aiohttp(Fetcher):
    """The ``aiohttp`` package; see :class:`Fetcher` for the arguments.

    >>> from robots_exclusion.cache import AsyncRobotsCache
    >>> from robots_exclusion.fetchers import Aiohttp
    >>> robots = AsyncRobotsCache("MyBot", fetch=Aiohttp("MyBot/1.0", timeout=10))
    """

    _is_async = True

    async def _get_async(self, attempt: _Attempt, url: str, headers: dict[str, str]) -> _Response:
        import aiohttp
        from aiohttp.abc import AbstractResolver
        from yarl import URL

        class Resolver(AbstractResolver):
            async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_UNSPEC) -> Any:
                return [
                    {"hostname": host, "host": info[4][0], "port": port, "family": info[0], "proto": info[2], "flags": socket.AI_NUMERICHOST}
                    for info in await attempt.resolved(host, port)
                ]

            async def close(self) -> None:
                pass

        connector = aiohttp.TCPConnector(resolver=Resolver(), use_dns_cache=False, force_close=True, ssl=self._ssl_context)
        session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            timeout=aiohttp.ClientTimeout(total=None),
        )
        async with session, session.get(URL(url, encoded=True), headers=headers, allow_redirects=False) as response:
            return await attempt.take_async(response.status, _latin_1(response.raw_headers), response.content.iter_any())


_BY_NAME: dict[str, tuple[type[Fetcher], str]] = {
    "urllib": (Urllib, "http.client"),
    "requests": (Requests, "requests"),
    "httpx": (Httpx, "httpx"),
    "aiohttp": (Aiohttp, "aiohttp"),
}


def of_name(name: str, user_agent: str) -> Fetcher:
    """Returns the client with a name. Raises ``ValueError`` or ``ImportError`` if there is none."""
    if name not in _BY_NAME:
        raise ValueError(f"fetch must be a function or one of {', '.join(map(repr, _BY_NAME))}, not {name!r}")
    kind, module = _BY_NAME[name]
    try:
        __import__(module)
    except ImportError as error:
        raise ImportError(f"fetch={name!r} needs the package {name}: pip install 'robots-exclusion[{name}]'") from error
    return kind(user_agent)
