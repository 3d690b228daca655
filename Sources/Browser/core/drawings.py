"""The drawn arrows as data that a script can draw: no markup is ever read by the page."""

import pathlib
import xml.etree.ElementTree as ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"


def drawings(folder: pathlib.Path) -> dict[str, list[list[object]]]:
    """Each arrow's shapes: the element's name and its attributes. All have the view box 0 0 96 96."""
    found: dict[str, list[list[object]]] = {}
    for path in sorted(folder.glob("*.svg")):
        root = ElementTree.parse(path).getroot()
        if root.get("viewBox") != "0 0 96 96":
            raise ValueError(f"{path}: another view box")
        found[path.stem] = [
            [shape.tag.removeprefix(NAMESPACE), dict(shape.attrib)]
            for shape in root
            if shape.tag != f"{NAMESPACE}title"
        ]
    return found
