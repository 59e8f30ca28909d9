"""Finds every verdict that changes between two robots.txt files, for every crawler and every URL.

The answers are exact, not sampled. It makes no difference if rules were reordered, spelled differently, or
removed because others cover them.

>>> from robots_exclusion import Robots, diff
>>> old = Robots.parse("user-agent: *\\ndisallow: /a/")
>>> new = Robots.parse("user-agent: *\\nallow: /a/*.css$\\ndisallow: /a")
>>> [everyone] = diff.files(old, new)
>>> [(change.direction, change.url) for change in everyone.difference.changes]
[('disallowed', '/a'), ('allowed', '/a/.css')]

The comparison covers all URLs that a client may request. In the worst case, it would take exponential time, so there
are limits for states, memory and steps (about 3 seconds, or 1 second for effects). Beyond these limits,
:attr:`Difference.is_decided` is false. Files that may differ are never reported as equal. Other threads can run during
a comparison.
"""

from __future__ import annotations

from . import Matcher, Robots, _native
from ._types import Change, CrawlerDifference, Difference, Direction, Effect, EffectKind, Limit, RecordDifference

__all__ = [
    "Change",
    "CrawlerDifference",
    "Difference",
    "Direction",
    "Effect",
    "EffectKind",
    "Limit",
    "RecordDifference",
    "effects",
    "effects_in_file",
    "files",
    "for_agent",
    "keeps_verdicts",
    "records",
    "rules",
]


def files(old: Robots, new: Robots) -> list[CrawlerDifference]:
    """Compares two files for every crawler.

    Returns the crawlers that either file names, in the order in which they're named, followed by ``*`` for all others.
    Crawlers that obey the same groups in both files share an item. If the files were parsed in different
    dialects, each keeps its own.

    >>> from robots_exclusion import Robots, diff
    >>> old = Robots.parse("user-agent: MyBot\\ndisallow: /private/\\nuser-agent: *\\ndisallow: /")
    >>> new = Robots.parse("user-agent: *\\ndisallow: /")
    >>> [(crawler.agents, len(crawler.difference.changes)) for crawler in diff.files(old, new)]
    [(('MyBot',), 1), (('*',), 0)]
    """
    return _native._diff_files(old, new)


def for_agent(old: Robots, new: Robots, agent: str) -> Difference:
    """Compares two files for one crawler, or with ``*``, for all crawlers that neither file names.

    >>> from robots_exclusion import Robots, diff
    >>> old = Robots.parse("user-agent: *\\ndisallow: /fish")
    >>> new = Robots.parse("user-agent: *\\ndisallow: /fish*\\nallow: /bird")
    >>> diff.for_agent(old, new, "MyBot/1.0").is_empty
    True
    """
    return _native._diff_for_agent(old, new, agent)


def rules(old: Matcher, new: Matcher) -> Difference:
    """Compares two matchers, for example to find out if you have to check queued URLs again.

    >>> from robots_exclusion import Robots, diff
    >>> old = Robots.parse("user-agent: *\\ndisallow: /a\\ndisallow: /b").matcher("MyBot")
    >>> new = Robots.parse("user-agent: *\\ndisallow: /b\\ndisallow: /a*").matcher("MyBot")
    >>> diff.rules(old, new).is_empty
    True
    """
    return _native._diff_rules(old, new)


def records(old: Robots, new: Robots) -> RecordDifference:
    """Compares the sitemaps, ``crawl-delay``, ``content-usage`` and all other records in two files, except for rules.

    The order of the records doesn't matter, but their number does.

    >>> from robots_exclusion import Robots, diff
    >>> diff.records(Robots.parse(""), Robots.parse("sitemap: https://h/1.xml")).added[0].url
    'https://h/1.xml'
    """
    return _native._diff_records(old, new)


def keeps_verdicts(
    old: bytes | str, new: bytes | str, *, byte_limit: int | None = 512_000, agent_fallback: bool = True
) -> bool:
    """Returns ``True`` if an edit certainly doesn't change any verdict, for any crawler and URL, in both dialects.

    >>> from robots_exclusion import diff
    >>> diff.keeps_verdicts("user-agent: *\\ndisallow: /x\\ndisallow: /x/y", "user-agent: *\\ndisallow: /x")
    True
    """
    return _native._diff_keeps_verdicts(old, new, byte_limit, agent_fallback)


def effects(matcher: Matcher) -> list[Effect]:
    """Returns the effect of each rule in a matcher, in file order.

    You can remove all rules that never decide a verdict in one edit without changing any verdict, except that a group
    that loses its last rule joins the next one.

    >>> from robots_exclusion import Robots, diff
    >>> matcher = Robots.parse("user-agent: *\\nallow: /a\\nallow: /a").matcher("MyBot")
    >>> [effect.kind for effect in diff.effects(matcher)]
    ['decides', 'never']
    """
    return _native._diff_effects(matcher)


def effects_in_file(robots: Robots) -> list[Effect]:
    """Returns the effect of each rule in a file, in file order, over all crawlers.

    >>> from robots_exclusion import Robots, diff
    >>> robots = Robots.parse("user-agent: a\\ndisallow: /x\\nuser-agent: b\\ndisallow: /x\\ndisallow: /x")
    >>> [effect.lines for effect in diff.effects_in_file(robots)]
    [(), (), (4,)]
    """
    return _native._diff_effects_in_file(robots)
