"""UTF-8 that is cut or ill-formed: in objects, and under each street policy."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from ..objects import make
from ..reference import MAXIMUM_OBJECT_LENGTH, STREET_OFFSET
from ..table import Names
from ..vectors import Topic

POLICY_CLAUSES = {"strict": "5.2", "repair": "5.3", "dropIncompleteTail": "5.4"}
POLICY_LEVELS = {
    "strict": "recommended",
    "repair": "recommended",
    "dropIncompleteTail": "required",
}
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

CHARACTERS = {1: "B", 2: "ß", 3: "€", 4: "\U0001f6b2"}

# The characters that long streets repeat, and the length of the streets in bytes, by the width of the characters. There
# are two of each, one with a byte before the characters: a buffer of fewer bytes ends within a character of one of them.
LONG_STREETS = {
    2: ("äöüß", 130),
    3: ("\u2013\u2026\u2030€", 480),
    4: ("\U0001f6b4\U0001f3d4\U0001f332\U0001f6b2", 130),
}

# Lead bytes whose second byte has a narrower range than 80 to BF, with the ends of that range.
EDGE_CHARACTERS = {
    "the first of three bytes": "\u0800",
    "the last before the surrogates": "\ud7ff",
    "the first of four bytes": "\U00010000",
    "the last code point": "\U0010ffff",
}

# Bytes that are not UTF-8, and how many replacement characters take their place.
ILL_FORMED = {
    "the lowest lone continuation byte": ("80", 1),
    "the highest lone continuation byte": ("bf", 1),
    "two lone continuation bytes": ("80bf", 2),
    "an overlong NUL in two bytes": ("c080", 2),
    "an overlong slash in two bytes": ("c0af", 2),
    "the last overlong form of two bytes": ("c1bf", 2),
    "an overlong NUL in three bytes": ("e08080", 3),
    "the last overlong form of three bytes": ("e09fbf", 3),
    "an overlong NUL in four bytes": ("f0808080", 4),
    "the last overlong form of four bytes": ("f08fbfbf", 4),
    "the first surrogate": ("eda080", 3),
    "the last high surrogate": ("edafbf", 3),
    "the last surrogate": ("edbfbf", 3),
    "a surrogate pair": ("eda0bdedbab2", 6),
    "the first beyond U+10FFFF": ("f4908080", 4),
    "a lead byte of F5": ("f5808080", 4),
    "a lead byte of F7": ("f7bfbfbf", 4),
    "a form of five bytes": ("f888808080", 5),
    "a form of six bytes": ("fc8480808080", 6),
    "the byte FE": ("fe", 1),
    "the byte FF": ("ff", 1),
    "FE and FF": ("feff", 2),
}

# Sequences that break off, and what follows them.
BROKEN_OFF = {
    "two bytes broken off after one, then a letter": ("c3", "41"),
    "three bytes broken off after one, then a letter": ("e2", "41"),
    "three bytes broken off after two, then a letter": ("e282", "41"),
    "four bytes broken off after one, then a letter": ("f0", "41"),
    "four bytes broken off after two, then a letter": ("f09f", "41"),
    "four bytes broken off after three, then a letter": ("f09f9a", "41"),
    "three bytes broken off, then a good character": ("e282", "c39f"),
    "four bytes broken off, then the whole character": ("f09f9a", "f09f9ab2"),
    "a lead byte followed by itself": ("c3", "c39f"),
}

FAULTS = """
5.4 The first of two faults is reported, the cut one is not shown, {whole|possiblyCut}
  decode make("deployed", x("57656720ff206e6163682053c3")), "deployed", "{whole|possiblyCut}"
    -> street=f"Weg {REPLACEMENT} nach S", strictErrorOffset=13
5.4 A street that is only an incomplete sequence is shown as empty
  decode make("deployed", x("f09f9a")), "deployed" -> street="", strictErrorOffset=9
