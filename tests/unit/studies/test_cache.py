"""Results kept on disk: found again, never trusted when damaged, never in the way."""

import errno
import hashlib
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from certify.runtime import cache as module
from certify.runtime.cache import Cache, engine_fingerprint

KIND = "distributions"
KEY = {"rules": {"decks": "6"}, "shoe": [24, 24, 96]}
PAYLOAD = bytes(range(256)) * 5


class Told(list[str]):
    """Everything that was noticed."""

    def one(self):
        """Return the only sentence."""
        assert len(self) == 1
        sentence = self[0]
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "\n" not in sentence
        assert "None" not in sentence
        return sentence


@pytest.fixture
def told():
    return Told()


@pytest.fixture
def kept(tmp_path, told):
    return Cache(tmp_path / "some" / "folder", told.append)


def only_file(cache):
    (path,) = cache.folder.iterdir()
    return path


def refuse(number):
    def refusing(*_arguments, **_options):
        raise OSError(number, os.strerror(number))

    return refusing


# What was stored is found again, and nothing else.


def test_nothing_is_there_at_first(kept, told):
    assert kept.load(KIND, KEY) is None
    assert not kept.folder.exists()
    assert told == []


@pytest.mark.parametrize("payload", [PAYLOAD, b"", b"\n", b"x" * 10**6], ids=len)
def test_stored_and_loaded(payload, kept, told):
    kept.store(KIND, KEY, payload)
    assert kept.load(KIND, KEY) == payload
    assert Cache(kept.folder, told.append).load(KIND, KEY) == payload
    assert told == []


def test_one_file_of_the_stated_form(kept):
    kept.store(KIND, KEY, PAYLOAD)
    path = only_file(kept)
    assert path == kept.path(KIND, KEY)
    assert path.name.startswith(f"{KIND}-")
    assert path.read_bytes() == hashlib.sha256(PAYLOAD).hexdigest().encode() + PAYLOAD


def test_stored_again_is_replaced(kept, told):
    kept.store(KIND, KEY, b"first")
    kept.store(KIND, KEY, b"second")
    assert kept.load(KIND, KEY) == b"second"
    assert only_file(kept) == kept.path(KIND, KEY)
    assert told == []


@pytest.mark.parametrize(
    "other",
    [
        {"rules": {"decks": "8"}, "shoe": [24, 24, 96]},
        {"rules": {"decks": "6"}, "shoe": [24, 96, 24]},
        {"rules": {"decks": "6"}},
        {},
        None,
        [],
        "distributions",
    ],
)
def test_another_key_misses(other, kept):
    kept.store(KIND, KEY, PAYLOAD)
    assert kept.load(KIND, other) is None
    kept.store(KIND, other, b"other")
    assert kept.load(KIND, KEY) == PAYLOAD


def test_the_order_of_a_key_does_not_matter(kept):
    kept.store(KIND, KEY, PAYLOAD)
    assert kept.load(KIND, dict(reversed(KEY.items()))) == PAYLOAD


def test_what_cannot_be_read_counts_as_damaged(tmp_path):
    told: list[str] = []
    kept = Cache(tmp_path, told.append)
    kept.store(KIND, KEY, b"no number")
    assert kept.load_as(KIND, KEY, int) is None
    assert len(told) == 1
    assert "is damaged; it is worked out again." in told[0]
    kept.store(KIND, KEY, b"7")
    assert kept.load_as(KIND, KEY, int) == 7
    assert kept.load_as(KIND, "other", int) is None
    assert len(told) == 1


def test_parts_of_killed_processes_are_removed_when_they_are_old(kept):
    kept.folder.mkdir(parents=True, exist_ok=True)
    old, new = (kept.folder / f"certify-part-{name}" for name in ("old", "new"))
    for part in (old, new):
        part.write_bytes(b"x")
    os.utime(old, (1.0, 1.0))
    kept.store(KIND, KEY, PAYLOAD)
    assert not old.exists()
    assert new.exists()


def test_another_kind_misses(kept):
    kept.store(KIND, KEY, PAYLOAD)
    assert kept.load("sums", KEY) is None


def test_another_engine_misses(kept, monkeypatch):
    kept.store(KIND, KEY, PAYLOAD)
    monkeypatch.setattr(module, "engine_fingerprint", lambda _kind: "another")
    assert kept.load(KIND, KEY) is None
    kept.store(KIND, KEY, b"other")
    monkeypatch.undo()
    assert kept.load(KIND, KEY) == PAYLOAD


