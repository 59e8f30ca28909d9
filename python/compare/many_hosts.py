"""Ways to decide 5 million URLs of 2,000 hosts: CPU time and memory.

    ROBOTS_CORPUS=folder/of/files python compare/many_hosts.py [WAY]

Each way runs in a process of its own. Memory is the peak above the input, which all have in memory as Arrow tables.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import time
from typing import Any

import inputs
import pyarrow as pa
import pyarrow.compute as pc
from robots_exclusion import Access, verdicts


def tables(count: int, hosts: int, is_sorted: bool) -> tuple[Any, Any]:
    """Returns the URLs, with their hosts in random order unless they are to be sorted, and the files.

    If there are more hosts than files, several hosts have the same file.
    """
    sites, _ = inputs.load(100)
    pages, bodies = [], {}
    hosts = hosts or len(sites)
    for number in range(hosts):
        site = sites[number % len(sites)]
        origin = f"https://www.host-{number}.example"
        bodies[f"{origin}/robots.txt"] = site.body
        pages += [origin + url.removeprefix(site.origin) for url in site.pages[: max(1, min(100, count // hosts))]]
    random.Random(5).shuffle(pages)
    column = pa.array(pages)
    urls = pa.concat_arrays([column] * (count // len(pages) + 1)).slice(0, count)
    files = pa.table({"url": list(bodies), "status": [200] * len(bodies), "body": list(bodies.values())})
    return pa.table({"url": urls.take(pc.sort_indices(urls)) if is_sorted else urls}), files


def one_call(urls: Any, files: Any) -> int:
    return pc.sum(pa.table(verdicts(urls, files, "MyBot"))["allowed"]).as_py()


def one_call_of_lists(urls: Any, files: Any) -> int:
    rows = zip(*(files[name].to_pylist() for name in ("url", "status", "body")))
    return pc.sum(pa.table(verdicts(urls["url"].to_pylist(), rows, "MyBot"))["allowed"]).as_py()


def loop(urls: Any, files: Any) -> int:
    """Keeps a matcher for each host. Its key is the URL up to the third slash."""
    matchers = {}
    for row in files.to_pylist():
        matchers[row["url"].removesuffix("/robots.txt")] = Access.from_response(row["status"], row["body"]).matcher("MyBot")
    allowed = 0
    for url in urls["url"].to_pylist():
        allowed += matchers["/".join(url.split("/", 3)[:3])].allowed(url)
    return allowed


WAYS = {"one call": one_call, "one call, lists": one_call_of_lists, "loop": loop}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("way", nargs="?", choices=WAYS)
    parser.add_argument("--urls", type=int, default=5_000_000)
    parser.add_argument("--hosts", type=int, default=0, help="one for each file by default")
    parser.add_argument("--sorted", action="store_true", help="the URLs of a host follow each other")
    arguments = parser.parse_args()
    if arguments.way is None:
        for way in WAYS:
            subprocess.run([sys.executable, __file__, way, *sys.argv[1:]], check=True)
        return
    urls, files = tables(arguments.urls, arguments.hosts, arguments.sorted)
    before, peak = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    allowed = WAYS[arguments.way](urls, files)
    seconds = time.process_time() - before
    above = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak
    print(f"{arguments.way}: {seconds:.1f} s of processor, {above // 1024} MiB above the input, {allowed:,} of {urls.num_rows:,} allowed")


if __name__ == "__main__":
    main()
