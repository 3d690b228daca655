#include "answer.h"

#include <stdio.h>
#include <string.h>

/* A line of the protocol has at most 1 MiB. */
static char line[1 << 20];
static size_t line_size;
static bool is_full;
/* Whether the next value is the first in its brackets, or follows a name. */
static bool needs_no_comma;

static void put(const char *text, size_t size)
{
    if (size > sizeof line - line_size) {
        is_full = true;
        return;
    }
    memcpy(line + line_size, text, size);
    line_size += size;
}

static void put_character(char character)
{
    put(&character, 1);
}

static void begin_value(void)
{
    if (!needs_no_comma) {
        put_character(',');
    }
    needs_no_comma = false;
}

static char hex_digit(unsigned digit)
{
    return "0123456789abcdef"[digit & 0xF];
}

void answer_clear(void)
{
    line_size = 0;
    is_full = false;
    needs_no_comma = true;
}

bool answer_send(void)
{
    put_character('\n');
    if (is_full) {
        return false;
    }
    fwrite(line, 1, line_size, stdout);
    fflush(stdout);
    return true;
}

void answer_open(char bracket)
{
    begin_value();
    put_character(bracket);
    needs_no_comma = true;
}

void answer_close(char bracket)
{
    put_character(bracket);
    needs_no_comma = false;
}

void answer_name(const char *name)
{
    answer_word(name);
    put_character(':');
    needs_no_comma = true;
}

void answer_text(const char *text, size_t size)
{
    size_t place;

    begin_value();
    put_character('"');
    for (place = 0; place < size; place++) {
        const char character = text[place];
        if (character == '"' || character == '\\') {
            put_character('\\');
            put_character(character);
        } else if ((unsigned char)character < 0x20) {
            put("\\u00", 4);
            put_character(hex_digit((unsigned char)character >> 4));
            put_character(hex_digit((unsigned char)character));
        } else {
            put_character(character);
        }
    }
    put_character('"');
}

void answer_word(const char *text)
{
    answer_text(text, strlen(text));
}

void answer_literal(const char *literal)
{
    begin_value();
    put(literal, strlen(literal));
}

void answer_integer(uint64_t integer)
{
    char text[20];
    size_t start = sizeof text;
    const bool is_number = integer <= INT32_MAX;

    do {
        start--;
        text[start] = (char)('0' + integer % 10);
        integer /= 10;
    } while (integer != 0);
    if (is_number) {
        begin_value();
        put(text + start, sizeof text - start);
    } else {
        answer_text(text + start, sizeof text - start);
    }
}

void answer_bytes(const uint8_t *bytes, size_t size)
{
    size_t place;

    begin_value();
    put_character('"');
    for (place = 0; place < size; place++) {
        put_character(hex_digit(bytes[place] >> 4));
        put_character(hex_digit(bytes[place]));
    }
    put_character('"');
}

void answer_error(knav_error error)
{
    static const char *const codes[] = {
        "ok", "truncated", "oversized", "malformedNotification", "invalidUTF8",
        "reservedNotZero", "unexpectedOffset", "attError", "restartsExhausted", "invalidArgument",
    };

    answer_open('{');
    answer_name("code");
    answer_word(error.code < sizeof codes / sizeof codes[0] ? codes[error.code] : "unknown");
    answer_name("offset");
    answer_integer(error.offset);
    if (error.code == KNAV_ATT_ERROR) {
        answer_name("attError");
        answer_integer(error.att_error);
    }
    answer_close('}');
}