def test_results_are_kept_by_the_sources_that_they_rest_on(monkeypatch):
    asked = []

    def told(roots, *, words=False):
        asked.append((roots, words))
        return "0" * 64

    monkeypatch.setattr(module, "fingerprint", told)
    for kind in ("played", "rtp", "fairness", "headings", "of the tests"):
        engine_fingerprint(kind)
    assert asked == [
        (("certify.studies.fairness.parts",), False),
        (("certify.studies.returns.study",), False),
        (("certify.studies.fairness.study",), True),
        (("certify.evidence.report.document",), True),
        (("certify.studies",), False),
    ]


def test_every_kind_that_is_kept_is_of_a_module_that_is_there():
    for kind in {*module.ROOTS, *module.WORDED}:
        assert find_spec(module.WORDED.get(kind) or module.ROOTS[kind])
        assert len(engine_fingerprint(kind)) == 64


def test_every_kind_in_the_sources_is_named():
    kinds: set[str] = set()
    for path in (Path(module.__file__).parents[1] / "studies").rglob("*.py"):
        found = re.findall(
            r"^(?:KIND|KIND, CUT_CARD_KIND|KIND, WAGERED_KIND|EFFECTS, DEALT, CHECKED) = (.*)$",
            path.read_text(),
            re.MULTILINE,
        )
        kinds.update(*(re.findall(r'"([a-z-]+)"', line) for line in found))
    assert len(kinds) >= 15
    assert kinds <= {*module.ROOTS, *module.WORDED}


# Damage.


def flipped(place):
    def flip(content):
        spoiled = bytearray(content)
        spoiled[place] ^= 1
        return bytes(spoiled)

    return flip


@pytest.mark.parametrize(
    "damage",
    [
        flipped(0),
        flipped(63),
        flipped(64),
        flipped(-1),
        lambda content: content[:-1],
        lambda content: content[:64],
        lambda content: content[:63],
        lambda content: content[:1],
        lambda _content: b"",
        lambda content: content + b"\0",
        lambda content: b"\0" * len(content),
        lambda content: content[64:],
    ],
)
def test_damage_is_noticed(damage, kept, told):
    kept.store(KIND, KEY, PAYLOAD)
    path = only_file(kept)
    path.write_bytes(damage(path.read_bytes()))
    assert kept.load(KIND, KEY) is None
    sentence = told.one()
    assert str(path) in sentence
    assert "damaged" in sentence


def test_damage_is_mended_by_the_next_store(kept, told):
    kept.store(KIND, KEY, PAYLOAD)
    only_file(kept).write_bytes(b"")
    kept.load(KIND, KEY)
    told.clear()
    kept.store(KIND, KEY, PAYLOAD)
    assert kept.load(KIND, KEY) == PAYLOAD
    assert told == []


def test_a_folder_in_the_place_of_a_result_is_noticed(kept, told):
    kept.path(KIND, KEY).mkdir(parents=True)
    assert kept.load(KIND, KEY) is None
    assert "cannot be read" in told.one()
    told.clear()
    kept.store(KIND, KEY, PAYLOAD)
    assert "cannot be stored" in told.one()
    assert only_file(kept) == kept.path(KIND, KEY)


# A folder that cannot be used.


@pytest.mark.parametrize("below", [(), ("deeper",), ("much", "deeper")])
def test_a_file_in_the_place_of_the_folder_is_noticed(below, tmp_path, told):
    (tmp_path / "taken").write_text("mine")
    cache = Cache(tmp_path.joinpath("taken", *below), told.append)
    assert cache.load(KIND, KEY) is None
    assert "cannot be read" in told.one()
    told.clear()
    cache.store(KIND, KEY, PAYLOAD)
    sentence = told.one()
    assert str(cache.folder) in sentence
    assert "cannot be stored" in sentence
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_full_disk_is_noticed_and_leaves_nothing(kept, told, monkeypatch):
    kept.folder.mkdir(parents=True)

    def full(handle, _mode):
        os.close(handle)
        refuse(errno.ENOSPC)()

    monkeypatch.setattr(os, "fdopen", full)
    kept.store(KIND, KEY, PAYLOAD)
    assert "No space left" in told.one()
    assert list(kept.folder.iterdir()) == []


def test_a_failed_replacement_leaves_nothing(kept, told, monkeypatch):
    monkeypatch.setattr(os, "replace", refuse(errno.EACCES))
    kept.store(KIND, KEY, PAYLOAD)
    assert "Permission denied" in told.one()
    assert list(kept.folder.iterdir()) == []


