"""A share of the attack, the same at every run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import rulings
from tests.attack.run import LEAST_SHARE, every_surface
from tests.attack.surface import Report, Surface, Watch, attack

NAMES = ("parser", "checker", "YAML", "tables", "manifests", "situations", "FAQ files")
SLOWER = ("English", "lines", "pipe", "writing")
ADAPTERS = ("bodies", "requests", "assistant", "editor", "printed")
MOVING = ("certificates", "in motion", "links")
SHARE = {"writing": 40, "editor": 40}


@pytest.fixture(scope="module")
def attacked(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[dict[str, Surface], Watch]]:
    space = tmp_path_factory.mktemp("attack")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULINGS_CACHE", "")  # so that what the attack sets is put back
        surfaces = {surface.name: surface for surface in every_surface(space)}
        yield surfaces, Watch((space, Path(rulings.__file__).parent.parent))


@pytest.mark.parametrize("name", [*NAMES, *SLOWER, *ADAPTERS, *MOVING])
def test_a_share_of_the_attack(attacked: tuple[dict[str, Surface], Watch], name: str) -> None:
    surfaces, watch = attacked
    report = attack(surfaces[name], watch, 1, count=SHARE.get(name, 150), seconds=None)
    found = _but_memory(report)
    assert not found, "\n\n".join(found)
    assert report.share >= LEAST_SHARE


def test_every_surface_is_attacked(attacked: tuple[dict[str, Surface], Watch]) -> None:
    assert set(attacked[0]) == {*NAMES, *SLOWER, *ADAPTERS, *MOVING}


def test_the_watch_sees_what_it_is_for(
    attacked: tuple[dict[str, Surface], Watch], tmp_path: Path
) -> None:
    watch = attacked[1]
    outside = tmp_path / "outside"
    outside.write_text("secret", encoding="utf-8")

    def bad(path: Path) -> bool:
        return path.read_text(encoding="utf-8") == "secret"

    def slow(_: object) -> bool:
        while True:
            pass

    def crash(_: object) -> bool:
        raise KeyError("x")

    for attempt, told in ((bad, "open "), (slow, "more than"), (crash, "KeyError")):
        surface = Surface("bad", lambda random: outside, attempt)
        report = attack(surface, watch, 1, count=1, seconds=None)
        (found,) = _but_memory(report)
        assert told in found


def _but_memory(report: Report) -> list[str]:
    """What was found; memory belongs to the whole test run here."""
    return [one for one in report.findings if "MB of memory" not in one]
