"""The tab Log: what the page finds in a Bluetooth log must be what knav finds, and no log may harm the page."""

import base64
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from typing import Any

import logs
from checks import check, expect_good
from chromium import Chromium
from common import KNAV
from devtools import Page
from instructions import instruction
from test_page import open_tab

CHOOSER = "#panel-log input[type=file]"
FILE = f"document.querySelector('{CHOOSER}').files[0]"
STATE = "document.querySelector('#panel-log [role=status]').textContent"
IS_IDLE = "document.querySelector('#panel-log progress').closest('[hidden]') !== null"
ROWS = "document.querySelectorAll('.log-row').length"
#: `.ci/long` takes more and larger logs.
IS_LONG = os.environ.get("KNAV_LONG") == "1"
DAMAGED_LOGS = 24 if IS_LONG else 6

LARGE = (100 if IS_LONG else 10) << 20
#: The page may take this long for such a log, in seconds, even on a busy machine; here it took three.
LONGEST_READING = 300
#: The longest time in which the page does nothing else, in milliseconds; here it was a hundredth of it.
LONGEST_PAUSE = 30_000
#: The most that the page reads at once, in bytes. In between it can do other things.
LARGEST_PORTION = 1 << 20

#: What an arrow looks like in knav's charts; the page draws it.
TIME = re.compile(r"-?\d+\.\d{3} s")
ERROR_NAME = re.compile(r"(0x[0-9A-F]{2}) [A-Z][A-Za-z ]*$")
GLYPH = re.compile(r"^(torn: )?(?:[^\x00-\x7F]+|\?) (?=Now\b|\d)")

#: Everything that the page makes of a file, or the reason why it makes nothing.
ANALYSE = """async (handle) => {
    const module = await Knav.log.load();
    const attempt = async (what) => {
        try {
            return await what();
        } catch (error) {
            if (!(error instanceof Knav.log.LogFailure)) throw error;
            return { failure: error.reason };
        }
    };
    const base64 = async (blob) => {
        let text = '';
        for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
        return btoa(text);
    };
    const copy = (replacesStreets) => attempt(async () => (
        { bytes: await base64(await module.redact(FILE, { handle, replacesStreets })) }));
    const core = await Knav.core.load();
    const shown = await attempt(() => module.show(FILE, { handle }));
    const chart = await attempt(() => module.chart(FILE, { handle }));
    return {
        shown: { ...shown, reads: shown.reads?.map(read => ({ ...read, ...Knav.logParts.instruction(core, read) })) },
        chart: { ...chart, rows: chart.rows?.map(row => ({ ...row, ...Knav.LogChart.described(core, row) })) },
        copies: [await copy(false), await copy(true)],
    };
}""".replace("FILE", FILE)

#: All parts of the chart, one after the other.
PARTS = """async () => {
    const module = await Knav.log.load();
    const core = await Knav.core.load();
    const { parts } = await module.show(FILE);
    const rows = [];
    for (const [place, from] of parts.entries()) {
        const drawn = await module.chart(FILE, { from: from ?? -Infinity, to: (parts[place + 1] ?? Infinity) - 1 });
        if (drawn.isCut) throw new Error('cut');
        rows.push(...drawn.rows.map(row => ({ ...row, ...Knav.LogChart.described(core, row) })));
    }
    return { count: parts.length, rows };
}""".replace("FILE", FILE)

#: What a device's radio did, and the log of it.
RECORD = """async (events) => {
    const recorder = (await Knav.log.load()).recorder(1e12);
    for (const [time, { bytes, ...event }] of events) {
        recorder.add(bytes === undefined ? event : { ...event, bytes: Uint8Array.from(bytes) }, time);
    }
    return Array.from(recorder.finish());
}"""


def knav(*arguments: Any) -> subprocess.CompletedProcess:
    """Runs knav on a log, which may be damaged (65) but must not end it in any other way."""
    told = subprocess.run(
        [KNAV, "capture", *map(str, arguments)], capture_output=True, text=True
    )
    if told.returncode not in (0, 65):
        raise AssertionError(f"knav capture {arguments}: {told.stderr}")
    return told


