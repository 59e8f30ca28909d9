"""Caches that fetch robots.txt files when you ask about a URL.

>>> from robots_exclusion.cache import RobotsCache
>>> robots = RobotsCache("MyBot/1.0 (+https://example.com/bot)", fetch="urllib")
>>> robots.allowed("ftp://example.com/page")  # urllib fetches http and https
False

``fetch`` is the name of an HTTP client, ``"urllib"``, ``"requests"``, ``"httpx"`` or ``"aiohttp"`` (see
:mod:`robots_exclusion.fetchers`), or your own function, which must not follow redirects::

    def fetch(url, headers):
        response = client.get(url, headers=headers)  # with a time limit
        return response.status, decoded(response.headers), response.body

    robots = RobotsCache("MyBot", fetch=fetch)

:class:`AsyncRobotsCache` does the same with asyncio.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar, cast

from . import Access, CachePolicy, Matcher, Verdict
from . import fetchers as _fetchers
from ._native import _Cache, _Visit

__all__ = ["AsyncRobotsCache", "CacheStatistics", "Headers", "Response", "RobotsCache", "decoded"]

Headers: TypeAlias = Mapping[str, str] | Iterable[tuple[str, str]]
Response: TypeAlias = tuple[int, Headers, bytes]
"""The status, headers and body of a response. The first 512,001 bytes of the body are enough."""

_Fetch = TypeVar("_Fetch", bound=Callable[..., object])

logger = logging.getLogger(__name__)


def decoded(headers: Headers) -> list[tuple[str, str]]:
    """Returns the headers without ``Content-Encoding``, for a client that has decoded the body.

    A coding that the client may not support is kept, so that the response counts as broken.

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


@dataclass(frozen=True)
class CacheStatistics:
    """A cache's counters; see :meth:`RobotsCache.statistics`.

    >>> from robots_exclusion.cache import RobotsCache
    >>> RobotsCache("MyBot", fetch="urllib").statistics()
    CacheStatistics(hosts=0, bytes=0, queries=0, fetches=0, failures=0, evicted=0)
    """

    hosts: int
    """The number of hosts in the cache."""
    bytes: int
    """The estimated number of bytes that count towards ``max_bytes``."""
    queries: int
    """The number of queries about a host."""
    fetches: int
    """The number of completed fetches. All other queries found a copy or waited for one."""
    failures: int
    """The number of fetches that failed, for example with a 503 or without a response."""
    evicted: int
    """The number of hosts evicted because of ``max_hosts`` or ``max_bytes``."""


