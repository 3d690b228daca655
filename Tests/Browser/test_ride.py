"""The tab Ride: hours of riding, the same rides as those of knav, and what a user does and sees."""

import asyncio
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from typing import Any

import checks
from chromium import ON_DISK, ROOT, Chromium
from common import KNAV

RIDES = ROOT / "Fixtures/rides"
TRACE = pathlib.Path(__file__).with_name("ride_trace.js").read_text()
PROFILES = ("published", "kit", "ios", "android", "androidNoCCCD")
LEVELS = ("none", "everyday", "rough", "light", "heavy")
NAMES = ("city-loop", "roundabouts", "scripts", "long-streets", "country-road")
MTUS = (23, 50, 100, 185, 247, 517)
HOUR = 3600
#: The kinds that a seed draws from; the others would make the phone hostile.
FAULT_KINDS = 21
#: How long the page may take to show a direction by itself, in milliseconds, and how often it is measured at most.
LONGEST_START = 1000
STARTS = 9
#: In seconds: no test waits for so long, unless something hangs.
HANG = 120
#: How many events a slice may have with a clock that moves by 0.05 ms whenever it is asked; a slice takes 12 ms.
MOST_EVENTS = 250
#: What the handlebar shows of a direction.
DISTANCE = "document.querySelector('#panel-ride .display-distance')?.textContent"
#: How many rows are drawn while the page rides as fast as it can.
ROWS_IN_A_HURRY = 40

#: A device that is told the old first chunk when it reads it again: nothing shows that another object's chunks follow.
DEAF = """(() => {
    const { prototype } = Knav.link.SimulatedDevice;
    const { request, responded } = prototype;
    let first = null, offset = 0;
    prototype.request = function (at, token) {
        if (at > 0 || offset === 0) first = null;
        if (at > 0 && this.first) first = this.first;
        offset = at;
        return request.call(this, at, token);
    };
    prototype.responded = function (response, ...others) {
        if (response.response === 'value' && offset === 0) {
            if (first !== null) response = {...response, bytes: first};
            else this.first = response.bytes;
        }
        return responded.call(this, response, ...others);
    };
})()"""

ERROR_NAME = re.compile(r"(error 0x[0-9A-F]{2}) [A-Z][A-Za-z ]*(?= instead of)")


