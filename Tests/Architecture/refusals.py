"""Faults that the schemas must refuse, each in a copy of a file that they accept."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """A fault: in the copy of a file, `new` stands wherever `old` stood."""

    file: str  # in the folder of its schema
    old: str
    new: str
    what: str


REFUSALS = (
    Refusal(
        "codec/hand-written.json",
        '"level": "required"',
        '"level": "optional"',
        "a level that does not exist",
    ),
    Refusal(
        "reassembly/hand-written.json",
        '"object":"',
        '"thing":"',
        "a member that does not exist",
    ),
    Refusal(
        "reassembly/hand-written.json",
        '"wrongAnswers": ',
        '"rightAnswers": ',
        "a flag without a wrong answer",
    ),
    Refusal(
        "codec/hand-written.json",
        '"any":true',
        '"any":false',
        "a pattern of values that does not exist",
    ),
    Refusal(
        "codec/hand-written.json",
        '"crash"',
        '"breakdown"',
        "a breakdown that does not exist",
    ),
    Refusal(
        "session/central/scanning.json",
        '"effect":"stopScan"',
        '"effect":"stop"',
        "an effect that does not exist",
    ),
    Refusal(
        "session/peripheral/serving.json",
        '"phase":"serving"',
        '"phase":"silent"',
        "a phase that does not exist",
    ),
    Refusal(
        "sensor/hand-written.json",
        '"cumulativeRevolutions":',
        '"revolutions":',
        "a field that does not exist",
    ),
    Refusal(
        "habits/sensors.json",
        '"rule": "S.14"',
        '"rule": "S14"',
        "a rule without a dot",
    ),
    Refusal(
        "habits/sensors.json",
        "https://github.com",
        "github.com",
        "evidence that is no address",
    ),
    Refusal(
        "sensor/ride-stops.json",
        '"event":"read"',
        '"event":"look"',
        "an event that does not exist",
    ),
    Refusal(
        "sensor/indoor-bike.json",
        '"value":"indoorBikeData"',
        '"value":"indoorBike"',
        "a value that does not exist",
    ),
    Refusal(
        "pairing/client/scanning.json",
        '"effect":"stopScan"',
        '"effect":"stop"',
        "an effect of a client that does not exist",
    ),
    Refusal(
        "pairing/server/unpaired.json",
        '"kind":"expecting"',
        '"kind":"waiting"',
        "a screen of a server that does not exist",
    ),
    Refusal(
        "pairing/server/paired.json",
        '"client":',
        '"served":',
        "a step of a server without its client",
    ),
    Refusal(
        "watch/hand-written.json",
        '"long":"',
        '"int64":"',
        "a type that does not exist",
    ),
    Refusal(
        "watch/keys.json",
        '"offset":',
        '"place":',
        "an error without its place",
    ),
    Refusal(
        "watch/navigation-read.json",
        '"code":"noVersion"',
        '"code":"noVersion","offset":0',
        "a place of an error that has none",
    ),
    Refusal(
        "session/central/ready.json",
        '"begins": ',
        '"starts": ',
        "a script that does not say how it begins",
    ),
    Refusal(
        "pairing/client/scanning.json",
        '"begins": {"as":"KBC',
        '"begins": {"as":"the first',
        "a beginning of no vector",
    ),
    Refusal(
        "watch/session/ready.json",
        '"effect":"unregisterApp"',
        '"effect":"forgetApp"',
        "an effect of a companion app's session that does not exist",
    ),
    Refusal(
        "watch/session/listed.json",
        '"phase":"listed"',
        '"phase":"known"',
        "a phase of a device that does not exist",
    ),
    Refusal(
        "watch/session/stopped.json",
        '"delivery":',
        '"kind":',
        "a message without its delivery",
    ),
)
