"""Draws the arrows on a grid, and writes them as pictures and as bitmaps."""
