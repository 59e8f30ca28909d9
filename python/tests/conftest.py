"""Turns skips into failures if CI is set, because everything that the tests need must be installed there."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Generator
from typing import TypeVar

import pytest

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

# Never required.
EXCUSES = ("this Python has a GIL", "Ray is not installed", "this Python comes without its own tests")
# Some packages have no wheels for a Python without a GIL.
IS_FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


def required(report: Report) -> Report:
    excused = IS_FREE_THREADED or any(excuse in str(report.longrepr) for excuse in EXCUSES)
    if report.skipped and os.environ.get("CI") and not excused:
        report.outcome = "failed"
        report.longrepr = f"CI is set, and this was skipped: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return required((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return required((yield))
