"""A share of the attack on the checker of certificates, other at every run."""

from __future__ import annotations

from random import Random, randrange

from tests.attack.certificates.attack import attack, proves_its_verdict
from tests.attack.certificates.genuine import of_motion, of_programs, of_random_programs


def test_altered_certificates() -> None:
    seed = randrange(10**6)
    print(f"python -m tests.attack.certificates --seed {seed}")
    random = Random(seed)
    genuine = [*of_programs(random, 8), *of_random_programs(random, 8)]
    assert all(proves_its_verdict(found) for found in genuine if not found.forged)
    report = attack(genuine, 1500, seed)
    assert report.findings == []
    assert report.verified > 100


def test_a_number_that_nobody_told() -> None:
    (moving, *_) = of_motion(Random(0), 1)
    certificate = {
        "question": [["takes.sets.pile", [5], False]],
        "table": {"facts": {}, "denials": {"pile": [[0]]}},
    }
    # Asked in words it is asked back; what is certified is the model, and nothing is certain there.
    assert moving.judge.verdicts(certificate) == ("no", "no")
