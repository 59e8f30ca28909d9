"""Everything public has a docstring, and the examples in docstrings and README run."""

from __future__ import annotations

import doctest
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

FLAGS = doctest.NORMALIZE_WHITESPACE
MODULES = ["robots_exclusion"] + [f"robots_exclusion.{name}" for name in ("cache", "crawlers", "diff", "fetchers", "protego", "robotparser", "scrapy", "spark", "warc")]


def imported(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def documented() -> Iterator[tuple[str, str | None, bool]]:
    """Yields the name and docstring of each public item, and whether the docstring needs an example."""
    for module_name in MODULES:
        module = imported(module_name)
        if module is None:
            continue
        yield module_name, module.__doc__, False
        for name in module.__all__:
            value, name = getattr(module, name), f"{module_name}.{name}"
            if inspect.isclass(value):
                yield name, value.__doc__, True
                for member in dir(value):
                    of = inspect.getattr_static(value, member)
                    # Fields of plain types are documented in the source, inherited members by their own library.
                    is_ours = any(member in vars(base) for base in value.__mro__ if base.__module__.startswith("robots_exclusion"))
                    if is_ours and not member.startswith("_") and not inspect.ismemberdescriptor(of):
                        yield f"{name}.{member}", getattr(value, member).__doc__, callable(getattr(value, member))
            elif inspect.isfunction(value) or inspect.isbuiltin(value):
                yield name, value.__doc__, True


DOCUMENTED = {name: (text, is_required) for name, text, is_required in documented()}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstrings_exist_and_their_examples_run(name: str) -> None:
    text, is_required = DOCUMENTED[name]
    assert text and text.strip(), f"{name} has no docstring"
    # These examples would need a server or a session, which test_scrapy.py and test_spark.py have.
    assert ">>>" in text or not is_required or name.startswith(("robots_exclusion.scrapy", "robots_exclusion.spark")), f"{name} has no example"
    pytest.importorskip("pyarrow")
    examples = doctest.DocTestParser().get_doctest(inspect.cleandoc(text), {}, name, name, 0)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(examples).failed == 0


def test_the_examples_in_the_readme_run() -> None:
    for package in ("pyarrow", "polars", "duckdb", "pandas"):
        pytest.importorskip(package)
    readme = Path(__file__).parents[1] / "README.md"
    result = doctest.testfile(str(readme), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert result.attempted > 5 and result.failed == 0
