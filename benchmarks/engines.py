"""The engines that are compared and how each is started.

In: a workload and the folder of its problem. Out: the command that measures one engine on it.
Guarantee: an engine that is not installed is told apart from one that fails.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path

from benchmarks.workloads import FLIPS, Workload

VERSION = "this tree"
RUNNERS = Path(__file__).parent / "runners"

Command = Callable[[Workload, Path, str], list[str]]


@dataclass(frozen=True, slots=True)
class Engine:
    """One engine. `program` is its file in a workload's folder, `version` None if not installed.

    `wall` marks an engine that does not time itself: the whole process counts.
    """

    name: str
    title: str
    program: str
    version: Callable[[], str | None]
    command: Command
    wall: bool = False


def _package(name: str) -> Callable[[], str | None]:
    def version() -> str | None:
        try:
            return package_version(name)
        except PackageNotFoundError:
            return None

    return version


def _binary(name: str, *arguments: str) -> Callable[[], str | None]:
    def version() -> str | None:
        if shutil.which(name) is None:
            return None
        shown = subprocess.run([name, *arguments], capture_output=True, text=True, timeout=20)
        words = (shown.stdout + shown.stderr).split()
        return next((word for word in words if word[0].isdigit()), "unknown version")

    return version


def _rulings(backend: str) -> Command:
    def command(workload: Workload, folder: Path, answers: str) -> list[str]:
        tool = [sys.executable, "-m", "rulings"]
        engine = ["--engine", backend]
        if workload.question:
            return [*tool, "ask", workload.question, "-g", "unfair", "-s", "dino-park", *engine]
        if workload.kind == "cold":
            rules = workload.program_file("rulings.dl").read_text(encoding="utf-8")
            facts = (folder / "facts.pl").read_text(encoding="utf-8")
            (folder / "cold.dl").write_text(rules + facts, encoding="utf-8")
            return [*tool, "eval", str(folder / "cold.dl"), "--query", _goal(workload), *engine]
        module = "benchmarks.runners.native"
        return [sys.executable, "-m", module, workload.name, str(folder), answers, backend]

    return command


def _python(module: str) -> Command:
    def command(workload: Workload, folder: Path, answers: str) -> list[str]:
        where = f"benchmarks.runners.{module}"
        return [sys.executable, "-m", where, workload.name, str(folder), answers]

    return command


def _goal(workload: Workload) -> str:
    name, pattern = workload.goal
    terms = (f"V{i}" if value is None else str(value) for i, value in enumerate(pattern))
    return f"{name}({', '.join(terms)})"


def _swi(workload: Workload, folder: Path, answers: str) -> list[str]:
    return [
        "swipl",
        "--stack-limit=4g",
        "--table-space=8g",
        str(RUNNERS / "swi.pl"),
        "--",
        workload.kind,
        str(workload.program_file("swi.pl")),
        str(folder / "facts.pl"),
        _goal(workload),
        answers,
        str(FLIPS),
    ]


def _xsb(workload: Workload, folder: Path, answers: str) -> list[str]:
    program, facts = workload.program_file("swi.pl"), folder / "facts.pl"
    call = f"measure('{program}', '{facts}', {_goal(workload)}, '{answers}')"
    options = ["--nobanner", "--quietload", "--noprompt"]
    return ["xsb", *options, "-e", f"['{RUNNERS / 'xsb.P'}'], {call}, halt."]


def _souffle(workload: Workload, folder: Path, answers: str) -> list[str]:
    """A program with the query's rows as its output, in the problem's folder."""
    name, pattern = workload.goal
    text = workload.program_file("souffle.dl").read_text(encoding="utf-8")
    declared = next(line for line in text.splitlines() if line.startswith(f".decl {name}("))
    columns = declared.partition("(")[2].rstrip(") ")
    variables = [column.partition(":")[0].strip() for column in columns.split(",")]
    terms = [v if c is None else str(c) for v, c in zip(variables, pattern, strict=True)]
    tests = "".join(
        f", {v} = {c}" for v, c in zip(variables, pattern, strict=True) if c is not None
    )
    text += f".decl answer({columns})\nanswer({', '.join(variables)}) :- "
    text += f"{name}({', '.join(terms)}){tests}.\n"
    if answers == "-":
        text += ".printsize answer\n"
    else:
        text += f'.output answer(IO=file, filename="{answers}", delimiter="\\t")\n'
    path = folder / "souffle.dl"
    path.write_text(text, encoding="utf-8")
    return ["souffle", "--fact-dir", str(folder), str(path)]


ENGINES: tuple[Engine, ...] = (
    Engine("rulings", "rulings", "rulings.dl", lambda: VERSION, _rulings("native")),
    Engine(
        "rulings-pydatalog",
        "rulings on pyDatalog",
        "rulings.dl",
        _package("pyDatalog"),
        _rulings("pydatalog"),
    ),
    Engine("pydatalog", "pyDatalog", "pydatalog.txt", _package("pyDatalog"), _python("pydatalog")),
    Engine("swi", "SWI-Prolog", "swi.pl", _binary("swipl", "--version"), _swi),
    Engine("xsb", "XSB", "swi.pl", _binary("xsb", "--version"), _xsb),
    Engine("clingo", "clingo", "clingo.lp", _package("clingo"), _python("clingo")),
    Engine("egglog", "egglog", "egglog.egg", _package("egglog"), _python("egglog")),
    Engine(
        "souffle",
        "Soufflé",
        "souffle.dl",
        _binary("souffle", "--version"),
        _souffle,
        wall=True,
    ),
)
"""In the order of the table; the first is what the others are compared with."""
