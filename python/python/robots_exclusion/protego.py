"""A drop-in replacement for Protego.

You only have to change the import::

    from robots_exclusion.protego import Protego

README.md lists the differences from Protego's parser. ``parse`` also accepts ``bytes``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time
from typing import NamedTuple

from . import Matcher, Robots

__all__ = ["Protego", "RequestRate", "VisitTime"]


class VisitTime(NamedTuple):
    """The hours in which a site wants to be visited, in UTC.

    >>> from robots_exclusion.protego import Protego
    >>> Protego.parse("User-agent: *\\nVisit-time: 0600-0845").visit_time("MyBot").start_time
    datetime.time(6, 0)
    """

    start_time: time
    end_time: time


class RequestRate(NamedTuple):
    """A number of requests per period, and the hours in which the rate applies.

    >>> from robots_exclusion.protego import Protego
    >>> Protego.parse("User-agent: *\\nRequest-rate: 1/10s 0600-0845").request_rate("MyBot").end_time
    datetime.time(8, 45)
    """

    requests: int
    seconds: float
    start_time: time | None
    end_time: time | None


class Protego:
    """The interface of ``protego.Protego``.

    >>> from robots_exclusion.protego import Protego
    >>> file = Protego.parse("User-agent: *\\nDisallow: /private/\\nRequest-rate: 1/10s 0600-0845\\nSitemap: https://e.com/s.xml")
    >>> file.can_fetch("https://example.com/private/x", "MyBot")
    False
    >>> file.request_rate("MyBot").seconds, list(file.sitemaps)
    (10.0, ['https://e.com/s.xml'])
    """

    def __init__(self, robots: Robots) -> None:
        self._robots = robots
        self._matchers: dict[str, Matcher] = {}

    @classmethod
    def parse(cls, content: str | bytes) -> Protego:
        """Parses a robots.txt.

        >>> from robots_exclusion.protego import Protego
        >>> Protego.parse(b"User-agent: *\\nDisallow: /").can_fetch("/", "MyBot")
        False
        """
        return cls(Robots.parse(content))

    def can_fetch(self, url: str, user_agent: str) -> bool:
        """Returns ``True`` if the crawler may fetch the URL.

        >>> from robots_exclusion.protego import Protego
        >>> Protego.parse("User-agent: *\\nDisallow: /a").can_fetch("https://example.com/b", "MyBot")
        True
        """
        return self._matcher(user_agent).allowed(url)

    def crawl_delay(self, user_agent: str) -> float | None:
        """Returns the seconds that the crawler should wait between two requests, or ``None``.

        >>> from robots_exclusion.protego import Protego
        >>> Protego.parse("User-agent: *\\nCrawl-delay: 2.5").crawl_delay("MyBot")
        2.5
        """
        return self._matcher(user_agent).crawl_delay()

    def request_rate(self, user_agent: str) -> RequestRate | None:
        """Returns the lowest ``request-rate`` for the crawler, or ``None``.

        >>> from robots_exclusion.protego import Protego
        >>> Protego.parse("User-agent: *\\nRequest-rate: 1/10s").request_rate("MyBot").seconds
        10.0
        """
        rates = [record.request_rate for record in self._matcher(user_agent).records() if record.request_rate]
        if not rates:
            return None
        slowest = max(rates, key=lambda rate: rate.interval)
        start, end = (_time(minutes) for minutes in slowest.hours) if slowest.hours else (None, None)
        return RequestRate(slowest.requests, slowest.period, start, end)

    def visit_time(self, user_agent: str) -> VisitTime | None:
        """Returns the first valid ``visit-time`` for the crawler, or ``None``.

        >>> from robots_exclusion.protego import Protego
        >>> Protego.parse("User-agent: *\\nVisit-time: 0600-0845").visit_time("MyBot").end_time
        datetime.time(8, 45)
        """
        for record in self._matcher(user_agent).records():
            if record.name.lower() == "visit-time":
                hours = [_hours(text.strip()) for text in record.value.split("-" if "-" in record.value else None)]
                if len(hours) == 2 and hours[0] is not None and hours[1] is not None:
                    return VisitTime(hours[0], hours[1])
        return None

    @property
    def sitemaps(self) -> Iterator[str]:
        """The values of the ``sitemap`` lines."""
        return (record.value for record in self._robots.sitemaps())

    @property
    def preferred_host(self) -> str | None:
        """The value of the last ``host`` line, or ``None``."""
        hosts = [record.value for record in self._robots.records() if record.name.lower() == "host"]
        return hosts[-1] if hosts else None

    def _matcher(self, user_agent: str) -> Matcher:
        matcher = self._matchers.get(user_agent)
        if matcher is None:
            if len(self._matchers) >= 16:
                del self._matchers[next(iter(self._matchers))]
            matcher = self._matchers[user_agent] = self._robots.matcher(user_agent)
        return matcher


def _time(minutes: int) -> time:
    return time(minutes // 60 % 24, minutes % 60)


def _hours(text: str) -> time | None:
    """Parses ``0845`` or ``845``. Returns ``None`` for anything else."""
    if len(text) not in (3, 4) or not (text.isascii() and text.isdigit()) or int(text[:-2]) > 23 or int(text[-2:]) > 59:
        return None
    return time(int(text[:-2]), int(text[-2:]))
