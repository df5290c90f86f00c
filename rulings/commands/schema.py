"""`rulings schema NAME`: the JSON Schema of what is written as JSON, and of an author's files."""

from __future__ import annotations

import argparse

from rulings.commands.report import misused, tell
from rulings.rulebook.file_keys import files
from rulings.rulebook.shape_schemas import DIALECT, schema_of

SHAPES = {
    "answer": "AnswerJson",
    "clause": "ClauseJson",
    "consultation": "ConsultationJson",
    "game": "GameJson",
    "journal": "JournalJson",
    "legal": "LegalJson",
    "outcome": "OutcomeJson",
    "problem": "ProblemJson",
    "refusal": "ProblemDetails",
    "session": "SessionJson",
    "table": "TableJson",
    "topic": "TopicJson",
    "turning": "TurningJson",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    kinds = [file.name for file in files()]
    told = f"what is answered: {', '.join(SHAPES)}; files: {', '.join(kinds)}"
    parser.add_argument("shape", choices=sorted((*SHAPES, *kinds)), metavar="NAME", help=told)


def run(options: argparse.Namespace) -> int:
    """Print a schema."""
    file = next((one for one in files() if one.name == options.shape), None)
    if file is not None:
        tell("json", json=lambda: schema_of(file))
        return 0
    try:
        from pydantic import TypeAdapter
    except ImportError:
        return misused("pydantic is not installed", "pip install 'rulings[serve]'")
    from rulings import wire

    schema = TypeAdapter(getattr(wire, SHAPES[options.shape])).json_schema(mode="serialization")
    tell("json", json=lambda: {"$schema": DIALECT, **schema})
    return 0
