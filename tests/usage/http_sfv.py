"""Reads Dictionaries, a line of hexadecimal digits each, and writes what http-sfv makes of each."""

import sys

from http_sfv import Dictionary, Token

for line in sys.stdin:
    dictionary = Dictionary()
    try:
        dictionary.parse(bytes.fromhex(line.strip()))
    except Exception:
        print("-")
        continue
    members = []
    for key, member in dictionary.items():
        value = getattr(member, "value", None)
        members.append(f"{key}={value}" if isinstance(value, Token) else key)
    print("+" + " ".join(members))
