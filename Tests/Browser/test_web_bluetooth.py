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
        """Even before the promise's reactions have run it is no answer, and is not lost."""
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
            )


class Tab(Fake):
    """The tab, by what is seen of it."""

    async def text(self, selector: str) -> str:
        return await self.page.evaluate(
            f"document.querySelector('{PANEL} {selector}').textContent"
        )

    async def expect_text(self, selector: str, text: str) -> None:
        await self.page.until(
            f"document.querySelector('{PANEL} {selector}').textContent.replaceAll('\\u00a0', ' ').includes({text!r})",
            f"“{text}” in {selector}",
        )

    async def connect(self, value: bytes = instruction(1, "Bergstraße 1")) -> None:
        """Everything is answered at once."""
        await self.page.call(
            "value => { bluetooth.object = value;"
            " for (const name of ['choose', 'connect', 'service', 'characteristic', 'subscribe', 'read'])"
            " bluetooth.automatic.add(name); }",
            list(value),
        )
        await self.page.click(MAIN)
        await self.expect_text(".display-status", "Navigating")

    async def test_an_instruction(self) -> None:
        await self.connect()
        await self.expect_text(".display-street", "Bergstraße 1")
        await self.expect_text("bdi", "Fake")
        options = await self.page.evaluate("bluetooth.options")
        self.assertEqual(
            options,
            {"filters": [{"services": ["71c1e128-d92f-4fa8-a2b2-0f171db3436c"]}]},
        )

    async def test_it_does_not_read_for_ever(self) -> None:
        """Two reads prove the object; then there is nothing to read until the next time that a read is due."""
        await self.connect()
        await self.page.evaluate("new Promise(done => setTimeout(done, 1500))")
        reads = "bluetooth.history.filter(name => name === 'read').length"
        self.assertEqual(await self.page.evaluate(reads), 2)
        # Even if the browser told each value once more, it would come to an end.
        await self.page.evaluate(
            """(() => {
                const { answer } = bluetooth;
                bluetooth.answer = (name, ...values) => {
                    answer(name, ...values);
                    if (name === 'read') setTimeout(() => bluetooth.notified(bluetooth.object), 5);
                };
                bluetooth.notified([9, 9, 9, 9]);
            })()"""
        )
        await self.page.evaluate("new Promise(done => setTimeout(done, 1500))")
        self.assertLessEqual(await self.page.evaluate(reads), 8)

    async def test_a_notification_replaces_the_object(self) -> None:
        await self.connect()
        await self.page.call(
            "value => { bluetooth.object = value; bluetooth.notified(value.slice(0, 4)); }",
            list(instruction(2, "Am Neuen Garten")),
        )
        await self.expect_text(".display-street", "Am Neuen Garten")

    async def test_the_chooser_is_cancelled(self) -> None:
        await self.page.click(MAIN)
        await self.page.until("bluetooth.choosers")
        self.assertTrue(
            await self.page.evaluate(f"document.querySelector('{MAIN}').disabled")
        )
        await self.run_script(
            "bluetooth.refuse('choose', 'NotFoundError', 'User cancelled the requestDevice() chooser.')"
        )
        await self.expect_text("[role=status]", "No phone was chosen")
        await self.connect()
        self.assertEqual(await self.page.evaluate("bluetooth.choosers"), 2)

    async def test_the_browser_refuses(self) -> None:
        for name, message in (
            ("NotFoundError", "Bluetooth adapter not available."),
            ("SecurityError", "<b>no</b>"),
            ("NotAllowedError", ""),
        ):
            await self.page.click(MAIN)
            await self.page.until("bluetooth.calls.length")
            await self.run_script(f"bluetooth.refuse('choose', '{name}', '{message}')")
            await self.expect_text("[role=status]", message or name)
            await self.page.until(f"!document.querySelector('{MAIN}').disabled")

    async def test_double_clicks(self) -> None:
        """One chooser and one session, however often somebody clicks."""
        clicks = (
            f"for (let i = 0; i < 5; i += 1) document.querySelector('{MAIN}').click()"
        )
        await self.run_script(clicks)
        self.assertEqual(await self.page.evaluate("bluetooth.choosers"), 1)
        await self.run_script("bluetooth.answer('choose')")
        await self.page.until("bluetooth.calls.length", "a connection")
        self.assertEqual(
            await self.page.evaluate("bluetooth.history"), ["choose", "connect"]
        )
        await self.run_script(clicks)  # Disconnects, connects again, and so on.
        await self.expect_text("button.primary", "Connect again")
        await self.page.click(MAIN)
        await self.page.until(
            "bluetooth.history.length === 2", "the connection that is still awaited"
        )
        await self.page.evaluate("new Promise(done => setTimeout(done, 100))")
        await self.run_script("bluetooth.answer('connect')")
        await self.page.until("bluetooth.calls.length", "a discovery")
        self.assertEqual(
            await self.page.evaluate("bluetooth.history"),
            ["choose", "connect", "service"],
        )
        self.assertTrue(await self.page.evaluate("bluetooth.device.gatt.connected"))

    async def test_disconnecting(self) -> None:
        await self.connect()
        await self.page.click(MAIN)
        await self.expect_text(".display-status", "Not started")
        self.assertFalse(await self.page.evaluate("bluetooth.device.gatt.connected"))
        count = len(await self.page.evaluate("bluetooth.history"))
        await self.page.evaluate("new Promise(done => setTimeout(done, 1500))")
        self.assertEqual(len(await self.page.evaluate("bluetooth.history")), count)
        await self.connect()
        self.assertEqual(await self.page.evaluate("bluetooth.choosers"), 1)

    async def test_it_reconnects(self) -> None:
        await self.connect()
        await self.run_script("bluetooth.lose()")
        await self.expect_text(".display-status", "Looking for a phone")
        await self.expect_text(".display-status", "Navigating")

    async def test_it_does_not_reconnect_if_it_may_not(self) -> None:
        await self.connect()
        await self.page.click(f"{PANEL} .device-options input[type=checkbox]")
        await self.run_script("bluetooth.lose()")
        await self.expect_text(".display-status", "Not started")
        await self.expect_text("[role=status]", "The connection was lost")
        await self.expect_text("button.primary", "Connect again")

    async def test_a_phone_that_is_lost_in_every_step(self) -> None:
        """In the end it is shown all the same."""
        for name in ("connect", "service", "characteristic", "subscribe", "read"):
            with self.subTest(name):
                await self.page.call(
                    """(name, value) => {
                        bluetooth.object = value;
                        bluetooth.automatic = new Set(['choose', 'connect', 'service', 'characteristic', 'subscribe', 'read']);
                        bluetooth.automatic.delete(name);
                    }""",
                    name,
                    list(instruction(len(name), f"Nach {name}, rechts")),
                )
                await self.page.click(MAIN)
                await self.page.until("bluetooth.calls.length", f"a {name}")
                await self.run_script(
                    f"if ('{name}' === 'connect') bluetooth.refuse('connect', 'NetworkError');"
                    "else { bluetooth.lose(); bluetooth.calls.length = 0; }"
                    f"bluetooth.automatic.add('{name}')"
                )
                await self.expect_text(".display-street", f"Nach {name}, rechts")
                await self.page.click(MAIN)

    async def test_bluetooth_goes_and_comes(self) -> None:
        await self.connect()
        await self.run_script("bluetooth.lose(); bluetooth.switchTo(false)")
        await self.expect_text(".display-status", "Bluetooth is off")
        await self.run_script("bluetooth.switchTo(true)")
        await self.expect_text(".display-status", "Navigating")

    async def test_navigation_ends(self) -> None:
        await self.connect()
        await self.page.evaluate("bluetooth.automatic.delete('read')")
        await self.page.evaluate("bluetooth.automatic.delete('service')")
        await self.page.evaluate("bluetooth.notified([9, 9, 9, 9])")
        await self.page.until("bluetooth.calls.length", "a read")
        await self.run_script("bluetooth.refuse('read', 'InvalidStateError')")
        await self.page.until("bluetooth.calls.length", "a discovery")
        await self.run_script("bluetooth.refuse('service', 'NotFoundError')")
        await self.expect_text(".display-status", "Navigation has ended")

    async def test_a_phone_that_wants_to_be_paired(self) -> None:
        await self.connect()
        await self.page.evaluate(
            "bluetooth.automatic.delete('read'); bluetooth.notified([9, 9, 9, 9])"
        )
        await self.page.until("bluetooth.calls.length", "a read")
        await self.run_script(
            "bluetooth.refuse('read', 'SecurityError', 'GATT operation not authorized.')"
        )
        await self.expect_text(".display-status", "Pair the phone")

    async def test_a_phone_that_is_silent(self) -> None:
        """The session's time-outs come without anything else that happens."""
        await self.connect()
        await self.page.evaluate(
            "bluetooth.automatic.delete('read'); bluetooth.notified([9, 9, 9, 9])"
        )
        await self.expect_text(".display-status", "Looking for a phone")
        await self.expect_text(".device-happenings", "did not answer in time")

    async def test_what_phones_send_is_text(self) -> None:
        markup = "<img src=x onerror=window.hit=1><script>window.hit=1</script>"
        await self.page.evaluate(f"bluetooth.device.name = {markup!r}")
        await self.connect(instruction(1, markup))
        await self.expect_text(".display-street", markup)
        await self.expect_text("bdi", markup)
        controls = "\0\x07\u202e\u2066\u2028{reason}$&\ufeff"
        await self.page.call(
            "value => { bluetooth.object = value; bluetooth.notified(value.slice(0, 4)); }",
            list(instruction(2, controls)),
        )
        await self.expect_text(".display-street", "{reason}$&")
        await self.page.call(
            "value => { bluetooth.object = value; bluetooth.notified(value.slice(0, 4)); }",
            [*instruction(3), 0x3C, 0x62, 0x3E, 0xFF, 0xC3],
        )
        await self.expect_text(".display-street", "<b>")
        self.assertEqual(await self.page.evaluate("typeof hit"), "undefined")
        kinds = "document.querySelectorAll('#panel-device img, #panel-device script, #panel-device b').length"
        self.assertEqual(await self.page.evaluate(kinds), 0)

    async def test_the_list_has_an_end(self) -> None:
        await self.connect()
        await self.page.evaluate(
            "(async () => { for (let i = 0; i < 80; i += 1) { bluetooth.notified([i]); await settled(); } })()"
        )
        rows = "document.querySelectorAll('.device-happenings li').length"
        await self.page.until(f"{rows} === 50", "50 rows")

    async def test_units(self) -> None:
        await self.connect(instruction(1, "Bergstraße 1", metres=1200))
        for value, text in {
            "vendor": "1200 m",
            "imperial": "0.7 mi",
            "uk": "0.7 mi",
            "metric": "1.2 km",
        }.items():
            await self.page.call(
                """value => {
                    const select = document.querySelector('#panel-device select');
                    select.value = value;
                    select.dispatchEvent(new Event('change'));
                }""",
                value,
            )
            await self.expect_text(".display-distance", text)

    async def test_large(self) -> None:
        await self.connect()
        large = "document.querySelector('.device-large')"
        for leaving in ("button", "Escape"):
            await self.page.evaluate(
                f"document.querySelector('{PANEL} .row button:nth-of-type(3)').focus()"
            )
            await self.page.press("Enter")
            await self.page.until(large, "it is large")
            size = await self.page.evaluate(
                f"(({{ width, height }}) => [width - innerWidth, height - innerHeight])({large}.getBoundingClientRect())"
            )
            self.assertEqual(size, [0, 0])
            if leaving == "button":
                await self.page.click(".device-small")
            else:
                await self.page.press("Escape")
            await self.page.until(f"!{large}", "it is as before")
            focused = "document.activeElement.textContent"
            self.assertEqual(await self.page.evaluate(focused), "Large")

    async def test_the_screen_stays_on(self) -> None:
        await self.run_script(
            """globalThis.locks = [];
            class Lock extends EventTarget {
                release() { this.isOver = true; this.dispatchEvent(new Event('release')); }
            }
            globalThis.refusal = null;
            Object.defineProperty(navigator, 'wakeLock', {configurable: true, value: {
                async request() {
                    if (refusal) throw refusal;
                    locks.push(new Lock());
                    return locks.at(-1);
                },
            }});"""
        )
        held = "locks.filter(one => !one.isOver).length"
        await self.connect()
        await self.page.until(f"{held} === 1", "it is taken")
        await self.expect_text(".device-options + p", "The screen stays on")
        # The browser takes it away with the page, and it is taken again with it.
        await self.run_script("locks[0].release()")
        await self.expect_text(".device-options + p", "")
        await self.run_script("document.dispatchEvent(new Event('visibilitychange'))")
        await self.page.until(
            f"{held} === 1 && locks.length === 2", "it is taken again"
        )
        await self.page.click(MAIN)
        await self.page.until(f"{held} === 0", "it is given back")
        await self.run_script(
            "refusal = new DOMException('low battery', 'NotAllowedError')"
        )
        await self.page.click(MAIN)
        await self.expect_text(".device-options + p", "low battery")


