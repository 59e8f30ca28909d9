"""Compares robots_exclusion with other robots.txt parsers for Python: their answers and CPU time.

    python -m pip install -r compare/requirements.txt
    ROBOTS_CORPUS=folder/of/files python compare

Without ROBOTS_CORPUS, the files are generated. ROBOTPARSER may be the path of the file
Lib/urllib/robotparser.py of another version of CPython, which is then compared, too. All times in a table are CPU times of
one run. Each is the minimum of several rounds, in which all contestants take turns.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable, Sequence

import pyarrow as pa

import contestants
import inputs
from contestants import ALL, GOOGLE, REFERENCE, Contestant

SMALL = 5
"""The number of pages of each site that are queried one by one."""


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print(f"\n{title}\n")
    print("| " + " | ".join(head) + " |")
    print("|---|" + "---:|" * (len(head) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)


def verdicts(sites: list[inputs.Site]) -> None:
    """Returns the number of answers that differ from Google's."""
    cases = [(site.body, agent, url) for site in sites for agent in inputs.AGENTS for url in site.pages[:SMALL]]
    right = [REFERENCE.ask(*case) for case in cases]
    rows = []
    for contestant in ALL:
        if contestant is REFERENCE:
            continue
        differ = errors = 0
        strays = set()
        for case, expected in zip(cases, right):
            try:
                answer = contestant.ask(*case)
            except Exception:
                errors += 1
                continue
            if answer != expected:
                differ += 1
                strays.add(case[0])
        rows.append([contestant.name, f"{differ:,}", f"{len(strays):,}", f"{errors:,}"])
        if contestant is GOOGLE:
            assert not differ and not errors, "the Google dialect is Google's parser, bit for bit"
    title = f"Answers other than Google's, of {len(cases):,} ({sum(right):,} allowed) about {len(sites):,} files"
    table(title, ["", "answers", "files with one", "exceptions"], rows)


def fastest(runs: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Returns the CPU time of each run in seconds: the minimum of several rounds."""
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            before = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - before)
    return best


def speed(title: str, runs: dict[str, Callable[[], object]], count: int, rounds: int, unit: str) -> None:
    times = fastest(runs, rounds)
    first = next(iter(times.values()))
    rows = [[name, f"{took / count * 1e6:,.2f} µs", f"{took / first:,.1f}"] for name, took in times.items()]
    table(title, ["", f"per {unit}", "times the first"], rows)


def answers(contestant: Contestant, sites: list[inputs.Site]) -> Callable[[], object]:
    def run() -> None:
        for number, site in enumerate(sites):
            contestant.ask(site.body, inputs.AGENTS[number % 2], site.pages[0])

    return run


def batches(contestant: Contestant, sites: list[inputs.Site], pages: int) -> Callable[[], object]:
    def run() -> list[list[bool]]:
        return [
            contestant.batch(site.body, inputs.AGENTS[number % 2], site.pages[:pages])
            for number, site in enumerate(sites)
        ]

    return run


def one_by_one(sites: list[inputs.Site], rounds: int) -> None:
    runs = {contestant.name: answers(contestant, sites) for contestant in ALL}
    speed(f"Parse and one query, {len(sites):,} files", runs, len(sites), rounds, "file")


def many(sites: list[inputs.Site], rounds: int) -> None:
    """Measures batches for every eighth file, because some parsers are slow."""
    chosen = sites[::8]
    pages = len(chosen[0].pages)
    columns = [pa.array(site.pages) for site in chosen]
    # Parsers with the same specification must give the same answers.
    reference = batches(REFERENCE, chosen, 3)()
    assert batches(GOOGLE, chosen, 3)() == reference
    assert [
        contestants.arrow(site.body, inputs.AGENTS[number % 2], column).to_pylist()[:3]
        for number, (site, column) in enumerate(zip(chosen, columns))
    ] == reference

    def arrow() -> None:
        for number, (site, column) in enumerate(zip(chosen, columns)):
            contestants.arrow(site.body, inputs.AGENTS[number % 2], column)

    runs: dict[str, Callable[[], object]] = {"robots_exclusion, google, Arrow": arrow}
    # Google's parser is excluded because it parses the file for each query.
    runs |= {contestant.name: batches(contestant, chosen, pages) for contestant in ALL if contestant is not REFERENCE}
    title = f"Parse, and {pages} queries of one agent, {len(chosen):,} files"
    speed(title, runs, len(chosen) * pages, min(rounds, 2), "query")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python compare", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=3, help="the number of times that each is timed (default: %(default)s)")
    parser.add_argument(
        "--decisions", type=int, default=0, help="the rows of a job in Spark (default: no job)"
    )
    parser.add_argument(
        "--skew", type=int, default=0, help="the URLs of one site in Spark (default: no job)"
    )
    parser.add_argument("--only-spark", action="store_true", help="skip the comparisons that do not need Spark")
    chosen = parser.parse_args()

    sites, where = inputs.load(pages_per_site=500)
    print(f"Python {platform.python_version()}, {platform.machine()}, {where}")
    if not chosen.only_spark:
        verdicts(sites)
        one_by_one(sites, chosen.rounds)
        many(sites, chosen.rounds)
    if chosen.decisions or chosen.skew:
        import spark_job

        if chosen.decisions:
            table(*spark_job.race(sites, chosen.decisions, chosen.rounds))
        if chosen.skew:
            table(*spark_job.skew(chosen.skew))


if __name__ == "__main__":
    sys.exit(main())
