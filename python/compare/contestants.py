"""The parsers to compare, each used as in its documentation."""

from __future__ import annotations

import os
import platform
import runpy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import fastrobots
import pyarrow as pa
from jwm.robotstxt.googlebot import RobotsMatcher
from protego import Protego
from robotstxt.robots import RobotsMatcher as FastMatcher

import robots_exclusion

Asked = Callable[[bytes, str, str], bool]
"""Parses a file (body, agent, URL) and returns the answer."""

Batch = Callable[[bytes, str, list[str]], list[bool]]
"""Parses a file (body, agent, URLs of one site) once and returns all answers."""


@dataclass(frozen=True)
class Contestant:
    name: str
    ask: Asked
    batch: Batch


def _google(body: bytes, agent: str, url: str) -> bool:
    return robots_exclusion.Robots.parse(body, dialect="google", byte_limit=None).allowed(agent, url)


def _google_batch(body: bytes, agent: str, urls: list[str]) -> list[bool]:
    robots = robots_exclusion.Robots.parse(body, dialect="google", byte_limit=None)
    return robots.matcher(agent).allowed_many(urls)


def _standard(body: bytes, agent: str, url: str) -> bool:
    return robots_exclusion.Robots.parse(body).allowed(agent, url)


def _standard_batch(body: bytes, agent: str, urls: list[str]) -> list[bool]:
    return robots_exclusion.Robots.parse(body).matcher(agent).allowed_many(urls)


def _protego(body: bytes, agent: str, url: str) -> bool:
    # Decoded as in Scrapy.
    return bool(Protego.parse(body.decode("utf-8-sig", "ignore")).can_fetch(url, agent))


def _protego_batch(body: bytes, agent: str, urls: list[str]) -> list[bool]:
    robots = Protego.parse(body.decode("utf-8-sig", "ignore"))
    return [robots.can_fetch(url, agent) for url in urls]


def _path(url: str) -> str:
    """Returns the path of a URL, because fastrobots does not accept URLs."""
    parts = urlsplit(url)
    return parts._replace(scheme="", netloc="").geturl()


def _fastrobots(body: bytes, agent: str, url: str) -> bool:
    return bool(fastrobots.Robots.parse(body.decode("utf-8", "replace")).allowed(_path(url), agent))


def _fastrobots_batch(body: bytes, agent: str, urls: list[str]) -> list[bool]:
    rules = fastrobots.Robots.parse(body.decode("utf-8", "replace")).agent(agent)
    return [rules.allowed(_path(url)) for url in urls]


def _fast_robotstxt(body: bytes, agent: str, url: str) -> bool:
    return FastMatcher().is_allowed(body.decode("utf-8", "replace"), agent, url)


def _fast_robotstxt_batch(body: bytes, agent: str, urls: list[str]) -> list[bool]:
    # Like Google's parser, which it contains, it has no parsed file to ask again.
    matcher, text = FastMatcher(), body.decode("utf-8", "replace")
    return [matcher.is_allowed(text, agent, url) for url in urls]


def _urllib(name: str, parser: Any) -> Contestant:
    def parsed(body: bytes) -> Any:
        robots = parser()
        robots.parse(body.decode("utf-8", "replace").splitlines())
        return robots

    def ask(body: bytes, agent: str, url: str) -> bool:
        return bool(parsed(body).can_fetch(agent, url))

    def batch(body: bytes, agent: str, urls: list[str]) -> list[bool]:
        robots = parsed(body)
        return [robots.can_fetch(agent, url) for url in urls]

    return Contestant(name, ask, batch)


def _of_another_version() -> list[Contestant]:
    """Returns the parser in ``ROBOTPARSER``, the ``Lib/urllib/robotparser.py`` of another version of CPython, if it is set."""
    path = os.environ.get("ROBOTPARSER")
    return [_urllib("urllib.robotparser of ROBOTPARSER", runpy.run_path(path)["RobotFileParser"])] if path else []


def _reference(body: bytes, agent: str, url: str) -> bool:
    return bool(RobotsMatcher().OneAgentAllowedByRobots(body, agent, url))


def _reference_batch(body: bytes, agent: str, urls: list[str]) -> list[bool]:
    # A parsed file cannot be reused.
    matcher = RobotsMatcher()
    return [matcher.OneAgentAllowedByRobots(body, agent, url) for url in urls]


def arrow(body: bytes, agent: str, urls: pa.Array) -> pa.Array:
    """Answers a batch of URLs in an Arrow array with robots_exclusion."""
    robots = robots_exclusion.Robots.parse(body, dialect="google", byte_limit=None)
    return pa.array(robots.matcher(agent).allowed_arrow(urls))


REFERENCE = Contestant("jwm.robotstxt (Google's parser)", _reference, _reference_batch)
GOOGLE = Contestant("robots_exclusion, google", _google, _google_batch)
STANDARD = Contestant("robots_exclusion, standard", _standard, _standard_batch)
PROTEGO = Contestant("Protego", _protego, _protego_batch)
FAST_ROBOTSTXT = Contestant("fast-robotstxt", _fast_robotstxt, _fast_robotstxt_batch)
FASTROBOTS = Contestant("fastrobots", _fastrobots, _fastrobots_batch)
URLLIB = _urllib(f"urllib.robotparser of Python {platform.python_version()}", RobotFileParser)

ALL = [GOOGLE, STANDARD, FASTROBOTS, FAST_ROBOTSTXT, REFERENCE, URLLIB, *_of_another_version(), PROTEGO]
