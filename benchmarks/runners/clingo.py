"""clingo: ground and solve, reading the first stable model."""

from __future__ import annotations

from clingo import Control, Function, Number, Symbol, SymbolType

from benchmarks.runners import Stopwatch, arguments, fail, report, report_flips
from benchmarks.workloads import Pattern
from rulings.language.program import Value


def main() -> None:
    """Load, ground, solve, report."""
    workload, folder, answers = arguments()
    name, pattern = workload.goal
    watch = Stopwatch()
    control = Control(["--warn=none"])
    control.load(str(folder / "facts.pl"))
    control.load(str(workload.program_file("clingo.lp")))
    watch.loaded()
    control.ground([("base", [])])
    if workload.kind == "update":
        goal = Function(name, [Number(v) for v in pattern if isinstance(v, int)])
        card = Function("up", [Number(0)])
        for atom in control.symbolic_atoms.by_signature("face_up", 1):
            control.assign_external(Function("up", atom.symbol.arguments), True)

        def ask() -> bool:
            with control.solve(yield_=True) as handle:
                model = handle.model()
                return model is not None and model.contains(goal)

        report_flips(lambda up: control.assign_external(card, up), ask, answers)
        return
    with control.solve(yield_=True) as handle:
        model = handle.model()
        if model is None:
            fail("no stable model")
            return
        watch.finished()
        found = [
            symbol
            for symbol in model.symbols(atoms=True)
            if symbol.name == name and _agrees(symbol, pattern)
        ]
    rows = (tuple(_value(argument) for argument in symbol.arguments) for symbol in found)
    report(watch, answers, rows)


def _agrees(symbol: Symbol, pattern: Pattern) -> bool:
    pairs = zip(symbol.arguments, pattern, strict=True)
    return all(value is None or _value(argument) == value for argument, value in pairs)


def _value(symbol: Symbol) -> Value:
    return symbol.number if symbol.type is SymbolType.Number else symbol.name


if __name__ == "__main__":
    main()
