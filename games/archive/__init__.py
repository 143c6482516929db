"""All games of a person: which of them are looked for, and how they are found, however many there are."""
