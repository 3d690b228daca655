/*
 * A JSON reader (RFC 8259) for one line at a time: no allocation, every index checked, and any
 * bytes may come. It is part of the testee, not of the port.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JSON_MAXIMUM_VALUES = 32768, /* of one line, names of members included */
    JSON_MAXIMUM_DEPTH = 32
};

enum json_kind {
    JSON_MISSING = 0, /* what a search that found nothing gives */
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};

/* A value. An object's elements are names and values in turn; the values inside a value stand
 * behind it, up to `end`. */
struct json_value {
    const char *text; /* a number's or a string's, which is free of escapes; not terminated */
    size_t size;      /* of the text, in bytes */
    size_t end;       /* the number of the next value that is not inside this one */
    enum json_kind kind;
};

/* Reads a line, in which strings are freed of their escapes in place. False if it is not JSON, not
 * UTF-8, or beyond the limits above. The values stay until the next call. */
bool json_read(char *line, size_t size);

/* The line's value. It is never NULL, nor are those below: where there is nothing, the kind is
 * missing. */
const struct json_value *json_root(void);
const struct json_value *json_member(const struct json_value *object, const char *name);
const struct json_value *json_first(const struct json_value *array);
const struct json_value *json_next(const struct json_value *array,
                                   const struct json_value *element);

bool json_is(const struct json_value *value, const char *text);

/* The place of a string in a list that ends with NULL; false if it is not there. */
bool json_choice(const struct json_value *value, const char *const *choices, uint8_t *place);

/* A whole number from 0 up to a limit, as a number or as a string of decimal digits. */
bool json_integer(const struct json_value *value, uint64_t limit, uint64_t *integer);

bool json_boolean(const struct json_value *value, bool *boolean);

#endif
