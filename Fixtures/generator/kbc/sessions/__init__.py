"""Models of the two sessions: the rules of Docs/Sessions.md, as plainly as they can be written."""
