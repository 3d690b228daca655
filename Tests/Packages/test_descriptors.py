"""What the packages say about themselves, read as each build system reads it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

import building
import kconfiglib
import yaml

# From Arduino's library specification, revision 2.2.
REQUIRED = (
    "name",
    "version",
    "author",
    "maintainer",
    "sentence",
    "paragraph",
    "category",
    "url",
    "architectures",
)
OPTIONAL = ("depends", "dot_a_linkage", "includes", "precompiled", "ldflags", "license")
CATEGORIES = (
    "Display",
    "Communication",
    "Signal Input/Output",
    "Sensors",
    "Device Control",
    "Timing",
    "Data Storage",
    "Data Processing",
    "Other",
)
SEMANTIC_VERSION = re.compile(r"\d+\.\d+\.\d+")


def problems(library: Path) -> list[str]:
    """What Arduino's specification does not allow in a library.properties."""
    found = []
    fields: dict[str, str] = {}
    for line in (
        (library / "library.properties").read_text(encoding="utf-8").splitlines()
    ):
        if line.strip() and not line.startswith("#"):
            name, separator, value = line.partition("=")
            if not separator or name in fields:
                found.append(f"{line} is not a field, or comes twice")
            fields[name] = value
    found += [
        f"{name} is missing or empty" for name in REQUIRED if not fields.get(name)
    ]
    found += [
        f"{name} is not a field" for name in fields if name not in REQUIRED + OPTIONAL
    ]
    name = fields.get("name", "")
    if not re.fullmatch(
        r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,62}", name
    ) or name.lower().startswith("arduino"):
        found.append(f"{name} is not a name")
    if not SEMANTIC_VERSION.fullmatch(fields.get("version", "")):
        found.append("version is not semantic")
    if fields.get("category") not in CATEGORIES:
        found.append("category is not one of the list")
    for header in fields.get("includes", "").split(","):
        if header and not (library / "src" / header).exists():
            found.append(f"{header} is not in src")
    for example in (library / "examples").iterdir():
        if not (example / f"{example.name}.ino").exists():
            found.append(f"{example.name} has no sketch of its name")
    return found


class Descriptors(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def package(self, kind: str) -> Path:
        return building.package(kind, self.work / kind)

    def test_arduino_takes_the_properties(self) -> None:
        self.assertEqual(problems(self.package("arduino")), [])

    def test_mistakes_in_the_properties_are_found(self) -> None:
        library = self.package("arduino")
        path = library / "library.properties"
        right = path.read_text(encoding="utf-8")
        for old, new in (
            ("name=", "title="),
            ("name=knav", "name=Arduino knav"),
            ("version=", "version=v"),
            ("category=Communication", "category=Navigation"),
            ("includes=knav.h", "includes=nav.h"),
            ("paragraph=", "paragraph"),
        ):
            with self.subTest(new):
                self.assertIn(old, right)
                path.write_text(right.replace(old, new, 1), encoding="utf-8")
                self.assertNotEqual(problems(library), [])

    def pack(self, library: Path) -> subprocess.CompletedProcess[str]:
        """Packs with PlatformIO. To check a licence, it downloads a list, so it gets none here."""
        manifest = library / "library.json"
        fields = json.loads(manifest.read_text(encoding="utf-8"))
        self.assertEqual(fields.pop("license", None), "Apache-2.0")
        copy = self.work / "without-license"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(library, copy)
        (copy / "library.json").write_text(json.dumps(fields), encoding="utf-8")
        return subprocess.run(
            [
                Path(sys.executable).with_name("pio"),
                "pkg",
                "pack",
                copy,
                "-o",
                self.work / "packed.tar.gz",
            ],
            capture_output=True,
            text=True,
            check=False,
            env={
                **os.environ,
                "PLATFORMIO_CORE_DIR": str(self.work / "pio"),
                "PLATFORMIO_SETTING_ENABLE_TELEMETRY": "no",
            },
        )

    def test_platformio_packs_the_library(self) -> None:
        library = self.package("platformio")
        done = self.pack(library)
        self.assertEqual(done.returncode, 0, done.stderr)
        with tarfile.open(self.work / "packed.tar.gz") as packed:
            names = packed.getnames()
        self.assertIn("src/knav.h", names)
        self.assertIn("src/knav_phone.h", names)
        self.assertIn("src/port/codec.c", names)
        fields = json.loads((library / "library.json").read_text(encoding="utf-8"))
        for example in fields["examples"]:
            base = library / example["base"]
            self.assertEqual(
                sorted(example["files"]), sorted(path.name for path in base.iterdir())
            )

    def test_platformio_refuses_a_wrong_version(self) -> None:
        library = self.package("platformio")
        manifest = library / "library.json"
        text = manifest.read_text(encoding="utf-8")
        manifest.write_text(
            re.sub(r'"version": ".*?"', '"version": "one"', text), encoding="utf-8"
        )
        done = self.pack(library)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("version", done.stderr + done.stdout)

    def load(self, folder: Path) -> subprocess.CompletedProcess[str]:
        """Loads the manifest in a folder with Espressif's component manager."""
        load = (
            "import sys; from idf_component_tools.manager import ManifestManager;"
            "ManifestManager(sys.argv[1], 'knav').load()"
        )
        return subprocess.run(
            [sys.executable, "-c", load, folder],
            capture_output=True,
            text=True,
            check=False,
        )

    def test_esp_idf_takes_the_manifest(self) -> None:
        done = self.load(self.package("esp-idf"))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_esp_idf_refuses_a_wrong_version(self) -> None:
        component = self.package("esp-idf")
        manifest = component / "idf_component.yml"
        text = manifest.read_text(encoding="utf-8")
        manifest.write_text(
            re.sub('version: ".*?"', 'version: "one"', text), encoding="utf-8"
        )
        done = self.load(component)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('Invalid version string: "one"', done.stdout + done.stderr)

    def test_zephyr_finds_what_the_module_names(self) -> None:
        module = self.package("zephyr")
        described = yaml.safe_load(
            (module / "zephyr/module.yml").read_text(encoding="utf-8")
        )
        self.assertEqual(set(described), {"name", "build", "samples"})
        self.assertEqual(described["name"], "knav")
        self.assertTrue(
            (module / described["build"]["cmake"] / "CMakeLists.txt").exists()
        )
        for samples in described["samples"]:
            self.assertTrue((module / samples / "display/prj.conf").exists())
        kconfig = kconfiglib.Kconfig(
            str(module / described["build"]["kconfig"]), warn_to_stderr=False
        )
        self.assertEqual(
            list(kconfig.syms["KNAV"].nodes[0].prompt)[0].split(":")[0], "knav"
        )
        self.assertEqual(kconfig.syms["KNAV"].orig_type, kconfiglib.BOOL)
        self.assertEqual(kconfig.warnings, [])
        wanted = (module / "samples/display/prj.conf").read_text(encoding="utf-8")
        self.assertIn("CONFIG_KNAV=y\n", wanted)

    def test_all_packages_have_one_version(self) -> None:
        properties = (self.package("arduino") / "library.properties").read_text(
            encoding="utf-8"
        )
        versions = {
            re.search(r"^version=(.*)$", properties, re.MULTILINE)[1],
            json.loads(
                (self.package("platformio") / "library.json").read_text(
                    encoding="utf-8"
                )
            )["version"],
            yaml.safe_load(
                (self.package("esp-idf") / "idf_component.yml").read_text(
                    encoding="utf-8"
                )
            )["version"],
        }
        self.assertEqual(len(versions), 1)
        self.assertRegex(versions.pop(), SEMANTIC_VERSION)
