"""A share of the attack on the checker of certificates, other at every run."""

from __future__ import annotations

from random import Random, randrange

from tests.attack.certificates.attack import attack, proves_its_verdict
from tests.attack.certificates.genuine import of_programs, of_random_programs


def test_altered_certificates() -> None:
    seed = randrange(10**6)
    print(f"python -m tests.attack.certificates --seed {seed}")
    random = Random(seed)
    genuine = [*of_programs(random, 8), *of_random_programs(random, 8)]
    assert all(proves_its_verdict(found) for found in genuine if not found.forged)
    report = attack(genuine, 1500, seed)
    assert report.findings == []
    assert report.verified > 100
