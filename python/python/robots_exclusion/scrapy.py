"""robots.txt for Scrapy: a parser, and a middleware that fetches files as specified in RFC 9309.

If you only want the parser, change one setting::

    ROBOTSTXT_OBEY = True
    ROBOTSTXT_PARSER = "robots_exclusion.scrapy.RobotsExclusionParser"

The parser interprets the contents of a robots.txt, but Scrapy's ``RobotsTxtMiddleware`` decides which file it gets,
and departs from RFC 9309 in ways that no parser can fix. As of Scrapy 2.19, this middleware

- ignores the status and obeys the body of a 404 or a 503 like a file. Most error pages don't contain rules, so a site
  that returns 503 is crawled;
- allows everything if there is no response (after a DNS failure, a timeout or a reset);
- lets requests through while their site's robots.txt is being fetched: with the asyncio reactor, which is the default,
  it only checks the first of the requests that wait for a file;
- uses the same robots.txt for a host's ``http`` and ``https`` URLs, and never fetches it again.

:class:`RobotsExclusionMiddleware` replaces it::

    ROBOTSTXT_OBEY = True
    DOWNLOADER_MIDDLEWARES = {
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "robots_exclusion.scrapy.RobotsExclusionMiddleware": 100,
    }

Both take the crawler's name from the ``ROBOTSTXT_USER_AGENT`` setting or, if that isn't set, from the request's
``User-Agent`` header. Only the name's product token is used, so ``MyBot/1.0 (+https://example.com/)`` means ``MyBot``.
The ``ROBOTSTXT_DIALECT`` setting determines the dialect for both.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from scrapy import Request, signals
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK
from scrapy.robotstxt import RobotParser
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from . import Access, CachePolicy, Dialect, Matcher, Scope, Verdict, product_token
from . import cache as _cache
from . import fetchers as _fetchers
from ._body import ACCEPT_ENCODING

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

__all__ = ["ForbiddenByRobotsTxt", "RobotsExclusionMiddleware", "RobotsExclusionParser"]

logger = logging.getLogger(__name__)

_MOST_AGENTS = 16
"""The maximum number of user agents with a compiled matcher per site."""

_MOST_PARSERS = 10_000
"""The maximum number of sites with compiled matchers. The cache keeps the files of more sites."""

_AS_SENT = "_robotstxt_as_sent"
"""The key in a request's meta of the list that gets its response before Scrapy decodes it."""

_clock = time.time


class ForbiddenByRobotsTxt(IgnoreRequest):
    """Raised for a request that robots.txt disallows. In an errback, this is ``failure.value``.

    If ``is_temporary`` is true, robots.txt couldn't be fetched, and you can repeat the request later with
    ``dont_filter=True``.
    """

    def __init__(self, verdict: Verdict, is_temporary: bool) -> None:
        super().__init__(f"Forbidden by robots.txt: {verdict}")
        self.verdict = verdict
        self.is_temporary = is_temporary


class RobotsExclusionParser(RobotParser):
    """A robots.txt parser for the ``ROBOTSTXT_PARSER`` setting.

    Reads the first 500 KiB of the file, and accepts any bytes.

    >>> from robots_exclusion.scrapy import RobotsExclusionParser
    >>> parser = RobotsExclusionParser.from_crawler(None, b"User-agent: *\\nDisallow: /private/\\n")
    >>> parser.allowed("https://example.com/private/letter", "MyBot/1.0")
    False
    """

    def __init__(self, access: Access, dialect: Dialect = "standard") -> None:
        self.access = access
        """The file, or the reason why no file is available."""
        self._dialect: Dialect = dialect
        self._matchers: dict[str, Matcher] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler | None, robotstxt_body: bytes) -> Self:
        """Parses the body of a robots.txt."""
        dialect = _dialect(crawler)
        return cls(Access.from_response(200, robotstxt_body, dialect=dialect), dialect)

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Returns ``True`` if the crawler may fetch the URL. Only its path and query are compared."""
        return self.matcher(user_agent).allowed(_text(url))

    def crawl_delay(self, user_agent: str | bytes) -> float | None:
        """Returns the ``Crawl-delay`` for the crawler in seconds, or ``None``."""
        return self.matcher(user_agent).crawl_delay()

    def matcher(self, user_agent: str | bytes) -> Matcher:
        """Returns a crawler's compiled rules, which also contain its usage preferences."""
        agent = _text(user_agent)
        matcher = self._matchers.get(agent)
        if matcher is None:
            if len(self._matchers) >= _MOST_AGENTS:
                del self._matchers[next(iter(self._matchers))]
            # A name without a token, such as one in another script, obeys the groups for `*`.
            token = product_token(agent, dialect=self._dialect) or "*"
            matcher = self._matchers[agent] = self.access.matcher(token)
        return matcher


