"""The bugs of messages and links for watches that vectors are meant to catch, each explained once (clause 12)."""

from __future__ import annotations

WATCH_FLAGS: dict[str, dict[str, str]] = {
    "littleEndianNumbers": {
        "bugType": "byteOrder",
        "effect": "Number and Long are read and written least significant byte first: 1 becomes 16777216.",
    },
    "stringPlaceAsIndex": {
        "bugType": "offset",
        "effect": "A reference to a string is taken for the string's number, not for where it begins: "
        "all strings but the first are wrong or missing.",
    },
    "lengthWithoutTerminator": {
        "bugType": "missingTerminator",
        "effect": "The length of a string does not count the zero byte at its end: "
        "strings lose their last byte, or the next string is looked for one byte off.",
    },
    "lengthInCharacters": {
        "bugType": "unit",
        "effect": "The length of a string counts its characters, not its bytes: "
        "a message with a street such as Hauptstraße can't be read.",
    },
    "depthFirst": {
        "bugType": "order",
        "effect": "What is in a container follows it at once: nested containers get each other's elements.",
    },
    "pairsAsElements": {
        "bugType": "unit",
        "effect": "The count of a dictionary is taken for keys and values together: half of it is missing.",
    },
    "booleanInFourBytes": {
        "bugType": "fixedSize",
        "effect": "A Boolean is read and written with four bytes: everything after it is wrong.",
    },
    "unknownTypeAsNull": {
        "bugType": "missingCheck",
        "effect": "A value of a type that is not known is taken for null: the bytes after it are read as other values.",
    },
    "lastKeyWins": {
        "bugType": "missingCheck",
        "effect": "A key that is there twice is accepted, and the last value wins: "
        "two readers see two different messages.",
    },
    "countBelieved": {
        "bugType": "missingLengthCheck",
        "effect": "Memory is reserved for as many elements as are announced: a few bytes make the app crash.",
    },
    "stringsRepeated": {
        "bugType": "size",
        "effect": "Equal strings are written again each time: messages are larger than they need be.",
    },
    "emptyStringSection": {
        "bugType": "size",
        "effect": "A section of strings is written even if there are none: each small message has eight bytes more.",
    },
    "nameNotEscaped": {
        "bugType": "missingEscape",
        "effect": "The app's name is put into the URL as it is: one with `&` or a blank breaks the request.",
    },
    "unescapedTwice": {
        "bugType": "escape",
        "effect": "Percent signs are decoded twice: a watch called 100%25 is shown as 100%.",
    },
    "plusAsBlank": {
        "bugType": "escape",
        "effect": "A plus sign is taken for a blank: the watch fenix 5+ is shown as fenix 5.",
    },
    "devicesFromOne": {
        "bugType": "offset",
        "effect": "Devices are numbered from 1: the first watch of the user is missing.",
    },
    "schemeWithCase": {
        "bugType": "comparison",
        "effect": "The scheme is compared with regard to case: an answer is refused if the system has changed that.",
    },
    "emptyListRefused": {
        "bugType": "misreadKind",
        "effect": "An answer without devices is refused: the app goes on with watches that the user no longer shares.",
    },
    "distanceAsNumber": {
        "bugType": "signedness",
        "effect": "A distance above 2147483647 m is written as Number: it turns negative.",
    },
    "longDistanceRefused": {
        "bugType": "type",
        "effect": "A distance that arrives as Long is refused, though the phone's system chooses the type.",
    },
    "endedAsArrow": {
        "bugType": "misreadKind",
        "effect": "A message without an arrow is read as arrow 0: the watch goes on showing a navigation that has ended.",
    },
    "newKeysRefused": {
        "bugType": "strictness",
        "effect": "A message with a key that is not known is refused: no key can ever be added.",
    },
    "streetCutInBytes": {
        "bugType": "lostText",
        "effect": "A long street is cut after 64 bytes, in the middle of a character.",
    },
}
