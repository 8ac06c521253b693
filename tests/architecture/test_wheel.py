"""The wheel does the main job in an empty environment, from another folder."""

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*command, cwd):
    return subprocess.run(
        [str(part) for part in command], cwd=cwd, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.slow
def test_the_wheel_is_the_same_bytes_whoever_builds_it(tmp_path):
    files = run("git", "ls-files", "-z", cwd=ROOT).split("\0")
    built = []
    for number in range(2):
        copy = tmp_path / f"checkout-{number}"
        source = copy / ("deeper" if number else "here")
        for name in filter(None, files):
            target = source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
            # Another clock, and other permissions: neither is part of what is built.
            os.utime(target, (10**9 * (number + 1),) * 2)
            target.chmod(0o644 if number else 0o640)
        run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", copy, source, cwd=copy)
        (wheel,) = copy.glob("certify-*.whl")
        built.append(wheel.read_bytes())
    assert built[0] == built[1]


@pytest.mark.slow
def test_the_wheel_does_the_main_job_from_another_folder(tmp_path):
    empty = tmp_path / "environment"
    venv.create(empty, with_pip=True)
    python = empty / "bin" / "python"
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("certify-*.whl")
    run(python, "-m", "pip", "install", "-q", "-r", ROOT / "requirements.lock", cwd=tmp_path)
    run(python, "-m", "pip", "install", "-q", "--no-deps", wheel, cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    certify = empty / "bin" / "certify"
    run(certify, "report", "blackjack-burnout", "--brief", "-o", "report.pdf", cwd=elsewhere)
    assert (elsewhere / "report.pdf").read_bytes().startswith(b"%PDF-")
    results = json.loads((elsewhere / "report.json").read_text(encoding="utf-8"))
    ev = results["shoes"][0]["optimal"]["wagers"]["main"]["ev"]
    assert ev == pytest.approx(-0.00615389123, abs=1e-9)
    where = run(python, "-c", "from certify.resources import *; print(data_root('rules'))", cwd="/")
    assert str(empty) in where
