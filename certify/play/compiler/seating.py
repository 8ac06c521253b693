"""Seats in generated code that are given to players when a game is played, and that may search."""

from __future__ import annotations

from collections.abc import Sequence

from certify.errors import CompileError
from certify.language import acts
from certify.language.typed import Node
from certify.play.compiler.choosing import ChoiceEmitter
from certify.play.compiler.forms import ItemsForm, Scalar, Scope, SetForm, Value
from certify.play.compiler.groups import Counted
from certify.play.compiler.plan import MOST_IN_A_SET, PackPlan
from certify.play.compiler.searches import MOST_TRIED_OPTIONS
from certify.play.events import Visibility


class SeatingEmitter(ChoiceEmitter):
    """The part of the generator that writes who sits where.

    `seated` are policies by number (none if those of the seats are part of the code); `held` are
    invariants that read what is hidden from some seat; `words_seen` are the variables and tokens
    that each seat sees, by where they begin and index.
    """

    seated: tuple[str, ...]
    searches: bool
    held: tuple[Node, ...]
    words_seen: tuple[tuple[tuple[str, int], ...], ...]

    def seat_is_taken(self) -> None:
        """Write what finds who decides; a search imagines a deal first, where it begins."""
        if self.seated:
            self.write.line("player = load(block, player_of_seat + me)")
        if self.searches:
            with self.write.under("if load(block, searcher) != 0:"):
                self.write.line("player = who_decides(block, load(block, searcher))")

    def by_players(
        self,
        number: int,
        decision: acts.ResolvedDecision,
        counted: Sequence[Counted | None],
        scope: Scope,
    ) -> None:
        """Write how the option of a decision is chosen, by whoever has the seat."""
        line, far = self.write.line, f"load(block, far_tree_{decision.name})"
        line("chosen = 0")
        if self.searches:
            line("at = load(block, searcher)")
            line("node = -1")
            with self.write.under("if player == REPLAYED_CHOICE:"):
                line("chosen = replayed_choice(at)")
            with self.write.under("elif player == TREE_CHOICE:"):
                line("seen = call_far(load(block, far_seen_by), block, load(at, VIEWER), 0, 0, 0)")
                line(f"node = tree_node(at, seen, me, {number})")
                with self.write.under("if node < 0:"):
                    # From here on the game is played as one without a search.
                    line("store(block, searcher, 0)")
                with self.write.under("if node < 0 or load(at, node + TRIED) == 0:"):
                    # What the policy would do is tried first.
                    line("player = load(block, player_of_seat + me)")
                with self.write.under("else:"):
                    line(f"chosen = call_far({far}, block, me, at, node, -1)")
        for place, name in enumerate(self.seated):
            with self.write.under(f"if player == {place}:"):
                self.choice(name, decision, counted, scope)
        if self.searches:
            with self.write.under("if node >= 0 and player >= 0:"):
                line(f"call_far({far}, block, me, at, node, chosen)")

    # Search

    def tree_choice(
        self, decision: acts.ResolvedDecision, counted: Sequence[Counted | None]
    ) -> None:
        """Write what chooses in a node, or notes what was chosen there.

        The options are counted already. It is a function of its own, called by its address, so that
        it is compiled once.
        """
        with self.write.under("if chosen >= 0:"):
            self._first_tried(decision, counted)
            self.write.line("return chosen")
        self._in_tree(decision, counted)
        self.write.line("return chosen")

    def _in_tree(self, decision: acts.ResolvedDecision, counted: Sequence[Counted | None]) -> None:
        line = self.write.line
        line("chosen, fresh, unvisited, new_key = 0, 0, 0, 0")
        line("best, entry = -1.0, -1")
        for place, move in enumerate(decision.moves):
            before = self._options_before(place)
            pick = counted[place]
            if pick is None or move.pick is None:
                with self.write.under(f"if options_{place} > 0:"):
                    self._looked_at(str(place + 1), before)
                continue
            with self.write.under(f"if options_{place} > {MOST_TRIED_OPTIONS}:"):
                line("stopped()")
            here = self.write.fresh("place")
            with self.write.under(f"for {here} in range(options_{place}):"):
                key = self._pick_key(move.pick, pick.at(here))
                self._looked_at(f"mix({key}, {place + 1})", f"{before} + {here}")
        with self.write.under("if fresh > 0 and (entry < 0 or widens(at, node)):"):
            line("chosen = unvisited")
            line("entry = add_option(at, node, new_key, chosen)")
        line("step_down(at, node, entry, me)")

    def _first_tried(
        self, decision: acts.ResolvedDecision, counted: Sequence[Counted | None]
    ) -> None:
        """Write what notes the option that the policy chose in a node without options."""
        line = self.write.line
        line("new_key = 0")
        for place, move in enumerate(decision.moves):
            before = self._options_before(place)
            pick = counted[place]
            inside = f"{before} <= chosen and chosen < {before} + options_{place}"
            with self.write.under(f"if {inside}:"):
                if pick is None or move.pick is None:
                    line(f"new_key = {place + 1}")
                else:
                    here = self.write.keep(f"chosen - ({before})", "place")
                    key = self._pick_key(move.pick, pick.at(here))
                    line(f"new_key = mix({key}, {place + 1})")
        line("step_down(at, node, add_option(at, node, new_key, chosen), me)")

    @staticmethod
    def _options_before(place: int) -> str:
        """Return the text of how many options the moves before one have."""
        return " + ".join(["0", *(f"options_{other}" for other in range(place))])

    def score_of(self, seat: int, texts: dict[str, str]) -> None:
        """Write what works out the score of a seat; its text goes into `texts`."""
        raise NotImplementedError

    def _looked_at(self, key: str, place: str) -> None:
        line = self.write.line
        key, tried = self.write.keep(key, "key"), self.write.fresh("tried")
        line(f"{tried} = option_entry(at, node, {key})")
        with self.write.under(f"if {tried} < 0:"):
            line("fresh += 1")
            with self.write.under("if drawn(block, choices, fresh) == 0:"):
                line(f"unvisited = {place}")
                line(f"new_key = {key}")
        with self.write.under("else:"):
            bound = self.write.keep(f"worth(at, {tried})", "bound")
            with self.write.under(f"if {bound} > best:"):
                line(f"best = {bound}")
                line(f"entry = {tried}")
                line(f"chosen = {place}")

    def _pick_key(self, pick: acts.ResolvedPick, found: Value) -> str:
        """Return the text of a hash of what is picked, by kinds."""
        if pick.kind not in ("card", "cards", "order"):
            assert isinstance(found, Scalar)  # noqa: S101  (one of a list)
            return found.text
        kinds = self.kind_numbers(self.plan.packs[pick.candidate.type.pack])
        match found:
            case Scalar():
                return f"load(block, {kinds} + {found.text})"
            case SetForm():
                return f"cards_key(block, {found.text}, {kinds})"
            case ItemsForm():
                return f"listed_key(block, {found.place}, {found.number}, {kinds})"
        raise TypeError(found)

    def kind_numbers(self, pack: PackPlan) -> str:
        """Return the name of the table of the kind of each card of a pack."""
        return self.plan.table(pack.kinds, "kinds")

    def search_functions(self) -> None:
        """Write what is seen by a seat, who decides, imagined deals and the rewards of a game."""
        players = self.plan.players
        if players < 2:
            raise CompileError(f"seats can search at tables of two or more; found {players}")
        for pack in self.plan.packs.values():
            zones = sum(zone.number for zone in self.plan.zones_of(pack))
            for number, what in ((pack.size, "cards in a pack"), (zones, "zones of a pack")):
                if number > MOST_IN_A_SET:
                    raise CompileError(
                        f"seats cannot search with more than {MOST_IN_A_SET} {what};"
                        f" {pack.name} has {number}"
                    )
        self._seen_by()
        self._holds()
        self._imagine()
        self._who_decides()
        self._judge()
        self._mark()

    def _seen_by(self) -> None:
        line = self.write.line
        program = self.plan.program
        visibility = Visibility(program)
        self.write.shift(0)
        with self.write.under("def seen_by(block, viewer, spare_1, spare_2, spare_3):"):
            line("found = 0")
            for pack in self.plan.packs.values():
                zones = self.plan.zones_of(pack)
                number = sum(zone.number for zone in zones)
                if not number:
                    continue
                table = self._sight(pack)
                kinds = self.kind_numbers(pack)
                up = self._up(pack)
                line(
                    f"found = mix(found, zones_key(block, sets_of_{pack.name}, {number},"
                    f" {table} + {number} * viewer, {kinds}, {up}))"
                )
                for zone in zones:
                    if zone.has_order and self.plan.play.spec.zones[zone.name].ordered:
                        self._order_seen(zone.name, kinds, visibility)
            line("found = mix(found, words_key(block, load(block, words_seen + viewer)))")
            line("return found")
        line("")
        # Where the words are is known when all has its place.
        self.words_seen = tuple(
            tuple(
                (f"{stem}_{name}", index)
                for stem, names in (
                    ("variable", sorted(self.plan.play.variables)),
                    ("tokens", sorted(self.plan.play.tokens)),
                )
                for name in names
                for index in range(program.layout.places[name][1])
                if visibility.sees_value(name, index, seat)
            )
            for seat in range(program.players)
        )

    def _sight(self, pack: PackPlan) -> str:
        """Return the name of a table, by seat and zone: 2 if its cards are seen, 1 if counted."""
        program = self.plan.program
        visibility = Visibility(program)
        found = []
        for seat in range(program.players):
            for zone in self.plan.numbers_of(pack):
                counts = int(visibility.known[seat][zone])
                found.append(2 if visibility.zones[seat][zone] else counts)
        return self.plan.table(found, "sees")

    def _up(self, pack: PackPlan) -> str:
        """Return the text of the set of cards that lie face up."""
        has_faces = self.plan.program.layout.up_at >= 0
        return f"load(block, up_of_{pack.name})" if has_faces else "0"

    def _order_seen(self, name: str, kinds: str, visibility: Visibility) -> None:
        zone = self.plan.zones[name]
        base = self.plan.program.layout.places[name][0]
        for index in range(zone.number):
            seats = [
                seat for seat in range(self.plan.players) if visibility.zones[seat][base + index]
            ]
            if not seats:
                continue
            tests = " or ".join(f"viewer == {seat}" for seat in seats)
            where = f"cards_of_{name} + {zone.pack.size * index}"
            number = f"count_bits(load(block, set_of_{name} + {index}))"
            with self.write.under(f"if {tests}:"):
                self.write.line(f"found = mix(found, row_key(block, {where}, {number}, {kinds}))")

    def _holds(self) -> None:
        """Write what tells whether an imagined deal agrees with the invariants of the spec."""
        line = self.write.line
        with self.write.under("def invariants_hold(block):"):
            for node in self.held:
                with self.write.under(f"if not {self.truth(node, Scope('-1', is_nobody=True))}:"):
                    line("return False")
            line("return True")
        line("")
        with self.write.under("def holds(block):"):
            # An invariant of a deal that cannot be may have no value.
            with self.write.under("try:"):
                line("return invariants_hold(block)")
            with self.write.under("except Exception:"):
                line("return False")
        line("")

    def _imagine(self) -> None:
        line = self.write.line
        with self.write.under("def imagine(block, at, spare_1, spare_2, spare_3):"):
            with self.write.under("if load(at, IS_OPEN) == 0:"):
                line("start_stream(block, chance, load(at, SEED), 2 * load(at, STEP) + 1)")
                line("hidden = load(at, HIDDEN)")
                with self.write.under("for attempt in range(MOST_ATTEMPTS):"):
                    for number, pack in enumerate(self.plan.packs.values()):
                        line(f"record = load(hidden, {number})")
                        with self.write.under(
                            "if load(record, CARDS) > 1 or load(record, LOOSE) > 0:"
                        ):
                            self._imagine_pack(pack)
                    self._forget_all()
                    with self.write.under("if holds(block):"):
                        line("break")
            line("store(at, PHASE, IN_TREE)")
            line("return 0")
        line("")

    def _forget_all(self) -> None:
        """Write what forgets all remembered values, where more than a statement has changed."""
        if self.repeated.bits:
            self.write.line("store(block, known_values, 0)")

    def _imagine_pack(self, pack: PackPlan) -> None:
        line, sets = self.write.line, f"sets_of_{pack.name}"
        groups = self.plan.table(
            [sum(1 << card for card in group) for group in pack.groups], "groups"
        )
        line(f"cards = hidden_cards(block, record, {sets}, {groups}, {self._up(pack)})")
        line(f"loose = cards | loose_cards(block, record, {sets}, {groups})")
        line(f"imagine_pack(block, choices, record, {sets}, cards)")
        for zone in self.plan.zones_of(pack):
            if zone.has_order:
                row = f"cards_of_{zone.name} + {pack.size} * zone"
                held = f"load(block, set_of_{zone.name} + zone)"
                with self.write.under(f"for zone in range({zone.number}):"):
                    line(f"lay_again(block, choices, loose, {row}, {held})")

    def _who_decides(self) -> None:
        line = self.write.line
        with self.write.under("def who_decides(block, at):"):
            with self.write.under("if is_at_root(at):"):
                line("call_far(load(block, far_imagine), block, at, 0, 0, 0)")
            line("return decides(at)")
        line("")

    def _mark(self) -> None:
        """Write what keeps a game at the beginning of a pass, and what has it go on there."""
        if not self.trunk:
            return
        line = self.write.line
        with self.write.under("def mark_pass(block, level, step, number):"):
            line("at = load(block, searcher)")
            with self.write.under("if at != 0 and load(at, PHASE) == REPLAYING:"):
                line("store(block, first_passes + level, step)")
                line("store(block, most_passes + level, number)")
                line("store(block, marked, level)")
                line("store(block, marked_decisions, load(at, DONE))")
                line("copy_words(block, mark, chance, chance_size)")
                line("copy_words(block, mark + chance_size, state, kept_size)")
            line("return 0")
        line("")
        with self.write.under("def go_on(block, at):"):
            line("store(block, resumed, 1)")
            line("store(at, DONE, load(block, marked_decisions))")
            line("copy_words(block, chance, mark, chance_size)")
            line("copy_words(block, state, mark + chance_size, kept_size)")
            self._forget_all()
            line("return 0")
        line("")

    def _judge(self) -> None:
        """Write the reward of each seat.

        An equal part for each other seat that it is ahead of, and half a part for each level with
        it.
        """
        players, line = self.plan.players, self.write.line
        result = self.plan.play.result
        sign = "<" if result is not None and result.best == "least" else ">"
        with self.write.under("def judge(block, at):"):
            texts: dict[str, str] = {}
            for seat in range(players):
                self.score_of(seat, texts)
            scores = [texts[f"score.{seat + 1}"] for seat in range(players)]
            for seat, own in enumerate(scores):
                parts = [
                    f"(2 if {own} {sign} {other} else 1 if {own} == {other} else 0)"
                    for place, other in enumerate(scores)
                    if place != seat
                ]
                total = " + ".join(parts)
                line(f"store(at, REWARDS + {seat}, ONE * ({total}) // {2 * len(parts)})")
            line("return 0")
        line("")
