"""The plain types: groups, rules, records, diagnostics, differences and known crawlers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from ._native import Matcher, Robots, Verdict

Dialect: TypeAlias = Literal["standard", "google"]
RuleKind: TypeAlias = Literal["allow", "disallow"]
Reason: TypeAlias = Literal["rule", "no-rule", "no-group", "robots-txt", "unavailable", "other"]
Selection: TypeAlias = Literal["own", "general", "wildcard", "none"]
Severity: TypeAlias = Literal["note", "warning", "error"]
Preference: TypeAlias = Literal["allow", "disallow"]
OnConflict: TypeAlias = Literal["disallow", "first", "last", "error"]
Direction: TypeAlias = Literal["disallowed", "allowed"]
Limit: TypeAlias = Literal["states", "steps", "memory", "changes"]
EffectKind: TypeAlias = Literal["decides", "never", "unknown"]
Purpose: TypeAlias = Literal[
    "search", "ai-training", "ai-input", "user", "ads", "seo", "monitoring", "preview", "feed", "archive", "security",
    "research", "other", "unknown",
]
Status: TypeAlias = Literal["active", "retired", "control"]
Obeys: TypeAlias = Literal["yes", "no", "unknown"]


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Rule:
    """An ``allow`` or ``disallow`` line.

    ``str`` returns it as a line in a robots.txt.

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
    """The path pattern as written, trimmed. It may be empty, and may be invalid UTF-8."""
    line: int
    """Its line number, starting at 1."""

    @property
    def pattern(self) -> str:
        """The path pattern as written, with invalid UTF-8 replaced by U+FFFD."""
        return _text(self.pattern_bytes)

    def __str__(self) -> str:
        return f"{self.kind.capitalize()}: {self.pattern}" if self.pattern_bytes else f"{self.kind.capitalize()}:"


@dataclass(frozen=True, slots=True)
class UserAgent:
    """A ``user-agent`` line in a group.

    >>> from robots_exclusion import Robots
    >>> [agent] = Robots.parse("user-agent: MyBot/1.0\\nallow: /").groups()[0].agents
    >>> agent.value, agent.token, agent.is_wildcard, agent.line
    ('MyBot/1.0', 'MyBot', False, 1)
    """

    value_bytes: bytes
    """Its value as written, trimmed."""
    token: str
    """The value's product token. It's empty if the value doesn't name a crawler, or names every crawler."""
    is_wildcard: bool
    """``True`` if the value is ``*``, which names every crawler."""
    line: int
    """Its line number, starting at 1."""

    @property
    def value(self) -> str:
        """The value as written, with invalid UTF-8 replaced by U+FFFD."""
        return _text(self.value_bytes)


@dataclass(frozen=True, slots=True)
class Group:
    """One or more ``user-agent`` lines and the rules after them, as written.

    Verdicts merge the groups that name the same agent, but here, each group is a separate object.

    >>> from robots_exclusion import Robots
    >>> [group] = Robots.parse("user-agent: a\\nuser-agent: b/1.0\\ndisallow: /x").groups()
    >>> [agent.token for agent in group.agents], [str(rule) for rule in group.rules]
    (['a', 'b'], ['Disallow: /x'])
    """

    line: int
    """The line number of its first ``user-agent`` line, starting at 1."""
    agents: tuple[UserAgent, ...]
    """Its ``user-agent`` lines, in file order."""
    rules: tuple[Rule, ...]
    """Its rules in file order, including rules that match nothing."""


@dataclass(frozen=True, slots=True)
class RequestRate:
    """The value of a ``request-rate``: a number of requests per period.

    >>> from robots_exclusion import Robots
    >>> [record] = Robots.parse("user-agent: *\\nrequest-rate: 2/5m 0600-0845").records()
    >>> record.request_rate
    RequestRate(requests=2, period=300.0, hours=(360, 525))
    >>> record.request_rate.interval
    150.0
    """

    requests: int
    """The number of requests, at least one."""
    period: float
    """The period in seconds, more than zero."""
    hours: tuple[int, int] | None
    """The start and end of the hours in which the rate applies, in minutes after midnight UTC, or ``None`` if it
    always applies. If midnight is between them, the start is greater than the end.
    """

    @property
    def interval(self) -> float:
        """The seconds between requests at an even pace."""
        return self.period / self.requests


