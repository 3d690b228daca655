"""What must hold in any state of any tab. The functions fail with all that they found.

A test of a tab brings it into a state, and calls `expect_good`.
"""

import pathlib
from typing import Any

from devtools import Page

SCRIPT = pathlib.Path(__file__).with_name("checks.js").read_text()
#: The narrowest and the widest window, in pixels.
NARROWEST, WIDEST = 320, 2560
#: Longer words may be broken in a narrow window: in letters.
LONGEST_WORD = 15
#: Of a text and what is below it, by WCAG 2 at level AA for texts of any size.
LEAST_CONTRAST = 4.5
#: What a screen reader names when it stops there.
NAMED_ROLES = frozenset(
    "button checkbox combobox dialog image img link listbox menuitem meter option progressbar radio "
    "radiogroup region RootWebArea searchbox slider spinbutton switch tab tablist tabpanel textbox".split()
)


async def check(page: Page, call: str) -> Any:
    """The value of one of the functions of checks.js."""
    return await page.evaluate(f"{SCRIPT}; checks.{call}")


def expect_none(found: list[str], what: str) -> None:
    if found:
        raise AssertionError(f"{what}:\n  " + "\n  ".join(found))


async def expect_fitting(page: Page) -> None:
    """At the narrowest and the widest window, the page does not scroll sideways, and controls are apart."""
    for width in (NARROWEST, WIDEST):
        await page.size(width)
        expect_none(await check(page, "sideways()"), f"too wide at {width} pixels")
        expect_none(await check(page, "crowded()"), f"crowded at {width} pixels")
        found = await check(page, f"broken({LONGEST_WORD})")
        expect_none(found, f"broken inside a word at {width} pixels")


async def expect_contrast(page: Page) -> None:
    """In light and dark, texts can be read."""
    for scheme in ("light", "dark"):
        await page.prefer(scheme)
        found = await check(page, f"faint({LEAST_CONTRAST})")
        expect_none(found, f"hard to read in {scheme}")


async def expect_names(page: Page) -> None:
    """A screen reader has a name for every control."""
    nameless = []
    for node in await page.tree():
        role = node["role"]["value"]
        name = node.get("name", {}).get("value", "").strip()
        if role in NAMED_ROLES and not name:
            element = await page.send(
                "DOM.describeNode", backendNodeId=node["backendDOMNodeId"]
            )
            attributes = element["node"].get("attributes", [])
            nameless.append(f"{role}: {element['node']['localName']} {attributes}")
    expect_none(nameless, "controls without a name")


async def expect_keyboard(page: Page) -> None:
    """The Tab key reaches every control, one sees where it is, and it comes out again at the end."""
    expected = await check(page, "reachable()")
    await page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
    await page.evaluate(
        "getSelection().setBaseAndExtent(document.body, 0, document.body, 0)"
    )
    wrong: list[str] = []
    seen: list[str] = []
    for _ in range(2 * len(expected) + 10):
        await page.press("Tab")
        focused = await check(page, "focused()")
        if focused is None or focused["number"] == 0 and seen:
            break
        seen.append(focused["name"])
        if not focused["isSeen"]:
            wrong.append(f"out of sight: {focused['name']}")
        if not focused["isMarked"]:
            wrong.append(f"the focus can't be seen: {focused['name']}")
    else:
        wrong.append("the Tab key does not come to an end")
    for name in expected:
        if name in seen:
            seen.remove(name)
        else:
            wrong.append(f"not reached: {name}")
    expect_none(wrong, "with the keyboard")


async def outline(page: Page) -> list[str]:
    """The page as a screen reader goes through it: roles and names."""
    skipped = {"InlineTextBox", "StaticText", "generic", "none", "LineBreak"}
    lines = []
    for node in await page.tree():
        role = node["role"]["value"]
        if role not in skipped:
            name = node.get("name", {}).get("value", "")
            lines.append(f"{role}: {name}".strip())
    return lines


async def expect_good(page: Page) -> None:
    """All of it, in the state that the page is in."""
    expect_none(await check(page, "structure()"), "parts of the page")
    await expect_names(page)
    await expect_contrast(page)
    await expect_fitting(page)
    await page.size(1280)
    await expect_keyboard(page)
    page.expect_no_errors()
