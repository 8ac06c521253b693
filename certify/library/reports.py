"""Evidence: a report is issued, or verified; live results are held against the figures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from certify.errors import OutputError, SpecError
from certify.library.answer import Answer
from certify.library.asked import BANKED, Asked, Value, listed, number_of
from certify.runtime.files import check_destination, write_files

if TYPE_CHECKING:
    from certify.evidence.listings import ReportWritten
    from certify.evidence.verification.result import VerificationResult
    from certify.exact.blackjack.card import StrategyCard
    from certify.studies.monitoring.result import MonitorResult
    from certify.studies.submission.result import Submission


class EvidenceCalls(Asked):
    """The calls that make what proves something."""

    def report(
        self,
        path: str | Path,
        *,
        issued_at: str | date | None = None,
        about: str | Path | None = None,
        brief: bool = False,
        games: float | None = None,
        search_games: float | None = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[ReportWritten]:
        """Write the compliance report, and its results as JSON beside it: ``certify report``.

        Parameters
        ----------
        path : str or Path
            The report: a PDF, a page as .html, or its tables as .csv.
        issued_at : str or date, optional
            Date of issue, YYYY-MM-DD; by default that of the spec.
        about : str or Path, optional
            A file of laboratory, client and requirements.
        brief : bool
            Whether to leave out what takes minutes.
        games, search_games : float, optional
            Of a game between players: games with the same player in all seats, and games in which
            a player searches.
        cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            The report in short, and the ``files`` with their hashes; ``requirements`` with whether
            each is met.

        Raises
        ------
        OutputError
            If a file cannot be written.
        SpecError
            If there is no report of such a game, or something cannot be taken.
        """
        from certify.evidence import issuing
        from certify.studies.certification.about import read_about
        from certify.studies.certification.kinds import kind_for

        output = Path(path)
        if output.suffix.lower() not in issuing.SUFFIXES:
            raise OutputError(str(path), f"its name ends in {' or '.join(issuing.SUFFIXES)}")
        loaded = self._asked(None, cache, settings).loaded
        content = kind_for(loaded).content
        is_banked = loaded.spec.game.kind == BANKED
        given = {"games": games, "search_games": search_games}
        numbers = {name: number_of(each, name) for name, each in given.items() if each is not None}
        if numbers and is_banked:
            raise SpecError(
                f"{next(iter(numbers))} is for games between players; the figures of {self.id} are"
                " worked out without playing it"
            )
        asked = issuing.ReportAsked(
            named=self._named,
            output=output,
            issued=None if issued_at is None else date.fromisoformat(str(issued_at)).isoformat(),
            about=None if about is None else Path(about),
            brief=brief,
            numbers=numbers,
            given=None if about is None else read_about(str(about), content),
        )
        for file in (asked.output, asked.results):
            check_destination(file)
        made = issuing.issue(loaded, asked, self._asked(None, cache, {}).context)
        write_files(made.files)
        return Answer(made.in_short())

    def submit(
        self,
        folder: str | Path,
        *,
        jurisdictions: str | Sequence[str],
        issued_at: str | date | None = None,
        about: str | Path | None = None,
        report: str | Path | None = None,
        jackpots: str | Sequence[str] = (),
        cache: bool = True,
        **settings: Value,
    ) -> Answer[Submission]:
        """Write the package that authorities ask for: ``certify submit``.

        Parameters
        ----------
        folder : str or Path
            A new or empty folder, or that of an earlier submission, which is replaced.
        jurisdictions : str or sequence of str
            Profiles of the package such as ``nj``, or paths of files of one's own.
        issued_at : str or date, optional
            Date of issue, YYYY-MM-DD; by default that of the spec.
        about : str or Path, optional
            A file of laboratory, client and who authorises the certificate.
        report : str or Path, optional
            A report of the game that was issued; it becomes part of the package. Figures of
            blackjack with the option to burn are then those of the report.
        jackpots : str or sequence of str, optional
            Awards that one linked jackpot pays, such as ``pair_plus.straight_flush``.
        cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            The manifest: ``matrices`` with the answer to every clause, ``figures``, ``files`` with
            their hashes; ``all_met`` tells whether no limit is found not to be met.

        Raises
        ------
        OutputError
            If the folder cannot be written, or holds other files.
        SpecError
            If there is no such profile, or the game has no figures of its own.
        ReportError
            If a document cannot be made as it has to be.
        """
        from certify.evidence.submission.issuing import SubmitAsked
        from certify.evidence.submission.issuing import submit as made_for
        from certify.evidence.submission.package import check_folder, write_submission

        target = Path(folder)
        check_folder(target)
        changed = self._asked(None, cache, settings)
        asked = SubmitAsked.of(
            changed.loaded,
            named=self._named,
            jurisdictions=listed(jurisdictions),
            issued=None if issued_at is None else date.fromisoformat(str(issued_at)).isoformat(),
            about=None if about is None else Path(about),
            report=None if report is None else Path(report),
            jackpots=listed(jackpots),
        )
        made, contents = made_for(asked, changed.context)
        write_submission(target, contents)
        return Answer(made)

    def monitor(
        self,
        *actuals: str | Path,
        mapping: str | Path | None = None,
        strategy: str | Path | StrategyCard = "optimal",
        play: str | None = None,
        allow: float = 0.0,
        bonus_play: str = "any",
        confidence: tuple[float, float] = (0.95, 0.99),
        alpha: float = 0.01,
        rounding: float = 0.0,
        stake_levels: int | Sequence[float] = 0,
        seats: float | None = None,
        spread: float | None = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[MonitorResult]:
        """Return live results held against the certified figures: ``certify monitor``.

        Parameters
        ----------
        *actuals : str or Path
            Files of rounds, or of totals by day, table and wager.
        mapping : str or Path, optional
            How an export names its columns, such as ``"Handle=stake,Win=won"``, or a file of that.
        strategy : str, Path or StrategyCard
            Whose return is the upper line.
        play : str, optional
            Whose return is the lower line, such as ``basic`` or ``weak``, or a policy of the spec.
        allow : float
            Or by how many points of the initial amount it lies below the upper.
        bonus_play : str
            Whether players with a Bonus wager buy Burnout: any, never or always.
        confidence : tuple of float
            Confidences of a single look beyond which a line is looked into, and is an alert.
        alpha : float
            Probability of any alarm at all, ever, if the certified figures hold.
        rounding : float
            Unit of currency to which payouts are rounded; 0 if they are exact.
        stake_levels : int or sequence of float
            So many levels of stakes, or the upper ends of all but the last.
        seats, spread : float, optional
            Seats that share a dealer hand, and the standard deviation of the stakes divided by
            their mean, where totals do not tell.
        cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            ``lines`` with their tolerances and flags, ``errors`` of the data; ``sound`` tells
            whether there are neither errors nor alarms.

        Raises
        ------
        ActualsError
            If a file cannot be read at all, or holds nothing that could be monitored.
        EngineError
            If the game has no house.
        """
        from certify.studies.monitoring.asked import Asked as Reading
        from certify.studies.monitoring.asked import StakeLevels
        from certify.studies.monitoring.day_totals import Assumed
        from certify.studies.monitoring.groups import Levels
        from certify.studies.monitoring.mapping import MappingAsked
        from certify.studies.monitoring.references import BONUS_PLAYS, Play
        from certify.studies.monitoring.study import MonitorOrder, monitor_study

        asked = self._of_house("monitor", None, cache, settings)
        if play is not None and allow:
            raise SpecError("play and allow both draw the lower line; give one of them")
        if bonus_play not in BONUS_PLAYS:
            raise SpecError(f"bonus_play is one of {', '.join(BONUS_PLAYS)}; found {bonus_play!r}")
        look, alert = confidence
        if not 0.5 <= look < alert < 1.0:
            raise SpecError(f"confidence is two from 0.5 to 1, rising; found {confidence}")
        given = {"seats": seats, "spread": spread}
        assumed = {name: each for name, each in given.items() if each is not None}
        order = MonitorOrder(
            play=Play(player=play, allowed=allow / 100.0, bonus=bonus_play),
            levels=Levels(look, alert, alpha),
            asked=Reading(
                rounding=rounding,
                levels=StakeLevels(quantiles=stake_levels)
                if isinstance(stake_levels, int)
                else StakeLevels(bounds=tuple(stake_levels)),
                assumed=Assumed(**assumed),
                mapping=MappingAsked.of(None if mapping is None else str(mapping)),
            ),
        )
        files = [Path(path) for path in actuals]
        lines = asked.house.lines(strategy, order.play)
        return Answer(monitor_study(lines, files, order, context=asked.context))


def verify(
    report: str | Path,
    *,
    results: str | Path | None = None,
    trust: Sequence[str | Path] = (),
) -> Answer[VerificationResult]:
    """Return whether a report proves itself: its hashes, its pages, its signature.

    Parameters
    ----------
    report : str or Path
        The PDF.
    results : str or Path, optional
        The results as they were published, as JSON; those in the report must be the same.
    trust : sequence of str or Path
        Certificates that are trusted to vouch for signers.

    Returns
    -------
    Answer
        As ``certify verify --json``; ``has_failed`` tells whether a check failed.

    Raises
    ------
    VerificationError
        If the file cannot be read, or is no PDF.
    """
    # What reads PDF files loads slowly.
    from certify.evidence.verification.files import read_file
    from certify.evidence.verification.verify import Verification

    file = Path(report)
    verification = Verification(read_file(file), file.name)
    verification.run(
        published=None if results is None else read_file(Path(results)),
        trusted=[read_file(Path(path)) for path in trust],
    )
    return Answer(verification.result())
