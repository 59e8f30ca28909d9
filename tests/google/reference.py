"""Answers batches of queries with google/robotstxt, through the PyPI package jwm.robotstxt.

Numbers are 32-bit, little-endian. Standard input carries batches, each as

    bytes in the batch, files,
    for each file:  length, bytes,
                    lists of agents, for each list:  agents, for each agent:  length, bytes,
                    queries,         for each query: number of its list of agents, URL's length, URL's bytes

and standard output the answers to each, as

    queries in the batch, for each query: matching_line() * 2 + (1 if the URL is allowed)

With `records` as second argument, it lists records instead of verdicts. Batches are

    bytes in the batch, files, for each file: length, bytes

and the answers

    bytes of the answers, for each file: 1 if its listing is complete else 0, records,
        for each record: line, kind, 1 if a blank replaces the colon, 1 if the field has a typo, value's length, bytes

with the kinds 1 user-agent, 2 allow, 3 disallow, 4 sitemap, 5 any other. The wrapper passes values as `str`, so a
listing ends, incomplete, at the first value that is not UTF-8.

Every string goes to the C++ code as `bytes`, so that NULs and bytes outside UTF-8 arrive there unchanged.
"""

import importlib.metadata
import sys
from array import array
from struct import Struct

from jwm.robotstxt.googlebot import ParseRobotsTxt, RobotsMatcher, RobotsParseHandler

ONE = Struct("<I")
TWO = Struct("<II")
RECORD = Struct("<IIIII")


def answers(batch):
    """Returns the number of answers to one batch, and the answers."""
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
        raise ValueError(f"batch of {len(batch)} bytes read up to {at}")
    out[0] = len(out) - 1
    if sys.byteorder == "big":
        out.byteswap()
    return out.tobytes()


class Listing(RobotsParseHandler):
    """The records of one file."""

    def __init__(self):
        super().__init__()
        self.records = []

    def HandleRobotsStart(self):
        pass

    def HandleRobotsEnd(self):
        pass

    def HandleUserAgent(self, line_num, value):
        self.records.append([line_num, 1, 0, 0, value])

    def HandleAllow(self, line_num, value):
        self.records.append([line_num, 2, 0, 0, value])

    def HandleDisallow(self, line_num, value):
        self.records.append([line_num, 3, 0, 0, value])

    def HandleSitemap(self, line_num, value):
        self.records.append([line_num, 4, 0, 0, value])

    def HandleUnknownAction(self, line_num, action, value):
        self.records.append([line_num, 5, 0, 0, value])

    def ReportLineMetadata(self, line_num, metadata):
        if metadata.has_directive:
            self.records[-1][2] = int(metadata.is_missing_colon_separator)
            self.records[-1][3] = int(metadata.is_acceptable_typo)


def listings(batch):
    """Returns the records of each file of one batch."""
    (files,) = ONE.unpack_from(batch, 0)
    at = 4
    out = bytearray(4)
    for _ in range(files):
        (length,) = ONE.unpack_from(batch, at)
        at += 4
        listing = Listing()
        try:
            ParseRobotsTxt(batch[at : at + length], listing)
            complete = 1
        except UnicodeDecodeError:
            complete = 0
        at += length
        out += TWO.pack(complete, len(listing.records))
        for *numbers, value in listing.records:
            value = value.encode()
            out += RECORD.pack(*numbers, len(value))
            out += value
    ONE.pack_into(out, 0, len(out) - 4)
    return out


def main():
    wanted = sys.argv[1]
    installed = importlib.metadata.version("jwm.robotstxt")
    if installed != wanted:
        raise SystemExit(f"jwm.robotstxt {installed} is installed, {wanted} is wanted")
    answer = listings if sys.argv[2:] == ["records"] else answers
    read = sys.stdin.buffer.read
    write = sys.stdout.buffer.write
    while head := read(4):
        (length,) = ONE.unpack(head)
        write(answer(read(length)))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
