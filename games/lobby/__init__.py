"""How games begin and how people leave them: challenges, blocks, deserted games, deleted accounts."""
