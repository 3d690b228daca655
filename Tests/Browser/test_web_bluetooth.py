"""What the radio over Web Bluetooth tells a session, whatever happens, and in whatever order."""

import unittest

from fake_bluetooth import Fake

#: What the browser answers, and which ATT error that is.
ERRORS = (
    ("NotSupportedError", "GATT operation failed for unknown reason.", 0x0E),
    ("NotSupportedError", "GATT Error Unknown.", 0x0E),
    ("NotSupportedError", "GATT operation not permitted.", 0x05),
    ("NotSupportedError", "GATT Error: Not supported.", 0x06),
    ("NetworkError", "GATT operation already in progress.", 0x0E),
    ("NetworkError", "GATT Error: Not paired.", 0x05),
    ("SecurityError", "GATT operation not authorized.", 0x05),
    ("InvalidStateError", "GATT Characteristic no longer exists.", 0x01),
    ("InvalidModificationError", "GATT Error: invalid attribute length.", 0x0D),
    ("UnknownError", "", 0x0E),
)


class Radio(Fake):
    """What the radio tells the session, step by step."""

    async def expect_told(self, script: str, *told: str) -> None:
        """Runs the script, and compares everything that the radio told since the last time."""
        await self.run_script(f"{script}; await settled()")
        self.assertEqual(await self.page.evaluate("told.splice(0)"), list(told))

    async def link(self) -> None:
        await self.run_script("await makeLink()")

    async def read(self, ticket: int = 9) -> None:
        await self.expect_told(
            f"radio.perform({{effect: 'read', ticket: {ticket}, offset: 0}})"
        )

    async def test_a_read(self) -> None:
        """Its own event is not told."""
        await self.link()
        await self.read()
        await self.expect_told(
            "bluetooth.answer('read', [1, 2, 3])", "answered 9 010203"
        )
        await self.read(10)
        await self.expect_told("bluetooth.answer('read', [])", "answered 10 ")

    async def test_notifications_between_reads(self) -> None:
        await self.link()
        await self.expect_told("bluetooth.notified([5])", "notified 05")
        await self.expect_told("bluetooth.notified([5])", "notified 05")

    async def test_a_notification_during_a_read(self) -> None:
        """It is told before the answer: it came before it."""
        await self.link()
        await self.read()
        await self.expect_told("bluetooth.notified([5])")
        await self.expect_told(
            "bluetooth.notified([6]); bluetooth.answer('read', [1, 2, 3])",
            *("notified 05", "notified 06", "answered 9 010203"),
        )

    async def test_a_notification_right_after_the_event_of_a_read(self) -> None:
        """The session hears the answer first."""
        await self.link()
        await self.read()
        await self.expect_told(
            "bluetooth.answer('read', [1, 2, 3]); await null; await null; await null; await null; bluetooth.notified([5])",
            *("answered 9 010203", "notified 05"),
        )

    async def test_a_notification_in_the_task_of_a_read(self) -> None:
        """Even before the promise's reactions have run it is not an answer, and is not lost."""
        await self.link()
        await self.read()
        await self.expect_told(
            "bluetooth.answer('read', [1, 2, 3]); bluetooth.notified([5])",
            *("notified 05", "answered 9 010203"),
        )

    async def test_a_value_that_comes_twice_during_its_read(self) -> None:
        """It is told after the answer, when the session does not read already; and once."""
        await self.link()
        twice = "bluetooth.notified([1, 2, 3]); bluetooth.answer('read', [1, 2, 3])"
        await self.read()
        await self.expect_told(twice, "answered 9 010203", "notified 010203")
        await self.read(10)
        await self.expect_told(twice, "answered 10 010203")
        await self.read(11)
        await self.expect_told("bluetooth.answer('read', [4])", "answered 11 04")
        # As a session does which reads twice.
        await self.run_script(
            """const tell = radio.tell;
            radio.tell = event => {
                tell(event);
                if (event.ticket === 12) radio.perform({effect: 'read', ticket: 13, offset: 0});
            };"""
        )
        await self.read(12)
        await self.expect_told(twice, "answered 12 010203")
        await self.expect_told(twice, "answered 13 010203", "notified 010203")

    async def test_an_answer_that_is_told_again(self) -> None:
        """As on Linux, when a notification was lost: once, so that the session does not read for ever."""
        await self.link()
        await self.read()
        await self.expect_told("bluetooth.answer('read', [1, 2])", "answered 9 0102")
        await self.expect_told("bluetooth.notified([1, 2])", "notified 0102")
        await self.expect_told("bluetooth.notified([1, 2])")
        for ticket in (10, 11):
            await self.read(ticket)
            await self.expect_told(
                "bluetooth.answer('read', [1, 2])", f"answered {ticket} 0102"
            )
            await self.expect_told("bluetooth.notified([1, 2])")
        await self.read(12)
        await self.expect_told("bluetooth.answer('read', [3, 4])", "answered 12 0304")
        await self.expect_told("bluetooth.notified([3, 4])", "notified 0304")

    async def test_a_read_that_fails(self) -> None:
        """What came during it was notified; nothing is an answer."""
        await self.link()
        await self.read()
        await self.expect_told(
            "bluetooth.notified([5]); bluetooth.refuse('read', 'NotSupportedError')",
            *("notified 05", "failed 9 14"),
        )
        await self.expect_told("bluetooth.notified([5])", "notified 05")

    async def test_a_repeat_counts_again_after_a_read_that_failed(self) -> None:
        await self.link()
        await self.read()
        await self.expect_told("bluetooth.answer('read', [1])", "answered 9 01")
        await self.read(10)
        await self.expect_told(
            "bluetooth.refuse('read', 'NotSupportedError')", "failed 10 14"
        )
        for _ in range(2):
            await self.expect_told("bluetooth.notified([1])", "notified 01")

    async def test_errors(self) -> None:
        await self.link()
        for ticket, (name, message, code) in enumerate(ERRORS, 20):
            with self.subTest(name=name, message=message):
                await self.read(ticket)
                await self.expect_told(
                    f"bluetooth.refuse('read', '{name}', '{message}')",
                    f"failed {ticket} {code}",
                )

    async def test_a_refused_subscription(self) -> None:
        await self.link()
        for ticket, (name, message, code) in enumerate(ERRORS, 20):
            await self.expect_told(
                f"radio.perform({{effect: 'subscribe', ticket: {ticket}}})"
            )
            await self.expect_told(
                f"bluetooth.refuse('subscribe', '{name}', '{message}')",
                f"failed {ticket} {code}",
            )

    async def test_what_is_found(self) -> None:
        await self.link()
        cases = (
            (1, "bluetooth.refuse('service', 'NotFoundError')", "notDiscovered 9"),
            (
                2,
                "bluetooth.refuse('characteristic', 'NotFoundError')",
                "notDiscovered 9",
            ),
            (1, "bluetooth.refuse('service', 'NetworkError')", "failed 9 14"),
            (
                2,
                "bluetooth.refuse('characteristic', 'InvalidStateError')",
                "failed 9 1",
            ),
            (2, "bluetooth.answer('characteristic')", "discovered 9 true"),
            (
                2,
                "bluetooth.notify = false; bluetooth.answer('characteristic')",
                "discovered 9 false",
            ),
        )
        for steps, last, told in cases:
            await self.expect_told("radio.perform({effect: 'discover', ticket: 9})")
            if steps == 2:
                await self.expect_told("bluetooth.answer('service')")
            await self.expect_told(last, told)

    async def test_another_discovery(self) -> None:
        """The characteristic of the one before is not heard any more."""
        await self.link()
        await self.run_script("globalThis.old = bluetooth.characteristic")
        await self.expect_told(
            "for (const name of ['service', 'characteristic']) bluetooth.automatic.add(name);"
            "radio.perform({effect: 'discover', ticket: 9})",
            "discovered 9 true",
        )
        await self.expect_told("old.change([1])")
        await self.expect_told("bluetooth.notified([2])", "notified 02")

    async def test_a_link_that_ends_while_something_is_awaited(self) -> None:
        """Whatever becomes of it, the link's end is told once, and nothing else."""
        steps = {
            "discover": ("service", "characteristic"),
            "subscribe": ("subscribe",),
            "read": ("read",),
        }
        for effect, names in steps.items():
            for count, name in enumerate(names):
                for outcome in ("answer", "refuse"):
                    for is_told_first in (True, False):
                        with self.subTest(f"{effect} {name} {outcome} {is_told_first}"):
                            await self.link()
                            await self.expect_told(
                                f"radio.perform({{effect: '{effect}', ticket: 9, offset: 0}})"
                            )
                            for before in names[:count]:
                                await self.expect_told(f"bluetooth.answer('{before}')")
                            finish = (
                                f"bluetooth.answer('{name}', [1])"
                                if outcome == "answer"
                                else f"bluetooth.refuse('{name}', 'NetworkError')"
                            )
                            await self.end_link(finish, is_told_first, outcome)
                            await self.expect_told("bluetooth.calls.length = 0")

    async def end_link(self, finish: str, is_told_first: bool, outcome: str) -> None:
        if is_told_first:
            await self.expect_told("bluetooth.lose()", "disconnected")
            await self.expect_told(finish)
        elif outcome == "refuse":
            # The exception comes first, and the event late.
            await self.expect_told(
                f"bluetooth.device.gatt.connected = false; {finish}", "disconnected"
            )
            await self.expect_told("bluetooth.lose()")
        else:
            await self.expect_told(f"bluetooth.lose(); {finish}", "disconnected")

    async def test_an_old_read_ends_during_a_new_one(self) -> None:
        """Even with the same characteristic, which some browsers keep."""
        await self.link()
        await self.read()
        await self.expect_told("bluetooth.lose()", "disconnected")
        await self.run_script(
            """globalThis.kept = bluetooth.characteristic;
            for (const name of ['connect', 'service']) bluetooth.automatic.add(name);
            radio.perform({effect: 'connect', peer: 1, link: 10}); await settled();
            radio.perform({effect: 'discover', ticket: 11}); await settled();
            bluetooth.take('characteristic').resolve(kept); await settled();
            told.length = 0;"""
        )
        await self.read(12)
        await self.expect_told("bluetooth.answer('read', [1])")
        await self.expect_told(
            "bluetooth.answer('read', [2])", "notified 01", "answered 12 02"
        )

    async def test_connections(self) -> None:
        await self.run_script("makeRadio()")
        connect = "radio.perform({effect: 'connect', peer: 1, link: %d})"
        await self.expect_told(connect % 1)
        await self.expect_told(
            "bluetooth.refuse('connect', 'NetworkError')", "disconnected"
        )
        await self.expect_told(connect % 2)
        await self.expect_told("bluetooth.answer('connect')", "connected")
        await self.expect_told("bluetooth.lose()", "disconnected")
        await self.expect_told("bluetooth.lose()")
        # It ends before the page is told that it began.
        await self.expect_told(connect % 3)
        await self.expect_told(
            "bluetooth.calls[0].resolve = (resolve => server => { resolve(server); queueMicrotask(() => {"
            " queueMicrotask(() => { bluetooth.device.gatt.connected = false; }); }); })(bluetooth.calls[0].resolve);"
            "bluetooth.answer('connect')",
            "disconnected",
        )

    async def test_a_connection_that_was_given_up(self) -> None:
        """When it comes up all the same, it is ended; but the next link may have it."""
        await self.run_script("makeRadio()")
        await self.expect_told("radio.perform({effect: 'connect', peer: 1, link: 1})")
        await self.expect_told("radio.perform({effect: 'disconnect', link: 1})")
        count = await self.page.evaluate("bluetooth.disconnections")
        await self.expect_told("bluetooth.answer('connect')")
        self.assertEqual(
            await self.page.evaluate("bluetooth.disconnections"), count + 1
        )
        self.assertFalse(await self.page.evaluate("bluetooth.device.gatt.connected"))
        await self.expect_told("radio.perform({effect: 'connect', peer: 1, link: 2})")
        await self.expect_told("radio.perform({effect: 'disconnect', link: 2})")
        await self.expect_told("radio.perform({effect: 'connect', peer: 1, link: 3})")
        await self.expect_told("bluetooth.answer('connect')", "connected")
        self.assertTrue(await self.page.evaluate("bluetooth.device.gatt.connected"))
        history = await self.page.evaluate("bluetooth.history")
        self.assertEqual(history, ["connect", "connect"])

    async def test_scanning(self) -> None:
        """The first time at once, then a second later, then longer; after an answer a second later again."""
        await self.run_script("makeRadio()")
        await self.run_script(
            "globalThis.waits = []; const real = setTimeout;"
            "globalThis.setTimeout = (work, wait) => { if (wait === undefined || !String(work).includes('find'))"
            " return real(work, wait); waits.push(wait); return real(work); }"
        )
        for _ in range(7):
            await self.expect_told(
                "radio.perform({effect: 'startScan'}); await settled()", "found"
            )
        self.assertEqual(
            await self.page.evaluate("waits.splice(0)"),
            [0, 1000, 2000, 4000, 8000, 10000, 10000],
        )
        await self.expect_told(
            "radio.perform({effect: 'startScan'}); radio.perform({effect: 'stopScan'})"
        )
        await self.run_script("await makeLink(); waits.length = 0")
        await self.read()
        await self.expect_told("bluetooth.answer('read', [1])", "answered 9 01")
        await self.expect_told("bluetooth.lose()", "disconnected")
        await self.expect_told(
            "radio.perform({effect: 'startScan'}); await settled()", "found"
        )
        self.assertEqual(await self.page.evaluate("waits"), [1000])

    async def test_bluetooth_is_switched(self) -> None:
        await self.link()
        await self.read()
        await self.expect_told("bluetooth.switchTo(false)", "radioOff")
        await self.expect_told("bluetooth.switchTo(false)")
        await self.expect_told("bluetooth.lose()")
        await self.expect_told("bluetooth.answer('read', [1])")
        await self.expect_told("bluetooth.switchTo(true)", "radioOn")
        await self.expect_told("bluetooth.switchTo(true)")

    async def test_bluetooth_is_off_and_nothing_tells(self) -> None:
        await self.run_script("makeRadio(); bluetooth.available = false")
        await self.expect_told(
            "radio.perform({effect: 'startScan'}); await settled()", "radioOff"
        )
        await self.run_script("bluetooth.available = true")
        await self.page.until("told.length", "it is looked for again")
        await self.expect_told("", "radioOn")

    async def test_it_is_closed(self) -> None:
        await self.link()
        await self.read()
        await self.expect_told("radio.close()")
        self.assertFalse(await self.page.evaluate("bluetooth.device.gatt.connected"))
        await self.expect_told(
            "bluetooth.answer('read', [1]); bluetooth.switchTo(false); bluetooth.lose()"
        )

    async def test_which_radio_it_is(self) -> None:
        """Over Core Bluetooth nothing tells a notification from an answer."""
        for platform, radio in {
            "macOS": "oneCallback",
            "MacIntel": "oneCallback",
            "iPhone": "oneCallback",
            "Windows": "wholeValues",
            "Android": "wholeValues",
            "Linux x86_64": "wholeValues",
            "Chrome OS": "wholeValues",
        }.items():
            await self.run_script(
                f"Object.defineProperty(navigator, 'userAgentData', {{value: {{platform: '{platform}'}}, configurable: true}})"
            )
            self.assertEqual(
                await self.page.evaluate("Knav.webBluetooth.radio()"), radio
            )


if __name__ == "__main__":
    unittest.main()