@dataclass(frozen=True, slots=True)
class Record:
    """A ``sitemap`` line, or any other record except ``user-agent`` lines and rules.

    Records don't affect verdicts. ``str`` returns the record as a line in a robots.txt.

    >>> from robots_exclusion import Robots
    >>> [sitemap] = Robots.parse("Sitemap: https://ja.example.org/テスト.xml").sitemaps()
    >>> sitemap.value
    'https://ja.example.org/テスト.xml'
    >>> sitemap.url
    'https://ja.example.org/%E3%83%86%E3%82%B9%E3%83%88.xml'
    """

    name_bytes: bytes
    """The field as written, trimmed."""
    value_bytes: bytes
    """The value as written, trimmed and without the comment. It may be empty, and may be invalid UTF-8."""
    line: int
    """Its line number, starting at 1."""
    group_line: int | None
    """The first line of the group that it belongs to. ``None`` before the first group, and for sitemaps, which don't
    belong to a group.
    """
    crawl_delay: float | None
    """The seconds in a ``crawl-delay``. ``None`` for other fields, and for values that aren't plain numbers."""
    request_rate: RequestRate | None
    """The rate in a ``request-rate``. ``None`` for other fields and values."""
    url: str | None
    """The URL in a ``sitemap`` or ``license``, percent-encoded. ``None`` for other fields, and for values that aren't
    absolute URLs.
    """

    @property
    def name(self) -> str:
        """The field as written, with invalid UTF-8 replaced by U+FFFD."""
        return _text(self.name_bytes)

    @property
    def value(self) -> str:
        """The value as written, with invalid UTF-8 replaced by U+FFFD."""
        return _text(self.value_bytes)

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"


