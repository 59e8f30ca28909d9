"""robots.txt (RFC 9309): may this crawler fetch this URL?

It reads robots.txt as RFC 9309 and Google's published specification have it or, on request, exactly as Google's own code
does.

>>> from robots_exclusion import Robots
>>> robots = Robots.parse(b"User-agent: *\\nDisallow: /private/\\n")
>>> robots.allowed("MyBot/1.0", "https://example.com/private/x")
False
>>> print(robots.verdict("MyBot/1.0", "https://example.com/private/x"))
disallowed by line 2: Disallow: /private/

:class:`Robots` is a parsed file, :class:`Matcher` the rules for one crawler, compiled for many URLs, :class:`Verdict` says
why. :class:`Access` says what came of fetching a file, and what that allows; :class:`Scope` what a file covers;
:func:`lint` what it does that its author may not have meant.
"""

from ._native import (
    USAGE_DRAFTS,
    USAGE_LABELS,
    Access,
    ArrowArray,
    ArrowTable,
    Matcher,
    Robots,
    Scope,
    Usage,
    Verdict,
    lint,
    robots_txt_url,
)
from ._types import Diagnostic, Group, Record, Related, RequestRate, Rule, UserAgent

__all__ = [
    "USAGE_DRAFTS",
    "USAGE_LABELS",
    "Access",
    "ArrowArray",
    "ArrowTable",
    "Diagnostic",
    "Group",
    "Matcher",
    "Record",
    "Related",
    "RequestRate",
    "Robots",
    "Rule",
    "Scope",
    "Usage",
    "UserAgent",
    "Verdict",
    "lint",
    "robots_txt_url",
]
