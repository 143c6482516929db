"""What the pages of every kind of game share: presenters, stories, pictures, clauses."""
