"""Small faults, planted one at a time, that show what the vectors are worth."""
