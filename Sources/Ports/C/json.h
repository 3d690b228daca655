/*
 * A JSON reader (RFC 8259) for one line at a time. It takes any bytes, checks every index and does
 * not allocate. This is part of the testee, not of the port.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JSON_MAXIMUM_VALUES = 32768, /* in one line, including the names of members */
    JSON_MAXIMUM_DEPTH = 32
};

enum json_kind {
    JSON_MISSING = 0, /* the result of a search that found nothing */
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};

/* A value. The values inside it follow it in the array, up to `end`. In an object, names and values
 * alternate. */
struct json_value {
    const char *text; /* of a number, or of a string without its escapes; not terminated */
    size_t size;      /* of the text, in bytes */
    size_t end;       /* the index of the next value that is not inside this one */
    enum json_kind kind;
};

/* Reads a line, and replaces the escapes in its strings in place. Returns false if the line is not
 * JSON, not UTF-8, or beyond the limits above. The values stay until the next call. */
bool json_read(char *line, size_t size);

/* The value of the line. This and the functions below never return NULL: if there is nothing, the
 * kind is JSON_MISSING. */
const struct json_value *json_root(void);
const struct json_value *json_member(const struct json_value *object, const char *name);
const struct json_value *json_first(const struct json_value *array);
const struct json_value *json_next(const struct json_value *array,
                                   const struct json_value *element);

bool json_is(const struct json_value *value, const char *text);

/* Finds the place of a string in a list that ends with NULL; returns false if it is not there. */
bool json_choice(const struct json_value *value, const char *const *choices, uint8_t *place);

/* Takes a whole number from 0 to a limit, from a number or a string of decimal digits. */
bool json_integer(const struct json_value *value, uint64_t limit, uint64_t *integer);

bool json_boolean(const struct json_value *value, bool *boolean);

/* Takes a hexadecimal digit in either case. */
bool json_hex_digit(char digit, uint8_t *value);

#endif
