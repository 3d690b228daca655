"""The bridges' words on a terminal: whatever a phone sends, and in any locale."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

#: A bridge without Bluetooth.
BRIDGE = """
from knav_radio import Radio, main, start_session

class Idle(Radio):
    async def disconnect(self): pass

async def device():
    await Idle(await start_session("wholeValues")).run()

main(device)
"""

#: A knav that delivers an instruction.
KNAV = """
import sys
print('{"pipe": 1}', flush=True)
sys.stdin.readline()
print(sys.argv[1], flush=True)
"""


def shown(street: str, **environment: str) -> str:
    """What the bridge shows of a cut instruction with this street."""
    effect = {
        "effect": "deliver",
        "extent": "cut",
        "instruction": {"arrowName": "left", "distanceInMeters": 5, "street": street},
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("bridge.py", BRIDGE), ("knav.py", KNAV)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        bridge, knav = (os.path.join(folder, n) for n in ("bridge.py", "knav.py"))
        command = [sys.executable, bridge, sys.executable, knav, json.dumps(effect)]
        done = subprocess.run(
            command, env=os.environ | environment, capture_output=True, timeout=20
        )
    if done.returncode or done.stderr:
        raise AssertionError(done.stderr.decode())
    return done.stdout.decode()


class WordsTests(unittest.TestCase):
    """The words on a terminal."""

    def test_no_street_steers_the_terminal(self) -> None:
        for character in "\0\n\r\x1b\x7f\x9b\u2028\u202e\u2069":
            line = shown(f"Am {character}[2J Park", PYTHONUTF8="1")
            self.assertEqual(line, "left 5 m Am \ufffd[2J Park …\n")

    def test_a_locale_without_the_characters_shows_their_numbers(self) -> None:
        ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        self.assertEqual(
            shown("Große \x1bStraße", **ascii_only),
            "left 5 m Gro\\xdfe \\ufffdStra\\xdfe \\u2026\n",
        )
        self.assertEqual(shown("\ud800", PYTHONUTF8="1"), "left 5 m \\ud800 …\n")


if __name__ == "__main__":
    unittest.main()