5.3 A street may begin with an ill-formed byte
  decode make("published", x("80576567")), "published" -> street=f"{REPLACEMENT}Weg", strictErrorOffset=21
"""
NAMES: Names = {"make": make, "REPLACEMENT": REPLACEMENT}


def topics() -> Iterator[Topic]:
    """codec/utf8-cut.json, codec/utf8-ill-formed.json, codec/street-cut.json and codec/street-ill-formed.json"""
    yield _cut_in_objects()
    yield _ill_formed_in_objects()
    yield _cut_streets()
    yield _ill_formed_streets()


def _cut_in_objects() -> Topic:
    topic = Topic("codec", "utf8-cut")
    for width, character in CHARACTERS.items():
        for kept in range(1, width + 1):
            _add_cut_object(topic, 20, "deployed", character, kept)
        for kept in range(1, width):
            _add_cut_object(topic, 22, "deployed", character, kept)
            _add_cut_object(topic, 31, "deployed", character, kept, "whole")
    for kept in range(1, 4):
        _add_cut_object(topic, 44, "published", CHARACTERS[4], kept)
        _add_cut_object(topic, 47, "legacy", CHARACTERS[4], kept)
    for layout, widths in {"deployed": (2, 3, 4), "published": (3,)}.items():
        for width, before in product(widths, ("", "A")):
            characters, size = LONG_STREETS[width]
            count = (size - len(before)) // width
            street = before + (characters * count)[-count:]
            topic.decode(
                f"A long street of characters of {width} bytes{', after one' * len(before)}, {layout}",
                "5.4",
                make(layout, street.encode()),
                layout,
                shows={"street": street},
                since="8.3.0",
            )
    return topic


def _add_cut_object(
    topic: Topic,
    size: int,
    layout: str,
    character: str,
    kept: int,
    extent: str = "possiblyCut",
) -> None:
    encoded = character.encode("utf-8")
    before = ("Nordring " * 9)[: size - STREET_OFFSET[layout] - kept]
    cut = kept < len(encoded)
    shows = {"street": before if cut else before + character}
    if cut:
        shows["strictErrorOffset"] = size - kept
    topic.decode(
        f"The last of {size} bytes is byte {kept} of a character of {len(encoded)}, {layout}, {extent}",
        "5.4",
        make(layout, before.encode() + encoded[:kept]),
        layout,
        extent,
        flags=["cutSequenceDropsStreet"] if cut else [],
        shows=shows,
    )


def _ill_formed_in_objects() -> Topic:
    topic = Topic("codec", "utf8-ill-formed")
    samples = {
        "deployed": ("an overlong slash in two bytes", "the byte FF"),
        "published": ("the last surrogate", "the lowest lone continuation byte"),
        "legacy": ("the first beyond U+10FFFF", "a form of five bytes"),
    }
    for layout, names in samples.items():
        for name in names:
            _add_ill_formed(topic, layout, name)
    topic.add_table(FAULTS, NAMES)
    # Since 8.4.0: most devices know one layout.
    for name in (
        "the last surrogate",
        "the first beyond U+10FFFF",
        "an overlong NUL in three bytes",
    ):
        _add_ill_formed(topic, "deployed", name, since="8.4.0")
    # Each byte becomes three: a buffer that has room for the street may have none for its text.
    for size in (31, MAXIMUM_OBJECT_LENGTH - STREET_OFFSET["deployed"]):
        topic.decode(
            f"A street of {size} bytes, all of them ill-formed",
            "5.3",
            make("deployed", b"\xff" * size),
            "deployed",
            shows={"street": REPLACEMENT * size, "strictErrorOffset": 9},
            since="8.4.0",
        )
    return topic


def _add_ill_formed(topic: Topic, layout: str, name: str, **intent: Any) -> None:
    code, count = ILL_FORMED[name]
    topic.decode(
        f"A street with {name} in the middle, {layout}",
        "5.3",
        make(layout, b"Gut " + bytes.fromhex(code) + b" Ende"),
        layout,
        shows={
            "street": f"Gut {REPLACEMENT * count} Ende",
            "strictErrorOffset": STREET_OFFSET[layout] + 4,
        },
        **intent,
    )


def _add_street(
    topic: Topic,
    title: str,
    data: bytes,
    policy: str,
    answer: str | int,
    **intent: Any,
) -> None:
    """Adds a street with its text, or with the offset at which it is refused."""
    topic.street(
        f"{title}, {policy}",
        POLICY_CLAUSES[policy],
        data,
        policy,
        level=POLICY_LEVELS[policy],
        **intent,
        **(
            {"shows": {"text": answer}}
            if isinstance(answer, str)
            else {"refused": ("invalidUTF8", answer)}
        ),
    )


def _cut_streets() -> Topic:
    topic = Topic("codec", "street-cut")
    for policy in POLICY_CLAUSES:
        _add_street(topic, "No street", b"", policy, "")
    for width, character in CHARACTERS.items():
        whole = f"Tor {character}".encode()
        for policy in POLICY_CLAUSES:
            title = f"A whole last character of {width} bytes"
            _add_street(topic, title, whole, policy, f"Tor {character}")
        for kept in range(1, width):
            data = whole[: 4 + kept]
            title = f"{kept} of {width} bytes of the last character"
            _add_street(topic, title, data, "strict", 4)
            _add_street(topic, title, data, "repair", f"Tor {REPLACEMENT}")
            _add_street(topic, title, data, "dropIncompleteTail", "Tor ")
    for what, character in EDGE_CHARACTERS.items():
        encoded = character.encode("utf-8")
        for kept in range(1, len(encoded)):
            title = f"{kept} of {len(encoded)} bytes of {what}"
            _add_street(topic, title, encoded[:kept], "dropIncompleteTail", "")
    for code in ("e09f", "eda0", "f08f", "f490", "c080", "f580", "c2c0"):
        _add_street(
            topic,
            f"A tail of {code.upper()} begins no character and is not dropped",
            b"Tor " + bytes.fromhex(code),
            "dropIncompleteTail",
            f"Tor {REPLACEMENT * 2}",
        )
    policy = "dropIncompleteTail"
    title = "Only the last of two incomplete sequences is dropped"
    _add_street(topic, title, b"Tor \xe2\x82\xe2\x82", policy, f"Tor {REPLACEMENT}")
    title = "A lone continuation byte after a whole character is not an incomplete tail"
    _add_street(topic, title, b"Tor \xc3\x9f\x80", policy, f"Tor ß{REPLACEMENT}")
    return topic


def _ill_formed_streets() -> Topic:
    topic = Topic("codec", "street-ill-formed")
    for what, (code, count) in ILL_FORMED.items():
        data = b"Weg " + bytes.fromhex(code) + b" 7"
        title = what[0].upper() + what[1:]
        _add_street(topic, title, data, "strict", 4)
        _add_street(topic, title, data, "repair", f"Weg {REPLACEMENT * count} 7")
    for what, (broken, after) in BROKEN_OFF.items():
        data = b"Weg " + bytes.fromhex(broken + after)
        text = f"Weg {REPLACEMENT}{bytes.fromhex(after).decode()}"
        title = what[0].upper() + what[1:]
        _add_street(topic, title, data, "strict", 4)
        _add_street(topic, title, data, "dropIncompleteTail", text)
    for code, text in (
        ("e0c080", REPLACEMENT * 3),
        ("f0c08080", REPLACEMENT * 4),
        ("ed8080", "\ud000"),
        ("f4808080", "\U00100000"),
    ):
        title = f"{code.upper()}, at the edge of what may follow its first byte"
        data = b"Weg " + bytes.fromhex(code)
        policy = "dropIncompleteTail"
        _add_street(topic, title, data, policy, f"Weg {text}", since="3.1.0")
    return topic
