"""The model of bicycle sensors: written from `Docs/Sensors.md`, without a look at the Swift library."""
