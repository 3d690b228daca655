"""Models of the two ends of pairing (Docs/Pairing.md), and the scripts of their vectors."""
