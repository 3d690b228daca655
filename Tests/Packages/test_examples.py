"""Each example builds from its package, and shows what the phone of the stand-ins sends."""

from __future__ import annotations

import re
import shutil
import tempfile
import unittest
from pathlib import Path

import building

LINK = "komoot_link.c"
MAIN = "main.c"
UI = "ui_task.c"

# kind, file, what is replaced, by what: mistakes that an example could have, each of which the phone's
# script has to bring to light.
MISTAKES = [
    (
        "esp-idf",
        LINK,
        "return BLE_HS_EDONE; /* one request",
        "return 0; /* one request",
    ),
    ("esp-idf", LINK, "effect->offset, on_chunk", "0, on_chunk"),
    ("esp-idf", LINK, "uuid == CCCD_UUID && !current.is_past", "uuid == CCCD_UUID"),
    ("esp-idf", LINK, "(uint8_t)(status - BLE_HS_ERR_ATT_BASE)", "ATT_UNLIKELY_ERROR"),
    ("esp-idf", LINK, "(void)ble_gap_security_initiate(current.connection);", ""),
    ("esp-idf", LINK, "(void)ble_gap_conn_cancel();", ""),
    ("esp-idf", LINK, "!is_scanning && !current.exists", "!is_scanning"),
    ("esp-idf", LINK, "if (!ble_gap_disc_active())", "if (false)"),
    ("esp-idf", LINK, "knav_central_deliver_again(&session);", ""),
    ("esp-idf", UI, "memcpy(item.bytes, effect->bytes, effect->size);", ""),
    ("esp-idf", UI, "draw_next(statuses);", ""),
    ("esp-idf", UI, "effect->kind != KNAV_EFFECT_DELIVER && ", ""),
    (
        "esp-idf",
        LINK,
        "is_scanning = status == 0;",
        "is_scanning = status == 0 || status == BLE_HS_EALREADY;",
    ),
    (
        "esp-idf",
        LINK,
        "status == BLE_HS_ENOTCONN && !is_performing",
        "status == BLE_HS_ENOTCONN && is_performing",
    ),
    (
        "esp-idf",
        LINK,
        "peer = peer << 8 | address->val[i];",
        "peer = peer << 8 | address->val[5 - i];",
    ),
    (
        "zephyr",
        MAIN,
        "return BT_GATT_ITER_STOP; /* one request",
        "return BT_GATT_ITER_CONTINUE; /* one request",
    ),
    (
        "zephyr",
        MAIN,
        "reading.single.offset = offset;",
        "reading.single.offset = 0 * offset;",
    ),
    ("zephyr", MAIN, "bt_uuid_cmp(attribute->uuid, BT_UUID_GATT_CHRC) == 0", "false"),
    ("zephyr", MAIN, "(void)bt_conn_set_security(connection, BT_SECURITY_L2);", ""),
    ("zephyr", MAIN, "bt_conn_unref(connection);", ""),
    (
        "zephyr",
        MAIN,
        "hang_up(); /* it came up just when the session gave it up */",
        "",
    ),
    (
        "zephyr",
        MAIN,
        "        if (is_connected(conn)) {\n",
        "        if (conn != NULL) {\n",
    ),
    ("zephyr", MAIN, "!is_scanning && connection == NULL", "!is_scanning"),
    (
        "zephyr",
        MAIN,
        "(void)bt_gatt_exchange_mtu(connection, &exchange);",
        "(void)bt_gatt_exchange_mtu(connection, &exchange);" * 2,
    ),
    (
        "zephyr",
        MAIN,
        "bt_le_scan_start(BT_LE_SCAN_ACTIVE, on_advertisement) == 0;",
        "bt_le_scan_start(BT_LE_SCAN_ACTIVE, on_advertisement) != -11; /* EAGAIN */",
    ),
    ("zephyr", MAIN, "#define RETRY_INTERVAL 1000", "#define RETRY_INTERVAL 10000000"),
]

# Of ui.c: the second object, and the last status.
NEWEST = "object newest\neffect 8, status 5\n"

# The first of the strap, before and after it went away.
RATES_SHOWN = ["heart rate 72\n", "heart rate 300\n"] * 5

