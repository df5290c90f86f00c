"""`rulings batch` to a table (`rulings[parquet]`)."""

from __future__ import annotations

from pathlib import Path

from pyarrow import parquet

from rulings.cli import main
from tests.books import write_book
from tests.cli.test_batch import expected, questions, timeless


def test_a_table_of_answers(tmp_path: Path) -> None:
    book, asked, out = write_book(tmp_path), questions(tmp_path, 20), tmp_path / "out.parquet"
    assert main(["batch", str(asked), "-o", str(out), "-g", str(book), "--brief"]) == 64
    rows = parquet.read_table(out).to_pylist()
    assert [timeless(row["answer"]) for row in rows] == expected(asked, book)
    assert (rows[1]["verdict"], rows[1]["id"], rows[2]["number"]) == ("depends", "1", 3)
