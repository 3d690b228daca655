"""Small faults, planted one at a time, to check that the vectors catch them."""
