"""Known crawlers: their operators, their purposes, and how they read robots.txt.

>>> from robots_exclusion import Robots, crawlers
>>> robots = Robots.parse("user-agent: Googlebot\\ndisallow: /private/")
>>> crawlers.find("Googlebot-Image").matcher(robots).allowed("/private/x.png")
False
>>> training = [crawler for crawler in crawlers.all() if crawler.purpose == "ai-training"]
>>> all(crawler.matcher(robots).allowed("/private/x") for crawler in training)
True

Every crawler has a source, and the day on which we read it. A crawler without a date hasn't been checked against its
source. Anyone can send any ``User-Agent`` header, so a name is not proof of identity. Any release may change the
table.
"""

from __future__ import annotations

import builtins

from . import _native
from ._types import Crawler, Obeys, Purpose, Status, UnknownCrawlerError

__all__ = ["Crawler", "Obeys", "Purpose", "Status", "UnknownCrawlerError", "all", "find", "from_header", "nearest"]


def all() -> builtins.list[Crawler]:
    """Returns all known crawlers, sorted by token, ignoring ASCII case.

    >>> from robots_exclusion import crawlers
    >>> sum(crawler.operator == "OpenAI" for crawler in crawlers.all()) > 2
    True
    """
    return _native._all_crawlers()


def find(token: str) -> Crawler:
    """Returns the known crawler with this token, ignoring ASCII case.

    Raises :class:`UnknownCrawlerError` if no crawler has that name. For whole ``User-Agent`` headers, see
    :func:`from_header`.

    >>> from robots_exclusion import crawlers
    >>> crawlers.find("googlebot").operator
    'Google'
    """
    return _native._find_crawler(token)


def from_header(header: str) -> Crawler | None:
    """Returns the known crawler that sends this ``User-Agent`` header, or ``None``.

    >>> from robots_exclusion import crawlers
    >>> str(crawlers.from_header("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"))
    'bingbot'
    """
    return _native._crawler_from_header(header)


def nearest(name: str, edits: int) -> builtins.list[Crawler]:
    """Returns the known crawlers whose names are at most ``edits`` edits away from ``name``, starting with the
    nearest.

    An edit adds, removes or replaces a letter, or swaps it with a neighbour.

    >>> from robots_exclusion import crawlers
    >>> [crawler.token for crawler in crawlers.nearest("GTPBot", 1)]
    ['GPTBot']
    """
    return _native._nearest_crawlers(name, edits)
