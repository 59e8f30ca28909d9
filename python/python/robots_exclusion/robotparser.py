"""A drop-in replacement for ``urllib.robotparser``.

Change the import, and nothing else::

    from robots_exclusion.robotparser import RobotFileParser

It differs from Python's parser in these points:

- rules follow RFC 9309: the longest match decides (not the first), ``*`` and ``$`` are special, blank lines do not end groups,
  and groups that name the same crawler are merged. Python's own parser does this from 3.13.14 and 3.14.5 on;
- a crawler obeys the groups of its product token (Python's parser obeys the first group whose name is part of the
  crawler's name);
- 401 and 403 allow everything, like any 4xx except 407 and 429; those two and 5xx disallow everything;
- a compressed or incomplete response disallows everything;
- ``crawl_delay`` may have a fraction, and the largest of several is used;
- ``parse`` also accepts lines of ``bytes``, and ``read`` reads at most 500 KiB.
"""

from __future__ import annotations

import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable
from http.client import HTTPException
from typing import NamedTuple

from . import Access, Matcher

__all__ = ["RequestRate", "RobotFileParser"]

_BYTE_LIMIT = 512_000


class RequestRate(NamedTuple):
    """A number of requests per period.

    >>> from robots_exclusion.robotparser import RequestRate
    >>> RequestRate(3, 15).seconds
    15
    """

    requests: int
    seconds: float


class RobotFileParser:
    """The interface of ``urllib.robotparser.RobotFileParser``.

    >>> from robots_exclusion.robotparser import RobotFileParser
    >>> parser = RobotFileParser()
    >>> parser.can_fetch("MyBot", "https://example.com/")  # nothing has been read
    False
    >>> parser.parse(["User-agent: *", "Disallow: /private/", "Crawl-delay: 2"])
    >>> parser.can_fetch("MyBot", "https://example.com/private/x")
    False
    >>> parser.crawl_delay("MyBot")
    2
    """

    def __init__(self, url: str = "") -> None:
        self._access = Access.not_fetched()
        self._matchers: dict[str, Matcher] = {}
        self.last_checked: float = 0
        self.set_url(url)

    def mtime(self) -> float:
        """Returns the time of the last :meth:`read` or :meth:`parse`, or 0.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.mtime()
        0
        """
        return self.last_checked

    def modified(self) -> None:
        """Sets the time that :meth:`mtime` returns to now.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.modified()
        >>> parser.mtime() > 1_700_000_000
        True
        """
        self.last_checked = time.time()

    def set_url(self, url: str) -> None:
        """Sets the URL of the robots.txt file.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.set_url("https://www.example.com/robots.txt")
        >>> parser.host
        'www.example.com'
        """
        self.url = url
        self.host, self.path = urllib.parse.urlparse(url)[1:3]

    def read(self) -> None:
        """Fetches the file and parses it.

        Raises ``urllib.error.URLError`` if there is no answer; everything is then disallowed.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.set_url("data:text/plain,User-agent: *%0ADisallow: /")
        >>> parser.read()
        >>> parser.can_fetch("MyBot", "/")
        False
        """
        self._take(Access.unreachable())
        try:
            with urllib.request.urlopen(self.url) as response:
                body = response.read(_BYTE_LIMIT + 1)
                coding = response.headers.get("Content-Encoding")
                # Schemes other than http and https have no status.
                status = 200 if response.status is None else response.status
                self._take(Access.from_response(status, body, content_encoding=coding))
        except urllib.error.HTTPError as error:
            self._take(Access.from_response(error.code))
            error.close()
        except (HTTPException, ValueError):
            self._take(Access.broken())
            raise
        self.modified()

    def parse(self, lines: Iterable[str | bytes]) -> None:
        """Parses the lines of a file.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.parse(["User-agent: *", "Disallow: /"])
        >>> parser.can_fetch("MyBot", "/")
        False
        """
        encoded = (line.encode("utf-8", "replace") if isinstance(line, str) else line for line in lines)
        self._take(Access.from_response(200, b"\n".join(encoded)))
        self.modified()

    def can_fetch(self, useragent: str, url: str) -> bool:
        """Returns ``True`` if the crawler may fetch the URL; ``False`` if nothing has been read yet.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.can_fetch("MyBot", "https://example.com/x")
        False
        """
        return bool(self.last_checked) and self._matcher(useragent).allowed(url)

    def crawl_delay(self, useragent: str) -> float | None:
        """Returns the seconds that the crawler should wait between two requests, or ``None``.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.parse(["User-agent: *", "Crawl-delay: 2.5"])
        >>> parser.crawl_delay("MyBot")
        2.5
        """
        delay = self._matcher(useragent).crawl_delay()
        return delay if delay is None else _number(delay)

    def request_rate(self, useragent: str) -> RequestRate | None:
        """Returns the lowest ``request-rate`` for the crawler, or ``None``.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.parse(["User-agent: *", "Request-rate: 3/15"])
        >>> parser.request_rate("MyBot")
        RequestRate(requests=3, seconds=15)
        """
        rates = [record.request_rate for record in self._matcher(useragent).records() if record.request_rate]
        if not rates:
            return None
        slowest = max(rates, key=lambda rate: rate.interval)
        return RequestRate(slowest.requests, _number(slowest.period))

    def site_maps(self) -> list[str] | None:
        """Returns the values of the ``sitemap`` lines, or ``None`` if there are none.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.parse(["Sitemap: https://example.com/map.xml"])
        >>> parser.site_maps()
        ['https://example.com/map.xml']
        """
        robots = self._access.robots
        return [record.value for record in robots.sitemaps()] or None if robots else None

    def __str__(self) -> str:
        return str(self._access.robots or "")

    def _take(self, access: Access) -> None:
        self._access = access
        self._matchers.clear()

    def _matcher(self, useragent: str) -> Matcher:
        matcher = self._matchers.get(useragent)
        if matcher is None:
            if len(self._matchers) >= 16:
                del self._matchers[next(iter(self._matchers))]
            matcher = self._matchers[useragent] = self._access.matcher(useragent)
        return matcher


def _number(value: float) -> float:
    return int(value) if value.is_integer() else value
