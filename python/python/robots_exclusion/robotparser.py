"""A drop-in replacement for ``urllib.robotparser``.

Change the import, and nothing else::

    from robots_exclusion.robotparser import RobotFileParser

It differs from Python's parser in these points:

- rules follow RFC 9309: the longest match wins (not the first), ``*`` and ``$`` are special, blank lines do not end
  groups, and groups that name the same crawler are merged. Python's own parser does this from 3.13.14 and 3.14.5 on;
- a crawler obeys the groups for its product token (Python's parser obeys the first group whose name is part of the
  crawler's name);
- 401 and 403 allow everything, like any 4xx except 407 and 429; those two and 5xx disallow everything;
- a compressed or incomplete response disallows everything;
- ``entries`` and ``default_entry`` describe the groups, and cannot be changed;
- ``str`` prints the groups in file order, as Python's parser does from 3.13.14 and 3.14.5 on, with patterns as
  written;
- ``crawl_delay`` may have a fraction, and the largest of several is used;
- ``parse`` also accepts lines of ``bytes``, but not a whole file in a ``str``, in which Python's parser doesn't find
  any rules; and ``read`` reads at most 500 KiB.
"""

from __future__ import annotations

import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable
from http.client import HTTPException, IncompleteRead
from typing import NamedTuple

from . import Access, Matcher, Record, Robots, product_token

__all__ = ["Entry", "RequestRate", "RobotFileParser", "RuleLine"]

_BYTE_LIMIT = 512_000


class RequestRate(NamedTuple):
    """A number of requests per period.

    >>> from robots_exclusion.robotparser import RequestRate
    >>> RequestRate(3, 15).seconds
    15
    """

    requests: int
    seconds: float


class RuleLine(NamedTuple):
    """A rule of an :class:`Entry`.

    >>> from robots_exclusion.robotparser import RuleLine
    >>> print(RuleLine("/private/", False))
    Disallow: /private/
    """

    path: str
    allowance: bool

    def __str__(self) -> str:
        return f"{'Allow' if self.allowance else 'Disallow'}: {self.path}"