class _Hosts(Generic[_Fetch]):
    """Wraps the crate's cache. A visit accesses one robots.txt and returns the next step."""

    def __init__(
        self,
        agent: str | Sequence[str],
        *,
        fetch: _Fetch | _fetchers.Name | _fetchers.Fetcher,
        policy: CachePolicy | None = None,
        max_hosts: int = 100_000,
        max_bytes: int = 256 * 1024 * 1024,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._cache = _Cache(agent, policy, max_hosts, max_bytes, clock)
        if isinstance(fetch, str):
            [name, *_] = [agent] if isinstance(agent, str) else [*agent, ""]
            fetch = _fetchers.of_name(fetch, name)
        elif not (callable(fetch) or isinstance(fetch, _fetchers.Fetcher)):
            raise TypeError(f"fetch must be a function or the name of a client, not {type(fetch).__name__}")
        self._fetch = fetch

    def _visit(self, url: str) -> _Visit | None:
        try:
            return self._cache.visit(url)
        except ValueError:
            return None

    def __len__(self) -> int:
        return self.statistics().hosts

    def statistics(self) -> CacheStatistics:
        """Returns the cache's counters, for monitoring.

        >>> from robots_exclusion.cache import RobotsCache
        >>> cache = RobotsCache("MyBot", fetch=lambda url, headers: (503, {}, b""))
        >>> cache.allowed("https://example.com/a"), cache.allowed("https://example.com/b")
        (False, False)
        >>> counts = cache.statistics()
        >>> counts.hosts, counts.queries, counts.fetches, counts.failures
        (1, 2, 1, 1)
        """
        return CacheStatistics(*self._cache.statistics())

    def cached(self, url: str) -> Access | None:
        """Returns the cached access rules for a URL, which may be stale, or ``None``. This never fetches anything.

        >>> from robots_exclusion.cache import RobotsCache
        >>> RobotsCache("MyBot", fetch="urllib").cached("https://example.com/a") is None
        True
        """
        return self._cache.cached(url)

    def forget(self, url: str) -> bool:
        """Removes a URL's site, so that the next query fetches its robots.txt. Returns ``True`` if it was there.

        >>> from robots_exclusion.cache import RobotsCache
        >>> cache = RobotsCache("MyBot", fetch=lambda url, headers: (404, {}, b""))
        >>> cache.allowed("https://example.com/a"), cache.forget("https://example.com/b"), len(cache)
        (True, True, 0)
        """
        return self._cache.forget(url)

    def save(self) -> list[str]:
        """Returns one line of JSON for each host, which you can load after a restart.

        After loading, line numbers refer to the saved text, which doesn't have comments.

        >>> from robots_exclusion.cache import RobotsCache
        >>> cache = RobotsCache("MyBot", fetch=lambda url, headers: (200, {}, b"User-agent: *\\nDisallow: /private/"))
        >>> cache.allowed("https://example.com/private/x")
        False
        >>> text = "\\n".join(cache.save())
        >>> restarted = RobotsCache("MyBot", fetch=lambda url, headers: (503, {}, b""))
        >>> restarted.load(text.splitlines()), restarted.allowed("https://example.com/x")
        (0, True)
        """
        return self._cache.save()

    def load(self, entries: Iterable[str | bytes]) -> int:
        """Adds saved hosts that aren't in the cache yet. Skips invalid entries, and returns how many there were.

        >>> from robots_exclusion.cache import RobotsCache
        >>> RobotsCache("MyBot", fetch=lambda url, headers: (404, {}, b"")).load(["{}"])
        1
        """
        return self._cache.load(entries)

    def _respond(self, visit: _Visit, response: object) -> None:
        try:
            status, headers, body = cast("Response", response)
        except (TypeError, ValueError):
            kind = type(response).__name__
            raise TypeError(f"fetch must return (status, headers, body), not {kind}: {response!r:.100}") from None
        try:
            pairs = _pairs(headers)
        except TypeError:
            raise TypeError(f"fetch must return headers as a mapping or pairs of str, not {type(headers).__name__}") from None
        if not isinstance(body, (bytes, str)):
            raise TypeError(f"fetch must return the body as bytes, not {type(body).__name__}")
        visit.respond(status, pairs, body)


def _failed(visit: _Visit, url: str, error: Exception) -> None:
    if isinstance(error, TypeError):
        # A mistake in the function is not a failure of the host.
        raise error
    logger.warning("%s could not be fetched: %s", url, error if isinstance(error, _fetchers.FetchError) else repr(error))
    if isinstance(error, _fetchers.IncompleteResponse):
        visit.break_off()
    else:
        visit.fail()


class RobotsCache(_Hosts[Callable[[str, dict[str, str]], Response]]):
    """A cache that fetches robots.txt files when they're needed.

    ``agent`` is the crawler's name, or a sequence of names in order of preference. In both dialects, only its product
    token is used to select groups. ``fetch`` can be ``"urllib"``, ``"requests"``, ``"httpx"`` or ``"aiohttp"``, which
    send ``agent`` as their ``User-Agent``. It can also be one of the clients in :mod:`robots_exclusion.fetchers`, with
    settings, or a function.

    A function, ``fetch(url, headers)``, makes one GET request with these headers, without following redirects, and
    returns the status, the headers and the decoded body. If the client has decoded the body, pass its headers through
    :func:`decoded`, because a ``Content-Encoding`` means that the body is still compressed. If the function raises an
    exception, this means that there was no response, except for a ``TypeError``, which is a mistake and is passed on
    to the caller. It needs a time limit, because other threads that ask about the same site wait for it. The cache
    follows redirects, honours ``Cache-Control`` and ``Retry-After``, makes conditional requests, and backs off after
    failures, as the ``policy`` specifies (see :class:`robots_exclusion.CachePolicy`).

    Threads can share a cache: one of them fetches a file, and the others wait. The cache keeps at most ``max_hosts``
    hosts and about ``max_bytes`` bytes, and evicts approximately the least recently used hosts. ``clock`` returns the
    seconds since 1970 (by default, it's ``time.time``). A URL without a host is disallowed.

    >>> from robots_exclusion.cache import RobotsCache
    >>> def fetch(url, headers):
    ...     return 200, {"Cache-Control": "max-age=3600"}, b"User-agent: *\\nDisallow: /private/"
    >>> robots = RobotsCache("MyBot", fetch=fetch)
    >>> robots.allowed("https://example.com/private/x")
    False
    """

    def access(self, url: str) -> Access:
        """Returns the access rules for a URL, after fetching its robots.txt if necessary.

        >>> from robots_exclusion.cache import RobotsCache
        >>> cache = RobotsCache("MyBot", fetch=lambda url, headers: (503, {}, b""))
        >>> cache.access("https://example.com/x").is_temporary
        True
        """
        visit = self._visit(url)
        if visit is None:
            return Access.broken()
        attempt: _fetchers._Attempt | None = None
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
                        if isinstance(self._fetch, _fetchers.Fetcher):
                            attempt = attempt or self._fetch._attempt(self._cache.body_limit)
                            response: object = attempt.get(*step)
                        else:
                            response = self._fetch(*step)
                        self._respond(visit, response)
                    except Exception as error:
                        _failed(visit, step[0], error)
        finally:
            visit.close()

    def allowed(self, url: str) -> bool:
        """Returns ``True`` if the crawler may fetch a URL.

        >>> from robots_exclusion.cache import RobotsCache
        >>> RobotsCache("MyBot", fetch=lambda url, headers: (404, {}, b"")).allowed("https://example.com/x")
        True
        """
        return self.matcher(url).allowed(url)

    def verdict(self, url: str) -> Verdict:
        """Returns the verdict on a URL.

        >>> from robots_exclusion.cache import RobotsCache
        >>> print(RobotsCache("MyBot", fetch=lambda url, headers: (503, {}, b"")).verdict("https://example.com/x"))
        disallowed, because robots.txt returned 503
        """
        return self.matcher(url).verdict(url)

    def matcher(self, url: str) -> Matcher:
        """Returns the crawler's compiled rules for a URL's site.

        >>> from robots_exclusion.cache import RobotsCache
        >>> cache = RobotsCache("MyBot", fetch=lambda url, headers: (200, {}, b"User-agent: *\\nDisallow: /a"))
        >>> cache.matcher("https://example.com/").allowed_many(["/a", "/b"])
        [False, True]
        """
        return self.access(url).matcher(self._cache.agents)

    def delay(self, url: str, cap: float = 60.0) -> float | None:
        """Returns the seconds to wait between requests to a URL's site, but at most ``cap``, or ``None``; see
        :meth:`Matcher.delay`.

        >>> from robots_exclusion.cache import RobotsCache
        >>> cache = RobotsCache("MyBot", fetch=lambda url, headers: (200, {}, b"User-agent: *\\nCrawl-delay: 2"))
        >>> cache.delay("https://example.com/")
        2.0
        """
        return self.matcher(url).delay(cap)


class AsyncRobotsCache(_Hosts[Callable[[str, dict[str, str]], Awaitable[Response]]]):
    """A :class:`RobotsCache` for asyncio, where ``fetch`` and the methods that take a URL are coroutine functions.

    One task fetches a file, and the others wait for it. If that task is cancelled, the next one fetches it.

    >>> import asyncio
    >>> from robots_exclusion.cache import AsyncRobotsCache
    >>> async def fetch(url, headers):
    ...     return 404, {}, b""
    >>> asyncio.run(AsyncRobotsCache("MyBot", fetch=fetch).allowed("https://example.com/x"))
    True
    """

    def _turn(self) -> tuple[Awaitable[None], Callable[[], object]]:
        """Returns an awaitable, and a function that completes it from any thread."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()

        def wake() -> None:
            try:
                loop.call_soon_threadsafe(_set, turn)
            except RuntimeError:
                # The loop was closed meanwhile.
                pass

        return turn, wake

    async def access(self, url: str) -> Access:
        """Returns the access rules for a URL, after fetching its robots.txt if necessary.

        >>> import asyncio
        >>> from robots_exclusion.cache import AsyncRobotsCache
        >>> async def fetch(url, headers):
        ...     return 503, {}, b""
        >>> asyncio.run(AsyncRobotsCache("MyBot", fetch=fetch).access("https://example.com/x")).is_temporary
        True
        """
        visit = self._visit(url)
        if visit is None:
            return Access.broken()
        attempt: _fetchers._Attempt | None = None
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
                        if isinstance(self._fetch, _fetchers.Fetcher):
                            attempt = attempt or self._fetch._attempt(self._cache.body_limit)
                            response: object = await attempt.get_async(*step)
                        else:
                            answer = self._fetch(*step)
                            if not inspect.isawaitable(answer):
                                raise TypeError(f"fetch must be a coroutine function, but it returned {answer!r:.100}")
                            response = await answer
                        self._respond(visit, response)
                    except Exception as error:
                        _failed(visit, step[0], error)
        finally:
            visit.close()

    async def allowed(self, url: str) -> bool:
        """Returns ``True`` if the crawler may fetch a URL.

        >>> import asyncio
        >>> from robots_exclusion.cache import AsyncRobotsCache
        >>> async def fetch(url, headers):
        ...     return 200, {}, b"User-agent: *\\nDisallow: /a"
        >>> asyncio.run(AsyncRobotsCache("MyBot", fetch=fetch).allowed("https://example.com/a"))
        False
        """
        return (await self.matcher(url)).allowed(url)

    async def verdict(self, url: str) -> Verdict:
        """Returns the verdict on a URL.

        >>> import asyncio
        >>> from robots_exclusion.cache import AsyncRobotsCache
        >>> async def fetch(url, headers):
        ...     return 503, {}, b""
        >>> print(asyncio.run(AsyncRobotsCache("MyBot", fetch=fetch).verdict("https://example.com/a")))
        disallowed, because robots.txt returned 503
        """
        return (await self.matcher(url)).verdict(url)

    async def matcher(self, url: str) -> Matcher:
        """Returns the crawler's compiled rules for a URL's site.

        >>> import asyncio
        >>> from robots_exclusion.cache import AsyncRobotsCache
        >>> async def fetch(url, headers):
        ...     return 200, {}, b"User-agent: *\\nDisallow: /a"
        >>> matcher = asyncio.run(AsyncRobotsCache("MyBot", fetch=fetch).matcher("https://example.com/"))
        >>> matcher.allowed_many(["/a", "/b"])
        [False, True]
        """
        return (await self.access(url)).matcher(self._cache.agents)

    async def delay(self, url: str, cap: float = 60.0) -> float | None:
        """Returns the seconds to wait between requests to a URL's site, but at most ``cap``, or ``None``; see
        :meth:`Matcher.delay`.

        >>> import asyncio
        >>> from robots_exclusion.cache import AsyncRobotsCache
        >>> async def fetch(url, headers):
        ...     return 200, {}, b"User-agent: *\\nRequest-rate: 1/10"
        >>> asyncio.run(AsyncRobotsCache("MyBot", fetch=fetch).delay("https://example.com/"))
        10.0
        """
        return (await self.matcher(url)).delay(cap)


def _set(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)
