"""The laboratory: benchmarks, tournaments, the balance of the boards, and fitting the bots' weights."""
