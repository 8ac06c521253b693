"""The command `certify`: its commands, and how every one of them ends."""

from __future__ import annotations

import errno
import gc
import os
import sys
import traceback
from importlib import import_module
from typing import Any, NoReturn

import click

from certify import __version__
from certify.cli import EXIT_INTERRUPTED, was_interrupted
from certify.cli.output import CRITERION_NOT_MET, FILES, WORDS, write_shown
from certify.errors import AskedError, CertifyError, nearest_name
from certify.present.paragraphs import paragraphs

COMMANDS = {
    "games": "What can be certified: id, version, kind, SHA-256.",
    "parameters": "What can be set in a game, and the figures to aim at.",
    "rtp": "The exact figures of every wager.",
    "hand": "The expectation of every action for one hand.",
    "strategy": "Strategy charts, what they cost, a strategy file.",
    "whatif": "What a change of rules or payouts does to every wager.",
    "shoe": "Effects of removal, counting, penetration, the cut card.",
    "paytable": "All paytables within bounds, and the best of them.",
    "exposure": "What hidden cards are worth to a player who sees them.",
    "fairness": "Seats, skill, length and use of rules of games between players.",
    "report": "The compliance report as PDF, and its results as JSON.",
    "submit": "The package that authorities ask for, with a matrix of clauses.",
    "verify": "Whether a report proves itself: hashes, pages, signature, figures.",
    "sign": "A signature behind an issued report.",
    "monitor": "Live results against the certified figures.",
    "check": "Whether a spec is sound: trace, worked examples, invariants.",
    "crosscheck": "The exact figures against the same game, played.",
    "trace": "Which elements of a spec implement each clause of its source.",
    "diff": "What changed between two specs, in the rules' own terms.",
    "play": "Play a game at the terminal against policies.",
    "simulate": "Play a game many times, and count: any number of games, resumable.",
    "compile": "A game as array code, which plays it at machine speed.",
    "replay": "Check the log of a game, move by move.",
    "ledger": "What was worked out before: every analysis, simulation and report.",
    "reproduce": "Do what the ledger recorded again, and compare.",
    "serve": "All of this in a browser, on your own machine.",
    "hash": "SHA-256 of the spec and of the paytables.",
    "schema": "JSON Schema of the files and of results.",
}
"""Each is `command` in the module of its name, imported when it runs: the engine loads slowly."""


QUESTIONS = (
    (
        "Which payment gives an edge of 2.5 %?",
        "certify whatif blackjack-burnout --solve burnout_payment \\\n      --target edge=2.5%",
    ),
    (
        "Which Bonus paytable returns 94 % with eight decks?",
        "certify whatif blackjack-burnout --set decks=8 \\\n"
        "      --solve 'bonus.*.pays' --target rtp=94%",
    ),
    (
        "What if the dealer stands on soft 17?",
        "certify whatif blackjack-burnout --set dealer_hits_soft_17=false",
    ),
)
"""What a designer asks first, and the command that answers it."""

ERROR = "Error: "

NEW_OBJECTS = 200_000
"""After so many new objects Python looks for garbage; by its default of 700 a fifth of the time of
building or verifying a report goes into looking, for nothing."""


def answers(*questions: tuple[str, str]) -> str:
    """Return examples for the end of a command's help: questions, each with its command."""
    lines = [line for asked, command in questions for line in (f"  {asked}", f"    {command}")]
    return "\n".join(["\b", "Examples:", *lines])


class Failure(click.ClickException):
    """An explained error, on standard error and with exit code 1."""

    def show(self, file: Any = None) -> None:
        """Print the message, every problem on its line."""
        click.echo(told(self.message), file=file, err=True)


def told(message: str) -> str:
    """Return the message of an error as it is printed."""
    return paragraphs(message, label=ERROR, hanging=2)


def nearest_options(name: str, ctx: click.Context) -> list[str]:
    """Return the option of the command that is nearest to a name, if one is near.

    Dashes are no likeness: of all options they make each other's neighbours.
    """
    every = [each for each in ctx.command.get_params(ctx) if isinstance(each, click.Option)]
    options = [option for each in every for option in (*each.opts, *each.secondary_opts)]
    known = {option.lstrip("-"): option for option in options}
    nearest = nearest_name(name.lstrip("-"), [each for each in known if len(each) > 1])
    return [] if nearest is None else [known[nearest]]