@dataclass(frozen=True, slots=True)
class Related:
    """A place that helps explain a diagnostic.

    >>> from robots_exclusion import lint
    >>> [diagnostic] = lint("User-agent: *\\nDisallow: /a\\nDisallow: /a")
    >>> [related] = diagnostic.related
    >>> related.line, related.span
    (2, (14, 26))
    """

    line: int
    """Its line number, starting at 1."""
    span: tuple[int, int]
    """The start and end of its bytes in the text (of a ``str``, in its UTF-8)."""
    note: str
    """How it relates to the diagnostic, such as ``this rule wins``."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A suggested replacement for some bytes in a robots.txt.

    >>> from robots_exclusion import lint
    >>> [diagnostic] = lint("User-agent: *\\nDisallow: /a\\nDisallow: /a")
    >>> [edit] = diagnostic.edits
    >>> edit.span, edit.text, edit.is_safe
    ((27, 39), '', True)
    """

    span: tuple[int, int]
    """The start and end of the bytes to replace, in the text (of a ``str``, in its UTF-8)."""
    text: str
    """The replacement."""
    is_safe: bool
    """``True`` if the edit doesn't change anything for any crawler in either dialect: no verdict, usage preference,
    licence, delay or rate.
    """
    effect: str
    """What the edit changes, in words."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A mistake or peculiarity in a robots.txt, as found by :func:`robots_exclusion.lint`.

    ``str`` returns one line with its position, severity, message and code.

    >>> from robots_exclusion import lint
    >>> [diagnostic] = lint("User-agent: *\\nDisallow: /a\\nDisallow: /a")
    >>> diagnostic.code, diagnostic.severity, diagnostic.line
    ('rule-never-wins', 'note', 3)
    """

    code: str
    """A stable name for this kind of diagnostic, such as ``joined-run``."""
    severity: Severity
    """``"error"``, ``"warning"`` or ``"note"``."""
    line: int
    """The number of the line that the diagnostic is about, starting at 1."""
    span: tuple[int, int]
    """The start and end of the bytes that the diagnostic is about, in the text (of a ``str``, in its UTF-8). It may be
    empty.
    """
    message: str
    """The problem and its consequence. Control characters are escaped, and long values are shortened."""
    advice: str
    """Advice on what to write instead, and its effect on crawlers."""
    related: tuple[Related, ...]
    """Other places that help explain the diagnostic."""
    dialects: tuple[Dialect, ...]
    """The dialects to which the diagnostic applies."""
    edits: tuple[Edit, ...]
    """The edits that implement the advice. Empty if the author has to make a decision first."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.severity}: {self.message} [{self.code}]"


@dataclass(frozen=True, slots=True)
class Change:
    """Verdicts that change from one deciding rule to another, with a URL that shows it.

    >>> from robots_exclusion import Robots, diff
    >>> old, new = Robots.parse("user-agent: *\\ndisallow: /a/"), Robots.parse("user-agent: *\\ndisallow: /a")
    >>> [change] = diff.for_agent(old, new, "MyBot").changes
    >>> change.direction, change.url, str(change.before), str(change.after)
    ('disallowed', '/a', 'allowed: no rule in the * group matches', 'disallowed by line 2: Disallow: /a')
    """

    direction: Direction
    """``"disallowed"`` for a change from allowed to disallowed, or ``"allowed"`` for the opposite."""
    url: str
    """The shortest URL with these deciding rules. This is its path and query or, if those could be read as something
    else, an absolute URL.
    """
    before: Verdict
    """The verdict on the URL before the change."""
    after: Verdict
    """The verdict on the URL after the change."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes for one crawler.

    >>> from robots_exclusion import Robots, diff
    >>> old, new = Robots.parse("user-agent: *\\ndisallow: /a"), Robots.parse("user-agent: *\\ndisallow: /a*")
    >>> diff.for_agent(old, new, "MyBot").is_empty
    True
    """

    changes: tuple[Change, ...]
    """The changes, one for each pair of deciding rules. Those from allowed to disallowed come first, then those from
    disallowed to allowed. Both are sorted by the length of their URLs.
    """
    is_decided: bool
    """``True`` if all changes are listed, or ``False`` if the comparison reached a limit or may have missed changes
    between two dialects.
    """
    limit: Limit | None
    """The limit that the comparison reached, or ``None``."""

    @property
    def is_empty(self) -> bool:
        """``True`` if it's certain that no verdict changes."""
        return self.is_decided and not self.changes


@dataclass(frozen=True, slots=True)
class CrawlerDifference:
    """The difference for crawlers that obey the same groups, or for all crawlers that neither file names.

    >>> from robots_exclusion import Robots, diff
    >>> old, new = Robots.parse("user-agent: a\\ndisallow: /"), Robots.parse("user-agent: A\\nallow: /")
    >>> [(crawler.agents, crawler.difference.is_empty) for crawler in diff.files(old, new)]
    [(('a',), False), (('*',), True)]
    """

    agents: tuple[str, ...]
    """The crawlers' product tokens, or just ``*`` for all crawlers that neither file names."""
    difference: Difference
    """The difference for these crawlers."""


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """The records that only one of two files has, not including ``user-agent`` lines and rules.

    >>> from robots_exclusion import Robots, diff
    >>> old, new = Robots.parse("user-agent: a\\ncrawl-delay: 5"), Robots.parse("user-agent: a\\ncrawl-delay: 9")
    >>> difference = diff.records(old, new)
    >>> [str(record) for record in difference.removed + difference.added]
    ['crawl-delay: 5', 'crawl-delay: 9']
    """

    removed: tuple[Record, ...]
    """The records that only the old file has, in file order, but with sitemaps first."""
    added: tuple[Record, ...]
    """The records that only the new file has, in the same order."""

    @property
    def is_empty(self) -> bool:
        """``True`` if both files have the same records."""
        return not self.removed and not self.added