class Missing(Fake):
    """A browser without Bluetooth."""

    async def prepare(self) -> None:
        await self.page.send(
            "Page.addScriptToEvaluateOnNewDocument",
            source="Object.defineProperty(navigator, 'bluetooth', {value: undefined})",
        )

    async def test_it_says_so(self) -> None:
        text = await self.page.evaluate(f"document.querySelector('{PANEL}').innerText")
        self.assertIn("has no Web Bluetooth", text)
        self.assertIn("Chrome or Edge", text)
        self.assertTrue(
            await self.page.evaluate(f"document.querySelector('{MAIN}').disabled")
        )


class Insecure(Fake):
    """A page from a server without https."""

    async def prepare(self) -> None:
        await self.page.send(
            "Page.addScriptToEvaluateOnNewDocument",
            source="Object.defineProperty(navigator, 'bluetooth', {value: undefined});"
            "Object.defineProperty(window, 'isSecureContext', {value: false})",
        )

    async def test_it_says_so(self) -> None:
        text = await self.page.evaluate(f"document.querySelector('{PANEL}').innerText")
        self.assertIn("https", text)


class WithoutAdapter(Fake):
    """A browser that has Bluetooth on a machine that has none."""

    async def prepare(self) -> None:
        await super().prepare()
        await self.page.send(
            "Page.addScriptToEvaluateOnNewDocument",
            source="bluetooth.available = false",
        )

    async def test_it_says_so(self) -> None:
        await self.page.until(
            f"document.querySelector('{PANEL}').innerText.includes('no Bluetooth, or it is off')"
        )


if __name__ == "__main__":
    unittest.main()
