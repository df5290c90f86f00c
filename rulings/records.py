"""The data classes of the standard library, made when they are used.

In: classes with annotated fields. Out: the same classes as `dataclasses` makes, under its names.
Guarantee: `dataclasses` and `inspect` take them for classes of the standard library; for type
checkers they are.

The standard library writes and compiles five functions for each class when it is imported, with
modules that nothing else here needs: that was half of what a first answer took. Here each is
compiled when it is first called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_NAMING = ("name", "annotation")
_MISSING: Any = type("_Missing", (), {"__repr__": lambda _: "<missing>"})()


class _Field:
    """A field: what it is when it is not given, and whether it has `init`, `repr`, `compare`,
    `kw_only`."""

    __slots__ = (
        "annotation",
        "compare",
        "default",
        "default_factory",
        "init",
        "kw_only",
        "name",
        "repr",
    )

    def __init__(
        self, *, default: Any = _MISSING, default_factory: Any = _MISSING, **uses: bool
    ) -> None:
        self.name = self.annotation = ""
        self.default = default
        self.default_factory = default_factory
        self.init = uses.get("init", True)
        self.repr = uses.get("repr", True)
        self.compare = uses.get("compare", True)
        self.kw_only = uses.get("kw_only", False)


def _dataclass(
    *, frozen: bool = False, eq: bool = True, slots: bool = False, weakref_slot: bool = False
) -> Any:
    """Make a data class of a class whose annotations are texts."""

    def made(cls: type) -> type:
        own = _own_fields(cls)
        known: dict[str, _Field] = {}
        for base in cls.__mro__[:0:-1]:
            known |= {one.name: one for one in vars(base).get("__record_fields__", ())}
        fields = tuple({**known, **own}.values())
        if slots:
            cls = _slotted(cls, own, weakref_slot)
        _equip(cls, fields, frozen=frozen, eq=eq, slots=slots)
        return cls

    return made


def _own_fields(cls: type) -> dict[str, _Field]:
    own: dict[str, _Field] = {}
    for name, annotation in cls.__annotations__.items():
        if annotation.startswith("ClassVar"):
            continue
        told = vars(cls).get(name, _MISSING)
        one = told if isinstance(told, _Field) else _Field(default=told)
        one.name, one.annotation = name, annotation
        if one.default is not _MISSING:
            setattr(cls, name, one.default)
        elif told is not _MISSING:
            delattr(cls, name)
        own[name] = one
    return own


def _slotted(cls: type, own: dict[str, _Field], weakref_slot: bool) -> type:
    """Return the class anew: slots are given to a class when it is made."""
    has = dict(vars(cls))
    for name in (*own, "__dict__", "__weakref__"):
        has.pop(name, None)
    inherited = {name for base in cls.__mro__[1:] for name in vars(base).get("__slots__", ())}
    names = [name for name in own if name not in inherited]
    has["__slots__"] = (*names, "__weakref__") if weakref_slot else tuple(names)
    again = type(cls)(cls.__name__, cls.__bases__, has)
    again.__qualname__ = cls.__qualname__
    return again


def _equip(cls: Any, fields: tuple[_Field, ...], *, frozen: bool, eq: bool, slots: bool) -> None:
    """Give a class what its objects can do, except where it says so itself."""
    has = vars(cls)
    own_hash = has.get("__hash__", _MISSING)
    hashes = own_hash is not _MISSING and not (own_hash is None and "__eq__" in has)
    cls.__record_fields__ = fields
    standard = ("__dataclass_fields__", "__dataclass_params__", "__signature__")
    positional = (one.name for one in fields if one.init and not one.kw_only)
    told: dict[str, Any] = {name: _Told(name) for name in standard}
    for name, value in {**told, "__match_args__": tuple(positional)}.items():
        setattr(cls, name, value)
    _compile_later(cls, "__replace__", _replacer)
    if frozen:
        cls.__setattr__, cls.__delattr__ = _unchangeable(cls, {one.name for one in fields})
        if slots and "__getstate__" not in has:
            cls.__getstate__, cls.__setstate__ = _state, _restore
    if "__repr__" not in has:
        cls.__repr__ = _shown
    _compile_later(cls, "__init__", _initializer)
    if eq:
        if "__eq__" not in has:
            _compile_later(cls, "__eq__", _comparer)
        if not hashes and frozen:
            _compile_later(cls, "__hash__", _hasher)
        elif not hashes:
            cls.__hash__ = None


def _shown(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in _fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _unchangeable(cls: Any, names: set[str]) -> tuple[Callable[..., None], Callable[..., None]]:
    def refuse(self: object, name: str, what: str) -> None:
        if type(self) is cls or name in names:
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"cannot {what} field {name!r}")

    def assign(self: object, name: str, value: object) -> None:
        refuse(self, name, "assign to")
        super(cls, self).__setattr__(name, value)

    def delete(self: object, name: str) -> None:
        refuse(self, name, "delete")
        super(cls, self).__delattr__(name)

    return assign, delete


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in _fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for one, value in zip(_fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


# Code of its own for a class


def _compile_later(cls: Any, name: str, compiler: Callable[[Any], Callable[..., Any]]) -> None:
    """Give a class a function that makes way for a compiled one when it is called."""

    def called(*args: Any, **named: Any) -> Any:
        compiled = compiler(cls)
        setattr(cls, name, compiled)
        return compiled(*args, **named)

    setattr(cls, name, called)


def _compiled(
    cls: Any, name: str, taken: Iterable[str], lines: Iterable[str], names: dict[str, Any]
) -> Callable[..., Any]:
    exec(f"def {name}({', '.join(taken)}):\n " + "\n ".join(lines), names)
    made: Callable[..., Any] = names[name]
    made.__qualname__, made.__module__ = f"{cls.__qualname__}.{name}", cls.__module__
    return made


def _initializer(cls: Any) -> Callable[..., None]:
    frozen = _is_frozen(cls)
    names: dict[str, Any] = {"_missing": _MISSING}
    plain, named = ["self"], list[str]()
    lines: list[str] = []
    for one in _fields(cls):
        value, default = one.name, ""
        if one.default_factory is not _MISSING:
            names[f"_make_{one.name}"] = one.default_factory
            value, default = f"_make_{one.name}()", "=_missing"
            if one.init:
                value += f" if {one.name} is _missing else {one.name}"
        elif one.default is not _MISSING:
            names[f"_default_{one.name}"] = one.default
            default = f"=_default_{one.name}"
            value = one.name if one.init else default[1:]
        if one.init:
            (named if one.kw_only else plain).append(one.name + default)
        elif not default:
            continue
        slot: Any = getattr(cls, one.name, None)
        if not frozen:
            lines.append(f"self.{one.name} = {value}")
        elif type(slot) is _SLOT:
            names[f"_set_{one.name}"] = slot.__set__
            lines.append(f"_set_{one.name}(self, {value})")
        else:
            names["_set"] = object.__setattr__
            lines.append(f"_set(self, {one.name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    taken = (*plain, *(("*", *named) if named else ()))
    return _compiled(cls, "__init__", taken, lines or ["pass"], names)


_SLOT = type(_Field.__dict__["name"])


def _replacer(cls: Any) -> Callable[..., Any]:
    """Return a function that names the fields; what is worked out, the class says anew."""
    made = sorted((one for one in _fields(cls) if one.init), key=lambda one: one.kw_only)
    values = (
        f"{f'{one.name}=' * one.kw_only}self.{one.name} if {one.name} is _missing else {one.name}"
        for one in made
    )
    taken = ("self", "/", "*" * bool(made), *(f"{one.name}=_missing" for one in made))
    line = f"return self.__class__({', '.join(values)})"
    return _compiled(cls, "__replace__", filter(None, taken), (line,), {"_missing": _MISSING})


def _comparer(cls: Any) -> Callable[..., Any]:
    mine, other = _tuple_of(cls, "self"), _tuple_of(cls, "other")
    lines = (f"if other.__class__ is self.__class__: return {mine} == {other}", "return _unlike")
    return _compiled(cls, "__eq__", ("self", "other"), lines, {"_unlike": NotImplemented})


def _hasher(cls: Any) -> Callable[..., Any]:
    return _compiled(cls, "__hash__", ("self",), (f"return hash({_tuple_of(cls, 'self')})",), {})


def _tuple_of(cls: Any, found: str) -> str:
    compared = (one.name for one in _fields(cls) if one.compare)
    return f"({''.join(f'{found}.{name}, ' for name in compared)})"


def _is_frozen(cls: Any) -> bool:
    return cls.__setattr__ is not object.__setattr__


# What is done with objects


def _fields(found: Any) -> tuple[_Field, ...]:
    """Return the fields of a data class or of an object of one."""
    told: tuple[_Field, ...] = found.__record_fields__
    return told


def _is_dataclass(found: object) -> bool:
    """Return whether this is a data class or an object of one."""
    return hasattr(found, "__record_fields__")


def _replace(found: Any, /, **changes: Any) -> Any:
    """Return an object like this one but for what changes."""
    return found.__replace__(**changes)


class _Told:
    """What the standard library knows of its own data classes, worked out by it when asked."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, found: object, cls: Any) -> Any:
        import dataclasses
        import inspect

        has: dict[str, Any] = {"__module__": cls.__module__, "__annotations__": {}}
        for one in _fields(cls):
            told = {kind: getattr(one, kind) for kind in _Field.__slots__ if kind not in _NAMING}
            told = {kind: value for kind, value in told.items() if value is not _MISSING}
            has["__annotations__"][one.name] = one.annotation
            has[one.name] = dataclasses.field(**told)
        standard = type(cls.__name__, (), has)
        standard = dataclasses.dataclass(frozen=_is_frozen(cls))(standard)
        signs = self.name == "__signature__"
        answer = inspect.signature(standard) if signs else getattr(standard, self.name)
        home = next(kind for kind in cls.__mro__ if "__record_fields__" in vars(kind))
        setattr(home, self.name, answer)
        return answer


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import is_dataclass as is_dataclass
    from dataclasses import replace as replace
else:
    dataclass, field, fields = _dataclass, _Field, _fields
    is_dataclass, replace = _is_dataclass, _replace
