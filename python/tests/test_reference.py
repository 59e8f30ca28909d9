"""The Google dialect against google/robotstxt itself, through Python on both sides.

As a script it asks as many questions as wanted, and says how many were answered alike:

    python tests/test_reference.py --cases 1000000
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from robots_exclusion import Robots

USER_AGENT = [b"User-agent", b"user-agent", b"USER-AGENT", b"useragent", b"user agent", b"user-agents", b"user\tagent"]
ALLOW = [b"Allow", b"allow", b"ALLOW", b"allowed", b"alow"]
DISALLOW = [b"Disallow", b"disallow", b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw", b"disallowed"]
OTHER = [b"sitemap", b"site-map", b"crawl-delay", b"noindex", b"foo", b"", b"*", b"/"]
SEPARATORS = [b":"] * 8 + [b": "] * 8 + [b" : ", b":\t", b" ", b"\t", b"", b"::", b"\x0b:", b":\0", b"=", b":\xc2\xa0"]
ENDS = [b"\n"] * 12 + [b"\r\n"] * 4 + [b"\r", b"\n\n", b"\n\r", b"\x0b", b"\xe2\x80\xa8"]
TAILS = [b""] * 12 + [b" ", b"\t", b"#", b" # c", b"#c", b"\0", b"\0x", b" x", b"$", b"*", b"\xc2\xa0"]
MARKS = [b""] * 20 + [b"\xef\xbb\xbf", b"\xef\xbb", b"\xef", b"\xff\xfe", b"\xef\xbb\xbf\xef\xbb\xbf"]
AGENTS = [b"*"] * 12 + [b"a", b"b", b"A", b"ab", b"foo", b"Foo", b"foo-bar", b"foo/1.2", b"", b"*bot", b"* x", b"1a", b"a.b", b"a\xc3\xa9", b"foo\0bar"]
PIECES = [b"/"] * 10 + [b"a"] * 6 + [b"b"] * 4 + [b"*"] * 4 + [
    b"A", b"c", b"ab", b"**", b"$", b"$", b"?", b"=", b"&", b";", b".", b"..", b"-", b":", b"~", b"//", b"://", b"%41", b"%aa",
    b"%AA", b"%2f", b"%2F", b"%zz", b"%", b"\xc3\xa9", b"\xe9", b"index.html", b"index.htm", b"/index.html", b"\0", b" ",
]  # fmt: skip
SCHEMES = [""] * 8 + ["http://h", "https://h:8080", "http://u@h", "//h", "h", "http:", "ftp://h", "?", "#"]
NAMES = ["a", "b", "A", "ab", "foo", "FOO", "foo-bar", "foobar", "foo/1.2", "", "*", "bot", "1a", "a.b", "é", "other"]

Question = tuple[bytes, list[str], list[str]]


def pattern(choice: random.Random) -> bytes:
    pieces = choice.choices(PIECES, k=choice.choice([0, 1, 1, 2, 2, 3, 4, 6, 8]))
    start = b"/" if choice.random() < 0.9 else b""
    return start + b"".join(pieces)


def line(choice: random.Random) -> bytes:
    which = choice.random()
    if which < 0.25:
        field, value = choice.choice(USER_AGENT), choice.choice(AGENTS)
    elif which < 0.9:
        field, value = choice.choice(ALLOW if which < 0.5 else DISALLOW), pattern(choice)
    elif which < 0.97:
        field, value = choice.choice(OTHER), pattern(choice)
    else:
        return choice.randbytes(choice.randrange(24)) + choice.choice(ENDS)
    return field + choice.choice(SEPARATORS) + value + choice.choice(TAILS) + choice.choice(ENDS)


def file(choice: random.Random) -> bytes:
    start = choice.choice(MARKS)
    if choice.random() < 0.9:
        start += b"user-agent: " + choice.choice(AGENTS) + b"\n"
    text = start + b"".join(line(choice) for _ in range(choice.randrange(14)))
    if choice.random() < 0.004:
        # The reference reads only the first 16,663 bytes of a line.
        text += b"disallow: /" + b"a" * (16_640 + choice.randrange(40)) + b"\nallow: /b"
    return text


def url(choice: random.Random, text: bytes) -> str:
    if choice.random() < 0.75:
        # A URL that a rule of the file may match.
        values = [part for part in text.replace(b"\r", b"\n").split(b"\n") if b"/" in part]
        value = choice.choice(values) if values else b"/"
        target = value[value.find(b"/") :].decode("utf-8", "replace")[:17_000]
        while "*" in target:
            target = target.replace("*", choice.choice(["", "x", "/a", "a?b"]), 1)
        if choice.random() < 0.7:
            target = target.rstrip("$")
        target += choice.choice(["", "", "x", "/", "?q", "#f", ".html"])
    else:
        target = pattern(choice).decode("utf-8", "replace")
    return choice.choice(SCHEMES) + target


def questions(seed: int) -> Iterator[Question]:
    """Generates files, names of a crawler, and URLs, without end."""
    choice = random.Random(seed)
    while True:
        text = file(choice)
        named = [name for name in NAMES[:-1] if name and name.encode() in text]
        agents = choice.choices(named if named and choice.random() < 0.6 else NAMES, k=choice.choice([1, 1, 1, 1, 2, 0]))
        yield text, agents, [url(choice, text) for _ in range(8)]


def compare(reference: Any, cases: int, seed: int) -> tuple[int, list[str]]:
    """Returns the number of queries and the first differences."""
    matcher = reference.RobotsMatcher()
    asked = 0
    differences: list[str] = []
    for text, agents, urls in questions(seed):
        if asked >= cases or len(differences) > 5:
            return asked, differences
        robots = Robots.parse(text, dialect="google", byte_limit=None)
        ours = robots.matcher(agents)
        many = ours.allowed_many(urls)
        names = [agent.encode() for agent in agents]
        for number, target in enumerate(urls):
            allowed = matcher.AllowedByRobots(text, names, target.encode())
            expected = (bool(allowed), matcher.matching_line() or None)
            verdict = ours.verdict(target)
            got = {(verdict.allowed, verdict.line), (many[number], verdict.line)}
            if len(agents) == 1:
                single = robots.verdict(agents[0], target)
                got |= {(single.allowed, single.line), (robots.allowed(agents[0], target), single.line)}
            if got != {expected}:
                differences.append(f"{text!r}, {agents!r}, {target!r}: {got}, and the reference {expected}")
            asked += 1
    raise AssertionError("questions never end")


def test_the_google_dialect_agrees_with_the_reference() -> None:
    reference = pytest.importorskip("jwm.robotstxt.googlebot", reason="jwm.robotstxt has wheels for Python 3.10 to 3.12")
    seed = int(os.environ.get("ROBOTS_REFERENCE_SEED", time.time_ns()))
    cases = int(os.environ.get("ROBOTS_REFERENCE_CASES", "20000"))
    asked, differences = compare(reference, cases, seed)
    assert asked >= cases
    assert not differences, f"seed {seed}: " + "\n".join(differences)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    arguments = parser.parse_args()
    reference = importlib.import_module("jwm.robotstxt.googlebot")
    asked, differences = compare(reference, arguments.cases, arguments.seed)
    print(*differences, sep="\n", end="\n" if differences else "")
    print(f"{asked} cases, {len(differences)} differences, seed {arguments.seed}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
