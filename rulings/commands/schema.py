"""`rulings schema NAME`: the JSON Schema of what is written as JSON, and of an author's files."""

from __future__ import annotations

import argparse
import sys

from rulings.doors.screen import json_text
from rulings.rulebook.file_keys import files
from rulings.rulebook.shape_schemas import schema_of

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
    for file in files():
        if file.name == options.shape:
            sys.stdout.write(json_text(schema_of(file), indent=2) + "\n")
            return 0
    try:
        from pydantic import TypeAdapter
    except ImportError:
        sys.stderr.write("error: pydantic is not installed\n  pip install 'rulings[serve]'\n")
        return 64
    from rulings import wire

    schema = TypeAdapter(getattr(wire, SHAPES[options.shape])).json_schema(mode="serialization")
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    sys.stdout.write(json_text(dialect | schema, indent=2) + "\n")
    return 0
