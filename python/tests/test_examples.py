"""Every example of the docstrings and of the README runs, and everything public has a docstring."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import robots_exclusion

FLAGS = doctest.NORMALIZE_WHITESPACE


def documented() -> Iterator[tuple[str, str | None]]:
    yield "robots_exclusion", robots_exclusion.__doc__
    for name in robots_exclusion.__all__:
        value = getattr(robots_exclusion, name)
        if inspect.isclass(value):
            yield name, value.__doc__
            for member, of in vars(value).items():
                # The fields of the plain types are described where they are written.
                if not member.startswith("_") and not inspect.ismemberdescriptor(of):
                    yield f"{name}.{member}", getattr(getattr(value, member, of), "__doc__", None)
        elif callable(value):
            yield name, value.__doc__


@pytest.mark.parametrize("name", dict(documented()))
def test_docstrings_are_there_and_their_examples_run(name: str) -> None:
    text = dict(documented())[name]
    assert text and text.strip(), f"{name} has no docstring"
    pytest.importorskip("pyarrow")
    examples = doctest.DocTestParser().get_doctest(inspect.cleandoc(text), {}, name, name, 0)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(examples).failed == 0


def test_the_readme_tells_the_truth() -> None:
    for package in ("pyarrow", "polars", "duckdb", "pandas"):
        pytest.importorskip(package)
    readme = Path(__file__).parents[1] / "README.md"
    result = doctest.testfile(str(readme), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert result.attempted > 5 and result.failed == 0
