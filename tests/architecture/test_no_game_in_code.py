"""No game's name, card or deck stands in the code, but for the twenty-one family's exact engine."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import certify
from certify.language.catalogue import load_game
from certify.resources import data_files

PACKAGE = Path(certify.__file__).parent
GENERIC = ("language", "play")
"""Packages that know no game at all; the others know the twenty-one family."""

SHORTEST = 5
"""Letters of a word that is looked for: shorter ones are words of the language or of English."""

FAMILY = "twenty_one"


def words(text: str) -> set[str]:
    return {word for word in re.findall(r"[a-z]+", text.lower()) if len(word) >= SHORTEST}


@cache
def games():
    names = [name.removesuffix(".yaml").replace("_", "-") for name in data_files("rules", ".yaml")]
    return [load_game(name) for name in names]


@cache
def names_of_cards() -> set[str]:
    """Return the words by which the packs that are lists name their cards."""
    found: set[str] = set()
    for game in games():
        for pack in game.spec.packs.values():
            for entry in pack.list:
                if isinstance(entry.get("name"), str):
                    found.add(str(entry["name"]))
    return {name for name in found if len(name) >= SHORTEST}


def sources(*packages: str):
    folders = [PACKAGE / name for name in packages] or [PACKAGE]
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            if "blackjack" not in path.relative_to(PACKAGE).parts:
                yield path


def found_in(path: Path, looked_for: set[str]) -> set[str]:
    text = path.read_text(encoding="utf-8").lower()
    # Few are there at all: those alone are looked for as whole words.
    there = (name for name in looked_for if name in text)
    return {name for name in there if re.search(rf"\b{re.escape(name)}\b", text)}


def test_language_and_engine_know_no_game():
    names: set[str] = set()
    for game in games():
        identity = game.spec.game
        names |= {identity.id, identity.id.replace("-", "_"), identity.title.lower()}
    # A game may be called by a word of everyday English; as a name it is told by its capital.
    everyday = {name for name in names if re.fullmatch(r"[a-z]{1,6}", name)}
    found = {}
    for path in sources(*GENERIC):
        text = path.read_text(encoding="utf-8")
        told = {
            name
            for name in everyday
            if re.search(rf"(?<![.\n] )(?<!^)\b{name.capitalize()}\b", text)
        }
        found[path] = found_in(path, names - everyday) | told
    assert len(found) > 100
    assert {path: told for path, told in found.items() if told} == {}


def test_no_card_and_no_other_game_stands_in_the_code():
    others = [game.spec.game.id for game in games() if game.spec.game.family != FAMILY]
    names = names_of_cards() | {name for name in others if "-" in name}
    shown = re.compile(rf"certify \w+ ({'|'.join(others)})\b")
    found = {
        path: found_in(path, names) | set(shown.findall(path.read_text(encoding="utf-8")))
        for path in sources()
    }
    assert {path: told for path, told in found.items() if told} == {}


def test_the_search_finds_what_it_looks_for(tmp_path):
    planted = tmp_path / "planted.py"
    name = sorted(names_of_cards())[0]
    planted.write_text(f'CARD = "{name}"\n', encoding="utf-8")
    assert found_in(planted, names_of_cards()) == {name}
