"""Runs CPython's own tests of urllib.robotparser with robots_exclusion.robotparser.

    python tests/versus_cpython.py [FILE]

FILE is the `Lib/test/test_robotparser.py` of a version of CPython; without it, that of the running Python. A check is a URL of a test,
or a test without URLs. Checks that are known to fail are listed here with the reason. An unlisted failure, or a listed check
that does not fail, is an error. Tests that need the Internet are skipped.
"""

from __future__ import annotations

import importlib.util
import sys
import unittest
import urllib.robotparser
from collections import Counter
from pathlib import Path
from typing import Any
from unittest import mock

from robots_exclusion import robotparser

KINDS = {
    "refused": "a 401 or 403 allows everything, like any 4xx (RFC 9309, section 2.3.1.3)",
    "merged": "groups that name the same crawler are merged (RFC 9309, section 2.2.1)",
    "specific": "the group of the whole product token is selected, not the first whose name is a part of it",
    "order": "`str` prints the groups in file order",
    "length": "the longest pattern decides, as in Google's parser, not the pattern that matches the most characters of the URL",
    "dollar": "a `$` before the end of a pattern matches the character; there, such a rule is ignored, and `$$` is `$`",
    "escape": "in a query, `%3D` and `%26` match `=` and `&` (RFC 9309, section 2.2.2)",
    "slash": "in a path, `%2F` does not match `/`, because it is data",
    "fragment": "the part after a `#` is never sent to a server, so it is not compared",
    "blank": "a blank at the end of a URL is removed, as the URL Standard specifies",
    "internal": "not available: `_add_entry`",
}

EXPECTED: list[tuple[str, str, list[str]]] = [
    ("length", "SimpleExampleTest", ["/publications/allowed.gif"]),
    ("length", "LongestMatchWildcardTest", ["/example/page/disallowed.gif"]),
    ("length", "AllowWinsEqualFullMatchTest", ["/eggs"]),
    ("length", "AllowWinsEqualMatchWildcardTest", ["/spam", "/spam/"]),
    ("dollar", "WeirdPathTest", ["/a", "/e", "/exy", "/g", "/a$$", "/b$z", "/f$$$z", "/fx$y$$z", "/g$$$", "/g$x$$y", "/h$$$z", "/h$x$$yz"]),
    ("dollar", "WeirdPathTest", ["test_string_formatting"]),
    ("escape", "DisallowQueryStringTest", ["/some/path?name%3Dvalue", "/yet/one/path?name=value%26more"]),
    ("escape", "PercentEncodingTest", ["/query/eq?q=v", "/query/amp?q=v&a"]),
    ("slash", "PercentEncodingTest", ["/sub%2Fdir", "/slash/", "/pc/"]),
    ("slash", "LocalNetworkTestCase", ["testRead"]),
    ("fragment", "PercentEncodingTest", ["/hash#f", "/pc#"]),
    ("blank", "PercentEncodingTest", ["/trailingspace "]),
    ("refused", "HttpErrorsTestCase", ["testUnauthorized", "testForbidden"]),
    ("internal", "ConstructedStringFormattingTest", ["test_group_without_rules", "test_group_without_user_agent"]),
]
"""For the tests of 3.13.14, 3.14.5 and later versions, whose parser follows RFC 9309."""

NOT_IN_ALL = {("PercentEncodingTest", "/pc#")}
"""The listed checks that only 3.14 has."""

EXPECTED_BEFORE: list[tuple[str, str, list[str]]] = [
    ("refused", "PasswordProtectedSiteTestCase", ["testPasswordProtectedSite"]),
    ("merged", "UseFirstUserAgentWildcardTest", ["/another/path"]),
    ("specific", "UserAgentGoogleMobileTest", ["/something.jpg"]),
    ("order", "StringFormattingTest", ["test_string_formatting"]),
]
"""For the tests of earlier versions."""


class Result(unittest.TestResult):
    """Counts the checks, and keeps the failures."""

    def __init__(self) -> None:
        super().__init__()
        self.agreed: list[tuple[str, str]] = []
        self.failed: dict[tuple[str, str], str] = {}
        self._with_urls: set[str] = set()

    def addSubTest(self, test: unittest.TestCase, subtest: Any, err: Any) -> None:
        self._with_urls.add(test.id())
        self._note(test, subtest.params["url"], err)

    def addSuccess(self, test: unittest.TestCase) -> None:
        if test.id() not in self._with_urls:
            self._note(test, "", None)

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        self._note(test, test.id().rpartition(".")[2], err)

    addError = addFailure

    def _note(self, test: unittest.TestCase, check: str, err: Any) -> None:
        if err is None:
            self.agreed.append((type(test).__name__, check))
        else:
            self.failed[type(test).__name__, check] = repr(err[1])


def run(path: Path) -> int:
    """Prints the failures with their reasons, and returns 1 if one is unexpected or missing."""
    spec = importlib.util.spec_from_file_location("theirs", path)
    assert spec is not None and spec.loader is not None
    theirs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(theirs)
    suite = unittest.defaultTestLoader.loadTestsFromModule(theirs)
    result = Result()
    with (
        mock.patch.object(urllib.robotparser, "RobotFileParser", robotparser.RobotFileParser),
        mock.patch.object(urllib.robotparser, "RequestRate", robotparser.RequestRate),
        # Without the Internet, and without waiting for it.
        mock.patch("test.support.use_resources", []),
    ):
        suite.run(result)
    expected = EXPECTED if hasattr(theirs, "LongestMatchTest") else EXPECTED_BEFORE
    known = {(test, check): kind for kind, test, checks in expected for check in checks}
    for (test, check), why in result.failed.items():
        print(f"{known.get((test, check), 'unexplained')}: {test}, {check}: {why.splitlines()[0][:100]}")
    kinds = Counter(known.get(key, "unexplained") for key in result.failed)
    for kind, count in kinds.items():
        print(f"{count:4} {kind}: {KINDS.get(kind, '')}")
    missing = known.keys() - result.failed.keys() - (NOT_IN_ALL - set(result.agreed))
    for key in missing:
        print(f"listed, but does not fail: {key}")
    agreeing = len(result.agreed)
    print(f"{agreeing + len(result.failed)} checks, {agreeing} agree, {len(result.failed)} do not")
    return 1 if missing or kinds["unexplained"] or not agreeing else 0


def own() -> Path | None:
    """Returns the tests of the running Python, which some distributions package separately."""
    try:
        spec = importlib.util.find_spec("test.test_robotparser")
    except ImportError:
        return None
    return Path(spec.origin) if spec and spec.origin else None


def main() -> int:
    path = Path(sys.argv[1]) if sys.argv[1:] else own()
    if path is None:
        sys.exit("this Python comes without its own tests")
    return run(path)


if __name__ == "__main__":
    sys.exit(main())