def seconds(microseconds: int) -> str:
    """As charts show a time."""
    milliseconds = math.trunc(microseconds / 1000)
    sign = "-" if milliseconds < 0 else ""
    whole, rest = divmod(abs(milliseconds), 1000)
    return f"{sign}{whole}.{rest:03} s"


def rows_of_picture(picture: pathlib.Path) -> list[tuple[str, str, str]]:
    """Time, connection and words of each row of an SVG, without what the page does not have: names of errors, and the
    lines of a long street."""
    texts = ElementTree.parse(picture).findall(".//{http://www.w3.org/2000/svg}text")
    words = [text.text or "" for text in texts][2:]  # After the two ends' names.
    rows: list[list[str]] = []
    while words:
        if TIME.fullmatch(words[0]):
            rows.append([*words[:2], GLYPH.sub(r"\1", words[2])])
            del words[:3]
        else:
            rows[-1][2] += words.pop(0)
    return [
        (time, connection, ERROR_NAME.sub(r"\1", what).replace(" ", ""))
        for time, connection, what in rows
    ]


def rows_of_page(rows: list[dict]) -> list[tuple[str, str, str]]:
    return [
        (
            seconds(row["time"]),
            f"#{row['connection']}",
            row["words"].replace("\u00a0", "").replace(" ", ""),
        )
        for row in rows
    ]


READ_MEMBERS = (
    "connection outcome attError integrity answers bytes layout extent arrow distanceInMeters street "
    "invalidUTF8At"
).split()


def read_of_page(read: dict) -> dict:
    members = {name: read[name] for name in READ_MEMBERS if name in read}
    identifier = read.get("identifierNumber")
    return {**members, "time": read["time"] / 1_000_000, "identifier": identifier}


def read_of_knav(read: dict) -> dict:
    members = {name: read[name] for name in READ_MEMBERS if name in read}
    identifier = read.get("identifier")
    # The page gives a UUID as bytes.
    number = 0 if isinstance(identifier, str) else identifier
    return {**members, "time": read["time"], "identifier": number}


#: Why knav leaves out a connection: words of its note, and the page's reason.
LEFT_OUT_REASONS = {
    "shows no discovery": "withoutDiscovery",
    "the services at": "servicesChanged",
    "enhanced channels": "onEnhancedBearer",
}


def left_out_by_knav(notes: str) -> list[tuple[int, str]]:
    return [
        (int(number), reason)
        for line in notes.splitlines()
        for words, reason in LEFT_OUT_REASONS.items()
        if words in line
        for number in re.findall(r"connection (\d+)", line)[:1]
    ]


