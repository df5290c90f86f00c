"""The logic kernel: what rules mean, whoever evaluates, explains or searches on them."""
