/*
 * The reader is a recursive descent of bounded depth over the bytes of the line. It puts all values
 * into one array, in the order in which they begin.
 */
#include "json.h"

#include <string.h>

#include "knav.h"

static const struct json_value missing = {NULL, 0, 0, JSON_MISSING};
static struct json_value values[JSON_MAXIMUM_VALUES];
static size_t value_count;

/* The rest of the line. */
struct input {
    char *next;
    char *end;
};

static bool read_value(struct input *input, int depth);

static void skip_space(struct input *input)
{
    while (input->next < input->end && (*input->next == ' ' || *input->next == '\t' ||
                                        *input->next == '\n' || *input->next == '\r')) {
        input->next++;
    }
}

/* Skips a character if it is next; returns whether it was. */
static bool take(struct input *input, char character)
{
    if (input->next < input->end && *input->next == character) {
        input->next++;
        return true;
    }
    return false;
}

static bool take_word(struct input *input, const char *word)
{
    while (*word != '\0') {
        if (!take(input, *word)) {
            return false;
        }
        word++;
    }
    return true;
}

static size_t take_digits(struct input *input)
{
    size_t count = 0;

    while (input->next < input->end && *input->next >= '0' && *input->next <= '9') {
        input->next++;
        count++;
    }
    return count;
}

/* The place for the next value; NULL if none is left. */
static struct json_value *new_value(enum json_kind kind)
{
    struct json_value *value;

    if (value_count >= JSON_MAXIMUM_VALUES) {
        return NULL;
    }
    value = &values[value_count];
    value_count++;
    value->text = NULL;
    value->size = 0;
    value->end = value_count;
    value->kind = kind;
    return value;
}

static bool read_number(struct input *input)
{
    struct json_value *value = new_value(JSON_NUMBER);
    const char *start = input->next;

    if (value == NULL) {
        return false;
    }
    take(input, '-');
    if (!take(input, '0') && take_digits(input) == 0) {
        return false;
    }
    if (take(input, '.') && take_digits(input) == 0) {
        return false;
    }
    if (take(input, 'e') || take(input, 'E')) {
        if (!take(input, '+')) {
            take(input, '-');
        }
        if (take_digits(input) == 0) {
            return false;
        }
    }
    value->text = start;
    value->size = (size_t)(input->next - start);
    return true;
}

bool json_hex_digit(char digit, uint8_t *value)
{
    if (digit >= '0' && digit <= '9') {
        *value = (uint8_t)(digit - '0');
    } else if (digit >= 'a' && digit <= 'f') {
        *value = (uint8_t)(digit - 'a' + 10);
    } else if (digit >= 'A' && digit <= 'F') {
        *value = (uint8_t)(digit - 'A' + 10);
    } else {
        return false;
    }
    return true;
}

/* Four hexadecimal digits. */
static bool take_code_unit(struct input *input, uint32_t *unit)
{
    int place;

    *unit = 0;
    for (place = 0; place < 4; place++) {
        uint8_t value;
        if (input->next >= input->end || !json_hex_digit(*input->next, &value)) {
            return false;
        }
        input->next++;
        *unit = *unit << 4 | value;
    }
    return true;
}

/* Writes a scalar as UTF-8: at most 3 bytes for an escape of 6, and 4 for one of 12. */
static char *put_scalar(char *output, uint32_t scalar)
{
    if (scalar < 0x80) {
        *output++ = (char)scalar;
    } else if (scalar < 0x800) {
        *output++ = (char)(0xC0 | scalar >> 6);
        *output++ = (char)(0x80 | (scalar & 0x3F));
    } else if (scalar < 0x10000) {
        *output++ = (char)(0xE0 | scalar >> 12);
        *output++ = (char)(0x80 | (scalar >> 6 & 0x3F));
        *output++ = (char)(0x80 | (scalar & 0x3F));
    } else {
        *output++ = (char)(0xF0 | scalar >> 18);
        *output++ = (char)(0x80 | (scalar >> 12 & 0x3F));
        *output++ = (char)(0x80 | (scalar >> 6 & 0x3F));
        *output++ = (char)(0x80 | (scalar & 0x3F));
    }
    return output;
}