class Log(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.folder = pathlib.Path(
            self.enterContext(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        )
        self.chromium = await self.enterAsyncContext(Chromium())
        self.page: Page = await self.chromium.page()
        await open_tab(self.page, "log")

    def ride(self, *arguments: str, ride: str = "city-loop") -> pathlib.Path:
        path = self.folder / f"{ride}{''.join(arguments)}.btsnoop"
        logs.record(path, *arguments, ride=ride)
        return path

    def file(self, name: str, content: bytes) -> pathlib.Path:
        path = self.folder / name
        path.write_bytes(content)
        return path

    async def choose(self, path: pathlib.Path) -> str:
        """Has the tab show a file, and gives what it says at the end."""
        await self.page.evaluate(f"document.querySelector('{CHOOSER}').click()")
        await self.page.choose_files(CHOOSER, str(path))
        await self.page.until(IS_IDLE, f"an end with {path.name}", LONGEST_READING)
        return await self.page.evaluate(STATE)


class Agreement(Log):
    """What the module finds, and what knav finds."""

    async def analyse(self, path: pathlib.Path, handle: int = 0) -> dict:
        # The file is given while the tab is hidden by none: the tab reads it too, and that does no harm.
        await self.choose(path)
        return await self.page.call(ANALYSE, handle)

    async def expect_agreement(self, path: pathlib.Path) -> None:
        found = await self.analyse(path)
        told = knav("show", "--json", path)
        reads = [json.loads(line) for line in told.stdout.splitlines()]
        if "failure" in found["shown"]:
            self.assertEqual(found["shown"]["failure"], "unknownFormat")
            self.assertIn("neither btsnoop, PacketLogger", told.stderr)
            return
        self.assertEqual(
            [read_of_page(read) for read in found["shown"]["reads"]],
            [read_of_knav(read) for read in reads],
        )
        damages = [line for line in told.stderr.splitlines() if ": at byte " in line]
        self.assertEqual(found["shown"]["summary"]["damages"], len(damages))
        self.assertEqual(len(found["shown"]["damages"]), len(damages))

        self.assertEqual(
            [(one["connection"], one["reason"]) for one in found["shown"]["leftOut"]],
            left_out_by_knav(told.stderr),
        )

        picture = self.folder / "chart.svg"
        picture.unlink(missing_ok=True)
        knav("diagram", "--svg", picture, path)
        self.assertEqual(picture.exists(), found["shown"]["summary"]["hasTraffic"])
        if picture.exists():
            self.assertFalse(found["chart"]["isCut"])
            self.assertEqual(
                rows_of_page(found["chart"]["rows"]), rows_of_picture(picture)
            )
        for options, copy in zip(
            ([], ["--replace-streets"]), found["copies"], strict=True
        ):
            made = self.folder / "copy.btsnoop"
            made.unlink(missing_ok=True)
            knav("redact", *options, path, made)
            if "failure" in copy:
                self.assertFalse(made.exists(), copy)
            else:
                self.assertEqual(base64.b64decode(copy["bytes"]), made.read_bytes())

    async def test_rides(self) -> None:
        for ride, options in (
            ("city-loop", ("--profile", "ios")),
            ("city-loop", ("--profile", "android", "--faults", "heavy")),
            ("long-streets", ("--mtu", "185")),
            ("scripts", ("--profile", "androidNoCCCD", "--faults", "light")),
        ):
            with self.subTest(ride=ride, options=options):
                await self.expect_agreement(self.ride(*options, ride=ride))

    async def test_packet_logger(self) -> None:
        log = self.ride("--profile", "ios").read_bytes()
        for order in "<>":
            with self.subTest(order=order):
                written = logs.packet_logger(log, order)
                await self.expect_agreement(self.file("ride.pklg", written))

    async def test_damaged_logs(self) -> None:
        ride = self.ride("--profile", "ios", "--faults", "light").read_bytes()
        for seed in range(DAMAGED_LOGS):
            log = (
                ride if seed % 3 < 2 else logs.packet_logger(ride, "<>"[seed // 3 % 2])
            )
            with self.subTest(seed=seed):
                path = self.file("damaged.btsnoop", logs.damaged(log, seed))
                await self.expect_agreement(path)

    async def test_left_out_connections(self) -> None:
        log = logs.reconnected(self.ride("--profile", "ios").read_bytes())
        path = self.file("reconnected.btsnoop", log)
        await self.expect_agreement(path)
        [left] = (await self.analyse(path))["shown"]["leftOut"]
        self.assertEqual(
            left,
            {
                "connection": 2,
                "reason": "withoutDiscovery",
                "like": 1,
                "handle": left["handle"],
            },
        )
        words = "document.querySelector('#panel-log').innerText"
        note = f"connection #1 uses {left['handle']}: enter it above"
        self.assertIn(note, await self.page.evaluate(words))
        # As the note says.
        await self.page.evaluate(
            f"""void (() => {{
                const handle = document.querySelector('#panel-log input[size="8"]');
                handle.value = '{left["handle"]}';
                handle.dispatchEvent(new Event('change'));
            }})()"""
        )
        await self.page.until(IS_IDLE, "an end", LONGEST_READING)
        self.assertNotIn(note, await self.page.evaluate(words))
        found = await self.page.call(ANALYSE, left["handle"])
        self.assertEqual(found["shown"]["leftOut"], [])
        self.assertEqual(found["shown"]["summary"]["connections"], 2)

    async def test_why_connections_are_left_out(self) -> None:
        ride = self.ride("--profile", "ios").read_bytes()
        for make, reason, words in (
            (logs.with_changed_services, "servicesChanged", "no discovery follows"),
            (logs.with_enhanced_channel, "onEnhancedBearer", "(EATT) are not read"),
        ):
            with self.subTest(reason):
                path = self.file(f"{reason}.btsnoop", make(ride))
                await self.expect_agreement(path)
                found = await self.analyse(path)
                reasons = [one["reason"] for one in found["shown"]["leftOut"]]
                self.assertEqual(reasons, [reason])
                panel = "document.querySelector('#panel-log').innerText"
                self.assertIn(words, await self.page.evaluate(panel))

    async def test_the_chart_s_parts_are_the_chart(self) -> None:
        once = self.ride("--profile", "ios")
        path = self.folder / "long.btsnoop"
        logs.repeated(path, once.read_bytes(), 120_000)
        await self.choose(path)
        found = await self.page.call(PARTS)
        self.assertGreater(found["count"], 5)
        knav("diagram", "--svg", self.folder / "long.svg", path)
        self.assertEqual(
            rows_of_page(found["rows"]), rows_of_picture(self.folder / "long.svg")
        )

    async def test_a_recording(self) -> None:
        """What the module records of a device is a log that knav reads."""
        short = instruction(1, "Weg")
        long = instruction(2, "Große Weinmeisterstraße" * 4)
        events = [
            (0, {"event": "connected", "link": 1, "mtu": 50}),
            (10, {"event": "discovered"}),
            (20, {"event": "subscribed"}),
            (30, {"effect": "read", "ticket": 1, "offset": 0}),
            (40, {"event": "answered", "ticket": 1, "bytes": list(short)}),
            (900, {"event": "notified", "bytes": list(long[:4])}),
            (910, {"effect": "read", "ticket": 2, "offset": 0}),
            (950, {"event": "arrived", "bytes": list(long)}),
            (960, {"event": "timePassed"}),
            (1000, {"effect": "read", "ticket": 3, "offset": 0}),
            (1010, {"event": "failed", "ticket": 3, "attError": 14}),
            (8000, {"event": "disconnected", "link": 1}),
        ]
        recorded = bytes(await self.page.call(RECORD, events))
        path = self.file("device.btsnoop", recorded)
        reads = [
            json.loads(line)
            for line in knav("show", "--json", path).stdout.splitlines()
        ]
        self.assertEqual(
            [
                (read["bytes"], read["time"])
                for read in reads
                if read["outcome"] == "complete"
            ],
            [(short.hex(), 0.04), (long.hex(), 0.95)],
        )
        self.assertEqual([read.get("attError") for read in reads], [None, None, 14])
        self.assertEqual(reads[1]["answers"], 3)
        self.assertIn("2001-09-09T01:46:40", knav("show", path).stdout)
        self.assertIn("no read for 7.0 s", knav("show", path).stdout)


class Tab(Log):
    """What a user sees and does."""

    async def test_a_ride(self) -> None:
        path = self.ride("--profile", "android", "--faults", "heavy")
        self.assertIn("read", await self.choose(path))
        text = "document.querySelector('#panel-log').innerText"
        reads = knav("show", "--json", path).stdout.splitlines()
        streets = {json.loads(line).get("street") for line in reads} - {None}
        for street in streets:
            self.assertIn(street, await self.page.evaluate(text))
        for what in ("torn", "unfinished", path.name):
            self.assertIn(what, await self.page.evaluate(text))
        self.assertGreater(
            await self.page.evaluate("document.querySelectorAll('.log-row').length"), 20
        )
        await expect_good(self.page)
        await self.page.evaluate("Knav.texts.language = 'de'")
        for what in ("zerrissen", "verbunden", "Lesevorgänge"):
            self.assertIn(what, await self.page.evaluate(text))
        await expect_good(self.page)

    async def test_a_long_log_is_shown_in_parts(self) -> None:
        ride = self.ride("--profile", "ios").read_bytes()
        path = self.folder / "long.btsnoop"
        logs.repeated(path, ride, 120_000)
        await self.choose(path)
        first = "document.querySelector('.log-row')?.innerText"
        before = await self.page.evaluate(first)
        buttons = (
            "[...document.querySelectorAll('#panel-log button')].filter(one =>"
            " one.textContent === 'Later' && !one.disabled && one.checkVisibility())"
        )
        await self.page.evaluate(f"{buttons}.at(-1).click()")
        await self.page.until(f"{first} !== {json.dumps(before)}", "the next part")
        await self.page.until(IS_IDLE)
        moments = "[...document.querySelectorAll('.log-moment')]"
        await self.page.evaluate(f"{buttons}[0].click()")
        chosen = await self.page.evaluate(f"{moments}.at(-1).innerText")
        await self.page.evaluate(f"{moments}.at(-1).click()")
        await self.page.until(
            "[...document.querySelectorAll('.log-time')]"
            f".some(one => one.innerText === {json.dumps(chosen)})",
            "the moment in the chart",
        )

    async def test_a_redacted_copy_is_saved(self) -> None:
        path = self.ride("--profile", "ios")
        await self.choose(path)
        await self.page.click("#panel-log button.primary")
        [saved] = await self.chromium.saved()
        made = self.folder / "copy.btsnoop"
        knav("redact", "--replace-streets", path, made)
        self.assertEqual(saved.read_bytes(), made.read_bytes())

    async def hold_the_chart(self) -> pathlib.Path:
        """Has the tab read a log. The first drawing of its chart, and each second one after it, waits for `drawOn()`."""
        await self.page.evaluate(
            """(async () => {
                const module = await Knav.log.load();
                const { chart } = module;
                globalThis.drawings = 0;
                module.chart = async (...given) => {
                    drawings += 1;
                    if (drawings % 2 === 1) await new Promise(resolve => { globalThis.drawOn = resolve; });
                    return chart.apply(module, given);
                };
            })()"""
        )
        path = self.ride("--profile", "ios")
        await self.page.choose_files(CHOOSER, str(path))
        await self.page.until("drawings === 1", "the drawing's beginning")
        self.assertEqual(await self.page.evaluate(ROWS), 0)
        return path

    async def test_a_chart_that_was_cancelled_is_drawn_later(self) -> None:
        path = await self.hold_the_chart()
        again = (
            "[...document.querySelectorAll('#panel-log button')]"
            ".find(one => one.textContent === 'Draw the chart')"
        )
        cancel = "document.querySelector('#panel-log progress').nextSibling.click()"
        self.assertFalse(await self.page.evaluate(f"{again}.checkVisibility()"))
        await self.page.evaluate(f"{cancel}; drawOn()")
        await self.page.until(f"{STATE} === 'Cancelled.'", "an end")
        await self.page.until(f"{again}.checkVisibility()", "an offer")
        await self.page.evaluate(f"{again}.click()")
        await self.page.until(f"{ROWS} > 20", "the chart")
        await self.page.until(IS_IDLE)
        self.assertFalse(await self.page.evaluate(f"{again}.checkVisibility()"))
        # The same by the choice of a moment.
        await self.page.evaluate(f"document.querySelector('{CHOOSER}').click()")
        await self.page.choose_files(CHOOSER, str(path))
        await self.page.until("drawings === 3", "the drawing's beginning")
        await self.page.evaluate(f"{cancel}; drawOn()")
        await self.page.until(f"{STATE} === 'Cancelled.'", "an end")
        self.assertEqual(await self.page.evaluate(ROWS), 0)
        await self.page.evaluate("document.querySelector('.log-moment').click()")
        await self.page.until(f"{ROWS} > 20", "the chart")

    async def test_a_copy_is_made_when_the_chart_is_drawn(self) -> None:
        """Neither ends the other."""
        await self.hold_the_chart()
        await self.page.click("#panel-log button.primary")
        await self.page.evaluate("drawOn()")
        await self.chromium.saved()
        self.assertGreater(await self.page.evaluate(ROWS), 20)


class Hostile(Log):
    """No file harms the page, and the next one is read."""

    async def expect_usable(self) -> None:
        good = self.folder / "good.btsnoop"
        if not good.exists():
            logs.record(good)
        self.assertIn("The log is read", await self.choose(good))
        self.assertGreater(
            await self.page.evaluate("document.querySelectorAll('.log-row').length"), 20
        )
        self.page.expect_no_errors()

    async def test_files_that_are_no_logs(self) -> None:
        header = self.ride().read_bytes()[: logs.FILE_HEADER_SIZE]
        files = {
            "empty": b"",
            "short": header[:9],
            "text": b"The quick brown fox jumps over the lazy dog.\n" * 100,
            "markup": b"<img src=x onerror=window.hit=1>" * 100,
            "zeros": bytes(4096),
            "version": header[:8] + bytes([0, 0, 0, 7]) + header[12:],
            "datalink": header[:12] + bytes([0, 0, 0, 99]),
        }
        for name, content in files.items():
            with self.subTest(name):
                told = await self.choose(self.file(name, content))
                self.assertIn("can’t be read", told)
                await self.expect_usable()

    async def test_logs_without_navigation(self) -> None:
        header = self.ride().read_bytes()[: logs.FILE_HEADER_SIZE]
        for name, content in {
            "nothing": header,
            "zeros": header + bytes(10_000),
        }.items():
            with self.subTest(name):
                told = await self.choose(self.file(name, content))
                self.assertIn("No navigation traffic", told)
                await self.expect_usable()

    async def test_streets_are_text(self) -> None:
        street = "<img src=x onerror=window.hit=1>\u202e\u2028\u0000</b>"
        events = [
            [0, {"event": "connected", "mtu": 185}],
            [1, {"event": "discovered"}],
            [
                2,
                {"event": "answered", "bytes": list(instruction(1, street))},
            ],
        ]
        log = bytes(await self.page.call(RECORD, events))
        told = await self.choose(self.file("<b>name.btsnoop", log))
        self.assertIn("The log is read", told)
        await self.page.until("document.querySelector('.log-result')")
        self.assertIsNone(await self.page.evaluate("globalThis.hit"))
        kinds = await check(self.page, "kinds()")
        self.assertFalse({"img", "b"} & set(kinds))
        shown = await self.page.evaluate(
            "document.querySelector('#panel-log').innerText"
        )
        self.assertIn("<img src=x onerror=window.hit=1>\ufffd\ufffd\ufffd</b>", shown)

    async def test_large_logs(self) -> None:
        ride = self.ride("--profile", "ios").read_bytes()
        for make, size, expected in (
            (logs.repeated, LARGE, "The log is read"),
            (logs.junk, LARGE, "No navigation traffic"),
            (logs.countless_connections, 100 << 20, "too much for the page"),
        ):
            path = self.folder / f"{make.__name__}.btsnoop"
            make(path, ride, size)
            await self.page.evaluate(
                """void (() => {
                    globalThis.pause = 0;
                    globalThis.portions = [];
                    const { slice } = Blob.prototype;
                    Blob.prototype.slice = function (start, end) {
                        portions.push(end - start);
                        return slice.call(this, start, end);
                    };
                    let last = performance.now();
                    clearInterval(globalThis.timer);
                    globalThis.timer = setInterval(() => {
                        pause = Math.max(pause, performance.now() - last);
                        last = performance.now();
                    }, 5);
                    globalThis.begun = last;
                })()"""
            )
            with self.subTest(make.__name__):
                self.assertIn(expected, await self.choose(path))
                took = await self.page.evaluate("performance.now() - begun")
                pause = await self.page.evaluate("pause")
                print(
                    f"{make.__name__}: {took:.0f} ms, pause {pause:.0f} ms",
                    end=" ",
                    flush=True,
                )
                self.assertLess(took / 1000, LONGEST_READING)
                self.assertLess(pause, LONGEST_PAUSE)
                portions = await self.page.evaluate("portions")
                self.assertLessEqual(max(portions), LARGEST_PORTION)
                await self.expect_usable()
            path.unlink()

    async def test_cancelling(self) -> None:
        ride = self.ride("--profile", "ios").read_bytes()
        path = self.folder / "large.btsnoop"
        logs.repeated(path, ride, LARGE)
        await self.page.choose_files(CHOOSER, str(path))
        await self.page.until(f"!({IS_IDLE})", "a beginning")
        await self.page.evaluate(
            "document.querySelector('#panel-log progress').nextSibling.click()"
        )
        await self.page.until(f"{STATE} === 'Cancelled.'", "an end")
        await self.page.evaluate(f"document.querySelector('{CHOOSER}').click()")
        await self.page.choose_files(CHOOSER, str(path))
        await self.page.until(f"!({IS_IDLE})", "a beginning")
        # Another file takes the place of one that is being read.
        await self.expect_usable()
