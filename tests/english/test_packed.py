"""What is unpacked when it is looked at is what was packed."""

from __future__ import annotations

import pickle

import pytest

from rulings.english.packed import PackedMapping


def test_a_mapping_unpacks_each_value_once_and_only_when_looked_at() -> None:
    unpacked: list[int] = []

    def unpack(number: int) -> str:
        unpacked.append(number)
        return f"value {number}"

    found = PackedMapping({"a": "ready"}, {"b": 1, "c": 2}, unpack)
    assert (len(found), list(found)) == (3, ["a", "b", "c"])
    assert ("a" in found, "b" in found, "d" in found) == (True, True, False)
    assert (found["a"], found.get("d")) == ("ready", None)
    assert unpacked == []
    assert (found["b"], found.get("b")) == ("value 1", "value 1")
    assert unpacked == [1]
    with pytest.raises(KeyError):
        found["d"]
    assert pickle.loads(pickle.dumps(found)) == dict(found)
    assert unpacked == [1, 2]