class Riding(unittest.IsolatedAsyncioTestCase):
    """Rides that nobody watches."""

    async def asyncSetUp(self) -> None:
        chromium = await self.enterAsyncContext(Chromium())
        self.page = await chromium.page(ON_DISK)
        await self.page.until("document.querySelector('[role=tabpanel]:not([hidden])')")

    async def ride(self, **setting: Any) -> dict[str, Any]:
        return await self.page.call("setting => Knav.ride.run(setting)", setting)

    async def test_hours_with_heavy_faults(self) -> None:
        """Nothing is delivered that was not published, and when the faults stop, the newest object is shown."""
        total = {"tornReads": 0, "lostLinks": 0, "shownWhole": 0, "missed": 0}
        await self.page.evaluate("globalThis.kinds = new Set()")
        for number, profile in enumerate(PROFILES * 4):
            setting = {
                "ride": NAMES[number % len(NAMES)],
                "profile": profile,
                "mtu": MTUS[number % 3],
                "seed": number + 1,
            }
            with self.subTest(**setting):
                counts = await self.page.call(
                    """setting => Knav.ride.run({...setting, observe: ({fault}) => {
                        if (fault?.family) kinds.add(`${fault.family} ${fault.kind}`);
                    }})""",
                    {**setting, "faults": "heavy", "seconds": HOUR},
                )
                self.assertEqual(counts["notPublished"], 0, counts)
                self.assertEqual(counts["newest"], "whole", counts)
                self.assertGreaterEqual(counts["seconds"], HOUR + 60)
                self.assertGreater(counts["faults"], 100)
                self.assertGreater(counts["shownWhole"], 10)
                for name in total:
                    total[name] += counts[name]
        print(total, end=" ", flush=True)
        # Otherwise nothing was to be noticed.
        self.assertGreater(total["tornReads"], 20)
        self.assertGreater(total["lostLinks"], 100)
        self.assertEqual(await self.page.evaluate("kinds.size"), FAULT_KINDS)

    async def test_other_radios(self) -> None:
        for radio in ("wholeValues", "blueZ", "blueZOffsets", "coreBluetooth"):
            for profile in PROFILES:
                with self.subTest(radio=radio, profile=profile):
                    counts = await self.ride(
                        ride="scripts", profile=profile, mtu=185, seed=5,
                        faults="heavy", radio=radio, seconds=600,
                    )  # fmt: skip
                    self.assertEqual(counts["notPublished"], 0, counts)
                    # One callback can't always know that a value is whole.
                    expected = (
                        ("whole", "inPart") if radio == "coreBluetooth" else ("whole",)
                    )
                    self.assertIn(counts["newest"], expected, counts)

    async def test_torn_objects_would_be_noticed(self) -> None:
        """The verdict is computed from the bytes: a device that joins two objects is found out."""
        setting = {"profile": "ios", "faults": "heavy", "seconds": 600}
        await self.page.evaluate(DEAF)
        joined = 0
        for seed in range(1, 9):
            counts = await self.ride(ride="scripts", seed=seed, **setting)
            joined += counts["notPublished"]
        self.assertGreater(joined, 0)

    async def test_a_device_that_gives_up_would_be_noticed(self) -> None:
        """If the device never connects again, the newest object is not shown."""
        await self.page.evaluate(
            """(() => {
                const { prototype } = Knav.link.SimulatedDevice;
                const { found } = prototype;
                prototype.found = function (peer) { if (this.layer.now < 6e8) found.call(this, peer); };
            })()"""
        )
        counts = await self.ride(
            ride="city-loop", profile="ios", seed=2, faults="heavy", seconds=HOUR
        )
        self.assertEqual(counts["newest"], "missed", counts)

    async def test_the_same_rides_as_knav(self) -> None:
        """The page's link draws as the simulator does: the traces are equal, line for line."""
        number = 0
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder) / "trace"
            for profile in PROFILES:
                for level in LEVELS:
                    for seed in (number + 1, 2**64 - 1 - number):
                        name = NAMES[number % len(NAMES)]
                        mtu = MTUS[number % len(MTUS)]
                        number += 1
                        with self.subTest(
                            ride=name, profile=profile, mtu=mtu, seed=seed, faults=level
                        ):
                            await asyncio.to_thread(
                                subprocess.run,
                                [KNAV, "ride", str(RIDES / f"{name}.csv"), "--profile", profile,
                                 "--mtu", str(mtu), "--seed", str(seed), "--faults", level,
                                 "--trace", str(trace)],
                                check=True, capture_output=True,
                            )  # fmt: skip
                            setting = {"ride": name, "profile": profile, "mtu": mtu}
                            lines = await self.page.call(
                                TRACE, {**setting, "seed": str(seed), "faults": level}
                            )
                            # The page has no names of errors, one device, whose every link is, and tells of requests
                            # when they arrive.
                            named = trace.read_text()
                            expected = [
                                line
                                for line in ERROR_NAME.sub(r"\1", named).splitlines()
                                if " connecting(" not in line and " sent(" not in line
                            ]
                            self.assertGreater(len(expected), 50)
                            self.assertEqual(lines, expected)

    async def test_torn_on_purpose(self) -> None:
        """With every phone that can be torn, at any moment, and with other faults, too."""
        for number, profile in enumerate(PROFILES * 8):
            level = LEVELS[number // len(PROFILES) % len(LEVELS)]
            with self.subTest(profile=profile, seed=number, faults=level):
                found = await self.page.call(
                    """async (profile, seed, faults, steps) => {
                        const { instructions } = (await Knav.ride.files()).get('city-loop');
                        const riding = new Knav.Ride(await Knav.core.load(), instructions,
                            { profile, mtu: 185, seed, faults });
                        for (let step = 0; step < steps; step += 1) riding.next();
                        const joined = riding.tear();
                        while (riding.next());
                        const { tornReads, notPublished } = riding.tally;
                        riding.free();
                        return [joined && new TextDecoder().decode(joined), tornReads, notPublished];
                    }""",
                    profile, number, level, 20 * number,
                )  # fmt: skip
                joined, torn, not_published = found
                self.assertEqual(not_published, 0)
                if level == "none":
                    self.assertRegex(joined, r"G(roße Wein|lte Schön).*user Straße$")
                    self.assertEqual(torn, 1)

    async def test_the_same_lines_as_knav(self) -> None:
        """A ride file is read by the rules of knav: the same lines are refused, for the same reasons."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "ride.csv"
            file.write_bytes(STRANGE_FILE)
            told = await asyncio.to_thread(
                subprocess.run,
                [KNAV, "ride", str(file), "--json"],
                capture_output=True,
            )
        prefix = f"knav ride: {file.name}:"
        expected = [
            line.removeprefix(prefix)
            for line in told.stderr.decode().splitlines()
            if line.startswith(prefix)
        ]
        self.assertGreater(len(expected), 20)
        script = """bytes => {
            const { instructions, skipped, bad } = Knav.rideFile.read(Uint8Array.from(bytes));
            const said = (line) => `${line.number}: ${Knav.rideFile.errorText(line)}`;
            const lines = [...skipped.map(line => [line.number, said(line).replace(': ', ': skipped: ')]),
                ...bad.map(line => [line.number, said(line)])];
            return [lines.sort(([a], [b]) => a - b).map(([, text]) => text), instructions];
        }"""
        lines, instructions = await self.page.call(script, list(STRANGE_FILE))
        self.assertEqual(lines, expected)
        shown = [
            (one["arrow"], one["distanceInMeters"], one["street"])
            for one in instructions
        ]
        self.assertEqual(shown, STRANGE_INSTRUCTIONS)


def line(
    street: str = '"Weg"', distance: str = "In 90 m", icon: str = "x", arrow: str = "5",
    time: str = "1778311800918.569092",
) -> bytes:  # fmt: skip
    """A line of a ride file."""
    return f"NEXT,,,,,,,,{street},{distance},{icon},{arrow},{time},x\n".encode()


#: What can be read, and the arrow, the distance and the street.
GOOD_LINES = [
    (line(), (5, 90, "Weg")),
    (line(street="Weg", distance=""), (5, 0, "Weg")),
    (line(street='"a ""b"", c"', distance="Now"), (5, 0, 'a "b", c')),
    (line(street='""', distance="Follow"), (5, 0, "")),
    (line(distance='"In 1,2 km"'), (5, 1200, "Weg")),
    (line(distance="Folgen"), (5, 0, "Weg")),
    (line(distance="Jetzt"), (5, 0, "Weg")),
    (line(distance="now"), (5, 0, "Weg")),
    (line(distance="In . km"), (5, 0, "Weg")),
    (line(distance="90 m"), (5, 90, "Weg")),
    (line(distance="Dans  90\u202fm"), (5, 90, "Weg")),
    (line(distance='"Tra 1,2 km, poi"'), (5, 1200, "Weg")),
    (line(distance="In 1.23456 km"), (5, 1234, "Weg")),
    (line(distance="In 4294967.295 km"), (5, 4294967295, "Weg")),
    (line(distance="In 4294967295 m"), (5, 4294967295, "Weg")),
    (line(arrow="005"), (5, 90, "Weg")),
    (line(arrow="255", time="0"), (255, 90, "Weg")),
    (line(arrow="14"), (29, 90, "Weg")),
    (line(arrow="14", icon="ic_nav_roundabout_exit_cw"), (15, 90, "Weg")),
    (line(arrow="14", icon="ic_nav_roundabout_cw3_3"), (28, 90, "Weg")),
    (line(arrow="14", icon="ic_nav_roundabout_constructor"), (29, 90, "Weg")),
    (line(time="99999999999999.9"), (5, 90, "Weg")),
    (line(street='"' + "x" * 491 + '"'), (5, 90, "x" * 491)),
    (line().replace(b"\n", b"\r\n"), (5, 90, "Weg")),
    (line(street='"\U0001f6b4<b>&amp;\0"'), (5, 90, "\U0001f6b4<b>&amp;\0")),
]
BAD_LINES = [
    b"one\n", b"a,b\n", b"," * 14 + b"\n", b"\xff" * 5 + b"\n", b"x" * 4097 + b"\n",
    line(street='"Weg'), line(street='"Weg"x'), line(street='"' + "ä" * 252 + '"'),
    line(distance="In 1.5 m"), line(distance="In 90"), line(distance="x90 m"), line(distance="In 90 mi"),
    line(distance="In -1 m"), line(distance="In .5 km"), line(distance='"In 1, km"'), line(distance="In 4294967296 m"),
    line(distance="In 4294967.296 km"), line(distance="In 1.2.3 km"), line(distance="2 mal 3 m"), line(distance="In \u0663 m"),
    line(distance="In 1\u0663 m"), line(distance="In 90 m\u00e4"),
    line(arrow=""), line(arrow="256"), line(arrow="-1"), line(arrow="5 "), line(arrow="0x5"),
    line(time=""), line(time="1."), line(time=".5"), line(time="1e3"), line(time="100000000000000"), line(time="1,5"),
    b"\xef\xbb\xbf\n",
    b'\xef\xbb\xbf"NEXT,"' + line()[4:],
]  # fmt: skip
STRANGE_FILE = b"\n".join([good for good, _ in GOOD_LINES] + BAD_LINES)
STRANGE_INSTRUCTIONS = [instruction for _, instruction in GOOD_LINES]


class Tab(unittest.IsolatedAsyncioTestCase):
    """What a user does."""

    async def asyncSetUp(self) -> None:
        self.chromium = await self.enterAsyncContext(Chromium())
        self.page = await self.chromium.page()
        await self.open("ride")

    async def open(self, fragment: str) -> None:
        await self.page.open("about:blank")
        await self.page.open(f"{ON_DISK}#{fragment}")
        await self.page.until("document.querySelector('#panel-ride .ride-columns')")

    async def choose_file(self, name: str, content: bytes) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory())
        file = pathlib.Path(folder) / name
        file.write_bytes(content)
        await self.page.choose_files("#panel-ride input[type=file]", str(file))

    async def press(self, label: str) -> None:
        """Clicks the button with this label."""
        await self.page.call(
            """label => {
                const found = [...document.querySelectorAll('#panel-ride button')].filter(one => one.textContent === label);
                if (found.length !== 1) throw new Error(`${found.length} buttons “${label}”`);
                found[0].dataset.test = 'pressed';
                found[0].addEventListener('click', () => delete found[0].dataset.test, { once: true, capture: true });
            }""",
            label,
        )
        # A click may miss a button that moves while a ride plays.
        for _ in range(5):
            await self.page.click("[data-test=pressed]")
            if await self.page.evaluate(
                "document.querySelector('[data-test=pressed]') === null"
            ):
                return
        self.fail(f"the button {label} was not hit")

    async def choose(self, label: str, value: str) -> None:
        """Chooses in the control with this label, or types into it."""
        await self.page.call(
            """(label, value) => {
                const found = [...document.querySelectorAll('#panel-ride label')].find(one => one.textContent === label);
                const control = document.getElementById(found.htmlFor);
                control.value = value;
                if (control.value !== value) throw new Error(`${label} has no ${value}`);
                control.dispatchEvent(new Event('change'));
            }""",
            label,
            value,
        )

    async def cell(self, label: str) -> str:
        return await self.page.call(
            """label => [...document.querySelectorAll('#panel-ride th')]
                .find(one => one.textContent === label).nextSibling.textContent""",
            label,
        )

    async def until_cell(self, label: str, least: int) -> None:
        end = asyncio.get_running_loop().time() + HANG
        while not (text := await self.cell(label)).isdecimal() or int(text) < least:
            if asyncio.get_running_loop().time() > end:
                raise AssertionError(f"{label}: {text}, not {least}")
            await asyncio.sleep(0.05)

    async def until_text(self, text: str) -> None:
        await self.page.until(
            f"document.querySelector('#panel-ride').textContent.includes({text!r})",
            text,
            seconds=HANG,
        )

    async def test_an_hour_as_fast_as_possible(self) -> None:
        """The page stays usable while it rides, and draws no more than it says."""
        for label, value in (
            ("Ride", "long-streets"), ("Faults", "heavy"), ("Length", "hour"), ("Speed", "fastest"), ("Seed", "2"),
        ):  # fmt: skip
            await self.choose(label, value)
        await self.page.evaluate(
            """(() => {
                let time = performance.now();
                performance.now = () => time += 0.05;
                globalThis.most = { events: 0, rows: 0, ticks: 0 };
                let events = 0, rows = 0;
                const { tab } = Knav.ride, { tick } = tab;
                const { next } = Knav.Ride.prototype, { drawRow } = tab.chart;
                Knav.Ride.prototype.next = function () { events += 1; return next.call(this); };
                tab.chart.drawRow = function (...given) { rows += 1; return drawRow.apply(this, given); };
                tab.tick = function () {
                    events = rows = 0;
                    tick.call(this);
                    most.ticks += 1;
                    most.events = Math.max(most.events, events);
                    if (!this.riding.isOver) most.rows = Math.max(most.rows, rows);
                };
            })()"""
        )
        await self.press("Start")
        await self.until_text("The ride is over.")
        most = await self.page.evaluate("most")
        self.assertLess(most["events"], MOST_EVENTS)
        self.assertLessEqual(most["rows"], ROWS_IN_A_HURRY)
        self.assertGreater(most["ticks"], 10)
        await self.until_text("Delivered that was not published: 0")
        self.assertGreater(int(await self.cell("published")), 500)
        rows = "document.querySelectorAll('.chart-row').length"
        self.assertEqual(await self.page.evaluate(rows), 400)
        await self.page.click("h1")  # The Tab key goes on from there.
        await checks.expect_good(self.page)

    async def test_a_clock_that_stands_still(self) -> None:
        """A coarse clock may not have moved since the last slice."""
        await self.press("Start")
        await self.until_cell("published", 1)
        before, after = await self.page.evaluate(
            """(() => {
                const { tab } = Knav.ride;
                const { riding } = tab;
                const before = riding.world.now;
                const now = performance.now();
                performance.now = () => now;
                // A slice ends by the clock, so it is told to end.
                let left = 10;
                riding.next = function () { left -= 1; return left > 0 && Knav.Ride.prototype.next.call(this); };
                tab.speed.value = 'fastest';
                tab.schedule();
                tab.tick();
                delete riding.next;
                delete performance.now;
                return [before, riding.world.now];
            })()"""
        )
        self.assertGreater(after or 0, before)
        await self.until_text("The ride is over.")

    async def test_faults_by_hand(self) -> None:
        # This phone serves the newest object, so what is replaced is torn.
        await self.open("ride=city-loop,ios,23,2,none,offsetReads,once")
        await self.choose("Speed", "ten")
        await self.press("Start")
        await self.until_cell("shown whole", 2)
        await self.press("Replace the object between two chunks")
        await self.until_cell("torn reads noticed", 1)
        await self.page.until("document.querySelector('.chart-torn')", seconds=HANG)
        await self.press("Lose the link")
        await self.until_cell("links whose end the device was told", 1)
        whole = int(await self.cell("shown whole"))
        await self.until_cell("shown whole", whole + 2)
        await self.press("Drop the next notification")
        await self.page.until("document.querySelector('.chart-lost')", seconds=HANG)
        await self.press("Error to the next read")
        await self.page.until(
            "document.querySelector('.chart-refusal.chart-bad')", seconds=HANG
        )
        await self.until_text("Delivered that was not published: 0")
        await self.until_text("no command for the same ride: it had a fault by hand.")

    async def test_every_fault_by_hand(self) -> None:
        """None of them breaks the page or the promise, in any order."""
        buttons = await self.page.evaluate(
            "[...document.querySelectorAll('.ride-faults button')].map(one => one.textContent)"
        )
        self.assertGreater(len(buttons), 15)
        await self.press(buttons[0])
        await self.until_text("Start a ride first.")
        await self.choose("Phone", "android")
        await self.choose("Length", "hour")
        await self.choose("Speed", "ten")  # It is not over before all are pressed.
        await self.press("Start")
        await self.until_cell("shown whole", 1)
        for button in [*buttons, *reversed(buttons)]:
            await self.press(button)
            await asyncio.sleep(0.05)
        whole = int(await self.cell("shown whole"))
        await self.choose("Speed", "sixty")
        await self.until_cell("shown whole", whole + 1)
        await self.until_text("Delivered that was not published: 0")
        await self.choose("Phone", "androidNoCCCD")
        await self.press("Start")
        await self.press("Drop the next notification")
        await self.until_text("This phone sends no notifications.")
        await self.choose("Speed", "real")  # So that it is off for five seconds.
        await self.press("Phone’s Bluetooth off, 5 s")
        await self.until_text("Done: phone's Bluetooth off for 5000 ms")
        await self.press("Phone’s Bluetooth off, 5 s")
        await self.until_text("It is off already.")

    async def open_first(self) -> None:
        """Opens the page as a visitor does, until it shows a direction."""
        await self.page.open("about:blank")
        await self.page.open(ON_DISK)
        await self.page.until(DISTANCE, "a direction")

    async def test_it_plays_by_itself(self) -> None:
        times = [LONGEST_START]
        while len(times) <= STARTS and min(times) >= LONGEST_START:
            await self.open_first()
            times.append(await self.page.evaluate("performance.now()"))
        print(f"a direction after {times[-1]:.0f} ms", end=" ", flush=True)
        self.assertLess(min(times), LONGEST_START)
        self.assertIn(
            "#ride=city-loop,ios,185,", await self.page.evaluate("location.hash")
        )
        await self.until_cell("shown whole", 3)
        address = await self.page.evaluate("location.href")
        await self.page.open("about:blank")
        await self.page.open(address)
        await self.page.until(DISTANCE, "a direction")

    async def test_it_stays_stopped(self) -> None:
        """It does not play again for a visitor who has stopped it, and comes back."""
        await self.open_first()
        await self.press("Pause")
        rows = await self.page.evaluate("Knav.ride.tab.chart.count")
        await self.show("bytes")
        await self.page.evaluate("history.back()")
        await self.page.until("!document.querySelector('#panel-ride').hidden")
        await self.page.visible(False)
        await self.page.visible(True)
        await self.show("log")
        await self.show("ride")
        await asyncio.sleep(0.3)
        self.assertEqual(await self.page.evaluate("Knav.ride.tab.chart.count"), rows)
        self.assertTrue(await self.page.evaluate("Knav.ride.tab.isPaused"))

    async def test_an_address_does_not_play(self) -> None:
        for fragment in ("ride", "ride=city-loop,ios,185", "bytes=04030201"):
            await self.page.open("about:blank")
            await self.page.open(f"{ON_DISK}#{fragment}")
            await self.page.until("document.querySelector('[role=tabpanel]')")
            await self.show("ride")
            await asyncio.sleep(0.2)
            is_none = "Knav.ride.tab.riding === null"
            self.assertTrue(await self.page.evaluate(is_none), fragment)

    async def test_a_torn_read(self) -> None:
        """One press shows what a simple decoder would have shown, and stops there; with or without a ride."""
        street = "[...document.querySelectorAll('.display-street')].map(one => one.textContent)"
        torn = "document.querySelector('.ride-torn').checkVisibility()"
        for opened in (self.open_first, lambda: self.open("ride=scripts,ios,23,2")):
            await opened()
            self.assertFalse(await self.page.evaluate(torn))
            await self.press("Tear a read")
            await self.page.until(torn)
            self.assertEqual(
                await self.page.evaluate(street),
                ["Alte Schönhauser Straße", "Große Weinmeuser Straße"],
            )
            self.assertEqual(await self.cell("torn reads noticed"), "1")
            self.assertTrue(
                await self.page.evaluate("!!document.querySelector('.chart-torn')")
            )
            await self.page.click("h1")  # The Tab key goes on from there.
            await checks.expect_good(self.page)
            whole = int(await self.cell("shown whole"))
            await self.press("Go on")
            await self.page.until(f"!{torn}")
            await self.until_cell("shown whole", whole + 1)
            await self.until_text("Delivered that was not published: 0")

    async def test_nothing_to_tear(self) -> None:
        """A radio that never reads on, since the phone's answers are short of what it takes for full."""
        await self.open("ride=city-loop,android,185,1,none,wholeValues")
        await self.press("Tear a read")
        await self.until_text("Nothing was torn")

    async def test_step_by_step(self) -> None:
        await self.press("Start")
        await self.until_cell("reads", 1)
        await self.press("Pause")
        rows = await self.page.evaluate("Knav.ride.tab.chart.count")
        await asyncio.sleep(0.3)
        self.assertEqual(await self.page.evaluate("Knav.ride.tab.chart.count"), rows)
        for number in range(1, 20):
            await self.press("Step")
            now = await self.page.evaluate("Knav.ride.tab.chart.count")
            self.assertGreaterEqual(now, rows + number)
        await self.press("Go on")
        await self.page.until(f"Knav.ride.tab.chart.count > {now}", seconds=HANG)
        await checks.expect_contrast(self.page)

    async def test_with_the_keyboard(self) -> None:
        await self.page.click("#panel-ride form summary")
        await self.page.evaluate(
            "[...document.querySelectorAll('#panel-ride input')].at(-1).focus()"
        )
        await self.page.press("Enter")
        await self.until_cell("published", 1)
        await self.page.until(
            "document.querySelector('.display [role=status]').textContent",
            seconds=HANG,
        )

    async def test_a_link_repeats_a_ride(self) -> None:
        await self.choose("Seed", "77")
        await self.choose("Faults", "light")
        await self.choose("Speed", "fastest")
        await self.press("Start")
        await self.until_text("The ride is over.")
        await self.until_text(
            "knav ride Fixtures/rides/city-loop.csv --profile published --mtu 23 --seed 77 --faults light"
        )
        fragment = (await self.page.evaluate("location.hash")).removeprefix("#")
        reads = await self.cell("reads")
        await self.open(fragment)
        await self.choose("Speed", "fastest")
        await self.press("Start")
        await self.until_text("The ride is over.")
        self.assertEqual(await self.cell("reads"), reads)

    async def show(self, name: str) -> None:
        await self.page.evaluate(f"location.hash = '{name}'")
        await self.page.until(
            f"!document.querySelector('#panel-{name}').hidden", name, seconds=HANG
        )

    async def test_another_tab_and_back(self) -> None:
        """The address holds the settings again, those of the ride or of the link."""
        await self.choose("Seed", "77")
        await self.press("Start")
        await self.until_cell("published", 1)
        fragment = await self.page.evaluate("location.hash")
        self.assertIn(",77,", fragment)
        for fragment in (fragment, "#ride=roundabouts,ios,185,3,light"):
            await self.page.evaluate(f"location.hash = '{fragment}'")
            await self.show("log")
            self.assertEqual(await self.page.evaluate("location.hash"), "#log")
            await self.show("ride")
            self.assertEqual(await self.page.evaluate("location.hash"), fragment)

    async def test_another_tab_before_the_ride_begins(self) -> None:
        """A ride does not go on behind another tab, nor take its address."""
        await self.page.evaluate(
            """(() => {
                const { files } = Knav.ride;
                Knav.ride.files = () => new Promise(resolve => {
                    globalThis.unpack = async () => resolve(await files.call(Knav.ride));
                });
            })()"""
        )
        await self.press("Start")
        await self.show("log")
        await self.page.evaluate("unpack()")
        await self.page.until("Knav.ride.tab.riding !== null", seconds=HANG)
        self.assertEqual(
            await self.page.evaluate("[Knav.ride.tab.isPaused, location.hash]"),
            [True, "#log"],
        )
        await self.show("ride")
        self.assertIn("#ride=city-loop,", await self.page.evaluate("location.hash"))
        await self.until_cell("published", 1)

    async def test_another_tab_during_a_ride(self) -> None:
        """A ride waits for its reader, unless the reader has paused it."""
        paused = "Knav.ride.tab.isPaused"
        await self.press("Start")
        await self.page.until("Knav.ride.tab.riding !== null", seconds=HANG)
        await self.show("log")
        self.assertTrue(await self.page.evaluate(paused))
        await self.show("ride")
        self.assertFalse(await self.page.evaluate(paused))
        await self.press("Pause")
        await self.show("log")
        await self.show("ride")
        self.assertTrue(await self.page.evaluate(paused))

    async def test_an_address_with_unknown_settings(self) -> None:
        """They are named, the others are taken, and the address does not keep them."""
        await self.open("ride=own,ios,518,7,xx,yy")
        await self.until_text("does not know: own, 518, xx, yy.")
        self.assertEqual(await self.page.evaluate("location.hash"), "#ride")
        form = "Knav.ride.tab.form"
        self.assertEqual(
            await self.page.evaluate(
                f"[{form}.ride, {form}.profile, {form}.mtu, {form}.seed].map(one => one.value)"
            ),
            ["city-loop", "ios", "23", "7"],
        )
        await self.press("Start")
        await self.until_cell("published", 1)
        self.assertEqual(
            await self.page.evaluate("Knav.ride.tab.problem.textContent"), ""
        )

    async def test_a_refused_start_after_a_ride(self) -> None:
        """What is still shown is said to be of the ride before."""
        still = "!Knav.ride.tab.still.hidden"
        await self.choose("MTU in bytes", "22")
        await self.press("Start")
        await self.until_text("An MTU has")
        self.assertFalse(await self.page.evaluate(still))
        await self.choose("MTU in bytes", "23")
        await self.press("Start")
        await self.until_cell("published", 1)
        await self.choose("MTU in bytes", "22")
        await self.press("Start")
        await self.page.until(still)
        await self.choose("MTU in bytes", "23")
        await self.press("Start")
        await self.page.until(f"!({still})")

    async def test_every_object_is_counted_once(self) -> None:
        """Also the newest, while it is not shown."""
        await self.press("Start")
        await self.until_cell("published", 1)
        await self.press("Pause")
        counts = [
            int(await self.cell(name))
            for name in ("published", "shown whole", "shown in part", "missed", "the newest, not shown yet")
        ]  # fmt: skip
        self.assertEqual(counts[0], sum(counts[1:]))

    async def test_settings_that_no_link_has(self) -> None:
        for label, value, said in (
            ("MTU in bytes", "22", "An MTU has"), ("MTU in bytes", "518", "An MTU has"), ("MTU in bytes", "-5", "An MTU has"),
            ("Seed", "18446744073709551616", "A seed is"), ("Seed", "1e3", "A seed is"), ("Seed", "", "A seed is"),
            ("Ride", "own", "Choose a ride file"),
        ):  # fmt: skip
            with self.subTest(label=label, value=value):
                await self.open("ride")
                await self.choose(label, value)
                await self.press("Start")
                await self.until_text(said)

    async def test_own_files(self) -> None:
        """Files of all kinds get a message, and never become markup."""
        loop = (RIDES / "city-loop.csv").read_bytes()
        files = {
            "good.csv": (loop, "good.csv – instructions: 52."),
            "one line.csv": (loop.splitlines()[0], "one line.csv – instructions: 1."),
            "no ride.csv": (b"a,b,c", "no instruction found"),
            "empty.csv": (b"", "empty.csv is empty."),
            "strange.csv": (STRANGE_FILE, f"instructions: {len(GOOD_LINES)}."),
            "noise.csv": (bytes(range(256)) * 4000, "no instruction found"),
            "markup.csv": (
                line(street='"<img src=x onerror=window.hit=1>"'),
                "instructions: 1.",
            ),
            "large.csv": (b"x" * (2**23 + 1), "is larger than 8 MB"),
            "<b onclick=window.hit=1>.csv": (b"", "is empty"),
        }
        with tempfile.TemporaryDirectory() as folder:
            for name, (content, said) in files.items():
                with self.subTest(name):
                    await self.open("ride")
                    file = pathlib.Path(folder) / name
                    file.write_bytes(content)
                    await self.page.choose_files(
                        "#panel-ride input[type=file]", str(file)
                    )
                    await self.until_text(said)
                    await self.choose("Speed", "fastest")
                    await self.press("Start")
                    await self.until_text("The ride is over.")
                    await self.until_text("Delivered that was not published: 0")
                    self.assertEqual(
                        await self.page.evaluate(
                            "[typeof hit, document.querySelector('#panel-ride :is(img, b, script)')]"
                        ),
                        ["undefined", None],
                    )

    async def test_a_saved_chart(self) -> None:
        disabled = """[...document.querySelectorAll('#panel-ride button')]
            .find(one => one.textContent === 'Save as SVG').disabled"""
        self.assertTrue(await self.page.evaluate(disabled))
        await self.choose("Speed", "fastest")
        await self.press("Start")
        await self.until_text("The ride is over.")
        await self.press("Save as SVG")
        [file] = await self.chromium.saved()
        chart = ElementTree.parse(file).getroot()
        self.assertEqual(chart.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertEqual(len(chart.findall("{*}g")), 400)
        names = [text.text for text in chart.findall("{*}text")]
        self.assertEqual(names, ["Device", "Phone"])

    async def test_a_saved_chart_of_any_street(self) -> None:
        """What XML can't hold, or what would change how the rest is read, is not in it."""
        street = '"a\x01b\x7f\u202ec\ufffe"'
        await self.choose_file("ride.csv", line(street=street))
        await self.until_text("ride.csv – instructions: 1.")
        await self.choose("Speed", "fastest")
        await self.press("Start")
        await self.until_text("The ride is over.")
        shown = await self.page.evaluate(
            "document.querySelector('#panel-ride .display-street').textContent"
        )
        self.assertEqual(shown, "a\ufffdb\ufffd\ufffdc\ufffd")
        await self.press("Save as SVG")
        [file] = await self.chromium.saved()
        words = "".join(ElementTree.parse(file).getroot().itertext())
        self.assertIn("a\ufffdb\ufffd\ufffdc\ufffd", words)

    async def test_a_file_of_bad_lines(self) -> None:
        """It is read in slices, and most of what is wrong with it is only counted."""
        count = 2**16
        found = await self.page.call(
            """async (count) => {
                const { now } = performance, { setTimeout } = globalThis;
                let time = 0, slices = 0, steps = 0, most = 0;
                performance.now = () => { steps += 1; return time += 1; };
                globalThis.setTimeout = (call) => {
                    slices += 1;
                    most = Math.max(most, steps);
                    steps = 0;
                    queueMicrotask(call);
                };
                const bytes = new TextEncoder().encode('x\\n?\\n'.repeat(count / 2));
                for (let place = 2; place < bytes.length; place += 4) bytes[place] = 0xFF;
                const file = await Knav.rideFile.readInSlices(bytes, () => true);
                Object.assign(globalThis, { setTimeout });
                Object.assign(performance, { now });
                return [file.skippedCount + file.badCount, file.skipped.length, file.bad.length, slices, most];
            }""",
            count,
        )
        lines, skipped, bad, slices, most = found
        self.assertEqual((lines, skipped, bad), (count, 100, 100))
        self.assertGreater(slices, 50)
        self.assertLess(most, 20)

    async def test_a_file_chosen_while_another_is_read(self) -> None:
        await self.page.evaluate(
            """(() => {
                const { readInSlices } = Knav.rideFile;
                globalThis.reads = [];
                Knav.rideFile.readInSlices = (...given) => {
                    const read = readInSlices(...given);
                    reads.push(read);
                    return read;
                };
            })()"""
        )
        await self.choose_file("long.csv", line() * 60000)
        await self.page.until("reads.length === 1", seconds=HANG)
        await self.choose_file("short.csv", line())
        await self.until_text("short.csv – instructions: 1.")
        await self.page.evaluate("Promise.all(reads).then(() => undefined)")
        self.assertEqual(await self.page.evaluate("Knav.ride.tab.form.own.length"), 1)

    async def test_the_same_file_again(self) -> None:
        """A browser tells of a file that is chosen again, after it was edited, only if none is chosen."""
        selector = "#panel-ride input[type=file]"
        await self.choose_file("ride.csv", line())
        await self.until_text("ride.csv – instructions: 1.")
        await self.page.evaluate(
            f"""document.querySelector({selector!r}).dispatchEvent(new MouseEvent('click', {{cancelable: true}}))"""
        )
        files = f"document.querySelector({selector!r}).files.length"
        self.assertEqual(await self.page.evaluate(files), 0)
        await self.choose_file("ride.csv", line() + line())
        await self.until_text("ride.csv – instructions: 2.")

    async def test_no_name_of_the_protocol_is_left(self) -> None:
        """Every state, every policy, and what a session notices, have words in both languages."""
        names = await self.page.evaluate(
            """(() => {
                const { enumerations } = Knav.coreLayout;
                const of = (name) => enumerations[name];
                return {phases: of('central_phase'), faults: [...of('central_fault'), ...of('peripheral_fault')],
                    states: of('peripheral_phase'), policies: Object.fromEntries(['ending', 'serving',
                        'chunkSize', 'lossDetection'].map((name) =>
                            [name, of(name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`))]))};
            })()"""
        )
        await self.choose("Phone", "android")
        await self.press("Start")
        await self.until_cell("published", 1)
        await self.press("Pause")
        for language in ("de", "en"):
            await self.page.evaluate(f"Knav.texts.language = '{language}'")
            wrong = await self.page.call(
                """({ phases, states, policies, faults }) => {
                    const { tab } = Knav.ride;
                    const { world } = tab.riding;
                    const said = [];
                    const see = (name, words) => { said.push([name, words]); };
                    for (const phase of phases) {
                        Object.defineProperty(world.device, 'phase', { value: phase, configurable: true });
                        tab.refresh();
                        see(phase, tab.cells.device.textContent);
                    }
                    for (const phase of states) {
                        Object.defineProperty(world.phone, 'phase', { value: phase, configurable: true });
                        tab.refresh();
                        see(phase, tab.cells.phone.textContent);
                    }
                    for (const [name, values] of Object.entries(policies)) {
                        for (const value of values) {
                            const words = tab.leftOpen({ ...world.configuration, [name]: value });
                            see(value, words);
                        }
                    }
                    for (const fault of faults) {
                        for (const event of ['noticed', 'refusedByPhone']) see(fault, tab.chart.words({ event, fault }));
                    }
                    const isName = (name, words) => /[A-Z]/.test(name) && words.includes(name);
                    return said.filter(([name, words]) => isName(name, words)
                        || (Knav.texts.language === 'de' && /\\b(ready|serving|waiting|scanning|reading|empty)\\b/.test(words)));
                }""",
                names,
            )
            self.assertEqual(wrong, [], language)

    async def test_messages_in_another_language(self) -> None:
        """The words of a fault and of a bad line change, too."""
        await self.choose_file("ride.csv", line() + b"x\n")
        await self.until_text("Line 2: 1 column instead of 14")
        await self.press("Start")
        await self.until_cell("published", 1)
        await self.press("Drop the next notification")
        await self.until_text("Armed: notification lost")
        await self.page.evaluate("Knav.texts.language = 'de'")
        await self.until_text("Vorgemerkt: Benachrichtigung verloren")
        await self.until_text("Zeile 2: 1 statt 14 Spalten")
        await self.page.evaluate("Knav.texts.language = 'en'")
        await self.until_text("Armed: notification lost")

    async def test_german(self) -> None:
        await self.page.evaluate("Knav.texts.language = 'de'")
        await self.choose("Tempo", "fastest")
        await self.press("Losfahren")
        await self.until_text("Die Fahrt ist zu Ende.")
        await self.until_text("Gezeigt, aber nie veröffentlicht: 0")
        await self.page.evaluate(
            "document.querySelector('#panel-ride details:has(.chart-list)').open = true"
        )
        await self.until_text("Gerät → Smartphone: lesen ab 0")
        await checks.expect_fitting(self.page)
        await self.page.evaluate("Knav.texts.language = 'en'")
        await self.until_text("Device → Phone: read at 0")