@dataclass(frozen=True, slots=True)
class Effect:
    """A rule's effect: a URL that it decides, or the reason why it never decides one.

    >>> from robots_exclusion import Robots, diff
    >>> robots = Robots.parse("user-agent: *\\ndisallow: /a$\\ndisallow: /a$")
    >>> [(str(effect.rule), effect.kind, effect.url, effect.lines) for effect in diff.effects_in_file(robots)]
    [('Disallow: /a$', 'decides', '/a', ()), ('Disallow: /a$', 'never', None, (2,))]
    """

    rule: Rule
    """The rule."""
    kind: EffectKind
    """``"decides"``, ``"never"``, or ``"unknown"`` if finding out would exceed the limits."""
    url: str | None
    """A URL that the rule decides, or its path and query. It isn't always the shortest."""
    lines: tuple[int, ...]
    """If the rule never decides a URL, the line numbers of the rules that win instead. Empty if the rule doesn't match
    any URL that a client may request, or if several rules only override it together.
    """


@dataclass(frozen=True, slots=True)
class Crawler:
    """A known crawler: its operator and purpose, and how it reads a robots.txt.

    ``unknown`` means that the operator's documentation doesn't mention it or hasn't been read. ``str`` returns the
    token.

    >>> from robots_exclusion import crawlers
    >>> crawler = crawlers.find("gptbot")
    >>> crawler.token, crawler.operator, crawler.purpose, crawler.status
    ('GPTBot', 'OpenAI', 'ai-training', 'active')
    """

    token: str
    """The name that the operator tells site owners to write in a ``user-agent`` line."""
    operator: str
    """The operator's name."""
    purpose: Purpose
    """What it fetches pages for."""
    status: Status
    """``"active"``, ``"retired"``, or ``"control"`` for a token that no crawler sends but that rules can use."""
    replaced_by: str | None
    """The token of the crawler that replaced a retired one."""
    product_tokens: tuple[str, ...]
    """Its product tokens, in order of preference. The first one that any group names selects the groups."""
    dialect: Dialect
    """The dialect in which it reads a file."""
    is_bound_by_wildcard: bool
    """``True`` if it obeys the groups for ``*`` when no other group names it."""
    obeys_robots_txt: Obeys
    """Whether it obeys robots.txt, according to its operator."""
    obeys_crawl_delay: Obeys
    """Whether it obeys ``crawl-delay``, according to its operator."""
    documentation: str
    """The URL of its documentation, which is the operator's own if there is any."""
    documentation_read: str | None
    """The day on which the documentation was read, as ``YYYY-MM-DD``, or ``None``."""

    def matcher(self, robots: Robots) -> Matcher:
        """Compiles a file's rules for this crawler, according to its documented behaviour.

        If the file was parsed in a different dialect, it's parsed again in the crawler's own.

        >>> from robots_exclusion import Robots, crawlers
        >>> robots = Robots.parse("user-agent: *\\ndisallow: /\\n\\nuser-agent: Googlebot\\nallow: /")
        >>> [crawlers.find(name).matcher(robots).allowed("/") for name in ("Applebot", "AdsBot-Google", "bingbot")]
        [True, True, False]
        """
        from ._native import _crawler_matcher

        return _crawler_matcher(self.token, robots)

    def __str__(self) -> str:
        return self.token


class UnknownCrawlerError(LookupError):
    """Raised for a crawler that isn't in the table. The message suggests similar names.

    >>> from robots_exclusion import crawlers
    >>> try:
    ...     crawlers.find("Gogglebot")
    ... except crawlers.UnknownCrawlerError as error:
    ...     print(error.nearest[0])
    Googlebot
    """

    def __init__(self, message: str, name: str, nearest: tuple[Crawler, ...]) -> None:
        super().__init__(message, name, nearest)
        self.name = name
        """The unknown name."""
        self.nearest = nearest
        """Up to three known crawlers with similar names, starting with the nearest."""

    def __str__(self) -> str:
        return str(self.args[0])