def test_a_failed_replacement_keeps_what_was_there(kept, told, monkeypatch):
    kept.store(KIND, KEY, PAYLOAD)
    monkeypatch.setattr(os, "replace", refuse(errno.EACCES))
    kept.store(KIND, KEY, b"other")
    assert told.one()
    assert kept.load(KIND, KEY) == PAYLOAD
    assert only_file(kept) == kept.path(KIND, KEY)


def test_an_unreadable_result_is_noticed(kept, told, monkeypatch):
    kept.store(KIND, KEY, PAYLOAD)
    monkeypatch.setattr(Path, "read_bytes", refuse(errno.EACCES))
    assert kept.load(KIND, KEY) is None
    assert "cannot be read: Permission denied" in told.one()


def test_a_disk_that_turns_read_only_is_noticed(kept, told, monkeypatch):
    monkeypatch.setattr(os, "replace", refuse(errno.EROFS))
    monkeypatch.setattr(Path, "unlink", refuse(errno.EROFS))
    kept.store(KIND, KEY, PAYLOAD)
    assert "cannot be stored" in told.one()


def test_an_error_without_a_number_is_told_by_its_text(kept, told, monkeypatch):
    def refusing(*_arguments):
        raise OSError("the disk is tired")

    monkeypatch.setattr(os, "replace", refusing)
    kept.store(KIND, KEY, PAYLOAD)
    assert "the disk is tired" in told.one()


def test_an_interruption_leaves_nothing(kept, monkeypatch):
    def interrupt(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        kept.store(KIND, KEY, PAYLOAD)
    assert list(kept.folder.iterdir()) == []


# The user's folder.


def test_the_environment_names_the_folder(tmp_path, told, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path / "named"))
    cache = Cache.of_user(told.append)
    assert cache.folder == tmp_path / "named"
    cache.store(KIND, KEY, PAYLOAD)
    assert only_file(cache) == cache.path(KIND, KEY)
    cache.notice("Told.")
    assert told == ["Told."]


@pytest.mark.parametrize("given", [None, ""])
def test_the_users_own_folder_otherwise(given, tmp_path, told, monkeypatch):
    if given is None:
        monkeypatch.delenv("CERTIFY_CACHE", raising=False)
    else:
        monkeypatch.setenv("CERTIFY_CACHE", given)
    monkeypatch.setattr(module, "user_cache_path", lambda name: tmp_path / name)
    assert Cache.of_user(told.append).folder == tmp_path / "certify"


# No more than so many.


def age(path, seconds):
    """Make a file as old as that."""
    at = path.stat().st_mtime - seconds
    os.utime(path, (at, at))


@pytest.fixture
def three(kept, monkeypatch):
    """Return a cache of at most three results, which holds 0, 1 and 2, from the oldest."""
    monkeypatch.setattr(module, "MOST_ENTRIES", 3)
    for key in range(3):
        kept.store(KIND, key, b"%d" % key)
        age(kept.path(KIND, key), 100 - key)
    return kept


def test_the_oldest_is_forgotten(three, told):
    three.store(KIND, 3, b"3")
    assert [three.load(KIND, key) for key in range(4)] == [None, b"1", b"2", b"3"]
    three.store("sums", 4, b"4")
    assert [three.load(KIND, key) for key in range(4)] == [None, None, b"2", b"3"]
    assert len(list(three.folder.iterdir())) == 3
    assert told == []


def test_a_result_stored_again_is_young(three):
    three.store(KIND, 0, b"again")
    three.store(KIND, 3, b"3")
    assert [three.load(KIND, key) for key in range(4)] == [b"again", None, b"2", b"3"]


def test_many_at_once_are_forgotten(three, monkeypatch):
    monkeypatch.setattr(module, "MOST_ENTRIES", 1)
    three.store(KIND, 3, b"3")
    assert only_file(three) == three.path(KIND, 3)


def test_a_full_folder_is_not_looked_through_for_every_result(kept, monkeypatch):
    """Nor by any of several processes, which do not know of each other's results."""
    monkeypatch.setattr(module, "MOST_ENTRIES", 200)
    looks = []
    listed = os.listdir

    def look(folder):
        looks.append(folder)
        return listed(folder)

    monkeypatch.setattr(os, "listdir", look)
    others = [Cache(kept.folder, kept.notice) for _ in range(3)]
    most = 0
    for key in range(600):
        (kept, *others)[key % 4].store(KIND, key, b"%d" % key)
        age(kept.path(KIND, key), 1000 - key)
        most = max(most, len(listed(kept.folder)))
    assert 195 <= most <= 200 + len(others)
    assert len(looks) < 300
    assert all(kept.load(KIND, key) is not None for key in range(450, 600))
    assert kept.load(KIND, 0) is None


