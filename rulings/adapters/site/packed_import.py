"""Imports from one mapping instead of a folder: the browser's file system is slow.

In: the sources of modules, and the files they read, by their paths. Out: an importer of them.
Guarantee: it needs nothing but Python, for the page runs this file before it has any other.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_ROOT = "/program"


class PackedImporter(MetaPathFinder, Loader):
    """Finds and runs modules whose sources are in memory; nothing compiled is kept."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources

    def begin(self) -> None:
        """Import from here before looking anywhere else."""
        sys.meta_path.insert(0, self)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how a module is loaded, None for one that is not here."""
        stem = name.replace(".", "/")
        for file, is_package in ((f"{stem}.py", False), (f"{stem}/__init__.py", True)):
            if file in self._sources:
                spec = ModuleSpec(name, self, origin=f"{_ROOT}/{file}", is_package=is_package)
                spec.loader_state = file
                spec.has_location = True
                return spec
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Leave it to Python to make the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the source of a module."""
        spec = module.__spec__
        assert spec is not None
        source = self._sources[spec.loader_state]
        exec(compile(source, spec.origin or "", "exec", dont_inherit=True), module.__dict__)

    def get_data(self, path: str) -> bytes:
        """Return what a module reads from a file beside it."""
        return self._sources[path.removeprefix(f"{_ROOT}/")].encode()
