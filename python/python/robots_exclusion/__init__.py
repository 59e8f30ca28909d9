"""robots.txt (RFC 9309): may this crawler fetch this URL?"""

from ._native import Access, Matcher, Robots, Verdict
from ._types import Rule

__all__ = ["Access", "Matcher", "Robots", "Rule", "Verdict"]
