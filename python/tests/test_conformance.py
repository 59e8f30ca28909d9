"""The cases of ``tests/conformance``, which every package of the project answers."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from robots_exclusion import Access, Robots, Scope, robots_txt_url
from robots_exclusion.protego import Protego
from robots_exclusion.robotparser import RobotFileParser

FOLDER = Path(__file__).parents[2] / "tests/conformance"


def cases() -> list[dict[str, Any]]:
    # Not `splitlines`: cases contain other characters that it counts as line ends.
    lines = [line for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_text("utf-8").split("\n")[:-1]]
    return [json.loads(line) for line in lines]


def body(case: dict[str, Any]) -> bytes:
    return base64.b64decode(case["robots_base64"]) if "robots_base64" in case else case["robots"].encode()


def answered(case: dict[str, Any], dialect: Any) -> dict[str, Any] | None:
    if "covers" in case[dialect]:
        return {"covers": Scope.from_robots_txt_url(case["robots_url"]).covers(case["url"])}
    if "robots_url" in case[dialect]:
        return {"robots_url": robots_txt_url(case["url"])}
    # There is no function for these.
    if "profile" in case or case[dialect].keys() & {"product_token", "incomplete_url"}:
        return None
    text = body(case)
    if "sitemaps" in case[dialect]:
        return {"sitemaps": [record.value for record in Robots.parse(text, dialect=dialect).sitemaps()]}
    if "delay" in case[dialect]:
        return {"delay": Robots.parse(text, dialect=dialect).matcher(case["agents"]).crawl_delay()}
    if "records" in case[dialect]:
        return None
    agents, url = case["agents"], case["url"]
    if "groups" in case[dialect]:
        groups = Robots.parse(text, dialect=dialect).groups()
        return {"groups": [[group.line, ["*" if agent.is_wildcard else agent.token for agent in group.agents], [rule.line for rule in group.rules]] for group in groups]}
    if "status" in case:
        headers = {name.lower(): value for name, value in case.get("headers", {}).items()}
        coding = headers.get("content-encoding")
        access = Access.from_response(case["status"], text, dialect=dialect, content_encoding=coding)
        verdict = access.verdict(agents[0], url)
        if "reason" in case[dialect]:
            return {"reason": verdict.reason, "selection": verdict.selection}
        return {"allowed": verdict.allowed, "line": verdict.line}
    fallback = case.get("options", {}).get("agent_fallback", True)
    robots = Robots.parse(text, dialect=dialect, byte_limit=case.get("byte_limit"), agent_fallback=fallback)
    matcher = robots.matcher(agents)
    if case.get("field") == "License":
        return {"licenses": [[record.line, record.value] for record in matcher.licenses()]}
    if "field" in case:
        usage = (matcher.usage if case["field"] == "Content-Usage" else matcher.content_signals)(url)
        label = case["label"]
        preference = str(usage.preference(label) or usage.value(label) or "") or None
        return {"preference": preference if matcher.allowed(url) else "not-applicable", "line": usage.line(label)}
    if "matches" in case[dialect]:
        return None
    verdict = matcher.verdict(url)
    assert matcher.allowed(url) == verdict.allowed, case["name"]
    if "reason" in case[dialect]:
        return {"reason": verdict.reason, "selection": verdict.selection}
    if len(agents) == 1:
        assert robots.allowed(agents[0], url) == verdict.allowed, case["name"]
    return {"allowed": verdict.allowed, "line": verdict.line}


def test_cases_are_answered() -> None:
    wrong = []
    count = 0
    for case in cases():
        for dialect in ("standard", "google"):
            if dialect in case:
                found = answered(case, dialect)
                count += found is not None
                if found is not None and found != case[dialect]:
                    wrong.append(f"{case['name']} ({dialect}): {found}, not {case[dialect]}")
    assert count >= 1500
    assert not wrong, "\n".join([f"{len(wrong)} cases fail", *wrong[:20]])


def test_drop_ins_answer_them() -> None:
    wrong = []
    count = 0
    for case in cases():
        # They have one dialect, and no options.
        plain = "allowed" in case.get("standard", ()) and len(case["agents"]) == 1
        if not plain or case.keys() & {"status", "field", "byte_limit", "options"}:
            continue
        count += 1
        (agent,), url, text = case["agents"], case["url"], body(case)
        parser = RobotFileParser("https://example.com/robots.txt")
        parser.parse(text.splitlines())
        found = {"protego": Protego.parse(text).can_fetch(url, agent), "robotparser": parser.can_fetch(agent, url)}
        wrong += [f"{case['name']}: {name}" for name, answer in found.items() if answer != case["standard"]["allowed"]]
    assert count >= 1500
    assert not wrong, "\n".join([f"{len(wrong)} answers are wrong", *wrong[:20]])


def test_cases_follow_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json.loads((FOLDER / "schema.json").read_text("utf-8")))
    for case in cases():
        errors = [error.message for error in validator.iter_errors(case)]
        assert not errors, f"{case['name']}: {errors}"
