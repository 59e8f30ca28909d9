"""Caches that fetch robots.txt files with any HTTP client.

You supply the client as a function. It must not follow redirects. With ``requests``::

    import requests
    from robots_exclusion.cache import RobotsCache, decoded

    session = requests.Session()

    def fetch(url, headers):
        headers = {"User-Agent": "MyBot/1.0", "Accept-Encoding": "gzip", **headers}
        with session.get(url, headers=headers, timeout=30, allow_redirects=False, stream=True) as response:
            body = response.raw.read(512_001, decode_content=True)
        return response.status_code, decoded(response.headers), body

    robots = RobotsCache(fetch)
    robots.allowed("MyBot", "https://example.com/page")

:class:`AsyncRobotsCache` works with coroutines. README.md has such functions for ``requests``, ``httpx`` and ``aiohttp``.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Generic, TypeAlias, TypeVar, cast

from . import Access, CachePolicy, Matcher, Verdict
from ._native import _Cache, _Visit

__all__ = ["AsyncRobotsCache", "Headers", "Response", "RobotsCache", "decoded"]

Headers: TypeAlias = Mapping[str, str] | Iterable[tuple[str, str]]
Response: TypeAlias = tuple[int, Headers, bytes]
"""The status, headers and body of a response. The first 512,001 bytes of the body are enough."""

_Fetch = TypeVar("_Fetch")

logger = logging.getLogger(__name__)


def decoded(headers: Headers) -> list[tuple[str, str]]:
    """Returns the headers without ``Content-Encoding``, for a client that has undone the coding.

    A coding that the client may not know stays, so that the response counts as broken.

    >>> from robots_exclusion.cache import decoded
    >>> decoded({"ETag": "x", "Content-Encoding": "gzip"})
    [('ETag', 'x')]
    >>> decoded({"Content-Encoding": "zstd"})
    [('Content-Encoding', 'zstd')]
    """

    def is_undone(name: str, value: str) -> bool:
        codings = {coding.strip().lower() for coding in value.split(",")}
        return name.lower() == "content-encoding" and codings <= {"", "identity", "gzip", "x-gzip", "deflate"}

    return [(name, value) for name, value in _pairs(headers) if not is_undone(name, value)]


def _pairs(headers: Headers) -> list[tuple[str, str]]:
    # The type checker considers that an iterable of pairs may be a mapping with pairs as keys.
    pairs = cast("Iterable[tuple[str, str]]", headers.items() if isinstance(headers, Mapping) else headers)
    return list(pairs)


class _Hosts(Generic[_Fetch]):
    """Wraps the crate's cache. A visit accesses one robots.txt and returns the next step."""

    def __init__(
        self,
        fetch: _Fetch,
        *,
        policy: CachePolicy | None = None,
        max_hosts: int = 100_000,
        max_bytes: int = 256 * 1024 * 1024,
        server_error_is_not_found: bool = False,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._fetch = fetch
        self._server_error_is_not_found = server_error_is_not_found
        self._cache = _Cache(policy, max_hosts, max_bytes, clock)

    def _visit(self, url: str) -> _Visit | None:
        try:
            return self._cache.visit(url)
        except ValueError:
            return None

    def __len__(self) -> int:
        return self.size()[0]

    def size(self) -> tuple[int, int]:
        """Returns the number of hosts, and the bytes that count against ``max_bytes``.

        >>> from robots_exclusion.cache import RobotsCache
        >>> RobotsCache(lambda url, headers: (404, {}, b"")).size()
        (0, 0)
        """
        return self._cache.size()

    def save(self) -> list[str]:
        """Returns one line of JSON for each host, to be loaded after a restart.

        The line numbers of loaded files refer to the saved text, which has no comments.

        >>> from robots_exclusion.cache import RobotsCache
        >>> cache = RobotsCache(lambda url, headers: (200, {}, b"User-agent: *\\nDisallow: /private/"))
        >>> cache.allowed("MyBot", "https://example.com/private/x")
        False
        >>> text = "\\n".join(cache.save())
        >>> restarted = RobotsCache(lambda url, headers: (503, {}, b""))
        >>> restarted.load(text.splitlines()), restarted.allowed("MyBot", "https://example.com/x")
        (0, True)
        """
        return self._cache.save()

    def load(self, entries: Iterable[str | bytes]) -> int:
        """Adds saved hosts that are not in the cache yet. Skips invalid entries and returns their number.

        >>> from robots_exclusion.cache import RobotsCache
        >>> RobotsCache(lambda url, headers: (404, {}, b"")).load(["{}"])
        1
        """
        return self._cache.load(entries)

    def _respond(self, visit: _Visit, response: Response) -> None:
        status, headers, body = response
        visit.respond(status, _pairs(headers), body, self._server_error_is_not_found)


def _failed(visit: _Visit, url: str, error: Exception) -> None:
    logger.warning("%s could not be fetched: %r", url, error)
    visit.fail()


class RobotsCache(_Hosts[Callable[[str, dict[str, str]], Response]]):
    """A cache of robots.txt files, which fetches them with a function that you supply.

    ``fetch(url, headers)`` makes one GET request with these headers, without following redirects, and returns the
    status, the headers and the decoded body. Any exception that it raises means that there was no answer. It needs a time
    limit, because the threads that ask for the same site wait for it. The cache follows redirects, honours
    ``Cache-Control`` and ``Retry-After``, makes conditional requests, and backs off after failures, as the ``policy`` says
    (see :class:`robots_exclusion.CachePolicy`).

    Threads can share it: one of them fetches a file, and the others wait. It keeps at most ``max_hosts`` hosts and
    ``max_bytes`` bytes (by an estimate), and evicts approximately the least recently used hosts. With
    ``server_error_is_not_found`` a 5xx counts as a 404. ``clock`` returns the seconds since 1970, ``time.time`` by default.
    A URL without a host is disallowed.

    >>> from robots_exclusion.cache import RobotsCache
    >>> def fetch(url, headers):
    ...     return 200, {"Cache-Control": "max-age=3600"}, b"User-agent: *\\nDisallow: /private/"
    >>> robots = RobotsCache(fetch)
    >>> robots.allowed("MyBot", "https://example.com/private/x")
    False
    """

    def access(self, url: str) -> Access:
        """Returns the access rules for a URL. Fetches its robots.txt first if that is due.

        >>> from robots_exclusion.cache import RobotsCache
        >>> cache = RobotsCache(lambda url, headers: (503, {}, b""))
        >>> cache.access("https://example.com/x").is_temporary
        True
        """
        visit = self._visit(url)
        if visit is None:
            return Access.broken()
        try:
            while True:
                woken = threading.Event()
                step = visit.step(woken.set)
                if step is None:
                    woken.wait()
                elif isinstance(step, Access):
                    return step
                else:
                    try:
                        self._respond(visit, self._fetch(*step))
                    except Exception as error:
                        _failed(visit, step[0], error)
        finally:
            visit.close()

    def allowed(self, agent: str, url: str) -> bool:
        """Returns ``True`` if a crawler may fetch a URL.

        >>> from robots_exclusion.cache import RobotsCache
        >>> RobotsCache(lambda url, headers: (404, {}, b"")).allowed("MyBot", "https://example.com/x")
        True
        """
        return self.access(url).allowed(agent, url)

    def verdict(self, agent: str, url: str) -> Verdict:
        """Returns the verdict on a URL.

        >>> from robots_exclusion.cache import RobotsCache
        >>> print(RobotsCache(lambda url, headers: (503, {}, b"")).verdict("MyBot", "https://example.com/x"))
        disallowed, because robots.txt returned 503
        """
        return self.access(url).verdict(agent, url)

    def matcher(self, agent: str, url: str) -> Matcher:
        """Returns the compiled rules for a crawler and the site of a URL.

        >>> from robots_exclusion.cache import RobotsCache
        >>> cache = RobotsCache(lambda url, headers: (200, {}, b"User-agent: *\\nDisallow: /a"))
        >>> cache.matcher("MyBot", "https://example.com/").allowed_many(["/a", "/b"])
        [False, True]
        """
        return self.access(url).matcher(agent)


class AsyncRobotsCache(_Hosts[Callable[[str, dict[str, str]], Awaitable[Response]]]):
    """:class:`RobotsCache` for asyncio: ``fetch`` is a coroutine function, and so are the methods that ask for a URL.

    One task fetches a file, and the others wait for it. If that task is cancelled, the next one fetches it.

    >>> import asyncio
    >>> from robots_exclusion.cache import AsyncRobotsCache
    >>> async def fetch(url, headers):
    ...     return 404, {}, b""
    >>> asyncio.run(AsyncRobotsCache(fetch).allowed("MyBot", "https://example.com/x"))
    True
    """

    def _turn(self) -> tuple[Awaitable[None], Callable[[], object]]:
        """Returns an awaitable, and a function that completes it from any thread."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        return turn, lambda: loop.call_soon_threadsafe(_set, turn)

    async def access(self, url: str) -> Access:
        """Returns the access rules for a URL. Fetches its robots.txt first if that is due.

        >>> import asyncio
        >>> from robots_exclusion.cache import AsyncRobotsCache
        >>> async def fetch(url, headers):
        ...     return 503, {}, b""
        >>> asyncio.run(AsyncRobotsCache(fetch).access("https://example.com/x")).is_temporary
        True
        """
        visit = self._visit(url)
        if visit is None:
            return Access.broken()
        try:
            while True:
                turn, wake = self._turn()
                step = visit.step(wake)
                if step is None:
                    await turn
                elif isinstance(step, Access):
                    return step
                else:
                    try:
                        self._respond(visit, await self._fetch(*step))
                    except Exception as error:
                        _failed(visit, step[0], error)
        finally:
            visit.close()

    async def allowed(self, agent: str, url: str) -> bool:
        """Returns ``True`` if a crawler may fetch a URL.

        >>> import asyncio
        >>> from robots_exclusion.cache import AsyncRobotsCache
        >>> async def fetch(url, headers):
        ...     return 200, {}, b"User-agent: *\\nDisallow: /a"
        >>> asyncio.run(AsyncRobotsCache(fetch).allowed("MyBot", "https://example.com/a"))
        False
        """
        return (await self.access(url)).allowed(agent, url)

    async def verdict(self, agent: str, url: str) -> Verdict:
        """Returns the verdict on a URL.

        >>> import asyncio
        >>> from robots_exclusion.cache import AsyncRobotsCache
        >>> async def fetch(url, headers):
        ...     return 503, {}, b""
        >>> print(asyncio.run(AsyncRobotsCache(fetch).verdict("MyBot", "https://example.com/a")))
        disallowed, because robots.txt returned 503
        """
        return (await self.access(url)).verdict(agent, url)

    async def matcher(self, agent: str, url: str) -> Matcher:
        """Returns the compiled rules for a crawler and the site of a URL.

        >>> import asyncio
        >>> from robots_exclusion.cache import AsyncRobotsCache
        >>> async def fetch(url, headers):
        ...     return 200, {}, b"User-agent: *\\nDisallow: /a"
        >>> matcher = asyncio.run(AsyncRobotsCache(fetch).matcher("MyBot", "https://example.com/"))
        >>> matcher.allowed_many(["/a", "/b"])
        [False, True]
        """
        return (await self.access(url)).matcher(agent)


def _set(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)
