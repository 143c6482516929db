from django.db import models


class Move(models.Model):
    """A row for each move, and nothing else."""

    game = models.IntegerField()
    text = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.text
