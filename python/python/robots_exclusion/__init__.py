"""robots.txt (RFC 9309): may this crawler fetch this URL?

By default, this package follows RFC 9309 and Google's published specification, but it can also answer exactly like
Google's own parser.

>>> from robots_exclusion import Robots
>>> robots = Robots.parse(b"User-agent: *\\nDisallow: /private/\\n")
>>> robots.allowed("MyBot/1.0", "https://example.com/private/x")
False
>>> print(robots.verdict("MyBot/1.0", "https://example.com/private/x"))
disallowed by line 2: Disallow: /private/

A :class:`Robots` is a parsed file, a :class:`Matcher` contains one crawler's compiled rules, and a :class:`Verdict` is
an answer with its reason. :class:`Access` interprets the result of fetching a file, and :class:`Scope` determines
which URLs a file covers. :func:`verdicts` checks URLs on many hosts, :func:`lint` finds mistakes in a file, and
:class:`RobotsBuilder` writes one.

The ``cache`` module fetches and caches files, ``diff`` compares them, and ``crawlers`` is a table of known crawlers.
``robotparser`` and ``protego`` are drop-in replacements for other parsers, and ``scrapy``, ``spark`` and ``warc``
integrate with Scrapy, Spark and WARC files.
"""

from importlib.metadata import version as _version

from ._native import (
    USAGE_DRAFTS,
    USAGE_LABELS,
    Access,
    ArrowArray,
    ArrowTable,
    CachedRobots,
    CachePolicy,
    FetchOutcome,
    Matcher,
    Redirects,
    Robots,
    RobotsBuilder,
    Scope,
    Usage,
    Verdict,
    lint,
    lint_fix,
    product_token,
    robots_txt_url,
    verdicts,
)
from ._types import (
    Diagnostic,
    Dialect,
    Edit,
    Group,
    OnConflict,
    Preference,
    Reason,
    Record,
    Related,
    RequestRate,
    Rule,
    RuleKind,
    Selection,
    Severity,
    UserAgent,
)

__version__ = _version("robots-exclusion")

__all__ = [
    "USAGE_DRAFTS",
    "USAGE_LABELS",
    "Access",
    "ArrowArray",
    "ArrowTable",
    "CachePolicy",
    "CachedRobots",
    "Diagnostic",
    "Dialect",
    "Edit",
    "FetchOutcome",
    "Group",
    "Matcher",
    "OnConflict",
    "Preference",
    "Reason",
    "Record",
    "Redirects",
    "Related",
    "RequestRate",
    "Robots",
    "RobotsBuilder",
    "Rule",
    "RuleKind",
    "Scope",
    "Selection",
    "Severity",
    "Usage",
    "UserAgent",
    "Verdict",
    "__version__",
    "lint",
    "lint_fix",
    "product_token",
    "robots_txt_url",
    "verdicts",
]
