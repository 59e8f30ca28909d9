"""Asks other parsers the uncontested cases of tests/conformance, and writes the table of its README.

    python -m pip install -r python/compare/conformance.txt
    npm install --prefix javascript/compare
    python python/compare/conformance.py [--failures FILE]

Parsers of packages that aren't installed are skipped, and their rows stay as they are unless the number of cases has changed.
The JavaScript parsers need Node, and the Rust ones need Cargo. The Java parser needs CRAWLER_COMMONS, a class path with the
jars of crawler-commons, SLF4J and Commons IO.
"""

from __future__ import annotations

import argparse
import base64
import importlib.metadata
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

ROOT = Path(__file__).resolve().parents[2]
SUITE = ROOT / "tests/conformance"
BEGIN, END = "<!-- peers: written by python/compare/conformance.py -->\n", "<!-- end of peers -->\n"
OPTIONS = {"contested", "status", "field", "byte_limit", "options"}

Question = dict[str, Any]


def questions() -> list[Question]:
    """Returns the cases that any parser can be asked: a file, one crawler, and a page."""
    found = []
    for path in sorted(SUITE.glob("*.jsonl")):
        for line in path.read_text("utf-8").split("\n")[:-1]:
            case = json.loads(line)
            if "allowed" not in case.get("standard", ()) or case.keys() & OPTIONS or len(case["agents"]) != 1:
                continue
            url = case["url"]
            if re.match(r"/(?!/)", url):
                url = "https://www.example.com" + url
            elif not re.match(r"https?://[a-z]", url):
                continue
            body = base64.b64decode(case["robots_base64"]) if "robots_base64" in case else case["robots"].encode()
            found.append({
                "topic": path.stem, "name": case["name"], "source": case["source"], "body": body, "url": url,
                # A byte order mark is part of the file, so each parser gets it.
                "robots": body.decode("utf-8", "replace"), "agent": case["agents"][0], "allowed": case["standard"]["allowed"],
            })
    return found


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(scheme="", netloc="").geturl()


def of_python() -> Iterator[tuple[str, str, Callable[[Question], object]]]:
    def urllib(question: Question) -> bool:
        parser = RobotFileParser()
        parser.parse(question["robots"].splitlines())
        return parser.can_fetch(question["agent"], question["url"])

    yield "urllib.robotparser", f"of Python {platform.python_version()}", urllib

    def protego(question: Question) -> bool:
        from protego import Protego

        return Protego.parse(question["robots"]).can_fetch(question["url"], question["agent"])

    def robotspy(question: Question) -> bool:
        import robots

        return robots.RobotsParser.from_string(question["robots"]).can_fetch(question["agent"], question["url"])

    def reppy(question: Question) -> bool:
        from reppy.robots import Robots

        return Robots.parse("https://www.example.com/robots.txt", question["body"]).allowed(question["url"], question["agent"])

    def fastrobots(question: Question) -> bool:
        from fastrobots import Robots

        return Robots.parse(question["robots"]).allowed(path_of(question["url"]), question["agent"])

    def google(question: Question) -> bool:
        from jwm.robotstxt.googlebot import RobotsMatcher

        return RobotsMatcher().OneAgentAllowedByRobots(question["body"], question["agent"], question["url"])

    for package, ask in [("Protego", protego), ("robotspy", robotspy), ("reppy", reppy), ("fastrobots", fastrobots), ("jwm.robotstxt", google)]:
        try:
            yield package, importlib.metadata.version(package), ask
        except importlib.metadata.PackageNotFoundError:
            print(f"{package} isn't installed", file=sys.stderr)


def answer(ask: Callable[[Question], object], question: Question) -> str:
    try:
        return "+" if ask(question) else "-"
    except Exception:
        return "!"


def other_languages(asked: list[Question]) -> Iterator[tuple[str, str, str, str]]:
    def line(one: Question) -> str:
        return json.dumps({"robots": one["robots"], "body": list(one["body"]), "agent": one["agent"], "url": one["url"], "target": path_of(one["url"])})

    def coded(one: Question) -> str:
        return "\t".join(base64.b64encode(part).decode() for part in (one["agent"].encode(), one["url"].encode(), one["body"]))

    text = "".join(line(one) + "\n" for one in asked)
    commands: list[tuple[str, list[str]]] = []
    if shutil.which("node"):
        commands.append(("JavaScript", ["node", str(ROOT / "javascript/compare/conformance.mjs")]))
    if shutil.which("cargo"):
        manifest = str(ROOT / "benches/compare/Cargo.toml")
        commands.append(("Rust", ["cargo", "run", "--quiet", "--release", "--manifest-path", manifest, "--bin", "conformance"]))
    jar = re.search(r"crawler-commons-([\d.]+)\.jar", os.environ.get("CRAWLER_COMMONS", ""))
    if shutil.which("java") and jar:
        program = str(Path(__file__).with_name("CrawlerCommons.java"))
        commands.append(("Java", ["java", "-cp", os.environ["CRAWLER_COMMONS"], program, jar[1]]))
    for language, command in commands:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
            file.write("".join(coded(one) + "\n" for one in asked) if language == "Java" else text)
            file.seek(0)
            output = subprocess.run(command, stdin=file, stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout
        for line in output.splitlines():
            name, version, answers = line.split("\t")
            assert len(answers) == len(asked), name
            yield language, name, version, answers


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--failures", type=Path, help="write the failures of each parser to this file")
    failures = arguments.parse_args().failures
    asked = questions()
    results = [("Python", name, version, "".join(answer(ask, one) for one in asked)) for name, version, ask in of_python()]
    results += other_languages(asked)
    if failures:
        with failures.open("w", encoding="utf-8") as file:
            for _, name, version, answers in results:
                for one, found in zip(asked, answers):
                    if found != "-+"[one["allowed"]]:
                        row = {"peer": name, "answer": found} | {key: one[key] for key in ("name", "source", "robots", "agent", "url", "allowed")}
                        file.write(json.dumps(row, ensure_ascii=False) + "\n")

    sizes = Counter(one["topic"] for one in asked)
    readme = SUITE / "README.md"
    before, rest = readme.read_text("utf-8").split(BEGIN)
    old, after = rest.split(END)
    head = f"| parser | version | passed of {len(asked):,} | no answer | failed: " + " | ".join(f"{topic} ({size})" for topic, size in sizes.items()) + " |\n"
    kept = {line.split("|")[1].strip(): line for line in old.splitlines(keepends=True)[2:] if line.startswith("|")} if old.startswith(head) else {}
    for language, name, version, answers in results:
        wrong: Counter[str] = Counter()
        for one, found in zip(asked, answers):
            wrong[one["topic"]] += found != "-+"[one["allowed"]]
        passed = len(asked) - wrong.total()
        cells = [f"{name} ({language})", version, f"{passed:,}", str(answers.count("!")), *(str(wrong[topic]) for topic in sizes)]
        kept[cells[0]] = "| " + " | ".join(cells) + " |\n"
    rows = sorted(kept.values(), key=lambda row: -int(row.split("|")[3].replace(",", "")))
    table = head + "|---|---|" + "---:|" * (2 + len(sizes)) + "\n" + "".join(rows)
    readme.write_text(f"{before}{BEGIN}{table}{END}{after}", "utf-8")
    print(table, end="")


if __name__ == "__main__":
    main()
