"""Which tests check which clause of the rules: makes docs/rules-coverage.md, or with --check demands that it is whole.

The clauses are read from docs/rules.md, the citations (``@clause("B2.4")``) from the source of the tests. The
tables of tiles and powers ask for a test of each row, cited as ``M5:two-crates``; those count for M5 itself too.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import shorten
from typing import NamedTuple

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules.md"
PAGE = TESTS.parent / "docs" / "rules-coverage.md"


class Citation(NamedTuple):
    clause: str
    file: str  # from the root of the repository
    test: str


def read_clauses(rules: str) -> dict[str, str]:
    """Every clause and its text: numbered bullets, and the sections that are clauses as a whole with their rows."""
    clauses: dict[str, str] = {}
    section = ""
    for line in rules.splitlines():
        if heading := re.match(r"### (M\d+) (.+)", line):
            section = heading[1] if heading[1] in _WHOLE_SECTIONS else ""
            if section:
                clauses[section] = heading[2]
        elif bullet := re.match(r"- (?:\*\*)?([MB]\d+(?:\.\d+)?)\b(?:\*\*)?:? (.+)", line):
            clauses[bullet[1]] = bullet[2]
        elif section in _SECTIONS_WITH_ROWS and (row := re.match(r"\| (`.+?) \| (.+) \|", line)):
            for key in re.findall(r"`(.+?)`", row[1]):
                clauses[f"{section}:{key}"] = row[2]
    return clauses


def find_citations(folder: Path) -> list[Citation]:
    return [found for path in sorted(folder.rglob("*.py")) for found in _citations_in(path, folder.parent)]


def draw_page(clauses: Mapping[str, str], citations: list[Citation]) -> str:
    """The page, in the order of the rules."""
    tests = len({(found.file, found.test) for found in citations})
    lines = [
        "# Rules and their tests",
        "",
        "Made by `python -m tests.rules_coverage` from the rules and the tests: do not edit.",
        "",
        f"{len(clauses)} clauses, {tests} tests that cite them.",
        "",
        "| clause | in short | tests | |",
        "|---|---|--:|---|",
    ]
    for number, text in clauses.items():
        cited = [found for found in citations if _counts_for(found.clause, number)]
        names = "<br>".join(f"[{found.test.replace('_', ' ')}](../{found.file})" for found in cited)
        lines.append(f"| {number} | {_in_short(text)} | {len(cited)} | {names} |")
    return "\n".join(lines) + "\n"


def find_faults(clauses: Mapping[str, str], citations: list[Citation]) -> Iterator[str]:
    for number, text in clauses.items():
        if not any(_counts_for(found.clause, number) for found in citations):
            yield f"no test cites {number} ({_in_short(text)})"
    for found in citations:
        if found.clause not in clauses:
            yield f"{found.file}: {found.test} cites {found.clause}, which does not exist"


def main() -> None:
    parser = argparse.ArgumentParser(description="Which tests check which clause of the rules.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a clause or a test is missing")
    parser.add_argument("--rules", type=Path, default=RULES)
    parser.add_argument("--page", type=Path, default=PAGE)
    arguments = parser.parse_args()

    clauses = read_clauses(arguments.rules.read_text("utf-8"))
    citations = find_citations(TESTS)
    page = draw_page(clauses, citations)
    tests = len({(found.file, found.test) for found in citations})
    print(f"{tests} tests cite clauses; {len(clauses)} clauses")
    if not arguments.check:
        arguments.page.write_text(page, "utf-8")
        return
    faults = list(find_faults(clauses, citations))
    if not arguments.page.exists() or arguments.page.read_text("utf-8") != page:
        faults.append(f"{arguments.page.name} is not current: run python -m tests.rules_coverage")
    sys.exit("\n".join(faults) or 0)


def _citations_in(path: Path, root: Path) -> Iterator[Citation]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for decorator in node.decorator_list:
                match decorator:
                    case ast.Call(func=ast.Name(id="clause"), args=numbers):
                        for number in map(ast.literal_eval, numbers):
                            yield Citation(number, path.relative_to(root).as_posix(), node.name)


def _counts_for(cited: str, number: str) -> bool:
    return cited == number or cited.startswith(f"{number}:")


def _in_short(text: str) -> str:
    return shorten(text.replace("**", "").replace("|", "/"), 90, placeholder=" …")


_SECTIONS_WITH_ROWS = ("M5", "M8")
_WHOLE_SECTIONS = (*_SECTIONS_WITH_ROWS, "M11")

if __name__ == "__main__":
    main()
