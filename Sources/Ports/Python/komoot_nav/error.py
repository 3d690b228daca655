"""The error that all modules raise."""


class NavigationError(Exception):
    """Bytes that are not an object, a notification or an answer to the read.

    code: "truncated", "oversized", "malformedNotification", "invalidUTF8", "reservedNotZero",
    "identifierMismatch", "unexpectedOffset", "attError" or "restartsExhausted".
    offset: where, in bytes; clause 10 says for each code what it counts from.
    att_error: the ATT error code; only with "attError".
    """

    def __init__(self, code, offset, att_error=None):
        super().__init__(code, offset)
        self.code = code
        self.offset = offset
        self.att_error = att_error
