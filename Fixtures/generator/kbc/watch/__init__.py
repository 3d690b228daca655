"""Models of the messages for watches and of the links for choosing them, from Docs/Watch.md."""
