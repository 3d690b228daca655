"""What is wrong with bytes."""


class NavigationError(Exception):
    """Bytes that are no object, no notification, or no answer to the read.

    code: "truncated", "oversized", "malformedNotification", "invalidUTF8", "reservedNotZero",
    "identifierMismatch", "unexpectedOffset", "attError" or "restartsExhausted".
    offset: where, in bytes; clause 10 says from where for each code.
    att_error: the ATT error code, with "attError" only.
    """

    def __init__(self, code, offset, att_error=None):
        Exception.__init__(self, code, offset)
        self.code = code
        self.offset = offset
        self.att_error = att_error
