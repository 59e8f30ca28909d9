"""robots.txt for Scrapy: a parser, and a middleware that fetches as RFC 9309 says.

The parser alone is one setting::

    ROBOTSTXT_OBEY = True
    ROBOTSTXT_PARSER = "robots_exclusion.scrapy.RobotsExclusionParser"

It decides what a robots.txt says. What it is given is decided by Scrapy's
``RobotsTxtMiddleware``, which departs from RFC 9309 where no parser can mend
it: as of Scrapy 2.19 it

- does not look at the status: the body of a 404 or a 503 is obeyed like a file,
  and most error pages have no rules, so that a site that answers 503 is crawled;
- takes no answer at all (DNS, time-out, reset) for "everything is allowed";
- lets requests through while the robots.txt of their site is being fetched: of
  those that wait for it, all but the first (with the asyncio reactor, the
  default) are not checked;
- has one robots.txt for ``http`` and ``https`` of a host, and never fetches it
  again.

:class:`RobotsExclusionMiddleware` takes its place, and does not::

    ROBOTSTXT_OBEY = True
    DOWNLOADER_MIDDLEWARES = {
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "robots_exclusion.scrapy.RobotsExclusionMiddleware": 100,
    }

Both take the crawler's name from the setting ``ROBOTSTXT_USER_AGENT``, else
from the header ``User-Agent`` of the request, of which the product token
counts: ``MyBot/1.0 (+https://example.com/)`` is ``MyBot``.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from scrapy import Request, signals
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK
from scrapy.robotstxt import RobotParser
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from . import Access, Matcher, Scope

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

__all__ = ["RobotsExclusionMiddleware", "RobotsExclusionParser"]

logger = logging.getLogger(__name__)

_MINUTE = 60.0
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR

_MOST_REDIRECTS = 5
"""RFC 9309 section 2.3.1.2: "at least five consecutive redirects"."""


class RobotsExclusionParser(RobotParser):
    """A robots.txt as Scrapy asks it; for the setting ``ROBOTSTXT_PARSER``.

    Obeys the first 500 KiB of the file, invalid UTF-8 taken as it is.

    >>> parser = RobotsExclusionParser.from_crawler(None, b"User-agent: *\\nDisallow: /private/\\n")
    >>> parser.allowed("https://example.com/private/letter", "MyBot/1.0")
    False
    """

    def __init__(self, access: Access) -> None:
        self.access = access
        """What there is to obey."""
        # A crawler goes by one name, mostly.
        self._last: tuple[str, Matcher] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler | None, robotstxt_body: bytes) -> Self:
        """Parses the body of a robots.txt, whatever its status was."""
        return cls(Access.from_response(200, robotstxt_body))

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Whether the crawler may fetch the URL; looks at its path and query only."""
        return self._matcher(user_agent).allowed(_text(url))

    def crawl_delay(self, user_agent: str | bytes) -> float | None:
        """The ``Crawl-delay`` for the crawler in seconds, if there is one."""
        return self._matcher(user_agent).crawl_delay()

    def _matcher(self, user_agent: str | bytes) -> Matcher:
        agent = _text(user_agent)
        if self._last is None or self._last[0] != agent:
            self._last = agent, self.access.matcher(agent)
        return self._last[1]


def _text(text: str | bytes) -> str:
    return text if isinstance(text, str) else text.decode("utf-8", "replace")


@dataclass
class _Site:
    """What is known of one robots.txt."""

    parser: RobotsExclusionParser = field(
        default_factory=lambda: RobotsExclusionParser(Access.not_fetched())
    )
    due: float = 0.0
    failures: int = 0
    waiting: list[Deferred[None]] | None = None
    """Who waits for it while it is being fetched."""

    def take(self, parser: RobotsExclusionParser) -> None:
        self.parser = parser
        access = parser.access
        if access.robots is None and not access.allowed("*", "/"):
            self.due = monotonic() + min(_MINUTE * 2**self.failures, _HOUR)
            self.failures = min(self.failures + 1, 10)
        else:
            self.due = monotonic() + _DAY
            self.failures = 0


class RobotsExclusionMiddleware(RobotsTxtMiddleware):
    """Scrapy's ``RobotsTxtMiddleware``, but for what a fetch of a robots.txt means.

    - A 2xx is obeyed; after any other 4xx than 407 and 429 everything is allowed;
      after a 429, a 5xx, a broken response or none at all everything is
      disallowed (RFC 9309 section 2.3.1).
    - Up to five redirects are followed, to other hosts too, whatever the setting
      ``REDIRECT_ENABLED``; a redirect in HTML is not.
    - Every request waits until the robots.txt of its site is there.
    - There is a robots.txt for each scheme, host and port. It holds for 24 hours;
      one that could not be had is asked for again after a minute, then after
      twice as long each time, up to an hour, by the next request to the site.

    It honours the request meta key ``dont_obey_robotstxt``, counts the same
    statistics and sends the same signals as Scrapy's. The setting
    ``ROBOTSTXT_PARSER`` plays no part. Needs Scrapy 2.14.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._sites: dict[str, _Site] = {}

    async def robot_parser(self, request: Request) -> RobotParser | None:
        """The robots.txt that covers the request, fetched if need be."""
        try:
            url = Scope.of_page(request.url).robots_txt_url
        except ValueError:
            return None  # It has no host, and so no robots.txt.
        site = self._sites.setdefault(url, _Site())
        if site.waiting is not None:
            # One of its own: a Deferred that several await gives its result to
            # the first of them.
            turn: Deferred[None] = Deferred()
            site.waiting.append(turn)
            await maybe_deferred_to_future(turn)
        elif monotonic() >= site.due:
            site.waiting = []
            try:
                site.take(RobotsExclusionParser(await self._fetch(url)))
                await self._say_parsed(site.parser, request)
            finally:
                waiting, site.waiting = site.waiting, None
                for turn in waiting:
                    turn.callback(None)
        return site.parser

    async def _say_parsed(self, parser: RobotsExclusionParser, request: Request) -> None:
        # Older Scrapy has no such signal.
        parsed = getattr(signals, "robots_parsed", None)
        if parsed is not None:
            await self.crawler.signals.send_catch_log_async(signal=parsed, robotparser=parser, request=request)

    async def _fetch(self, url: str) -> Access:
        self._count("request_count")
        try:
            return await self._follow(url)
        except Exception as error:
            if not isinstance(error, IgnoreRequest):
                logger.error("Error downloading <GET %s>: %s", url, error)
                self._count(f"exception_count/{type(error)}")
            return Access.unreachable()

    async def _follow(self, url: str) -> Access:
        assert self.crawler.engine is not None
        asked: set[str] = set()
        while url not in asked and len(asked) <= _MOST_REDIRECTS:
            asked.add(url)
            request = Request(
                url,
                priority=self.DOWNLOAD_PRIORITY,
                callback=NO_CALLBACK,
                meta={"dont_obey_robotstxt": True, "dont_redirect": True, "allow_offsite": True},
            )
            response = await self.crawler.engine.download_async(request)
            location = response.headers.get("Location")
            if not 300 <= response.status <= 399 or response.status == 304 or not location:
                self._count("response_count")
                self._count(f"response_status_count/{response.status}")
                if {"partial", "dataloss"} & set(response.flags):
                    return Access.broken()
                return Access.from_response(response.status, response.body)
            url, _, _ = urljoin(url, _text(location)).partition("#")
            if not url.startswith(("http:", "https:")):
                return Access.broken()
        return Access.missing()

    def _count(self, what: str) -> None:
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value(f"robotstxt/{what}")
