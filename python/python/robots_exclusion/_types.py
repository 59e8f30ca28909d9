"""The plain types: what a robots.txt holds, and what is to be said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Dialect: TypeAlias = Literal["standard", "google"]
RuleKind: TypeAlias = Literal["allow", "disallow"]
Reason: TypeAlias = Literal["rule", "no-rule", "no-group", "robots-txt", "unavailable", "other"]
Selection: TypeAlias = Literal["own", "general", "wildcard", "none"]
Severity: TypeAlias = Literal["information", "warning"]
Preference: TypeAlias = Literal["allow", "disallow"]


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Rule:
    """An ``allow`` or ``disallow`` line.

    ``str`` writes it as a line of a robots.txt.

    >>> from robots_exclusion import Robots
    >>> rule = Robots.parse("User-agent: *\\nDisallow: /private/").verdict("MyBot", "/private/x").rule
    >>> rule.kind, rule.pattern, rule.line
    ('disallow', '/private/', 2)
    >>> print(rule)
    Disallow: /private/
    """

    kind: RuleKind
    """``"allow"`` or ``"disallow"``."""
    pattern_bytes: bytes
    """Its path pattern as written, trimmed; may be empty, and may be invalid UTF-8."""
    line: int
    """Its line, from 1."""

    @property
    def pattern(self) -> str:
        """Its path pattern as written, bytes that are invalid UTF-8 replaced by U+FFFD."""
        return _text(self.pattern_bytes)

    def __str__(self) -> str:
        return f"{self.kind.capitalize()}: {self.pattern}" if self.pattern_bytes else f"{self.kind.capitalize()}:"


@dataclass(frozen=True, slots=True)
class UserAgent:
    """A ``user-agent`` line of a group."""

    value_bytes: bytes
    """Its value as written, trimmed."""
    token: str
    """The product token that its value is cut to; empty if it names no crawler, or every crawler."""
    is_wildcard: bool
    """Whether it names every crawler: ``*``."""
    line: int
    """Its line, from 1."""

    @property
    def value(self) -> str:
        """Its value as written, bytes that are invalid UTF-8 replaced by U+FFFD."""
        return _text(self.value_bytes)


@dataclass(frozen=True, slots=True)
class Group:
    """One or more ``user-agent`` lines and the rules after them, as they stand in the file.

    Groups that name the same agent are merged when a crawler is asked about, but listed apart.

    >>> from robots_exclusion import Robots
    >>> [group] = Robots.parse("user-agent: a\\nuser-agent: b/1.0\\ndisallow: /x").groups()
    >>> [agent.token for agent in group.agents], [str(rule) for rule in group.rules]
    (['a', 'b'], ['Disallow: /x'])
    """

    line: int
    """The line of its first ``user-agent`` line, from 1."""
    agents: tuple[UserAgent, ...]
    """Its ``user-agent`` lines, in file order."""
    rules: tuple[Rule, ...]
    """Its rules, in file order, also those that match nothing."""


@dataclass(frozen=True, slots=True)
class RequestRate:
    """The value of a ``request-rate``: so many requests in so many seconds.

    >>> from robots_exclusion import Robots
    >>> [record] = Robots.parse("user-agent: *\\nrequest-rate: 2/5m 0600-0845").records()
    >>> record.request_rate
    RequestRate(requests=2, period=300.0, hours=(360, 525))
    >>> record.request_rate.interval
    150.0
    """

    requests: int
    """So many requests, at least one,"""
    period: float
    """in so many seconds, more than none."""
    hours: tuple[int, int] | None
    """When it applies, in minutes from midnight UTC; ``None`` is always. The first is greater than the second if
    midnight lies between."""

    @property
    def interval(self) -> float:
        """The seconds between two requests that are spread evenly."""
        return self.period / self.requests


@dataclass(frozen=True, slots=True)
class Record:
    """A sitemap, or a record that is neither a ``user-agent`` line nor a rule.

    ``str`` writes it as a line of a robots.txt. None affects a verdict.

    >>> from robots_exclusion import Robots
    >>> [sitemap] = Robots.parse("Sitemap: https://ja.example.org/テスト.xml").sitemaps()
    >>> sitemap.value
    'https://ja.example.org/テスト.xml'
    >>> sitemap.url
    'https://ja.example.org/%E3%83%86%E3%82%B9%E3%83%88.xml'
    """

    name_bytes: bytes
    """Its field as written, trimmed."""
    value_bytes: bytes
    """Its value as written, trimmed and without comment; may be empty, and may be invalid UTF-8."""
    line: int
    """Its line, from 1."""
    group_line: int | None
    """The group it stands in, by the line of its first ``user-agent`` line; ``None`` before the first group, and for
    sitemaps, which belong to no group."""
    crawl_delay: float | None
    """The seconds of a ``crawl-delay``; ``None`` of any other field, of a value that is not a plain number, and of more
    than a day."""
    request_rate: RequestRate | None
    """The rate of a ``request-rate``; ``None`` of any other field, and of any other value."""
    url: str | None
    """The URL of a ``sitemap`` or ``license``, percent-encoded; ``None`` of any other field, and of a value that is not
    an absolute URL."""

    @property
    def name(self) -> str:
        """Its field as written, bytes that are invalid UTF-8 replaced by U+FFFD."""
        return _text(self.name_bytes)

    @property
    def value(self) -> str:
        """Its value as written, bytes that are invalid UTF-8 replaced by U+FFFD."""
        return _text(self.value_bytes)

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"


@dataclass(frozen=True, slots=True)
class Related:
    """A place that helps to understand a diagnostic."""

    line: int
    """Its line, from 1."""
    span: tuple[int, int]
    """Its bytes, as start and end in the text given (in its UTF-8, of a ``str``)."""
    note: str
    """What it has to do with the diagnostic: ``this rule wins``."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something in a robots.txt that its author should know; see :func:`robots_exclusion.lint`.

    ``str`` is one line: place, severity, message and code.
    """

    code: str
    """What kind of diagnostic it is, by a name that stays: ``joined-run``."""
    severity: Severity
    """``"warning"`` or ``"information"``."""
    line: int
    """The line that it is about, from 1."""
    span: tuple[int, int]
    """The bytes that it is about, as start and end in the text given (in its UTF-8, of a ``str``); may be empty."""
    message: str
    """What is there and what happens. Control characters are escaped, and long values cut."""
    advice: str
    """What to write instead."""
    related: tuple[Related, ...]
    """Other places that explain it."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.severity}: {self.message} [{self.code}]"
