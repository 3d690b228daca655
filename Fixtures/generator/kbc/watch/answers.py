"""What the models answer to vectors."""

from collections.abc import Callable

from . import decoding, encoding, links, navigation, wire
from .wire import Json


def _decode(given: Json) -> Json:
    data = bytes.fromhex(given["bytes"])
    return {"message": decoding.decode(data, wire.limits_of(given))}


def _encode(given: Json) -> Json:
    data = encoding.encode(given["message"], wire.limits_of(given))
    return {"bytes": data.hex()}


def _request(given: Json) -> Json:
    return {"url": links.request(given)}


def _answer(given: Json) -> Json:
    return links.answer(given)


def _navigation_encode(given: Json) -> Json:
    return {"bytes": navigation.write(given).hex()}


def _navigation_decode(given: Json) -> Json:
    return navigation.read(bytes.fromhex(given["bytes"]))


WATCH_ANSWERS: dict[str, Callable[[Json], Json]] = {
    "watchDecode": _decode,
    "watchEncode": _encode,
    "watchRequest": _request,
    "watchAnswer": _answer,
    "watchNavigationEncode": _navigation_encode,
    "watchNavigationDecode": _navigation_decode,
}
