"""Objects give the same answers after pickling."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from itertools import islice
from typing import Any

import pytest
from test_reference import questions

from robots_exclusion import (
    Access,
    CachedRobots,
    CachePolicy,
    FetchOutcome,
    Matcher,
    Redirects,
    Robots,
    RobotsBuilder,
    Scope,
    crawlers,
    diff,
    lint,
    verdicts,
)
from robots_exclusion.cache import RobotsCache

TEXT = b"User-agent: *\nCrawl-delay: 2\nDisallow: /\xe9\nContent-Usage: train-ai=n\nSitemap: https://example.com/s.xml\n"
ROBOTS = Robots.parse(TEXT)


def fetch(url: str, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
    return 404, {}, b""


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "value",
    [
        ROBOTS,
        Robots.parse(TEXT, dialect="google", byte_limit=None, agent_fallback=False),
        Robots.parse(TEXT, byte_limit=30),
        ROBOTS.verdict("MyBot", "/%E9"),
        ROBOTS.verdict("MyBot", "/"),
        Access.from_response(200, TEXT),
        Access.from_response(404),
        Access.from_response(500, server_error_is_not_found=True, dialect="google"),
        Access.missing(),
        Access.unreachable(),
        Access.broken(),
        Access.not_fetched(),
        Scope.of_page("https://example.com:8443/x"),
        *ROBOTS.groups(),
        *ROBOTS.records(),
        *ROBOTS.sitemaps(),
        *lint("user-agent: *\ndisallow: x"),
        *diff.files(ROBOTS, Robots.parse("")),
        crawlers.find("GPTBot"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_round_trip(value: Any, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(value, protocol))
    assert again == value
    assert hash(again) == hash(value)
    assert str(again) == str(value)
    assert copy.copy(value) == copy.deepcopy(value) == value


@pytest.mark.parametrize(
    "value",
    [
        verdicts([], [], "MyBot"),
        CachedRobots(),
        CachePolicy(),
        FetchOutcome.missing(),
        Redirects("https://example.com/robots.txt"),
        RobotsBuilder(),
        RobotsCache("MyBot", fetch=fetch),
    ],
    ids=lambda value: type(value).__name__,
)
def test_other_objects_cannot_be_pickled(value: Any) -> None:
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(value)


def test_hashes_are_seeded_like_those_of_python() -> None:
    """Otherwise, hosts could be chosen to collide in a dictionary, and Spark could not partition by scopes."""
    script = "import robots_exclusion as r; print(hash(r.Scope.of_page('http://h/')), hash(r.Robots.parse('')), hash(r.Access.missing()))"

    def hashes(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run([sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True).stdout

    assert hashes("1") == hashes("1") != hashes("2")


def test_a_truncated_file_stays_truncated() -> None:
    again = pickle.loads(pickle.dumps(Robots.parse(TEXT, byte_limit=30)))
    assert again.is_truncated and again.byte_limit == 30


def test_matchers_give_the_same_answers_and_lines() -> None:
    for text, agents, urls in islice(questions(5), 300):
        matcher = Robots.parse(text).matcher(agents)
        again: Matcher = pickle.loads(pickle.dumps(matcher))
        assert again.agents == agents
        assert [again.verdict(url) for url in urls] == [matcher.verdict(url) for url in urls]
        assert [str(rule) for rule in again.rules()] == [str(rule) for rule in matcher.rules()]


def test_a_matcher_without_a_file_round_trips() -> None:
    for access in (Access.from_response(503), Access.unreachable(), Access.missing()):
        again: Matcher = pickle.loads(pickle.dumps(access.matcher("MyBot")))
        assert str(again.verdict("/a")) == str(access.verdict("MyBot", "/a"))


def test_usage_round_trips_with_its_matcher() -> None:
    matcher = ROBOTS.matcher("MyBot")
    for usage in (matcher.usage("/"), matcher.content_signals("/")):
        assert str(pickle.loads(pickle.dumps(usage))) == str(usage)


def test_matchers_of_one_file_share_it_in_a_pickle() -> None:
    robots = Robots.parse(TEXT * 100)
    one, two = robots.matcher("a"), robots.matcher("b")
    assert len(pickle.dumps([one, two])) < len(pickle.dumps(one)) + 200