class Entry(NamedTuple):
    """A group of the file, as in ``RobotFileParser.entries``.

    >>> from robots_exclusion.robotparser import RobotFileParser
    >>> parser = RobotFileParser()
    >>> parser.parse(["User-agent: a", "Disallow: /x"])
    >>> parser.entries[0].useragents, parser.entries[0].allowance("/x")
    (['a'], False)
    """

    useragents: list[str]
    rulelines: list[RuleLine]
    delay: float | None
    req_rate: RequestRate | None
    robots: Robots

    def allowance(self, filename: str) -> bool:
        """Returns ``True`` if the rules that apply to the group's first crawler allow a path. Each call compiles them
        again.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser()
        >>> parser.parse(["User-agent: *", "Disallow: /x"])
        >>> parser.default_entry.allowance("/y")
        True
        """
        tokens = [] if "*" in self.useragents else filter(None, map(product_token, self.useragents))
        return self.robots.matcher(next(iter(tokens), "*")).allowed(filename)

    def __str__(self) -> str:
        lines = [f"User-agent: {agent}" for agent in self.useragents]
        if self.delay is not None:
            lines.append(f"Crawl-delay: {self.delay}")
        if self.req_rate is not None:
            lines.append(f"Request-rate: {self.req_rate.requests}/{self.req_rate.seconds}")
        # Without a rule, the next group would join this one.
        return "\n".join([*lines, *(map(str, self.rulelines) if self.rulelines else ["Allow:"])])


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
        self._has_read = False
        self._matchers: dict[str, Matcher] = {}
        self._disallow_all = False
        self._allow_all: bool | None = None
        self.last_checked: float = 0
        self.set_url(url)

    @property
    def disallow_all(self) -> bool:
        """``True`` if everything is disallowed, either because the last :meth:`read` failed temporarily or because you
        set this.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser()
        >>> parser.parse(["User-agent: *", "Allow: /"])
        >>> parser.disallow_all = True
        >>> parser.can_fetch("MyBot", "/")
        False
        """
        return self._disallow_all or self._access.is_temporary and self._has_read

    @disallow_all.setter
    def disallow_all(self, value: bool) -> None:
        self._disallow_all = value

    @property
    def allow_all(self) -> bool:
        """``True`` if everything is allowed, either because :meth:`read` didn't find a file or because you set this.
        If you set it to ``False``, that only lasts until the next :meth:`read`.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser()
        >>> parser.allow_all = True
        >>> parser.can_fetch("MyBot", "/")
        True
        """
        if self._allow_all is not None:
            return self._allow_all
        return self._access.unavailable is not None and not self._access.is_temporary

    @allow_all.setter
    def allow_all(self, value: bool) -> None:
        self._allow_all = value

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The groups that don't name ``*``, in file order.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser()
        >>> parser.parse(["User-agent: a", "Disallow: /x", "User-agent: *", "Disallow: /y"])
        >>> [str(rule) for entry in parser.entries for rule in entry.rulelines]
        ['Disallow: /x']
        """
        return tuple(entry for entry in self._groups() if "*" not in entry.useragents)

    @property
    def default_entry(self) -> Entry | None:
        """The first group that names ``*``, or ``None``.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser()
        >>> parser.parse(["User-agent: *", "Disallow: /y"])
        >>> print(parser.default_entry)
        User-agent: *
        Disallow: /y
        """
        return next((entry for entry in self._groups() if "*" in entry.useragents), None)

    def _groups(self) -> list[Entry]:
        robots = self._access.robots
        if robots is None:
            return []
        records: dict[int | None, list[Record]] = {}
        for record in robots.records():
            records.setdefault(record.group_line, []).append(record)
        entries = []
        for group in robots.groups():
            names = ["*" if agent.is_wildcard else agent.value for agent in group.agents]
            rules = [RuleLine(rule.pattern, rule.kind == "allow") for rule in group.rules]
            own = records.get(group.line, [])
            delays = [record.crawl_delay for record in own if record.crawl_delay is not None]
            entries.append(Entry(names, rules, _number(max(delays)) if delays else None, _slowest(own), robots))
        return entries

    def mtime(self) -> float:
        """Returns the time at which a file was last parsed, or 0. As in Python's parser, a 404 doesn't count.

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

        Raises ``urllib.error.URLError`` if there is no response, and ``http.client.HTTPException`` if the response is
        invalid or ends early. In both cases, everything is disallowed.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.set_url("data:text/plain,User-agent: *%0ADisallow: /")
        >>> parser.read()
        >>> parser.can_fetch("MyBot", "/")
        False
        """
        self._take(Access.unreachable(), has_read=True)
        try:
            with urllib.request.urlopen(self.url) as response:
                body = response.read(_BYTE_LIMIT + 1)
                # A read with a limit does not complain about a missing rest.
                missing = getattr(response, "length", None)
                if missing and len(body) <= _BYTE_LIMIT:
                    raise IncompleteRead(body, missing)
                coding = response.headers.get("Content-Encoding")
                # Schemes other than http and https have no status.
                status = 200 if response.status is None else response.status
                self._take(Access.from_response(status, body, content_encoding=coding), has_read=True)
                self.modified()
        except urllib.error.HTTPError as error:
            self._take(Access.from_response(error.code), has_read=True)
            error.close()
        except (HTTPException, ValueError):
            self._take(Access.broken(), has_read=True)
            raise

    def parse(self, lines: Iterable[str | bytes]) -> None:
        """Parses the lines of a file.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.parse(["User-agent: *", "Disallow: /"])
        >>> parser.can_fetch("MyBot", "/")
        False
        """
        if isinstance(lines, (str, bytes)):
            # Its letters would be lines without rules, which allow everything.
            raise TypeError(f"lines must be a list, or another iterable, of lines, not {type(lines).__name__}: use splitlines()")
        decoded = (line if isinstance(line, str) else line.decode("utf-8", "surrogateescape") for line in lines)
        self._take(Access.from_response(200, "\n".join(decoded)))
        self.modified()

    def can_fetch(self, useragent: str, url: str) -> bool:
        """Returns ``True`` if the crawler may fetch the URL. If nothing has been read yet, returns ``False``.

        >>> from robots_exclusion.robotparser import RobotFileParser
        >>> parser = RobotFileParser("https://example.com/robots.txt")
        >>> parser.can_fetch("MyBot", "https://example.com/x")
        False
        """
        if self.disallow_all:
            return False
        return self.allow_all or bool(self.last_checked) and self._matcher(useragent).allowed(url)

    def crawl_delay(self, useragent: str) -> float | None:
        """Returns the seconds that the crawler should wait between requests, or ``None``.

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
        return _slowest(self._matcher(useragent).records())

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
        return "\n\n".join(map(str, self._groups()))

    def _take(self, access: Access, has_read: bool = False) -> None:
        self._access = access
        self._has_read = has_read
        if has_read:
            self._allow_all = self._allow_all or None
        self._matchers.clear()

    def _matcher(self, useragent: str) -> Matcher:
        matcher = self._matchers.get(useragent)
        if matcher is None:
            if len(self._matchers) >= 16:
                del self._matchers[next(iter(self._matchers))]
            matcher = self._matchers[useragent] = self._access.matcher(useragent)
        return matcher


def _slowest(records: list[Record]) -> RequestRate | None:
    rates = [record.request_rate for record in records if record.request_rate]
    if not rates:
        return None
    slowest = max(rates, key=lambda rate: rate.interval)
    return RequestRate(slowest.requests, _number(slowest.period))


def _number(value: float) -> float:
    return int(value) if value.is_integer() else value
