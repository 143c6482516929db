"""Marabunta, by Reiner Knizia: roll, split, choose, write; win regions and cupcakes."""
