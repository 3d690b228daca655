"""What the page says, in English and German: every text by its key, and what is seen of it."""

import re
import unittest

from checks import check, expect_none
from chromium import ON_DISK, PAGE, Chromium
from devtools import Page
from test_page import TABS, open_tab

#: Keeps the table of texts that scripts add to, which the page keeps to itself.
KEEPING_TEXTS = """
globalThis.allTexts = {};
Object.defineProperty(Object.prototype, 'texts', {
    configurable: true,
    set(texts) {
        const add = texts.add;
        texts.add = more => {
            for (const key of Object.keys(more)) if (key in allTexts) throw new Error(`“${key}” twice`);
            Object.assign(allTexts, more);
            add(more);
        };
        Object.defineProperty(this, 'texts', {value: texts});
    },
});
"""

#: Words that no German text has.
ENGLISH = re.compile(
    r"\b(the|and|of|this|that|with|from|you|your|is|are|were|has|have|it|its|can|which|when|no|yes|nothing"
    r"|a|to|by|be|been|on|or|not|but|if|at|as|for|one|two|only)\b"
)
#: Words that only German texts have.
GERMAN = re.compile(
    r"\b(der|die|das|und|oder|nicht|ein|eine|ist|sind|mit|von|zu|auf|keine?)\b|[äöüßÄÖÜ]"
)
#: What is the same in both languages: names of the protocol and of things.
SAME = re.compile(
    r"Bytes?|Layout|deployed|published|legacy|English|Deutsch|komoot BLE Connect|MTU|Handle|Status|Version|Name"
    r"|Bluetooth|Android|iOS|btsnoop|PacketLogger|knav|CSV|GPX|[a-z]+[A-Z]\w*|U\+FFFD"
)
#: Names of files look like keys.
FILES = (".svg", ".btsnoop", ".csv", ".js", ".pklg")
#: A text has words if it has two letters in a row that are not a unit or digits of bytes.
WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{2,}")
NUMBER = re.compile(r"\b([0-9a-fA-F]{2})+\b|\b(km|mi|ft|yd|ms|min)\b|\{\w+\}")


def is_the_same(text: str) -> bool:
    """Whether a text may be the same in both languages."""
    return not WORD.search(SAME.sub("", NUMBER.sub("", text)))


class Texts(unittest.IsolatedAsyncioTestCase):
    """The table of texts."""

    async def test_every_text_has_both_languages(self) -> None:
        """Keys, braces and languages agree, and no text is missing or left over."""
        async with Chromium() as chromium:
            page = await chromium.page()
            await page.send(
                "Page.addScriptToEvaluateOnNewDocument", source=KEEPING_TEXTS
            )
            for name in TABS:
                await open_tab(page, name)
            texts = await page.evaluate("allTexts")
        wrong = []
        for key, languages in texts.items():
            english, german = languages["en"], languages["de"]
            braces = [sorted(re.findall(r"\{\w+\}", one)) for one in (english, german)]
            if sorted(languages) != ["de", "en"]:
                wrong.append(f"{key} is in {sorted(languages)}")
            if braces[0] != braces[1]:
                wrong.append(f"{key}: the braces differ")
            if not english.strip() or not german.strip():
                wrong.append(f"{key} is empty")
            if english == german and not is_the_same(english):
                wrong.append(f"{key} is not translated: {english}")
            if found := ENGLISH.search(SAME.sub("", german)):
                wrong.append(f"{key} has the English word “{found[0]}”: {german}")
            if found := GERMAN.search(SAME.sub("", english)):
                wrong.append(f"{key} has the German word “{found[0]}”: {english}")
        expect_none(wrong, "texts")
        self.expect_used(texts)

    def expect_used(self, texts: dict[str, object]) -> None:
        """Every key that a script names is there, and every text is named by a script."""
        first = {key.split(".")[0] for key in texts}
        wrong = []
        used: set[str] = set()
        for path in sorted((PAGE / "scripts").glob("*.js")):
            script = re.sub(r"'[\w.-]+'(?=:\s*\{\s*en:)", "", path.read_text())
            for _, key in re.findall(r"(['`])([a-zA-Z]+\.[\w.${}-]*)\1", script):
                if key.split(".")[0] not in first or key.endswith(FILES):
                    continue
                pattern = re.sub(r"\\\$\\\{[^}]*\}", r"[\\w.-]+", re.escape(key))
                named = {one for one in texts if re.fullmatch(pattern, one)}
                used |= named
                if not named:
                    wrong.append(f"{path.name} names {key}, which is not there")
        wrong += [f"{key} is not used" for key in sorted(texts.keys() - used)]
        expect_none(wrong, "keys of texts")


class Seen(unittest.IsolatedAsyncioTestCase):
    """What a user sees, by the language of the browser and by choice."""

    async def asyncSetUp(self) -> None:
        chromium = await self.enterAsyncContext(Chromium())
        self.page = await chromium.page()

    async def test_no_english_is_left_in_german(self) -> None:
        for name in TABS:
            with self.subTest(tab=name):
                said = {}
                for language in ("en-GB", "de-AT"):
                    await self.page.language(language)
                    await open_tab(self.page, name)
                    said[language] = await check(self.page, "texts()")
                expect_translated(said["en-GB"], said["de-AT"])

    async def test_the_language_of_the_browser(self) -> None:
        for tag, expected in {"de-CH": "de", "en-US": "en", "fr-FR": "en"}.items():
            await self.page.language(tag)
            await self.page.open(ON_DISK)
            language = await self.page.until("document.documentElement.lang")
            self.assertEqual(language, expected, tag)

    async def test_the_switch(self) -> None:
        """All texts follow at once, there and back, and are what they would have been from the beginning."""
        for name in TABS:
            with self.subTest(tab=name):
                await self.page.language("de-DE")
                await open_tab(self.page, name)
                german = await check(self.page, "texts()")
                await self.page.language("en-US")
                await open_tab(self.page, name)
                english = await check(self.page, "texts()")
                for language, expected in (("de", german), ("en", english)):
                    await choose_language(self.page, language)
                    self.assertEqual(await check(self.page, "texts()"), expected)
                await self.page.evaluate("localStorage.clear()")


async def choose_language(page: Page, language: str) -> None:
    await page.evaluate(
        f"""(() => {{
            const select = [...document.querySelectorAll('select')]
                .find(one => [...one.options].some(option => option.value == '{language}'));
            select.value = '{language}';
            select.dispatchEvent(new Event('change', {{bubbles: true}}));
        }})()"""
    )


def expect_translated(english: list[list[str]], german: list[list[str]]) -> None:
    """Fails if texts are the same in both languages which should not be."""
    wrong = []
    if len(english) != len(german):
        wrong.append(f"{len(english)} texts in English, {len(german)} in German")
    for (place, one), (_, other) in zip(english, german, strict=False):
        if one == other and not is_the_same(one):
            wrong.append(f"the same in both languages: {place}: {one}")
        elif found := ENGLISH.search(SAME.sub("", other)):
            wrong.append(f"the English word “{found[0]}” in German: {place}: {other}")
    expect_none(wrong, "texts that are seen")
