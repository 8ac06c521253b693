"""Ten million rows of live results: ``pytest tests/bench -k monitor --benchmark-enable -s``.

The data are written by the bench itself. Time by the wall clock, memory of a process of its own.
"""

import subprocess
import sys

import pytest

ROWS = 10_400_000
WRITE = """
import sys
from pathlib import Path
from tests.support.monitoring import rounds_table, write

write(rounds_table(int(sys.argv[2]), tables=20, days=250), Path(sys.argv[1]))
"""
MONITOR = """
import resource, sys, time
from pathlib import Path
from certify.studies.monitoring.actuals import read_actuals
from certify.studies.monitoring.asked import Asked
from certify.studies.monitoring.study import MonitorOrder, monitored
from tests.support.monitoring import known_lines

known = known_lines()
begun = time.perf_counter()
actuals = read_actuals([Path(sys.argv[1])], known.references, Asked())
read = time.perf_counter() - begun
result = monitored(known, actuals, MonitorOrder())
whole = time.perf_counter() - begun
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{result.rows} {read:.1f} {whole:.1f} {most:.0f} {len(result.errors)}")
"""


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("rows", [ROWS // 10, ROWS])
def test_rows(benchmark, capsys, tmp_path, suffix, rows):
    """Goal: 10 million rows in under 30 s on two cores, in memory that does not grow with them."""
    path = tmp_path / f"rounds.{suffix}"
    # A process begins with the memory of the one that starts it: this one must stay small.
    subprocess.run([sys.executable, "-c", WRITE, str(path), str(rows)], check=True)
    size = path.stat().st_size / 1e6
    command = [sys.executable, "-c", MONITOR, str(path)]
    told: list[str] = []

    def run():
        told[:] = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()

    benchmark.pedantic(run, rounds=1)
    count, read, whole, most, errors = told
    with capsys.disabled():
        print(
            f"\n  {int(count):,} rows, {suffix} of {size:.0f} MB: read in {read} s,"
            f" {whole} s in all, {most} MB at most, {errors} kinds of errors"
        )
