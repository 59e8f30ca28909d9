"""Comparisons, the table of crawlers, and files built by code."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from robots_exclusion import Robots, RobotsBuilder, crawlers, diff

OLD = Robots.parse("user-agent: MyBot\ndisallow: /private/\nuser-agent: *\ndisallow: /\nsitemap: https://h/1.xml")
NEW = Robots.parse("user-agent: *\ndisallow: /\nsitemap: https://h/2.xml")


def test_files_are_compared_for_every_crawler() -> None:
    mine, everyone = diff.files(OLD, NEW)
    assert (mine.agents, everyone.agents) == (("MyBot",), ("*",))
    [change] = mine.difference.changes
    assert (change.direction, change.url) == ("disallowed", "/")
    assert str(change.before) == "allowed: no rule in MyBot's group matches"
    assert str(change.after) == "disallowed by line 2: Disallow: /"
    assert everyone.difference.is_empty and mine.difference.is_decided and not mine.difference.is_empty
    assert diff.for_agent(OLD, NEW, "MyBot/1.0") == mine.difference == diff.rules(OLD.matcher("MyBot"), NEW.matcher("MyBot"))
    for value in (mine, everyone, diff.records(OLD, NEW), diff.effects_in_file(OLD)[0]):
        assert pickle.loads(pickle.dumps(value)) == value


def test_records_are_compared() -> None:
    difference = diff.records(OLD, NEW)
    assert [record.url for record in difference.removed] == ["https://h/1.xml"]
    assert [record.url for record in difference.added] == ["https://h/2.xml"]
    assert not difference.is_empty and diff.records(OLD, OLD).is_empty


def test_files_in_two_dialects_are_compared() -> None:
    text = "user-agent: *\nallow: /x\ndisalow: /x/y"
    difference = diff.for_agent(Robots.parse(text), Robots.parse(text, dialect="google"), "MyBot")
    assert [(change.direction, change.url) for change in difference.changes] == [("disallowed", "/x/y")]


def test_a_comparison_that_takes_too_long_says_so() -> None:
    # Whatever the new rule and a piece match, one of the longer rules allows. To prove that, the walk would have to try every
    # combination of half-matched pieces.
    longer = "".join(f"allow: /*{order}*z\n" for order in ("-*xxxxxxxx*y", "xxxxxxxx*-*y", "xxxxxxxx*y*-"))
    pieces = [f"{letter}{digit}" for letter in "abcdefghijklmnopqrstuvw" for digit in range(3)]
    old = "user-agent: *\n" + longer + "".join(f"allow: /*-*{piece}*{piece}*{piece}\n" for piece in pieces) + "disallow: /\n"
    difference = diff.for_agent(Robots.parse(old), Robots.parse(old + "disallow: /*xxxxxxxx*y*z$\n"), "MyBot")
    assert not difference.is_decided and difference.limit in ("states", "steps", "memory", "changes")


def test_effects_name_the_rules_that_decide_instead() -> None:
    robots = Robots.parse("user-agent: *\ndisallow: /a$\ndisallow: /a*b*c\nallow: /*bc\nallow: /a*b*c")
    effects = diff.effects(robots.matcher("MyBot"))
    assert [(effect.kind, effect.lines) for effect in effects] == [("decides", ()), ("never", (5,)), ("decides", ()), ("decides", ())]
    assert effects[0].url == "/a" and str(effects[1].rule) == "Disallow: /a*b*c"


def test_edits_are_checked_in_both_dialects() -> None:
    assert not diff.keeps_verdicts("user-agent: *\nallow: /x\ndisallow: /x", b"user-agent: *\nallow: /x\ndisallow: /x*")
    assert diff.keeps_verdicts("user-agent: *\ndisallow: /x\ndisallow: /y", "user-agent: *\ndisallow: /x", byte_limit=27)


def test_wrong_arguments_raise_type_errors() -> None:
    wrong: Any = "user-agent: *"
    for call in (
        lambda: diff.files(wrong, NEW),
        lambda: diff.rules(OLD.matcher("a"), wrong),
        lambda: diff.keeps_verdicts(wrong, 3),  # type: ignore[arg-type]
        lambda: crawlers.find(3),  # type: ignore[arg-type]
        lambda: crawlers.find("bingbot").matcher(wrong),
        lambda: RobotsBuilder().disallow(3),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            call()


def test_crawlers_decide_by_their_profiles() -> None:
    assert len(crawlers.all()) > 100
    assert len({crawler.token.lower() for crawler in crawlers.all()}) == len(crawlers.all())
    ads = crawlers.find("AdsBot-Google")
    assert (ads.dialect, ads.is_bound_by_wildcard) == ("google", False)
    assert crawlers.find("msnbot").replaced_by == "bingbot"
    everything = Robots.parse("user-agent: *\ndisallow: /")
    matcher = ads.matcher(everything)
    assert matcher.allowed("/") and matcher.dialect == "google" and matcher.agents == list(ads.product_tokens)
    again = pickle.loads(pickle.dumps((ads, matcher)))
    assert again[0] == ads and again[1].allowed("/") and again[1].dialect == "google", "the profile is in the pickle"


def test_unknown_crawlers_are_refused_with_their_nearest() -> None:
    with pytest.raises(LookupError, match="unknown crawler `Gogglebot`") as caught:
        crawlers.find("Gogglebot")
    error = caught.value
    assert isinstance(error, crawlers.UnknownCrawlerError) and error.name == "Gogglebot"
    assert error.nearest[0] == crawlers.find("Googlebot")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert crawlers.from_header("curl/8.0") is None
    assert crawlers.nearest("x" * 1000, 3) == []


def test_a_builder_refuses_what_a_file_cannot_express() -> None:
    for builder, why in (
        (RobotsBuilder().group("My Bot"), "neither a product token"),
        (RobotsBuilder().group([]), "at least one crawler"),
        (RobotsBuilder().group("*").disallow("x"), "must begin with"),
        (RobotsBuilder().disallow("/"), "add a group first"),
        (RobotsBuilder().group("*").crawl_delay(1e6), "longer than a day"),
        (RobotsBuilder().sitemap("/s.xml"), "absolute URL"),
    ):
        with pytest.raises(ValueError, match=why):
            builder.build()
    with pytest.raises(ValueError, match="delay"):
        RobotsBuilder().group("*").crawl_delay(-1)


def test_a_builder_goes_on_after_a_build() -> None:
    builder = RobotsBuilder().group("*")
    assert builder.build().allowed("MyBot", "/x")
    assert not builder.disallow("/x").build().allowed("MyBot", "/x")
    assert builder.disallow("/a\nAllow: /").build().text == b"User-agent: *\nDisallow: /x\nDisallow: /a%0AAllow:%20/\n"
