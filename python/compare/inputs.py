"""The files and URLs of the comparison: a folder of real files, or generated ones."""

from __future__ import annotations

import os
import random
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

AGENTS = ("Googlebot", "ExampleBot")
"""A crawler that many files name, and one that none names."""

_RULE = re.compile(rb"^[ \t]*(?:dis)?allow[ \t]*:[ \t]*([^\s#]+)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class Site:
    """A robots.txt, and pages to which its rules may apply."""

    origin: str
    body: bytes
    pages: list[str]


def load(pages_per_site: int) -> tuple[list[Site], str]:
    """Returns the sites, and a sentence about the origin of their files.

    The same in every run. Half of the pages of a site are made from patterns of
    its file, the others from patterns of all files.
    """
    dice = random.Random(1)
    folder = os.environ.get("ROBOTS_CORPUS")
    if folder:
        bodies = [path.read_bytes() for path in sorted(Path(folder).iterdir()) if path.is_file()]
        where = f"{len(bodies):,} files of ROBOTS_CORPUS"
    else:
        bodies = [generated_file(dice) for _ in range(2_000)]
        where = f"{len(bodies):,} generated files"
    own = [_RULE.findall(body) for body in bodies]
    every = [pattern for patterns in own for pattern in patterns]
    sites = []
    for number, (body, patterns) in enumerate(zip(bodies, own)):
        origin = f"https://site-{number}.example"
        pages = [
            origin + page(dice.choice(patterns if patterns and place % 2 == 0 else every), dice)
            for place in range(pages_per_site)
        ]
        sites.append(Site(origin, body, pages))
    return sites, where


def page(pattern: bytes, dice: random.Random) -> str:
    """Returns a path that resembles a pattern."""
    path = re.sub(rb"\*+", lambda _: dice.choice([b"", b"x", b"/x/y"]), pattern).removesuffix(b"$")
    path += dice.choice([b"", b"", b"x", b"/x.html", f"?page={dice.randrange(10_000)}".encode()])
    return quote(b"/" + path.lstrip(b"/"), safe="/?&=%:;,+~!@()'$")


def generated_file(dice: random.Random) -> bytes:
    """Returns a file like those of shops and blogs: usually few rules, sometimes many."""
    words = ["admin", "cart", "search", "wp-admin", "tag", "p", "private", "api/v1", "user", "feed", "news"]
    lines = ["# generated"]
    agents = ["*", "Googlebot", "Bingbot", "AhrefsBot", "GPTBot"]
    for agent in dice.sample(agents, k=dice.choice([1, 1, 1, 2, 4])):
        lines += ["", f"User-agent: {agent}"]
        for _ in range(int(dice.paretovariate(0.9))):
            if len(lines) > 2_000:
                break
            pattern = "/" + "/".join(dice.choices(words, k=dice.choice([1, 1, 2])))
            pattern += dice.choice(["", "/", "/", "/*", "*.php$", "?*sort=", f"/{dice.randrange(1_000)}"])
            lines.append(f"{dice.choice(['Disallow'] * 5 + ['Allow', 'disallow'])}: {pattern}")
    lines += ["", "Sitemap: https://www.example.com/sitemap.xml", ""]
    return "\n".join(lines).encode()
