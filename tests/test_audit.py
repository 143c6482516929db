"""``make audit`` fails for what is unsafe, and not because somebody else's database is away."""

import json

from tests.audit import CODE, ROOT, bandit, judged

SAFE = {"name": "django", "version": "5.2.1", "vulns": []}
UNSAFE = {"name": "django", "version": "5.2.0", "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["5.2.1"]}]}
AWAY = {"name": "redis", "skip_reason": "Dependency not found on PyPI"}


def of(*packages: object) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_a_version_that_is_known_to_be_unsafe_fails_with_its_name():
    verdict = judged(of(SAFE | {"name": "redis"}, UNSAFE), "")
    assert not verdict.is_safe
    assert "django 5.2.0: PYSEC-2026-1, mended in 5.2.1" in verdict.said


def test_safe_versions_pass_and_those_that_nobody_knows_are_named():
    assert judged(of(SAFE), "") == (True, "pip-audit has compared 1 packages: 0 faults.")
    assert judged(of(SAFE, AWAY), "").said.startswith("Not compared: redis\n")


def test_where_the_database_is_away_a_sentence_says_so():
    for found, complaint in (("", "Connection refused"), ("", ""), (of(AWAY), "")):
        verdict = judged(found, complaint)
        assert verdict.is_safe
        assert "not compared" in verdict.said and "\n" not in verdict.said


def test_bandit_reads_all_of_the_code_and_finds_what_is_unsafe(tmp_path):
    rooms = {folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").exists()} - {"tests"}
    assert rooms <= {*CODE}
    (tmp_path / "unsafe.py").write_text("import os\nos.system(input())\n")
    verdict = bandit((str(tmp_path),))
    assert not verdict.is_safe
    assert "unsafe.py:2" in verdict.said