def _text(text: str | bytes) -> str:
    return text if isinstance(text, str) else text.decode("utf-8", "surrogateescape")


def _dialect(crawler: Crawler | None) -> Dialect:
    dialect: Dialect = crawler.settings.get("ROBOTSTXT_DIALECT", "standard") if crawler else "standard"
    return dialect


class _Cache(_cache.AsyncRobotsCache):
    """The cache, for any reactor: Scrapy also runs without asyncio."""

    @property
    def body_limit(self) -> int:
        return self._cache.body_limit

    def _turn(self) -> tuple[Awaitable[None], Callable[[], object]]:
        turn: Deferred[None] = Deferred()
        return maybe_deferred_to_future(turn), lambda: None if turn.called else turn.callback(None)


class RobotsExclusionMiddleware(RobotsTxtMiddleware):
    """A replacement for Scrapy's ``RobotsTxtMiddleware`` that follows RFC 9309 when it fetches a robots.txt.

    - After a 2xx, it obeys the file. After a 4xx other than 407 and 429, everything is allowed. After a 429, a 5xx, or
      a broken or compressed response, or if there is no response at all, everything is disallowed (RFC 9309 section
      2.3.1).
    - It follows up to five redirects, even to other hosts and regardless of the ``REDIRECT_ENABLED`` setting. It
      doesn't follow redirects in HTML.
    - Every request waits until its site's robots.txt has been fetched.
    - Each scheme, host and port has its own robots.txt, in a :class:`robots_exclusion.cache.AsyncRobotsCache`. After a
      failure, the file is fetched again with the first request to the site after a minute. That time doubles with each
      further failure, up to an hour, unless ``Retry-After`` asks for something else.
    - A URL is refused if its host can't have a robots.txt.

    For each request, it puts the :class:`robots_exclusion.Verdict` into ``request.meta["robotstxt"]``. A refused
    request raises :class:`ForbiddenByRobotsTxt`, is logged with the deciding rule or the reason why the fetch failed,
    and is counted in ``robotstxt/forbidden`` and in ``robotstxt/forbidden/rule`` or
    ``robotstxt/forbidden/unavailable``.

    Settings:

    - ``ROBOTSTXT_DIALECT``: ``"standard"`` (default) or ``"google"``;
    - ``ROBOTSTXT_BYTE_LIMIT``: how many bytes of a file to read, 512,000 by default;
    - ``ROBOTSTXT_LIFETIME``: how long a file may be used, in seconds, 86,400 by default; ``Cache-Control`` may ask for
      less, down to five minutes;
    - ``ROBOTSTXT_SERVER_ERROR_IS_NOT_FOUND``: treats a 5xx like a 404; off by default;
    - ``ROBOTSTXT_CRAWL_DELAY_MAX``: obeys ``Crawl-delay``, up to this many seconds, as the download slot's delay,
      which is then no longer randomised. By default (0), it's ignored.

    You can get at sitemaps and usage preferences with :meth:`parser_for`. The middleware honours the request meta key
    ``dont_obey_robotstxt``, sends the same signals as Scrapy's own, and ignores the ``ROBOTSTXT_PARSER`` setting. It
    needs Scrapy 2.14.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        settings = crawler.settings
        self._dialect = _dialect(crawler)
        policy = CachePolicy(
            fresh_at_most=settings.getfloat("ROBOTSTXT_LIFETIME", 86_400.0),
            server_error_is_not_found=settings.getbool("ROBOTSTXT_SERVER_ERROR_IS_NOT_FOUND"),
            dialect=self._dialect,
            byte_limit=settings.getint("ROBOTSTXT_BYTE_LIMIT", 512_000),
        )
        self._cache = _Cache(
            # Each request has a name of its own.
            "*",
            fetch=self._request,
            policy=policy,
            clock=_clock,
        )
        self._crawl_delay_max = settings.getfloat("ROBOTSTXT_CRAWL_DELAY_MAX", 0.0)
        self._sites: OrderedDict[str, RobotsExclusionParser] = OrderedDict()
        crawler.signals.connect(self._keep_as_sent, signal=signals.response_downloaded)

    def parser_for(self, url: str) -> RobotsExclusionParser | None:
        """Returns the robots.txt that covers a URL, if it has been fetched.

        ``crawler.get_downloader_middleware(RobotsExclusionMiddleware)`` returns the middleware.
        """
        return self._sites.get(_robots_txt_url(url) or "")

    def process_request_2(self, rp: RobotParser | None, request: Request) -> None:
        """Raises :class:`ForbiddenByRobotsTxt` if the robots.txt refuses the request. Scrapy calls it."""
        assert isinstance(rp, RobotsExclusionParser)
        agent = self._robotstxt_useragent or request.headers.get(b"User-Agent", self._default_useragent)
        assert agent is not None
        matcher = rp.matcher(agent)
        verdict = matcher.verdict(request.url)
        request.meta["robotstxt"] = verdict
        if not verdict:
            logger.debug(
                "Forbidden by robots.txt: %(request)s: %(verdict)s",
                {"request": request, "verdict": verdict},
                extra={"spider": self.crawler.spider},
            )
            self._count("forbidden")
            self._count("forbidden/unavailable" if verdict.reason == "unavailable" else "forbidden/rule")
            raise ForbiddenByRobotsTxt(verdict, rp.access.is_temporary)
        if self._crawl_delay_max:
            self._slow_down(request, min(matcher.crawl_delay() or 0.0, self._crawl_delay_max))

    def _slow_down(self, request: Request, delay: float) -> None:
        assert self.crawler.engine is not None
        downloader = self.crawler.engine.downloader
        # The request for robots.txt has created the slot.
        slot = downloader.slots.get(downloader.get_slot_key(request))
        if slot is not None and slot.delay < delay:
            slot.delay = delay
            # Scrapy's random delay would make half of it enough. The name of its setting depends on the version.
            if hasattr(slot, "jitter"):
                slot.jitter = 0.0
            else:
                slot.randomize_delay = False

    async def robot_parser(self, request: Request) -> RobotsExclusionParser:
        """Returns the robots.txt that covers the request, and fetches it if necessary."""
        url = _robots_txt_url(request.url)
        if url is None:
            # Scrapy may be able to fetch it, but no robots.txt says that it is allowed.
            return RobotsExclusionParser(Access.broken(), self._dialect)
        access = await self._cache.access(url)
        parser = self._sites.get(url)
        if parser is not None and parser.access == access:
            self._sites.move_to_end(url)
            return parser
        # The answer has changed, so its matchers are not compiled yet.
        parser = self._sites[url] = RobotsExclusionParser(access, self._dialect)
        self._sites.move_to_end(url)
        if len(self._sites) > _MOST_PARSERS:
            self._sites.popitem(last=False)
        await self._say_parsed(parser, request)
        return parser

    async def _say_parsed(self, parser: RobotsExclusionParser, request: Request) -> None:
        # Older versions of Scrapy do not have this signal.
        parsed = getattr(signals, "robots_parsed", None)
        if parsed is not None:
            await self.crawler.signals.send_catch_log_async(signal=parsed, robotparser=parser, request=request)

    async def _request(self, url: str, headers: dict[str, str]) -> _cache.Response:
        assert self.crawler.engine is not None
        self._count("request_count")
        as_sent: list[tuple[int, list[tuple[str, str]], bytes]] = []
        request = Request(
            url,
            headers={"Accept-Encoding": ACCEPT_ENCODING, **headers},
            priority=self.DOWNLOAD_PRIORITY,
            callback=NO_CALLBACK,
            meta={"dont_obey_robotstxt": True, "dont_redirect": True, "allow_offsite": True, _AS_SENT: as_sent},
        )
        try:
            response = await self.crawler.engine.download_async(request)
        except Exception as error:
            if not isinstance(error, IgnoreRequest):
                self._count(f"exception_count/{type(error)}")
            raise
        self._count("response_count")
        self._count(f"response_status_count/{response.status}")
        if {"partial", "dataloss"} & set(response.flags):
            raise ConnectionError("the response is incomplete")
        # Scrapy decodes as much of a body as it can, so one that ends early would look complete.
        if as_sent:
            return _fetchers.taken(*as_sent[-1], self._cache.body_limit)
        # It comes from Scrapy's HTTP cache. Scrapy has removed the codings that it has undone.
        return _plain(response)

    def _keep_as_sent(self, response: Response, request: Request) -> None:
        as_sent = request.meta.get(_AS_SENT)
        if as_sent is not None:
            as_sent.append(_plain(response))

    def _count(self, what: str) -> None:
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value(f"robotstxt/{what}")


def _plain(response: Response) -> tuple[int, list[tuple[str, str]], bytes]:
    pairs = [(_text(name), _text(value)) for name, values in response.headers.items() for value in values]
    return response.status, pairs, response.body


def _robots_txt_url(page: str) -> str | None:
    try:
        return Scope.of_page(page).robots_txt_url
    except ValueError:
        return None
