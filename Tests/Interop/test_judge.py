"""The bridge on bleak, and bridges with one fault each, judged by simulated phones."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

from common import KNAV
from faulty_bridges import FAULTS

BRIDGE = str(pathlib.Path(__file__).with_name("judged_bridge.py"))
RUNS = int(os.environ.get("KNAV_JUDGED_RUNS", "40"))


def broken_promises(runs: int, *fault: str) -> dict[str, int]:
    """The promises that a bridge breaks, each with the first seed."""
    words = ["--seeds", f"0..<{runs}", "--format", "json", "--search", "0.01"]
    bridge = [sys.executable, "-B", BRIDGE, KNAV, *fault]
    run = subprocess.run(
        [KNAV, "judge", *words, "--", *bridge], capture_output=True, text=True
    )
    assert run.returncode in (0, 1), run.stderr
    judged = json.loads(run.stdout)
    assert judged["runs"] == runs or judged["gaveUp"], judged
    return {
        each["promise"]: each["firstSeed"]
        for each in judged["promises"]
        if each["verdict"] == "broken"
    }


class Judged(unittest.TestCase):
    def test_the_bridge_keeps_every_promise(self) -> None:
        self.assertEqual(broken_promises(RUNS), {})

    def test_each_fault_is_found(self) -> None:
        for name, (_, promises) in FAULTS.items():
            with self.subTest(name):
                broken = broken_promises(10, name) or broken_promises(60, name)
                self.assertTrue(broken, "nothing is broken")
                self.assertLessEqual(broken.keys(), promises)


if __name__ == "__main__":
    unittest.main()
