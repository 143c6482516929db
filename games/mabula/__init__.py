"""Mabula, by Néstor Romeral Andrés: push marbles from the rim, grow the largest group."""
