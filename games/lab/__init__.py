"""The laboratory: benchmarks, tournaments, the balance of the boards, and the fitting of the bots' weights."""
