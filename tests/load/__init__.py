"""What a move costs, beside the least that it could cost: ``make load``, see docs/load.md."""
