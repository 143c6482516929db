"""Every fault that ``make mutants`` plants can still be planted, and names tests that exist."""

from pathlib import Path

import pytest

from tests.mutants.faults import FAULTS


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_a_fault_can_be_planted(fault):
    assert Path(fault.file).read_text().count(fault.old) == 1
    assert fault.new != fault.old
    assert fault.tests
    for test in fault.tests:
        file, _, name = test.partition("::")
        assert f"def {name}" in Path(file).read_text()


def test_no_fault_is_there_twice():
    assert len(FAULTS) >= 40
    assert len({(fault.file, fault.old, fault.new) for fault in FAULTS}) == len(FAULTS)
    assert len({fault.what for fault in FAULTS}) == len(FAULTS)