class CommandLine(click.Group):
    """The group of all commands: imports a command when it runs, and explains every error."""

    def list_commands(self, ctx: click.Context | None) -> list[str]:
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"certify.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; an error tells the nearest."""
        ctx.meta[WORDS] = tuple(args)
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            nearest = nearest_name(args[0], COMMANDS)
            if nearest is None:
                raise
            raise click.UsageError(f"{error.message} Did you mean {nearest}?", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; no error leaves as a traceback."""
        try:
            return self._run(ctx)
        except click.UsageError as error:
            if isinstance(error, click.NoSuchOption) and error.ctx is not None:
                near = nearest_options(error.option_name, error.ctx)
                error = click.NoSuchOption(error.option_name, possibilities=near, ctx=error.ctx)
            # Written as every other error is; click does not wrap its own.
            message = told(error.format_message()).removeprefix(ERROR)
            raise click.UsageError(message, error.ctx) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            # The reader has what it wanted; what is still buffered must not fail at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except AskedError as error:
            raise self._usage(ctx, error) from None
        except CertifyError as error:
            # Before OSError, which an error of a file that cannot be written is too.
            self._trace(ctx)
            raise Failure(str(error)) from None
        except OSError as error:
            if error.errno != errno.ENOSPC:
                self._fault(ctx, error)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise Failure("the output cannot be written: no space is left on the device") from None
        except KeyboardInterrupt:
            self._interrupted(ctx)
        except Exception as error:  # noqa: BLE001  (the last resort: no traceback reaches a user)
            if was_interrupted():
                self._interrupted(ctx)
            self._fault(ctx, error)

    def _run(self, ctx: click.Context) -> Any:
        """Run a command, and write what it has shown where that was asked for."""
        ended = None
        try:
            found = super().invoke(ctx)
        except click.exceptions.Exit as end:
            if end.exit_code != CRITERION_NOT_MET:
                raise
            found, ended = None, end
        if ctx.meta.get(FILES):
            write_shown(ctx)
        if ended is not None:
            raise ended
        return found

    def _usage(self, ctx: click.Context, error: AskedError) -> click.UsageError:
        """Return what is wrong with options, by their names on the command line."""
        command = self.get_command(ctx, ctx.invoked_subcommand or "")
        options = {} if command is None else {each.name: each.opts[0] for each in command.params}
        names = [options.get(each) or options.get(f"no_{each}", each) for each in error.names]
        message = told(f"{' and '.join(names)}: {error.reason}").removeprefix(ERROR)
        where = ctx if command is None else click.Context(command, ctx, ctx.invoked_subcommand)
        return click.UsageError(message, where)

    @staticmethod
    def _interrupted(ctx: click.Context) -> NoReturn:
        was_interrupted()
        click.echo("\nInterrupted.", err=True)
        ctx.exit(EXIT_INTERRUPTED)

    def _fault(self, ctx: click.Context, error: Exception) -> NoReturn:
        self._trace(ctx)
        raise Failure(
            f"certify has met a fault of its own ({type(error).__name__}: {error}); "
            "please report it with what `certify --debug` and the same command print"
        ) from None

    @staticmethod
    def _trace(ctx: click.Context) -> None:
        if ctx.params.get("debug"):
            traceback.print_exc(file=sys.stderr)


@click.group(
    cls=CommandLine,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=answers(
        ("What can be set, and which figures are there?", "certify parameters blackjack-burnout"),
        *QUESTIONS,
    ),
)
@click.version_option(
    __version__, "-V", "--version", prog_name="certify", message="%(prog)s %(version)s"
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.option(
    "--ledger",
    metavar="FILE|none",
    help="Where to record what is worked out. By default what CERTIFY_LEDGER names, or the user's"
    " own ledger.",
)
def certify(debug: bool, ledger: str | None) -> None:
    """Certify casino card games: exact figures, strategies, compliance reports.

    GAME is an id that `certify games` lists, or the path of a spec file.
    Results go to standard output, progress to standard error.

    Exit codes: 0 fine, 1 an error that is explained, 2 wrong usage, 3 a criterion not met, 130
    interrupted (Ctrl-C).
    """
    del debug, ledger  # read from the context, when an error is explained and work recorded


def run() -> None:
    """Run the command line: the entry point of the console script."""
    gc.set_threshold(NEW_OBJECTS)
    # Linear algebra is small here; its threads would wait for each other on cores that others use.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        certify(prog_name="certify")
    finally:
        # Python would wait for those that wait for more work to end by themselves.
        if processes := sys.modules.get("certify.runtime.processes"):
            processes.idle.end()
