"""What is compared, each in the way its documentation shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.robotparser import RobotFileParser
from urllib.parse import urlsplit

import fastrobots
import pyarrow as pa
from jwm.robotstxt.googlebot import RobotsMatcher
from protego import Protego

import robots_exclusion

Asked = Callable[[bytes, str, str], bool]
"""Body, agent, URL: parses and answers."""

Batch = Callable[[bytes, str, list[str]], list[bool]]
"""Body, agent, URLs of one site: parses once and answers all."""


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
    # As Scrapy decodes it.
    return bool(Protego.parse(body.decode("utf-8-sig", "ignore")).can_fetch(url, agent))


def _protego_batch(body: bytes, agent: str, urls: list[str]) -> list[bool]:
    robots = Protego.parse(body.decode("utf-8-sig", "ignore"))
    return [robots.can_fetch(url, agent) for url in urls]


def _path(url: str) -> str:
    """fastrobots wants a path, and cuts no URL."""
    parts = urlsplit(url)
    return parts._replace(scheme="", netloc="").geturl()


def _fastrobots(body: bytes, agent: str, url: str) -> bool:
    return bool(fastrobots.Robots.parse(body.decode("utf-8", "replace")).allowed(_path(url), agent))


def _fastrobots_batch(body: bytes, agent: str, urls: list[str]) -> list[bool]:
    rules = fastrobots.Robots.parse(body.decode("utf-8", "replace")).agent(agent)
    return [rules.allowed(_path(url)) for url in urls]


def _urllib(body: bytes, agent: str, url: str) -> bool:
    robots = RobotFileParser()
    robots.parse(body.decode("utf-8", "replace").splitlines())
    return robots.can_fetch(agent, url)


def _urllib_batch(body: bytes, agent: str, urls: list[str]) -> list[bool]:
    robots = RobotFileParser()
    robots.parse(body.decode("utf-8", "replace").splitlines())
    return [robots.can_fetch(agent, url) for url in urls]


def _reference(body: bytes, agent: str, url: str) -> bool:
    return bool(RobotsMatcher().OneAgentAllowedByRobots(body, agent, url))


def _reference_batch(body: bytes, agent: str, urls: list[str]) -> list[bool]:
    # It has no parsed file to ask again.
    matcher = RobotsMatcher()
    return [matcher.OneAgentAllowedByRobots(body, agent, url) for url in urls]


def arrow(body: bytes, agent: str, urls: pa.Array) -> pa.Array:
    """The batch of robots_exclusion for Arrow arrays."""
    robots = robots_exclusion.Robots.parse(body, dialect="google", byte_limit=None)
    return pa.array(robots.matcher(agent).allowed_arrow(urls))


REFERENCE = Contestant("jwm.robotstxt (Google's parser)", _reference, _reference_batch)
GOOGLE = Contestant("robots_exclusion, google", _google, _google_batch)
STANDARD = Contestant("robots_exclusion, standard", _standard, _standard_batch)
PROTEGO = Contestant("Protego", _protego, _protego_batch)
FASTROBOTS = Contestant("fastrobots", _fastrobots, _fastrobots_batch)
URLLIB = Contestant("urllib.robotparser", _urllib, _urllib_batch)

ALL = [GOOGLE, STANDARD, FASTROBOTS, REFERENCE, URLLIB, PROTEGO]
