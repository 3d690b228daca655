"""The tab Device, by what is seen of it, while a stand-in for Bluetooth does what phones and browsers do."""

import unittest

from checks import expect_contrast, expect_good, expect_names
from fake_bluetooth import MAIN, PANEL, Fake
from instructions import instruction


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

    async def test_a_street_that_may_go_on(self) -> None:
        """Without an MTU any object may be a beginning, until a longer one has come. What may go on is not spoken."""
        spoken = ".display [role=status]"
        street = "Straße des Siebzehnten Juni / Altonae"  # The first chunk at MTU 50.
        await self.connect(instruction(1, street))
        await self.expect_text(".display-street", f"{street}…")
        self.assertEqual(await self.text(spoken), "Finish, 120\u00a0m")
        long = "Straße des Siebzehnten Juni / Altonaer Straße / Lessingstraße"
        await self.replace(instruction(2, long))
        await self.expect_text(".display-street", f"{long}…")
        await self.replace(instruction(3, street))
        await self.expect_text(spoken, street)
        self.assertEqual(await self.text(".display-street"), street)

    async def test_it_does_not_read_for_ever(self) -> None:
        """Two reads prove the object; then there is nothing to read until the next time that a read is due."""
        # By the session's clock it is never time for another read.
        await self.page.evaluate("void (performance.now = () => 1000)")
        await self.connect()
        await self.page.evaluate("new Promise(done => setTimeout(done, 500))")
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
        await self.page.evaluate("new Promise(done => setTimeout(done, 500))")
        self.assertLessEqual(await self.page.evaluate(reads), 8)

    async def test_a_notification_replaces_the_object(self) -> None:
        await self.connect()
        await self.replace(instruction(2, "Am Neuen Garten"))
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
            ("NotFoundError", "No service."),
            ("SecurityError", "<b>no</b>"),
            ("NotAllowedError", ""),
        ):
            await self.page.click(MAIN)
            await self.page.until("bluetooth.calls.length")
            await self.run_script(f"bluetooth.refuse('choose', '{name}', '{message}')")
            await self.expect_text("[role=status]", message or name)
            await self.page.until(f"!document.querySelector('{MAIN}').disabled")

    async def test_no_adapter(self) -> None:
        """The page says so in its own words, before the button is pressed and after."""
        await self.run_script("bluetooth.available = false")
        await self.page.click(MAIN)
        await self.page.until("bluetooth.calls.length")
        await self.run_script(
            "bluetooth.refuse('choose', 'NotFoundError', 'Bluetooth adapter not available.')"
        )
        await self.expect_text("[role=status]", "This machine has no Bluetooth")
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

    async def test_a_browser_over_core_bluetooth(self) -> None:
        """It does not subscribe, and reads every second."""
        await self.page.evaluate(
            "void Object.defineProperty(navigator, 'userAgentData', {value: {platform: 'macOS'}})"
        )
        await self.connect()
        await self.page.call(
            "value => { bluetooth.object = value; }", list(instruction(2, "Am Wehr"))
        )
        await self.expect_text(".display-street", "Am Wehr")
        self.assertNotIn("subscribe", await self.page.evaluate("bluetooth.history"))

    async def test_slow_timers(self) -> None:
        """As in a hidden page: what is notified is shown without a timer, and a silent phone is lost when one comes."""
        await self.run_script(
            """const real = setTimeout;
            const clear = clearTimeout;
            const held = new Map();
            globalThis.isHolding = false;
            globalThis.setTimeout = (work, wait) => {
                if (!isHolding) return real(work, wait);
                const number = -1 - held.size;
                held.set(number, work);
                return number;
            };
            globalThis.clearTimeout = number => {
                if (number < 0) held.set(number, () => {});
                else clear(number);
            };
            globalThis.letGo = () => {
                isHolding = false;
                for (const work of held.values()) work();
            };"""
        )
        await self.connect()
        await self.page.evaluate("isHolding = true")
        for number in range(2, 5):
            await self.replace(instruction(number, f"Straße {number}"))
            await self.page.until(
                f"document.querySelector('.display-street').textContent === 'Straße {number}'"
            )
        await self.page.evaluate(
            "bluetooth.automatic.delete('read'); bluetooth.notified([9, 9, 9, 9]); letGo()"
        )
        await self.expect_text(".device-happenings", "did not answer in time")

    async def replace(self, value: bytes) -> None:
        """The phone has a new object, and notifies its identifier."""
        await self.page.call(
            "value => { bluetooth.object = value; bluetooth.notified(value.slice(0, 4)); }",
            list(value),
        )

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
        await self.expect_text(".display-street", "No instruction")

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
        await self.replace(instruction(2, controls))
        await self.expect_text(".display-street", "{reason}$&")
        await self.replace(instruction(3, "<b>") + b"\xff\xc3")
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
            await self.choose_unit(value)
            await self.expect_text(".display-distance", text)

    async def test_everybody_can_use_it(self) -> None:
        """Connected, lost, and with the list open."""
        await self.connect(instruction(1, "Große Weinmeisterstraße"))
        await self.page.evaluate(
            "document.querySelector('#panel-device summary').click()"
        )
        await self.expect_good()
        await self.page.evaluate(
            "bluetooth.automatic.delete('connect'); bluetooth.lose()"
        )
        await self.expect_text(".display-status", "Looking for a phone")
        await self.expect_good()

    async def expect_good(self) -> None:
        """All of `checks.expect_good`; the Tab key begins at the top, not where something was clicked."""
        await self.page.evaluate(
            "(title => { title.tabIndex = -1; title.focus(); title.blur(); })(document.querySelector('h1'))"
        )
        await expect_good(self.page)

    async def test_everybody_can_use_it_large(self) -> None:
        """In all windows nothing lies outside or over something else."""
        await self.connect(instruction(1, "Große Weinmeisterstraße", metres=12000))
        await self.page.evaluate("Element.prototype.requestFullscreen = undefined")
        await self.page.evaluate(
            f"document.querySelector('{PANEL} .row button:nth-of-type(3)').click()"
        )
        await expect_names(self.page)
        await expect_contrast(self.page)
        for width, height in (
            (320, 480),
            (390, 844),
            (844, 390),
            (1280, 800),
            (2560, 1300),
        ):
            for unit in ("metric", "vendor"):
                await self.page.size(width, height)
                await self.choose_unit(unit)
                boxes = await self.page.evaluate(
                    "['arrow svg', 'distance', 'street', 'status'].map(name => {"
                    f"const box = document.querySelector(`{PANEL} .display-${{name}}`).getBoundingClientRect();"
                    "return [box.left, box.top, box.right, box.bottom]; })"
                )
                with self.subTest(width=width, height=height, unit=unit, boxes=boxes):
                    for left, top, right, bottom in boxes:
                        self.assertTrue(left >= 0 and top >= 0)
                        self.assertTrue(right <= width and bottom <= height)
                    lines = "document.querySelector('.device-large .display-distance')"
                    self.assertLess(
                        await self.page.evaluate(
                            f"{lines}.offsetHeight / parseFloat(getComputedStyle({lines}).fontSize)"
                        ),
                        1.5,
                    )

    async def choose_unit(self, value: str) -> None:
        await self.page.call(
            """value => {
                const select = document.querySelector('#panel-device select');
                select.value = value;
                select.dispatchEvent(new Event('change'));
            }""",
            value,
        )

    async def test_large(self) -> None:
        await self.connect()
        large = "document.querySelector('.device-large')"
        for leaving in ("button", "Escape", "late"):
            if leaving == "late":
                await self.run_script(
                    "const full = Element.prototype.requestFullscreen;"
                    "Element.prototype.requestFullscreen = function (options) {"
                    " return new Promise(done => setTimeout(done, 500)).then(() => full.call(this, options)); };"
                )
            button = f"[...document.querySelectorAll('{PANEL} button')].find(one => one.textContent === 'Large')"
            focus = f"({button}.focus(), document.activeElement === {button})"
            await self.page.until(focus, "it has the focus")
            await self.page.press("Enter")
            await self.page.until(large, "it is large")
            size = await self.page.evaluate(
                f"(({{ width, height }}) => [width - innerWidth, height - innerHeight])({large}.getBoundingClientRect())"
            )
            self.assertEqual(size, [0, 0])
            if leaving != "Escape":
                await self.page.click(".device-small")
            else:
                await self.page.press("Escape")
            await self.page.until(f"!{large}", "it is as before")
            focused = "document.activeElement.textContent"
            self.assertEqual(await self.page.evaluate(focused), "Large")
        await self.page.evaluate("new Promise(done => setTimeout(done, 1000))")
        self.assertIsNone(await self.page.evaluate("document.fullscreenElement"))

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
        await self.run_script(
            "const real = setTimeout; globalThis.setTimeout = () => 0; locks[0].release(); globalThis.setTimeout = real;"
            "globalThis.told = document.querySelector('.device-options + p').textContent;"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )
        await self.page.until(
            f"{held} === 1 && locks.length === 2", "it is taken again"
        )
        self.assertEqual(await self.page.evaluate("told"), "")
        # The system can take it from a page that is seen.
        await self.run_script("locks[1].release()")
        await self.page.until(f"{held} === 1 && locks.length === 3", "it is kept")
        await self.expect_text(".device-options + p", "The screen stays on")
        await self.page.click(MAIN)
        await self.page.until(f"{held} === 0", "it is given back")
        await self.run_script(
            "refusal = new DOMException('low battery', 'NotAllowedError')"
        )
        await self.page.click(MAIN)
        await self.expect_text(".device-options + p", "low battery")

    async def keep_logs(self) -> None:
        """Stands in for the module of logs: `logs` has what each recorder was told, and `isThere()` ends the loading."""
        await self.run_script(
            """globalThis.logs = [];
            const loaded = new Promise(resolve => { globalThis.isThere = resolve; });
            Knav.log.load = async () => {
                await loaded;
                return {
                    recorder() {
                        const log = [];
                        logs.push(log);
                        return {
                            add(event) {
                                if (globalThis.isFull) throw new Error('no memory');
                                log.push(event.event ?? event.effect);
                                return !globalThis.isUseless;
                            },
                            finish: () => new Uint8Array([logs.indexOf(log)]),
                        };
                    },
                };
            };
            globalThis.button = text => [...document.querySelectorAll('#panel-device .device-options button')]
                .find(one => one.textContent === text);"""
        )

    async def switch_recording(self) -> None:
        await self.page.evaluate(
            f"[...document.querySelectorAll('{PANEL} .device-options input')].at(-1).click()"
        )

    async def test_recording_is_switched_quickly(self) -> None:
        """There is one log, and it begins with the connection once."""
        await self.keep_logs()
        await self.connect()
        for _ in range(5):
            await self.switch_recording()
        await self.run_script("isThere(); await settled()")
        self.assertEqual(
            await self.page.evaluate("logs"), [["connected", "discovered"]]
        )

    async def test_a_log_is_discarded(self) -> None:
        await self.keep_logs()
        await self.connect()
        await self.switch_recording()
        await self.run_script("isThere(); await settled()")
        await self.replace(instruction(2, "Am Wehr"))
        await self.expect_text(".display-street", "Am Wehr")
        await self.run_script("button('Discard the log').click(); await settled()")
        await self.replace(instruction(3, "Bergstraße 1"))
        await self.expect_text(".display-street", "Bergstraße 1")
        first, second, *others = await self.page.evaluate("logs")
        self.assertEqual(others, [])
        self.assertIn("answered", first)
        self.assertEqual(second[:3], ["connected", "discovered", "notified"])
        await self.switch_recording()
        await self.run_script("button('Discard the log').click(); await settled()")
        for text in ("Discard the log", "Save the log"):
            self.assertTrue(await self.page.evaluate(f"button('{text}').disabled"))

    async def test_each_phone_has_its_log(self) -> None:
        """The log of the phone before is saved."""
        await self.keep_logs()
        await self.switch_recording()
        await self.run_script("isThere(); await settled()")
        await self.connect()
        await self.page.click(MAIN)
        await self.page.click(MAIN)
        await self.expect_text(".display-status", "Navigating")
        await self.page.click(MAIN)
        count = await self.page.evaluate("logs.length")
        await self.run_script(
            "const { gatt } = bluetooth.device; globalThis.saves = [];"
            "Knav.webBluetooth.choose = async () => Object.assign(new EventTarget(), { name: 'Other', gatt });"
            "HTMLAnchorElement.prototype.click = function () { saves.push(this.download); };"
        )
        await self.page.click(f"{PANEL} button.primary + button")
        await self.expect_text("bdi", "Other")
        await self.expect_text(".display-status", "Navigating")
        logs = await self.page.evaluate("logs")
        self.assertEqual(len(logs), count + 1)
        self.assertEqual(logs[-2].count("connected"), 2)
        self.assertEqual(logs[-1].count("connected"), 1)
        [name] = await self.page.evaluate("saves")
        self.assertRegex(name, r"^komoot-.*\.btsnoop$")

    async def test_a_saved_log_is_not_saved_again(self) -> None:
        """What happens afterwards and is not recorded makes no second copy."""
        await self.keep_logs()
        await self.switch_recording()
        await self.run_script("isThere(); await settled()")
        await self.connect()
        await self.page.click(MAIN)
        await self.run_script(
            "globalThis.saves = []; HTMLAnchorElement.prototype.click = function () { saves.push(this.download); };"
            "button('Save the log').click(); await settled(); globalThis.isUseless = true;"
        )
        self.assertEqual(await self.page.evaluate("saves.length"), 1)
        await self.page.click(MAIN)
        await self.expect_text(".display-status", "Navigating")
        await self.page.click(MAIN)
        await self.run_script(
            "const { gatt } = bluetooth.device;"
            "Knav.webBluetooth.choose = async () => Object.assign(new EventTarget(), { name: 'Other', gatt });"
        )
        await self.page.click(f"{PANEL} button.primary + button")
        await self.expect_text("bdi", "Other")
        self.assertEqual(await self.page.evaluate("saves.length"), 1)

    async def test_a_recording_that_fails(self) -> None:
        """It ends, and the connection goes on."""
        await self.keep_logs()
        await self.connect()
        await self.switch_recording()
        await self.run_script("isThere(); await settled(); globalThis.isFull = true")
        await self.replace(instruction(2, "Am Wehr"))
        await self.expect_text(".device-options", "no memory")
        await self.expect_text(".display-street", "Am Wehr")

    async def test_why_a_read_failed(self) -> None:
        """In words, in both languages."""
        await self.connect()
        await self.replace(bytes(5))
        await self.expect_text(
            ".device-happenings", "A read failed: it has only 5 bytes"
        )
        await self.page.evaluate("Knav.texts.language = 'de'")
        await self.expect_text(
            ".device-happenings",
            "Ein Lesevorgang ist gescheitert: Es hat nur 5 Bytes",
        )


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

    async def test_the_switch_is_in_one_line(self) -> None:
        """So that it is not copied with a hyphen too few."""
        for width in range(320, 1100, 60):
            await self.page.size(width, 600)
            with self.subTest(width=width):
                lines = (
                    f"document.querySelector('{PANEL} code').getClientRects().length"
                )
                self.assertEqual(await self.page.evaluate(lines), 1)
                beyond = "document.documentElement.scrollWidth - innerWidth"
                self.assertLessEqual(await self.page.evaluate(beyond), 0)


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