# How many ticks a second has: FreeRTOS is often built with 100 or 1000, and other kernels have powers of two.
RATES = (1, 60, 100, 128, 300, 1000, 1024, 32768)


class Examples(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def test_each_example_shows_the_phones_instructions(self) -> None:
        for kind in building.BUILDERS:
            with self.subTest(kind):
                made = building.package(kind, self.work / kind / "knav")
                program = building.build(kind, made, self.work / f"{kind}-build")
                self.assertEqual(building.output(program), building.expected(kind))

    def test_a_strap_and_the_phone_share_the_radio(self) -> None:
        made = building.package("arduino", self.work / "knav")
        name = "KomootAndHeartRate"
        for right, wrong in (
            ("", ""),
            ("komoot_link_may_scan(false);", ""),
            ("DISC_COMPLETE: komoot_link_may_scan(true);", "DISC_COMPLETE:"),
            (
                "    case BLE_GAP_EVENT_CONNECT:\n        komoot_link_may_scan(true);\n",
                "    case BLE_GAP_EVENT_CONNECT:\n",
            ),
            ("return BLE_HS_EDONE; /* the first", "return 0; /* the first"),
            ("bytes[1] | bytes[2] << 8", "bytes[1]"),
            ("_DISCONNECT: connection = BLE_HS_CONN_HANDLE_NONE;", "_DISCONNECT:"),
        ):
            with self.subTest(wrong=wrong):
                source = made / "examples" / name / "heart_rate.c"
                text = source.read_text(encoding="utf-8")
                self.assertIn(right, text)
                source.write_text(text.replace(right, wrong, 1), encoding="utf-8")
                work = self.work / "build"
                shutil.rmtree(work, ignore_errors=True)
                work.mkdir()
                shown = building.output(building.arduino(made, work, name)).splitlines(
                    True
                )
                source.write_text(text, encoding="utf-8")
                rates = [line for line in shown if line.startswith("heart rate ")]
                others = "".join(line for line in shown if line not in rates)
                is_right = others == building.EXPECTED and rates[:10] == RATES_SHOWN
                self.assertEqual(is_right, right == "", "".join(shown))

    def test_the_time_is_exact_at_every_rate_of_ticks(self) -> None:
        made = building.package("esp-idf", self.work / "knav")
        options, sources = building.parts("esp-idf", made)
        sources = [source for source in sources if source.name not in (LINK, MAIN, UI)]
        objects = building.compile_all(
            [
                source
                for source in sources
                if source.name not in ("esp_idf.c", "freertos.c")
            ]
            + [building.TESTS / "clock.c"],
            self.work,
            [*building.STRICT, *building.CHECKED, *options],
        )
        program = self.work / "clock"
        building.run("cc", *building.CHECKED, *objects, "-o", program)
        for rate in RATES:
            with self.subTest(rate=rate):
                building.run(program, str(rate))

    def test_a_slow_screen_shows_what_is_newest(self) -> None:
        made = building.package("esp-idf", self.work / "knav")
        options, sources = building.parts("esp-idf", made)
        wanted = (UI, "freertos.c", "world.c")
        sources = [source for source in sources if source.name in wanted]
        ui = next(source for source in sources if source.name == UI)
        text = ui.read_text(encoding="utf-8")
        for right, wrong in (
            ("", ""),
            ("item.effect.bytes = item.bytes;", ""),
            ("memcpy(item.bytes, effect->bytes, effect->size);", ""),
            (
                "kind != KNAV_EFFECT_DELIVER && effect->kind != KNAV_EFFECT_REPORT",
                "size > 512",
            ),
        ):
            with self.subTest(wrong=wrong, right=right):
                self.assertIn(right, text)
                ui.write_text(text.replace(right, wrong, 1), encoding="utf-8")
                objects = building.compile_all(
                    [*sources, building.TESTS / "ui.c"],
                    self.work,
                    [*building.CHECKED, *options],
                )
                program = self.work / "ui"
                building.run("cc", *building.CHECKED, *objects, "-o", program)
                shown = building.output(program)
                self.assertEqual(shown == NEWEST, right == "", shown)

    def test_each_status_and_fault_has_a_text(self) -> None:
        header = (building.REPOSITORY / "Sources/CKnav/include/knav.h").read_text(
            encoding="utf-8"
        )
        texts = (building.MAKE.parent / "examples/text/describe.c").read_text(
            encoding="utf-8"
        )
        names = set(
            re.findall(r"^    (KNAV_(?:STATUS|FAULT)_\w+) =", header, re.MULTILINE)
        )
        self.assertGreater(len(names), 10)
        arrows = [str(arrow) for arrow in range(1, 31) if arrow not in (13, 14)]
        for language in ("en", "de", "es", "fr", "it", "nl"):
            made = building.package("zephyr", self.work / language, language)
            words = (made / "samples/display/src/words.h").read_text(encoding="utf-8")
            self.assertEqual(
                set(re.findall(r"case (KNAV_(?:STATUS|FAULT)_\w+):", texts + words)),
                names,
            )
            self.assertEqual(re.findall(r"case (\d+): return \"\w", words), arrows)

    def test_the_texts_can_be_in_another_language(self) -> None:
        made = building.package("zephyr", self.work / "knav", "de")
        options, sources = building.parts("zephyr", made)
        wanted = [
            source
            for source in sources
            if source.name == "describe.c" or source.parent == made / "src"
        ]
        objects = building.compile_all(
            [*wanted, building.TESTS / "texts.c"],
            self.work,
            [*building.STRICT, *building.CHECKED, *options],
        )
        program = self.work / "texts"
        building.run("cc", *building.CHECKED, *objects, "-o", program)
        self.assertEqual(
            building.output(program),
            "Links abbiegen, 1,2 km, Quai\nZiel, Jetzt, Quai\nUnbekannte Anweisung, 60 m, Quai\n"
            "(Smartphone wird gesucht)\n",
        )

    def test_each_effect_is_carried_out(self) -> None:
        header = (building.REPOSITORY / "Sources/CKnav/include/knav.h").read_text(
            encoding="utf-8"
        )
        names = set(re.findall(r"^    (KNAV_EFFECT_\w+) =", header, re.MULTILINE))
        shown = {"KNAV_EFFECT_DELIVER", "KNAV_EFFECT_REPORT", "KNAV_EFFECT_FAULT"}
        for source in ("nimble/komoot_link.c", "zephyr/src/main.c"):
            text = (building.MAKE.parent / "examples" / source).read_text(
                encoding="utf-8"
            )
            self.assertEqual(
                set(re.findall(r"case (KNAV_EFFECT_\w+):", text)), names - shown
            )
            self.assertGreater(len(names - shown), 5)

    def test_the_phone_brings_mistakes_to_light(self) -> None:
        for kind in dict.fromkeys(mistake[0] for mistake in MISTAKES):
            options, sources = building.parts(
                kind, building.package(kind, self.work / kind / "knav")
            )
            folder = self.work / f"{kind}-objects"
            folder.mkdir()
            objects = dict(
                zip(
                    sources, building.compile_all(sources, folder, options), strict=True
                )
            )
            self.assertEqual(
                self._shown_by(list(objects.values())), building.expected(kind)
            )
            for _, name, right, wrong in (
                mistake for mistake in MISTAKES if mistake[0] == kind
            ):
                with self.subTest(f"{kind}: {wrong or 'without ' + right}"):
                    source = next(source for source in sources if source.name == name)
                    text = source.read_text(encoding="utf-8")
                    self.assertEqual(
                        text.count(right), 1, f"{name} does not have this once"
                    )
                    changed = self.work / name
                    changed.write_text(text.replace(right, wrong), encoding="utf-8")
                    self._compile(
                        [*options, f"-I{source.parent}"],
                        changed,
                        self.work / "changed.o",
                    )
                    others = [made for each, made in objects.items() if each != source]
                    shown = self._shown_by([*others, self.work / "changed.o"])
                    self.assertNotEqual(shown, building.expected(kind))

    def _compile(self, options: list[str], source: Path, made: Path) -> None:
        building.run("cc", "-std=gnu17", *options, "-c", source, "-o", made)

    def _shown_by(self, objects: list[Path]) -> str:
        program = self.work / "program"
        building.run("cc", *objects, "-o", program)
        return building.output(program)
