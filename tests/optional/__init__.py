"""Tests of what works with programs and packages that `rulings[test]` does not bring."""
