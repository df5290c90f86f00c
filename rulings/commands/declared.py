"""The options of a command, as `options.json` declares them.

In: a parser, the module and the name of a command. Out: the parser with its options. Guarantee: all
options of all commands stand in that file, by the name of the command or of its module, but for
those of commands that have further ones below them or list what there is. They are what argparse is
told, `type` one of those below; `only` names the commands of a module that have an option, and
`shared` stands for the one of that name that several commands have. No command line runs for ever:
a question or a case has a minute, what looks at one program or table ten, what asks all cases of
rulebooks an hour.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from rulings.commands.report import number, percent, seconds
from rulings.doors.incoming import read_bytes

_OPTIONS = Path(__file__).with_name("options.json")
_TYPES: Mapping[str, Callable[[str], object]] = {
    "int": int,
    "number": number,
    "path": Path,
    "percent": percent,
    "seconds": seconds,
}


def declare(parser: argparse.ArgumentParser, module: str, name: str) -> None:
    """Give a parser the options of a command."""
    parser.set_defaults(command=name)
    table = json.loads(read_bytes(_OPTIONS))
    declared = table[name] if name in table else table.get(module, {})
    for flags, told in declared.items():
        option = dict(table["shared"][flags] if told == "shared" else told)
        if name not in option.pop("only", (name,)):
            continue
        if "type" in option:
            option["type"] = _TYPES[option["type"]]
        parser.add_argument(*flags.split(), **option)