/* Takes what follows "\u": a scalar, from one escape or from a pair of surrogates. */
static bool take_scalar(struct input *input, uint32_t *scalar)
{
    uint32_t low;

    if (!take_code_unit(input, scalar)) {
        return false;
    }
    if (*scalar < 0xD800 || *scalar > 0xDFFF) {
        return true;
    }
    if (*scalar > 0xDBFF || !take_word(input, "\\u") || !take_code_unit(input, &low) ||
        low < 0xDC00 || low > 0xDFFF) {
        return false;
    }
    *scalar = 0x10000 + ((*scalar - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

/* Takes what follows a backslash. It never writes more than it has read. */
static bool take_escape(struct input *input, char **output)
{
    static const char escapes[] = "\"\\/bfnrt";
    static const char characters[] = "\"\\/\b\f\n\r\t";
    size_t place;

    if (take(input, 'u')) {
        uint32_t scalar;
        if (!take_scalar(input, &scalar)) {
            return false;
        }
        *output = put_scalar(*output, scalar);
        return true;
    }
    for (place = 0; escapes[place] != '\0'; place++) {
        if (take(input, escapes[place])) {
            **output = characters[place];
            (*output)++;
            return true;
        }
    }
    return false;
}

/* Reads what follows the opening quotation mark. */
static bool read_string(struct input *input)
{
    struct json_value *value = new_value(JSON_STRING);
    char *output = input->next;

    if (value == NULL) {
        return false;
    }
    value->text = output;
    while (input->next < input->end) {
        const char character = *input->next;
        input->next++;
        if (character == '"') {
            value->size = (size_t)(output - value->text);
            return true;
        }
        if ((unsigned char)character < 0x20) {
            return false;
        }
        if (character == '\\') {
            if (!take_escape(input, &output)) {
                return false;
            }
        } else {
            *output = character;
            output++;
        }
    }
    return false;
}

static bool read_member_name(struct input *input)
{
    skip_space(input);
    if (!take(input, '"') || !read_string(input)) {
        return false;
    }
    skip_space(input);
    return take(input, ':');
}

/* Reads what follows the opening bracket. */
static bool read_elements(struct input *input, enum json_kind kind, char closing, int depth)
{
    struct json_value *value = new_value(kind);

    if (value == NULL || depth >= JSON_MAXIMUM_DEPTH) {
        return false;
    }
    skip_space(input);
    if (!take(input, closing)) {
        do {
            if (kind == JSON_OBJECT && !read_member_name(input)) {
                return false;
            }
            if (!read_value(input, depth + 1)) {
                return false;
            }
            skip_space(input);
        } while (take(input, ','));
        if (!take(input, closing)) {
            return false;
        }
    }
    value->end = value_count;
    return true;
}

static bool read_value(struct input *input, int depth)
{
    skip_space(input);
    if (take(input, '{')) {
        return read_elements(input, JSON_OBJECT, '}', depth);
    }
    if (take(input, '[')) {
        return read_elements(input, JSON_ARRAY, ']', depth);
    }
    if (take(input, '"')) {
        return read_string(input);
    }
    if (take(input, 't')) {
        return take_word(input, "rue") && new_value(JSON_TRUE) != NULL;
    }
    if (take(input, 'f')) {
        return take_word(input, "alse") && new_value(JSON_FALSE) != NULL;
    }
    if (take(input, 'n')) {
        return take_word(input, "ull") && new_value(JSON_NULL) != NULL;
    }
    return read_number(input);
}

bool json_read(char *line, size_t size)
{
    struct input input;

    input.next = line;
    input.end = line + size;
    value_count = 0;
    if (knav_street_validate((const uint8_t *)line, size).code == KNAV_OK && read_value(&input, 0)) {
        skip_space(&input);
        if (input.next == input.end) {
            return true;
        }
    }
    value_count = 0;
    return false;
}

const struct json_value *json_root(void)
{
    return value_count > 0 ? &values[0] : &missing;
}

static const struct json_value *value_at(size_t place, const struct json_value *container)
{
    return place < container->end ? &values[place] : &missing;
}

const struct json_value *json_member(const struct json_value *object, const char *name)
{
    size_t place;

    if (object->kind != JSON_OBJECT) {
        return &missing;
    }
    place = (size_t)(object - values) + 1;
    while (place + 1 < object->end) {
        if (json_is(&values[place], name)) {
            return &values[place + 1];
        }
        place = values[place + 1].end;
    }
    return &missing;
}

const struct json_value *json_first(const struct json_value *array)
{
    if (array->kind != JSON_ARRAY) {
        return &missing;
    }
    return value_at((size_t)(array - values) + 1, array);
}

const struct json_value *json_next(const struct json_value *array,
                                   const struct json_value *element)
{
    return value_at(element->end, array);
}

bool json_is(const struct json_value *value, const char *text)
{
    const size_t size = strlen(text);

    return value->kind == JSON_STRING && value->size == size &&
           memcmp(value->text, text, size) == 0;
}

bool json_choice(const struct json_value *value, const char *const *choices, uint8_t *place)
{
    uint8_t candidate;

    for (candidate = 0; choices[candidate] != NULL; candidate++) {
        if (json_is(value, choices[candidate])) {
            *place = candidate;
            return true;
        }
    }
    return false;
}

bool json_integer(const struct json_value *value, uint64_t limit, uint64_t *integer)
{
    uint64_t number = 0;
    size_t place;

    if ((value->kind != JSON_NUMBER && value->kind != JSON_STRING) || value->size == 0) {
        return false;
    }
    for (place = 0; place < value->size; place++) {
        const char character = value->text[place];
        uint64_t digit;
        if (character < '0' || character > '9') {
            return false;
        }
        digit = (uint64_t)(character - '0');
        if (number > (UINT64_MAX - digit) / 10) {
            return false;
        }
        number = 10 * number + digit;
    }
    if (number > limit) {
        return false;
    }
    *integer = number;
    return true;
}

bool json_boolean(const struct json_value *value, bool *boolean)
{
    *boolean = value->kind == JSON_TRUE;
    return value->kind == JSON_TRUE || value->kind == JSON_FALSE;
}