def test_parts_of_long_runs_are_kept_up_to_so_many_bytes(three, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", {"banked-step": 1000})
    for key in range(6):
        three.store("banked-step", key, bytes(300))
        age(three.path("banked-step", key), 100 - key)
    assert [three.load("banked-step", key) is not None for key in range(6)] == [False] * 4 + [
        True,
        True,
    ]
    # What is larger than the room is kept until the next comes.
    three.store("banked-step", 6, bytes(5000))
    assert len([*three.folder.glob("banked-step-*")]) == 1
    three.store("banked-step", 7, b"7")
    assert three.load("banked-step", 6) is None
    assert [three.load(KIND, key) for key in range(3)] == [b"0", b"1", b"2"]


def test_an_ample_number_is_kept():
    assert 50 <= module.MOST_ENTRIES <= 10_000


def test_what_is_not_a_result_is_left_alone(three):
    mine = [three.folder / name for name in ("thesis.txt", "distributions-2024.csv", ".profile")]
    for path in mine:
        path.write_text("mine")
        age(path, 1000)
    three.store(KIND, 3, b"3")
    assert [path.exists() for path in mine] == [True] * 3
    assert [three.load(KIND, key) for key in range(4)] == [None, b"1", b"2", b"3"]


def test_a_folder_among_the_results_does_not_matter(three, told):
    (three.folder / "notes").mkdir()
    age(three.folder / "notes", 1000)
    three.store(KIND, 3, b"3")
    assert told == []
    assert [three.load(KIND, key) for key in range(4)] == [None, b"1", b"2", b"3"]


def test_the_result_just_stored_is_kept_whatever_the_clock_says(three):
    for key in range(3):
        age(three.path(KIND, key), -(10**6))
    three.store(KIND, 3, b"3")
    assert three.load(KIND, 3) == b"3"


def test_a_result_that_vanishes_while_the_oldest_are_sought_does_not_matter(three, told):
    (three.folder / f"{KIND}-{'0' * 64}").symlink_to("nowhere")
    three.store(KIND, 3, b"3")
    assert told == []
    assert [three.load(KIND, key) for key in range(4)] == [None, b"1", b"2", b"3"]


def test_a_result_that_was_stored_is_not_said_to_be_lost(three, told, monkeypatch):
    monkeypatch.setattr(Path, "unlink", refuse(errno.EACCES))
    three.store(KIND, 3, b"3")
    assert three.load(KIND, 3) == b"3"
    assert not any("cannot be stored" in sentence for sentence in told)


# Several processes.

WRITER = """
import sys
from pathlib import Path
from certify.runtime import cache

cache.engine_fingerprint = lambda kind: "the same"
kept = cache.Cache(Path(sys.argv[1]), lambda sentence: print(sentence, flush=True))
print("ready", flush=True)
sys.stdin.readline()
for turn in range(150):
    payload = (sys.argv[2] * 50_000).encode()
    kept.store("distributions", "same key", payload)
    found = kept.load("distributions", "same key")
    assert found is not None and len(found) == 50_000 and len(set(found)) == 1, found
"""


@pytest.fixture
def at_once(tmp_path):
    """Return a function that lets two processes store the same key again and again."""
    spec = find_spec("certify")
    assert spec is not None
    assert spec.origin is not None
    root = Path(spec.origin).parent.parent
    running = []

    def run():
        for letter in "ab":
            process = subprocess.Popen(
                [sys.executable, "-c", WRITER, str(tmp_path / "kept"), letter],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=root,
            )
            running.append(process)
        for process in running:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in running:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        ended = [process.communicate(timeout=30) for process in running]
        assert [error for _, error in ended] == ["", ""]
        return tmp_path / "kept"

    yield run
    for process in running:
        process.kill()
        process.wait()


def test_two_processes_may_store_the_same(at_once, told, monkeypatch):
    folder = at_once()
    monkeypatch.setattr(module, "engine_fingerprint", lambda _kind: "the same")
    cache = Cache(folder, told.append)
    assert only_file(cache) == cache.path("distributions", "same key")
    assert cache.load("distributions", "same key") in {b"a" * 50_000, b"b" * 50_000}
    assert told == []
