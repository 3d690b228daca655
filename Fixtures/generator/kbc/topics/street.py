"""Well-formed streets: scripts, emoji, marks, controls. All must come out byte for byte."""

from collections.abc import Iterator

from ..objects import LAYOUTS, make
from ..reference import detect
from ..vectors import FIRST_VERSION, Topic

# Text is escaped if an editor or a checkout could change it unnoticed.
STREETS = {
    "one byte": "A",
    "German, with a sharp s and umlauts": "Große Präsidentenstraße",
    "French": "Allée de l’Œuvre",
    "Polish": "ul. Świętego Łukasza",
    "Czech": "Žižkovské náměstí",
    "Turkish, with a dotless i": "Kapalıçarşı Caddesi",
    "Vietnamese": "Đường Nguyễn Huệ",
    "Greek": "Οδός Αθηνάς",
    "Cyrillic": "Невский проспект",
    "Georgian": "რუსთაველის გამზირი",
    "Armenian": "Մաշտոցի պողոտա",
    "Hebrew, right to left": "רחוב דיזנגוף",
    "Arabic, right to left": "شارع الحمراء",
    "left and right to left mixed": "Rue שלום 12",
    "Devanagari": "गांधी मार्ग",
    "Thai": "ถนนสุขุมวิท",
    "Chinese": "南京东路",
    "Japanese": "銀座通り",
    "Korean, composed": "세종대로",
    "a character beyond the basic plane": "\U00020bb7野家前",
    "an emoji": "Bike lane \U0001f6b2",
    "an emoji with a skin tone": "\U0001f6b4\U0001f3fd Path",
    "an emoji joined from four": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 Square",
    "a flag of two letters": "\U0001f1e9\U0001f1ea Platz",
    "a composed letter": "Caf\u00e9weg",
    "a letter and its combining mark": "Cafe\u0301weg",
    "Hangul as separate jamo": "\u1109\u1166\u110c\u1169\u11bc",
    "several marks on one letter": "a\u0301\u0323\u0308 Weg",
    "a byte order mark in front": "\ufeffRing",
    "a replacement character that was sent": "Weg \ufffd 3",
    "the last code point": "Ende \U0010ffff",
    "a noncharacter": "Punkt \uffff.",
    "both ends of the surrogate gap": "\ud7ff\ue000",
    "an embedded NUL": "Am\u0000Ende",
    "a NUL at the end": "Am Ende\u0000",
    "control characters": "Weg\t1\r\n\u001b[0m\u007f\u0085",
    "spaces at both ends": "  Weg  ",
    "a zero-width space and a soft hyphen": "Haupt\u200bstra\u00ade",
    "a right-to-left override": "Weg \u202e12\u202c",
    "a quotation mark and a backslash": 'Weg "B\\7"',
}
LATER = {"a comma without a blank after it": "B1,B2"}  # since 8.3.0
# Since 8.4.0. What prints, or writes a page, takes some of these for its own.
FOR_PRINTERS = {
    "percent signs": "Weg 5%s %n 100%",
    "an ampersand and angle brackets": "Weg <A&B>",
    "a no-break space": "Rue\u00a0Foch",
    "number, at and dollar signs": "Route #5 @ $1",
}
IN_EVERY_LAYOUT = ("a letter and its combining mark", "an embedded NUL", "an emoji")


def topics() -> Iterator[Topic]:
    """codec/street.json"""
    topic = Topic("codec", "street")
    for what, text in STREETS.items():
        _add(topic, what, text, "deployed")
    for layout in LAYOUTS:
        if layout != "deployed":
            for what in IN_EVERY_LAYOUT:
                _add(topic, what, STREETS[what], layout)
    topic.decode(
        "A street may begin with NUL when the layout is pinned, published",
        "2.3",
        make("published", b"\x00Weg"),
        "published",
        shows={"street": "\0Weg"},
    )
    # A device without pinned layouts gets the same streets.
    for what, text in STREETS.items():
        if detect(make("deployed", text.encode()), "whole") == "deployed":
            _add(topic, what, text, "deployed", is_pinned=False)
    for what, text in LATER.items():
        for is_pinned in (True, False):
            _add(topic, what, text, "deployed", is_pinned=is_pinned, since="8.3.0")
    for what, text in FOR_PRINTERS.items():
        _add(topic, what, text, "deployed", is_pinned=False, since="8.4.0")
    yield topic


def _add(
    topic: Topic,
    what: str,
    text: str,
    layout: str,
    *,
    is_pinned: bool = True,
    since: str = FIRST_VERSION,
) -> None:
    data = text.encode("utf-8")
    name = layout if is_pinned else f"{layout}, detected"
    topic.decode(
        f"A street with {what}, {name}"
        if what[0].islower()
        else f"A street in {what}, {name}",
        "5.1",
        make(layout, data),
        layout if is_pinned else "auto",
        shows={"street": text, "streetBytes": data.hex()},
        since=since,
    )
