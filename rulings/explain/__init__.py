"""Why a verdict is what it is: proofs, refutations, conditions."""
