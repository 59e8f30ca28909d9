"""The metadata and files of the package."""

from __future__ import annotations

import importlib.metadata
import re
from pathlib import Path

import robots_exclusion

ROOT = Path(__file__).parents[1]


def test_the_package_has_the_licence_and_version_of_the_crate() -> None:
    assert (ROOT / "LICENSE.txt").read_bytes() == (ROOT.parent / "LICENSE").read_bytes()
    versions = {
        re.search(r'^version = "(.*)"$', (folder / "Cargo.toml").read_text(), re.MULTILINE)[1]  # type: ignore[index]
        for folder in (ROOT, ROOT.parent)
    }
    assert versions == {importlib.metadata.version("robots-exclusion")}


def test_the_version_is_available() -> None:
    assert robots_exclusion.__version__ == importlib.metadata.version("robots-exclusion")


def test_project_urls_and_the_oldest_rust_are_named() -> None:
    urls = dict(url.split(", ") for url in importlib.metadata.metadata("robots-exclusion").get_all("Project-URL") or [])
    assert set(urls) == {"Repository", "Changelog", "Issues"} and all(url.startswith("https://") for url in urls.values())
    rust = re.search(r'^rust-version = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[1]  # type: ignore[index]
    assert f"need Rust {rust} or later" in (ROOT / "README.md").read_text()


def test_the_package_is_typed_and_has_no_dependencies() -> None:
    package = importlib.metadata.distribution("robots-exclusion")
    assert all("extra ==" in requirement for requirement in package.requires or [])
    assert package.metadata["License-Expression"] == "MIT"
