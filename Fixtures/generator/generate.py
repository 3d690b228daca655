"""Writes and checks the golden fixtures: `python3 Fixtures/generator/generate.py --help`."""

import runpy
import sys

if __name__ == "__main__":
    sys.dont_write_bytecode = True  # no __pycache__ beside the fixtures
    runpy.run_module("kbc", run_name="__main__")
