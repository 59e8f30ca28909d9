"""The plain types: what a robots.txt holds, and what is to be said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RuleKind = Literal["allow", "disallow"]


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Rule:
    """An ``allow`` or ``disallow`` line.

    ``str`` writes it as a line of a robots.txt.
    """

    kind: RuleKind
    """``"allow"`` or ``"disallow"``."""
    pattern_bytes: bytes
    """Its pattern as written; may be empty, and may be invalid UTF-8."""
    line: int
    """Its line, from 1."""

    @property
    def pattern(self) -> str:
        """Its pattern as written, bytes that are invalid UTF-8 replaced."""
        return _text(self.pattern_bytes)

    def __str__(self) -> str:
        return f"{self.kind.capitalize()}: {self.pattern}".rstrip(" ")
