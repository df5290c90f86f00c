"""FAQ files as pytest tests, one test a case.

In: `*.faq.yaml` files that pytest collects, and the Markdown of literate rulebooks. Out: passes,
and failures that show the question as understood, expected and actual answer, the explanation and
the place. Guarantee: works in any repository; rulebooks are looked for upward from the FAQ file
(`facts/<game>/`), in the folder that the ini option `rulings_facts` names, and among those
installed with the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulings.faq.cases import Case
    from rulings.faq.runner import CaseOutcome, Runner

_RUNNERS = pytest.StashKey["dict[tuple[Path, str], Runner]"]()

_TOLD = pytest.StashKey["set[tuple[object, ...]]"]()
"""What is wrong in files that cases share, as far as it was shown."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--rulings-engine` and the ini option `rulings_facts`."""
    group = parser.getgroup("rulings", "FAQ files of rulebooks")
    group.addoption(
        "--rulings-engine",
        choices=("native", "pydatalog"),
        default="native",
        help="the engine that answers FAQ cases",
    )
    parser.addini("rulings_facts", "folder that holds rulebooks, one a subfolder", default="")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> FaqFile | None:
    """Collect FAQ files, and literate files of a rulebook that hold cases."""
    if file_path.name.endswith(".faq.yaml") or _is_literate(file_path):
        file: FaqFile = FaqFile.from_parent(parent, path=file_path)
        return file
    return None


def _is_literate(path: Path) -> bool:
    if path.suffix != ".md":
        return False
    home = next((one for one in path.parents if (one / "rulebook.toml").is_file()), None)
    if home is None:
        return False
    from rulings.language.diagnostics import RulingsError
    from rulings.rulebook.faq_files import holds_cases

    try:
        return holds_cases(path, home)
    except RulingsError:
        # `rulings check` tells what keeps a file of the rulebook from being read.
        return False


@pytest.hookimpl
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Ask a case in one phase with one report: it has no fixtures to set up and to tear down.

    Three reports a case, which workers send one by one, take longer than many a case does.
    """
    if not isinstance(item, FaqItem) or item.config.getoption("setupshow", False):
        return None
    hook, at = item.ihook, {"nodeid": item.nodeid, "location": item.location}
    hook.pytest_runtest_logstart(**at)
    interrupts = () if item.config.getoption("usepdb", False) else (KeyboardInterrupt,)
    call = pytest.CallInfo.from_call(
        lambda: _whole_run(item, nextitem), "call", reraise=(pytest.exit.Exception, *interrupts)
    )
    report = hook.pytest_runtest_makereport(item=item, call=call)
    hook.pytest_runtest_logreport(report=report)
    if call.excinfo is not None and not report.skipped and not hasattr(report, "wasxfail"):
        hook.pytest_exception_interact(node=item, call=call, report=report)
    hook.pytest_runtest_logfinish(**at)
    return True


def _whole_run(item: pytest.Item, following: pytest.Item | None) -> None:
    hook, session = item.ihook, item.session
    try:
        hook.pytest_runtest_setup(item=item)
        hook.pytest_runtest_call(item=item)
    finally:
        last = session.shouldfail or session.shouldstop
        hook.pytest_runtest_teardown(item=item, nextitem=None if last else following)


class FaqFile(pytest.File):
    """A FAQ file; a file that cannot be read is one failing test."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield one test a case."""
        from rulings.collecting import collect_seldom
        from rulings.faq.cases import read_cases
        from rulings.language.diagnostics import RulingsError

        # Rulebooks and cases stay until the end: walking through them took half of all time.
        collect_seldom()
        try:
            cases = read_cases(self.path, _shown(self.path, self.config.rootpath))
        except RulingsError as problem:
            yield FaqProblem.from_parent(self, name="readable", problem=problem)
            return
        for case in cases:
            name = f"{case.id}[{case.edition}]" if case.edition else case.id
            yield FaqItem.from_parent(self, name=name, case=case)


class FaqItem(pytest.Item):
    """One case."""

    def __init__(self, *, case: Case, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.case = case
        # Other plugins look for the fixtures of every item; a case has none.
        self.funcargs: dict[str, object] = {}

    def runtest(self) -> None:
        """Ask the question and compare."""
        outcome = _runner(self).run(self.case)
        if not outcome.passed:
            raise FaqFailure(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what a rulebook's author needs, without a stack trace."""
        if isinstance(excinfo.value, FaqFailure):
            from rulings.faq.outcomes import blocked_by, outcome_text

            outcome = excinfo.value.outcome
            told = self.config.stash.setdefault(_TOLD, set())
            problems = blocked_by(outcome)
            if problems and problems in told:
                first = problems[0]
                return f"FAIL {self.case.id}: not asked, for {first.span}: {first.code} as above."
            told.add(problems)
            return outcome_text(outcome)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return file, line (from 0) and title."""
        return self.path, self.case.span.line - 1, f"{self.case.game}: {self.name}"


class FaqProblem(pytest.Item):
    """A FAQ file that cannot be read."""

    def __init__(self, *, problem: Exception, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.problem = problem
        # Other plugins look for the fixtures of every item; a case has none.
        self.funcargs: dict[str, object] = {}

    def runtest(self) -> None:
        """Fail."""
        raise self.problem

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the diagnostics."""
        from rulings.language.diagnostics import RulingsError
        from rulings.render.problems import render_text

        if isinstance(excinfo.value, RulingsError):
            return render_text(excinfo.value.diagnostics)
        return super().repr_failure(excinfo, style)


class FaqFailure(Exception):
    """A case whose answer is not the one expected."""

    def __init__(self, outcome: CaseOutcome) -> None:
        super().__init__(outcome.complaint)
        self.outcome = outcome


def _runner(item: pytest.Item) -> Runner:
    """Return the runner for a folder; rulebooks are loaded once for all its cases."""
    from rulings.faq.runner import Runner

    config = item.config
    runners = config.stash.setdefault(_RUNNERS, {})
    named = str(config.getini("rulings_facts"))
    shelf = (config.rootpath / named).resolve() if named else None
    key = (item.path.parent, named)
    if key not in runners:
        engine = str(config.getoption("--rulings-engine"))
        runners[key] = Runner(engine=engine, start=item.path.parent, shelf=shelf)
    return runners[key]


def _shown(path: Path, root: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
