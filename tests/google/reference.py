"""Answers batches of queries with google/robotstxt, through the PyPI package jwm.robotstxt.

Numbers are 32-bit, little-endian. Standard input carries batches, each as

    octets in the batch, files,
    for each file:  length, octets,
                    lists of agents, for each list:  agents, for each agent:  length, octets,
                    queries,         for each query: number of its list of agents, URL's length, URL's octets

and standard output the answers to each, as

    queries in the batch, for each query: matching_line() * 2 + (1 where the URL is allowed)

Every string goes to the C++ code as `bytes`, so that NULs and octets outside UTF-8 arrive there unchanged.
"""

import importlib.metadata
import sys
from array import array
from struct import Struct

from jwm.robotstxt.googlebot import RobotsMatcher

ONE = Struct("<I")
TWO = Struct("<II")


def answers(batch):
    """The answers to one batch, as an array of 32-bit numbers that begins with their count."""
    matcher = RobotsMatcher()
    allowed_by_robots = matcher.AllowedByRobots
    matching_line = matcher.matching_line
    one, two = ONE.unpack_from, TWO.unpack_from
    out = array("I", [0])
    (files,) = one(batch, 0)
    at = 4
    for _ in range(files):
        (length,) = one(batch, at)
        at += 4
        body = batch[at : at + length]
        at += length
        (lists,) = one(batch, at)
        at += 4
        agents = []
        for _ in range(lists):
            (count,) = one(batch, at)
            at += 4
            names = []
            for _ in range(count):
                (length,) = one(batch, at)
                at += 4
                names.append(batch[at : at + length])
                at += length
            agents.append(names)
        (queries,) = one(batch, at)
        at += 4
        for _ in range(queries):
            number, length = two(batch, at)
            at += 8
            allowed = allowed_by_robots(body, agents[number], batch[at : at + length])
            at += length
            out.append(matching_line() * 2 + allowed)
    if at != len(batch):
        raise ValueError(f"batch of {len(batch)} octets read up to {at}")
    out[0] = len(out) - 1
    if sys.byteorder == "big":
        out.byteswap()
    return out


def main():
    wanted = sys.argv[1]
    installed = importlib.metadata.version("jwm.robotstxt")
    if installed != wanted:
        raise SystemExit(f"jwm.robotstxt {installed} is installed, {wanted} is wanted")
    read = sys.stdin.buffer.read
    write = sys.stdout.buffer.write
    while head := read(4):
        (length,) = ONE.unpack(head)
        write(answers(read(length)).tobytes())
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
