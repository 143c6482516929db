"""The parts of pages that every kind provides, and the code that all kinds share: stories, pictures, clauses."""
