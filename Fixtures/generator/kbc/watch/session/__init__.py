"""The session of a companion app (clause 8 of Docs/Watch.md): its model, its bugs and its vectors."""
