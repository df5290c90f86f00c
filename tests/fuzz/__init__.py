"""Random programs with everything the language has, answered in every way that there is.

`python -m tests.fuzz --programs N --seed S` generates programs (`generator`), compares the roads
to their answers (`roads`), makes what disagrees as small as it can (`minimise`) and writes it into
`tests/programs/`. With `--prolog` it compares plain programs with SWI-Prolog's tabling (`prolog`).
"""
