/*
 * kbc_harness.h: lets the conformance suite judge your decoder. For a computer, not for the device.
 *
 * Include this file, write a function of the type kbc_decoder, and call kbc_run from main:
 *
 *     int main(void)
 *     {
 *         kbc_device device = kbc_device_with(my_decoder);
 *         return kbc_run(&device);
 *     }
 *
 * The program then speaks the testee protocol of Docs/Conformance.md on standard input and output.
 * Docs/Harness.md shows a whole one, and what the suite says about it.
 *
 * A char is signed on most computers, and unsigned on ESP32, ARM and RISC-V. Compile your decoder and
 * this file with -funsigned-char to judge what such a device does.
 *
 * C99 or C++11, and the standard library of C. Nothing is allocated. A request may have
 * KBC_MAXIMUM_REQUEST bytes and KBC_MAXIMUM_DEPTH brackets inside each other. The program ends with
 * 0 at the end of its input, and otherwise, after a message on standard error, with
 * KBC_BAD_REQUEST, KBC_BAD_DEVICE or KBC_NO_OUTPUT.
 */
#ifndef KBC_HARNESS_H
#define KBC_HARNESS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { KBC_MAXIMUM_REQUEST = 65536, KBC_MAXIMUM_DEPTH = 32 };

/* Exit codes. */
enum { KBC_BAD_REQUEST = 65, KBC_BAD_DEVICE = 70, KBC_NO_OUTPUT = 74 };

struct kbc_json;

/* ---- What you write ----------------------------------------------------------------------- */

/* What became of the bytes. */
typedef enum kbc_result {
    KBC_OK = 0,
    KBC_TRUNCATED, /* the offset of the first three is filled in unless you give it */
    KBC_OVERSIZED,
    KBC_MALFORMED_NOTIFICATION,
    KBC_INVALID_UTF8, /* the offset counts from the start of the street */
    KBC_RESERVED_NOT_ZERO,
    KBC_UNEXPECTED_OFFSET,
    KBC_ATT_ERROR,
    KBC_RESTARTS_EXHAUSTED,
    KBC_NOT_TAKEN /* your code can't take this case: it is skipped; give the reason */
} kbc_result;

typedef enum kbc_layout {
    KBC_AUTO = 0,
    KBC_PUBLISHED,
    KBC_DEPLOYED,
    KBC_LEGACY
} kbc_layout;

typedef enum kbc_extent { KBC_WHOLE = 0, KBC_POSSIBLY_CUT } kbc_extent;

/* The members of an answer that your device has; see `members` of kbc_device. */
enum {
    KBC_HAS_LAYOUT = 1,
    KBC_HAS_EXTENT = 2,
    KBC_HAS_IDENTIFIER = 4,
    KBC_HAS_ARROW = 8,
    KBC_HAS_ARROW_NAME = 16,
    KBC_HAS_DISTANCE = 32,
    KBC_HAS_STREET_BYTES = 64,
    KBC_HAS_STREET_TEXT = 128,
    KBC_HAS_STRICT_ERROR_OFFSET = 256
};

/* What your device shows of an object. Everything is 0 before your function is called, except what
 * is said here. Pointers must stay valid until it is called again; they may point into the bytes that
 * it got. */
typedef struct kbc_instruction {
    kbc_layout layout; /* comes in as the layout to decode by; KBC_AUTO means: detect it */
    kbc_extent extent; /* comes in as what is known of the bytes */
    bool is_identifier_only; /* of a notification */
    bool is_uuid;            /* the identifier is `uuid`, not `identifier` */
    uint8_t uuid[16];        /* as on the wire */
    uint32_t identifier;
    uint8_t arrow;
    /* From the table that your display draws from, with KBC_HAS_ARROW_NAME: a name of kbc_arrow_names below,
     * "none" if it shows no arrow, NULL if the value is reserved. Another name is refused. */
    const char *arrow_name;
    uint32_t distance_in_meters;
    const uint8_t *street; /* its bytes, as they came */
    size_t street_size;
    const char *street_text; /* what is shown of it, in UTF-8; need not be terminated */
    size_t street_text_size;
    size_t strict_error_offset; /* comes in as SIZE_MAX, which means: well-formed */
    size_t error_offset;        /* of a kbc_result; comes in as SIZE_MAX: not given */
    const char *reason; /* with KBC_NOT_TAKEN */
} kbc_instruction;

/* Decodes an object or a notification. */
typedef kbc_result kbc_decoder(const uint8_t *bytes, size_t size, kbc_instruction *shown);

typedef enum kbc_policy { KBC_STRICT = 0, KBC_REPAIR, KBC_DROP_INCOMPLETE_TAIL } kbc_policy;

typedef struct kbc_text {
    const char *text; /* need not be terminated */
    size_t size;
    size_t error_offset; /* these as in kbc_instruction */
    const char *reason;
} kbc_text;

/* Makes text of a street's bytes. */
typedef kbc_result kbc_street(const uint8_t *bytes, size_t size, kbc_policy policy,
                              kbc_text *shown);

enum { KBC_VENDOR = 1, KBC_METRIC = 2, KBC_IMPERIAL = 4, KBC_UK = 8 };

typedef struct kbc_distance {
    const char *value; /* such as "1.2"; NULL: "Now" is shown */
    const char *unit;  /* "m", "km", "ft", "yd", "mi" */
    const char *reason;
} kbc_distance;

/* Shows a distance in one of the styles above. */
typedef kbc_result kbc_distance_display(uint32_t distance_in_meters, int style,
                                        kbc_distance *shown);

enum { KBC_OFFSET_READS = 1, KBC_WHOLE_VALUES = 2, KBC_LONG_READS = 4, KBC_ONE_CALLBACK = 8 };

/* How objects are read: see "A read" in Fixtures/README.md. */
typedef struct kbc_reading {
    int radio;                 /* one of the above */
    uint16_t mtu;              /* 0: not known; a larger one than fits is UINT16_MAX */
    uint16_t maximum_restarts; /* the same */
    bool trusts_chunk_size;
} kbc_reading;

typedef enum kbc_event_kind {
    KBC_BEGIN = 0,
    KBC_CHUNK,
    KBC_ERROR,
    KBC_CANCEL,
    KBC_FORGET_CHUNK_SIZE
} kbc_event_kind;

typedef struct kbc_event {
    kbc_event_kind kind;
    uint16_t offset;      /* of KBC_CHUNK and KBC_ERROR */
    const uint8_t *bytes; /* of KBC_CHUNK */
    size_t size;
    uint8_t att_error; /* of KBC_ERROR */
} kbc_event;

typedef enum kbc_step_kind {
    KBC_NOTHING_NEW = 0,
    KBC_PARTIAL,
    KBC_OBJECT,
    KBC_BEGINNING,
    KBC_FAILED
} kbc_step_kind;

/* The state after an event. */
typedef struct kbc_step {
    kbc_step_kind kind;
    long awaits; /* the offset of the outstanding request; comes in as -1: there is none */
    uint32_t restarts;
    const uint8_t *bytes; /* unless the kind is KBC_NOTHING_NEW or KBC_FAILED */
    size_t size;
    kbc_result error; /* of KBC_FAILED */
    size_t error_offset;
    uint8_t att_error;
} kbc_step;

/* Begin anew with no object read, and take an event. */
typedef void kbc_reassembler_reset(const kbc_reading *reading);
typedef void kbc_reassembler_step(const kbc_event *event, kbc_step *step);

/* An operation that this file doesn't have; Sources/Ports/C/testee_central.h has one. */
typedef struct kbc_operation {
    const char *layer;   /* NULL if it is a layer that the device has anyway */
    const char *feature; /* NULL if the layer says it all */
    const char *name;
    /* It is called twice with the input: first to check it, then to write the answer's members. */
    bool (*answer)(const struct kbc_json *input, bool writes);
} kbc_operation;

/* Your device: what it has, and what it is judged by. What is NULL or 0 it doesn't have. */
typedef struct kbc_device {
    const char *name;
    const char *version;
    /* The fields of kbc_instruction that your functions set. The others are not judged: what the
     * harness gives for them follows from those. */
    int members;
    int street_capacity; /* the most bytes of a street that it keeps, 1 to 512; 0: it keeps them all */
    bool published; /* decodes the layout of that name too, not only `deployed` */
    bool legacy; /* decodes the layout of that name too */
    bool pinned_layouts; /* heeds the layout that comes in; what has only `deployed` need not */
    kbc_decoder *decode;
    kbc_decoder *notification;
    kbc_street *street;
    kbc_distance_display *distance;
    int styles;
    kbc_reassembler_reset *reset;
    kbc_reassembler_step *step;
    int radios;
    bool trusts_chunk_size;
    const kbc_operation *others;
    size_t other_count;
} kbc_device;

/* A device that has a decoder of today's objects, and sets identifier, arrow, distance_in_meters,
 * street and street_size. */
static inline kbc_device kbc_device_with(kbc_decoder *decode)
{
    kbc_device device;

    memset(&device, 0, sizeof device);
    device.name = "my display";
    device.version = "1.0";
    device.members = KBC_HAS_IDENTIFIER | KBC_HAS_ARROW | KBC_HAS_DISTANCE | KBC_HAS_STREET_BYTES;
    device.decode = decode;
    return device;
}

/* Answers requests until the input ends. Returns the exit code. */
static inline int kbc_run(const kbc_device *device);

/* ---- The end of what you need to read ----------------------------------------------------- */

static char kbc_line[KBC_MAXIMUM_REQUEST + 1]; /* one byte more, to notice a line that is too long */
static uint8_t kbc_bytes[KBC_MAXIMUM_REQUEST / 2];
static int kbc_exit_code;
static bool kbc_needs_comma;

static inline void kbc_fail(int exit_code, const char *message)
{
    if (kbc_exit_code == 0) {
        kbc_exit_code = exit_code;
        fprintf(stderr, "kbc_harness: %s\n", message);
    }
}

/* ---- UTF-8 -------------------------------------------------------------------------------- */

typedef enum kbc_character_kind { KBC_WELL_FORMED, KBC_ILL_FORMED, KBC_CUT } kbc_character_kind;

/* The length of the first character, or of the longest part of one; `size` is not 0. */
static inline size_t kbc_character(const uint8_t *bytes, size_t size, kbc_character_kind *kind)
{
    const uint8_t lead = bytes[0];
    uint8_t least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    uint8_t most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    const size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    size_t place;

    *kind = KBC_ILL_FORMED;
    if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4) {
        return 1;
    }
    for (place = 1; place < length; place++) {
        if (place == size) {
            *kind = KBC_CUT;
            return place;
        }
        if (bytes[place] < least || bytes[place] > most) {
            return place;
        }
        least = 0x80;
        most = 0xBF;
    }
    *kind = KBC_WELL_FORMED;
    return length;
}

/* Where the first ill-formed character begins; `size` if there is none. */
static inline size_t kbc_first_fault(const uint8_t *bytes, size_t size)
{
    size_t place = 0;

    while (place < size) {
        kbc_character_kind kind;
        const size_t length = kbc_character(bytes + place, size - place, &kind);
        if (kind != KBC_WELL_FORMED) {
            break;
        }
        place += length;
    }
    return place;
}

static inline bool kbc_is_text(const char *text)
{
    return kbc_first_fault((const uint8_t *)text, strlen(text)) == strlen(text);
}

/* ---- JSON that is read -------------------------------------------------------------------- */

/* A value in the line, from its first byte to the one after its last; both NULL if it is missing. */
typedef struct kbc_json {
    const char *start;
    const char *end;
} kbc_json;

static inline const char *kbc_after_space(const char *next, const char *end)
{
    while (next < end && (*next == ' ' || *next == '\t' || *next == '\n' || *next == '\r')) {
        next++;
    }
    return next;
}

static inline bool kbc_hex_digit(char digit, unsigned *value)
{
    if (digit >= '0' && digit <= '9') {
        *value = (unsigned)(digit - '0');
    } else if (digit >= 'a' && digit <= 'f') {
        *value = (unsigned)(digit - 'a') + 10;
    } else if (digit >= 'A' && digit <= 'F') {
        *value = (unsigned)(digit - 'A') + 10;
    } else {
        return false;
    }
    return true;
}

static inline bool kbc_is_digit(const char *next, const char *end)
{
    return next < end && *next >= '0' && *next <= '9';
}

/* Takes what comes after "\u". */
static inline const char *kbc_take_code_unit(const char *next, const char *end, unsigned *unit)
{
    int place;

    *unit = 0;
    for (place = 0; place < 4; place++, next++) {
        unsigned digit;
        if (next >= end || !kbc_hex_digit(*next, &digit)) {
            return NULL;
        }
        *unit = *unit << 4 | digit;
    }
    return next;
}

/* Takes one character of a string, escaped or not. Any that is not ASCII gives -1: no word of the
 * protocol has one. NULL if it is not JSON. */
static inline const char *kbc_take_character(const char *next, const char *end, int *character)
{
    static const char names[] = "\"\\/bfnrt";
    static const char values[] = "\"\\/\b\f\n\r\t";
    const char *name;
    unsigned unit;

    if (next >= end || (unsigned char)*next < 0x20) {
        return NULL;
    }
    if (*next != '\\') {
        *character = (unsigned char)*next < 0x80 ? *next : -1;
        return next + 1;
    }
    next++;
    if (next >= end || *next == '\0') {
        return NULL;
    }
    if (*next != 'u') {
        name = strchr(names, *next);
        *character = name != NULL ? values[name - names] : -1;
        return name != NULL ? next + 1 : NULL;
    }
    next = kbc_take_code_unit(next + 1, end, &unit);
    if (next == NULL || (unit >= 0xDC00 && unit <= 0xDFFF)) {
        return NULL;
    }
    if (unit >= 0xD800 && unit <= 0xDBFF) {
        if (end - next < 2 || next[0] != '\\' || next[1] != 'u') {
            return NULL;
        }
        next = kbc_take_code_unit(next + 2, end, &unit);
        if (next == NULL || unit < 0xDC00 || unit > 0xDFFF) {
            return NULL;
        }
    }
    *character = unit < 0x80 ? (int)unit : -1;
    return next;
}

static inline const char *kbc_after_string(const char *next, const char *end)
{
    if (next >= end || *next != '"') {
        return NULL;
    }
    next++;
    while (next != NULL && next < end && *next != '"') {
        int character;
        next = kbc_take_character(next, end, &character);
    }
    return next != NULL && next < end ? next + 1 : NULL;
}

static inline const char *kbc_after_digits(const char *next, const char *end)
{
    if (!kbc_is_digit(next, end)) {
        return NULL;
    }
    while (kbc_is_digit(next, end)) {
        next++;
    }
    return next;
}

static inline const char *kbc_after_number(const char *next, const char *end)
{
    if (next < end && *next == '-') {
        next++;
    }
    next = next < end && *next == '0' ? next + 1 : kbc_after_digits(next, end);
    if (next != NULL && next < end && *next == '.') {
        next = kbc_after_digits(next + 1, end);
    }
    if (next != NULL && next < end && (*next == 'e' || *next == 'E')) {
        next++;
        if (next < end && (*next == '+' || *next == '-')) {
            next++;
        }
        next = kbc_after_digits(next, end);
    }
    return next;
}

static inline const char *kbc_after_word(const char *next, const char *end, const char *word)
{
    const size_t size = strlen(word);

    return (size_t)(end - next) >= size && memcmp(next, word, size) == 0 ? next + size : NULL;
}

static inline const char *kbc_after_value(const char *next, const char *end, int depth);

/* Takes a name and the colon after it. */
static inline const char *kbc_after_name(const char *next, const char *end)
{
    next = kbc_after_string(kbc_after_space(next, end), end);
    if (next != NULL) {
        next = kbc_after_space(next, end);
        next = next < end && *next == ':' ? next + 1 : NULL;
    }
    return next;
}

static inline const char *kbc_after_container(const char *next, const char *end, int depth)
{
    const bool is_object = *next == '{';
    const char closing = is_object ? '}' : ']';

    if (depth == KBC_MAXIMUM_DEPTH) {
        return NULL;
    }
    next = kbc_after_space(next + 1, end);
    if (next < end && *next == closing) {
        return next + 1;
    }
    for (;;) {
        if (is_object) {
            next = kbc_after_name(next, end);
        }
        if (next != NULL) {
            next = kbc_after_value(next, end, depth + 1);
        }
        if (next == NULL) {
            return NULL;
        }
        next = kbc_after_space(next, end);
        if (next >= end || (*next != ',' && *next != closing)) {
            return NULL;
        }
        next++;
        if (next[-1] == closing) {
            return next;
        }
    }
}

/* The end of a value, which may begin after blanks; NULL if it is not JSON. */
static inline const char *kbc_after_value(const char *next, const char *end, int depth)
{
    next = kbc_after_space(next, end);
    if (next >= end) {
        return NULL;
    }
    switch (*next) {
    case '{':
    case '[': return kbc_after_container(next, end, depth);
    case '"': return kbc_after_string(next, end);
    case 't': return kbc_after_word(next, end, "true");
    case 'f': return kbc_after_word(next, end, "false");
    case 'n': return kbc_after_word(next, end, "null");
    default: return kbc_after_number(next, end);
    }
}

/* Reads a line. What comes later can rely on its being JSON. */
static inline bool kbc_read_json(const char *line, size_t size, kbc_json *value)
{
    const char *const end = line + size;

    if (kbc_first_fault((const uint8_t *)line, size) != size) {
        return false;
    }
    value->start = kbc_after_space(line, end);
    value->end = kbc_after_value(value->start, end, 0);
    return value->end != NULL && kbc_after_space(value->end, end) == end;
}

static inline bool kbc_starts_with(kbc_json value, char character)
{
    return value.start != NULL && *value.start == character;
}

static inline bool kbc_is(kbc_json value, const char *word)
{
    const char *next;

    if (!kbc_starts_with(value, '"')) {
        return false;
    }
    for (next = value.start + 1; *next != '"'; word++) {
        int character;
        next = kbc_take_character(next, value.end, &character);
        if (next == NULL || *word == '\0' || character != (unsigned char)*word) {
            return false;
        }
    }
    return *word == '\0';
}

/* The next element of an array, or the next name of an object; missing after the last one. `next` is
 * at first the container's start, and afterwards where the element before ended. */
static inline kbc_json kbc_next(kbc_json container, const char *next)
{
    kbc_json element = {NULL, NULL};

    next = kbc_after_space(next, container.end);
    if (next < container.end && (*next == '[' || *next == '{' || *next == ',')) {
        next = kbc_after_space(next + 1, container.end);
    }
    if (next + 1 < container.end) {
        element.start = next;
        element.end = kbc_after_value(next, container.end, 0);
    }
    return element;
}

static inline kbc_json kbc_member(kbc_json object, const char *name)
{
    kbc_json member = {NULL, NULL};
    const char *next = object.start;

    while (kbc_starts_with(object, '{')) {
        const kbc_json found = kbc_next(object, next);
        if (found.start == NULL) {
            break;
        }
        next = kbc_after_space(found.end, object.end) + 1;
        member.start = kbc_after_space(next, object.end);
        member.end = kbc_after_value(next, object.end, 0);
        if (kbc_is(found, name)) {
            return member;
        }
        next = member.end;
    }
    member.start = NULL;
    member.end = NULL;
    return member;
}

/* Takes a whole number up to a limit, from a number or from a string of digits. */
static inline bool kbc_integer(kbc_json value, uint64_t limit, uint64_t *integer)
{
    const bool is_string = kbc_starts_with(value, '"');
    const char *next = value.start;
    const char *end = value.end;
    uint64_t number = 0;

    if (is_string) {
        next++;
        end--;
    }
    if (next == end) {
        return false;
    }
    for (; next < end; next++) {
        const uint64_t digit = (uint64_t)(*next - '0');
        if (!kbc_is_digit(next, end) || number > (UINT64_MAX - digit) / 10) {
            return false;
        }
        number = 10 * number + digit;
    }
    *integer = number;
    return number <= limit;
}

/* Takes one of the words of a list that ends with NULL. */
static inline bool kbc_choice(kbc_json value, const char *const *words, int *place)
{
    for (*place = 0; words[*place] != NULL; (*place)++) {
        if (kbc_is(value, words[*place])) {
            return true;
        }
    }
    return false;
}

/* Takes bytes from hexadecimal; they stay until the next call. They end where their memory ends, so
 * that a sanitizer notices code that reads past them. */
static inline bool kbc_take_bytes(kbc_json value, const uint8_t **bytes, size_t *size)
{
    uint8_t *next;
    const char *digit;

    if (!kbc_starts_with(value, '"') || (value.end - value.start) % 2 != 0) {
        return false;
    }
    *size = (size_t)(value.end - value.start - 2) / 2;
    next = kbc_bytes + (sizeof kbc_bytes - *size);
    *bytes = next;
    for (digit = value.start + 1; digit < value.end - 1; digit += 2) {
        unsigned high;
        unsigned low;
        if (!kbc_hex_digit(digit[0], &high) || !kbc_hex_digit(digit[1], &low)) {
            return false;
        }
        *next++ = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* ---- JSON that is written ----------------------------------------------------------------- */

static inline void kbc_begin_value(void)
{
    if (kbc_needs_comma) {
        putchar(',');
    }
    kbc_needs_comma = true;
}

static inline void kbc_open(char bracket)
{
    kbc_begin_value();
    putchar(bracket);
    kbc_needs_comma = false;
}

static inline void kbc_close(char bracket)
{
    putchar(bracket);
    kbc_needs_comma = true;
}

static inline void kbc_put_hex(uint8_t byte)
{
    putchar("0123456789abcdef"[byte >> 4]);
    putchar("0123456789abcdef"[byte & 0xF]);
}

static inline void kbc_put_bytes(const uint8_t *bytes, size_t size)
{
    size_t place;

    kbc_begin_value();
    putchar('"');
    for (place = 0; place < size; place++) {
        kbc_put_hex(bytes[place]);
    }
    putchar('"');
}

static inline void kbc_put_inside(const char *text, size_t size)
{
    size_t place;

    for (place = 0; place < size; place++) {
        if ((unsigned char)text[place] < 0x20) {
            fputs("\\u00", stdout);
            kbc_put_hex((uint8_t)text[place]);
            continue;
        }
        if (text[place] == '"' || text[place] == '\\') {
            putchar('\\');
        }
        putchar(text[place]);
    }
}

static inline void kbc_name(const char *name);

/* Writes a text. One that is not UTF-8 can't be in JSON: its bytes are written instead, which no
 * case expects. */
static inline void kbc_put_text(const char *text, size_t size)
{
    if (kbc_first_fault((const uint8_t *)text, size) == size) {
        kbc_begin_value();
        putchar('"');
        kbc_put_inside(text, size);
        putchar('"');
    } else {
        kbc_open('{');
        kbc_name("notUTF8");
        kbc_put_bytes((const uint8_t *)text, size);
        kbc_close('}');
    }
}

static inline void kbc_put_word(const char *word)
{
    kbc_put_text(word, strlen(word));
}

static inline void kbc_name(const char *name)
{
    kbc_put_word(name);
    putchar(':');
    kbc_needs_comma = false;
}

static inline void kbc_put_literal(const char *literal)
{
    kbc_begin_value();
    fputs(literal, stdout);
}

static inline void kbc_put_integer(uint64_t integer)
{
    char digits[21];
    char *first = digits + sizeof digits - 1;
    const bool is_large = integer > INT32_MAX;

    *first = '\0';
    do {
        *--first = (char)('0' + integer % 10);
        integer /= 10;
    } while (integer != 0);
    if (is_large) {
        kbc_put_word(first);
    } else {
        kbc_put_literal(first);
    }
}

static inline void kbc_put_names(const char *const *names, int set)
{
    for (; *names != NULL; names++, set >>= 1) {
        if (set & 1) {
            kbc_put_word(*names);
        }
    }
}

/* ---- Answers ------------------------------------------------------------------------------ */

static const char *const kbc_layout_names[] = {"auto", "published", "deployed", "legacy", NULL};
static const char *const kbc_extent_names[] = {"whole", "possiblyCut", NULL};
static const char *const kbc_policy_names[] = {"strict", "repair", "dropIncompleteTail", NULL};
static const char *const kbc_event_names[] = {"begin",           "chunk", "error", "cancel",
                                              "forgetChunkSize", NULL};
/* The next three are in the order of their bits. */
static const char *const kbc_style_names[] = {"vendor", "metric", "imperial", "uk", NULL};
static const char *const kbc_radio_names[] = {"offsetReads", "wholeValues", "longReads",
                                              "oneCallback", NULL};
static const char *const kbc_member_names[] = {
    "layout",           "extent",      "identifier", "arrow",             "arrowName",
    "distanceInMeters", "streetBytes", "street",     "strictErrorOffset", NULL};
static const char *const kbc_arrow_names[] = {
    NULL, "straight", "start", "finish", "slightLeft", "left", "sharpLeft", "sharpRight", "right",
    "slightRight", "forkRight", "forkLeft", "uTurn", NULL, NULL, "roundaboutExitLeft",
    "roundaboutExitRight", "roundaboutCounterclockwise1of1", "roundaboutCounterclockwise1of2",
    "roundaboutCounterclockwise1of3", "roundaboutCounterclockwise2of2",
    "roundaboutCounterclockwise2of3", "roundaboutCounterclockwise3of3", "roundaboutClockwise1of1",
    "roundaboutClockwise1of2", "roundaboutClockwise1of3", "roundaboutClockwise2of2",
    "roundaboutClockwise2of3", "roundaboutClockwise3of3", "roundaboutFallback", "outOfRoute"};

static inline void kbc_begin_answer(kbc_json id)
{
    kbc_needs_comma = false;
    kbc_open('{');
    kbc_name("id");
    kbc_begin_value();
    fwrite(id.start, 1, (size_t)(id.end - id.start), stdout);
}

static inline void kbc_skip(kbc_json id, const char *reason)
{
    kbc_begin_answer(id);
    kbc_name("skip");
    kbc_put_word(reason != NULL ? reason : "the device does not take this case");
    kbc_close('}');
}

static inline void kbc_open_answer(kbc_json id)
{
    kbc_begin_answer(id);
    kbc_name("answer");
    kbc_open('{');
}

static inline void kbc_close_answer(void)
{
    kbc_close('}');
    kbc_close('}');
}

static inline void kbc_put_error(kbc_result error, size_t offset, int att_error)
{
    static const char *const codes[] = {
        "ok", "truncated", "oversized", "malformedNotification", "invalidUTF8", "reservedNotZero",
        "unexpectedOffset", "attError", "restartsExhausted"};

    if (error <= KBC_OK || error >= KBC_NOT_TAKEN) {
        kbc_fail(KBC_BAD_DEVICE, "there is no such error");
        return;
    }
    kbc_name("error");
    kbc_open('{');
    kbc_name("code");
    kbc_put_word(codes[error]);
    kbc_name("offset");
    kbc_put_integer(offset);
    if (error == KBC_ATT_ERROR) {
        kbc_name("attError");
        kbc_put_integer((uint64_t)att_error);
    }
    kbc_close('}');
}

/* Whether a function of the device succeeded; if not, answers with its error, or skips the case. */
static inline bool kbc_succeeded(kbc_json id, kbc_result result, size_t size, size_t offset,
                                 const char *reason)
{
    if (result == KBC_OK) {
        return true;
    }
    if (result == KBC_NOT_TAKEN) {
        kbc_skip(id, reason);
    } else if (result < KBC_OK || result > KBC_RESERVED_NOT_ZERO) {
        kbc_fail(KBC_BAD_DEVICE, "a function of the device returned a kbc_result that does not exist, "
                                 "or that only a step can give");
    } else if (offset == SIZE_MAX && result > KBC_MALFORMED_NOTIFICATION) {
        kbc_fail(KBC_BAD_DEVICE, "a function of the device gave an error without its offset");
    } else {
        kbc_open_answer(id);
        if (offset == SIZE_MAX) {
            offset = result == KBC_OVERSIZED ? 512 : size;
        }
        kbc_put_error(result, offset, 0);
        kbc_close_answer();
    }
    return false;
}

static inline void kbc_put_identifier(const kbc_instruction *shown)
{
    size_t place;

    kbc_name("identifier");
    if (!shown->is_uuid) {
        kbc_put_integer(shown->identifier);
        return;
    }
    kbc_begin_value();
    putchar('"');
    for (place = 0; place < sizeof shown->uuid; place++) {
        if (place == 4 || place == 6 || place == 8 || place == 10) {
            putchar('-');
        }
        putchar("0123456789ABCDEF"[shown->uuid[place] >> 4]);
        putchar("0123456789ABCDEF"[shown->uuid[place] & 0xF]);
    }
    putchar('"');
}

/* NULL: the value is reserved. */
static inline const char *kbc_known_arrow_name(uint8_t arrow)
{
    return arrow < sizeof kbc_arrow_names / sizeof kbc_arrow_names[0] ? kbc_arrow_names[arrow] : NULL;
}

/* Whether a name is one that a case may expect, or can't be meant as a name: what lies past a
 * table's end is judged as it is. */
static inline bool kbc_is_arrow_name(const char *name)
{
    const size_t count = sizeof kbc_arrow_names / sizeof kbc_arrow_names[0];
    size_t place;

    for (place = 0; place < count; place++) {
        if (kbc_arrow_names[place] != NULL && strcmp(name, kbc_arrow_names[place]) == 0) {
            return true;
        }
    }
    if (strncmp(name, "reserved", strlen("reserved")) == 0) {
        const char *number = name + strlen("reserved");
        return *number != '\0' && strspn(number, "0123456789") == strlen(number);
    }
    if (strcmp(name, "none") == 0) {
        return true;
    }
    for (place = 0; name[place] != '\0'; place++) {
        if ((unsigned char)name[place] < 0x20 || name[place] == 0x7F) {
            return true;
        }
    }
    return !kbc_is_text(name);
}

static inline void kbc_put_arrow_name(uint8_t arrow, const char *name)
{
    char reserved[12] = "reserved";
    char *end = reserved + strlen(reserved);

    if (arrow >= 100) {
        *end++ = (char)('0' + arrow / 100);
    }
    if (arrow >= 10) {
        *end++ = (char)('0' + arrow / 10 % 10);
    }
    *end = (char)('0' + arrow % 10);
    kbc_name("arrowName");
    if (name != NULL && strcmp(name, "none") == 0 && kbc_known_arrow_name(arrow) == NULL) {
        name = NULL; /* as it should be */
    }
    kbc_put_word(name != NULL ? name : reserved);
}

/* The street's text as the policy dropIncompleteTail makes it. */
static inline void kbc_put_street(const uint8_t *bytes, size_t size)
{
    size_t place = 0;

    kbc_begin_value();
    putchar('"');
    while (place < size) {
        kbc_character_kind kind;
        const size_t length = kbc_character(bytes + place, size - place, &kind);
        if (kind == KBC_WELL_FORMED) {
            kbc_put_inside((const char *)bytes + place, length);
        } else if (kind == KBC_ILL_FORMED) {
            fputs("\xEF\xBF\xBD", stdout);
        }
        place += length;
    }
    putchar('"');
}

static inline void kbc_put_street_members(const kbc_device *device, const kbc_instruction *shown)
{
    const int members = device->members;
    size_t fault = shown->strict_error_offset;

    if (members & KBC_HAS_STREET_BYTES) {
        kbc_name("streetBytes");
        kbc_put_bytes(shown->street, shown->street_size);
    }
    if (members & KBC_HAS_STREET_TEXT) {
        kbc_name("street");
        kbc_put_text(shown->street_text, shown->street_text_size);
    } else if (members & KBC_HAS_STREET_BYTES) {
        kbc_name("street");
        kbc_put_street(shown->street, shown->street_size);
    }
    if (!(members & KBC_HAS_STRICT_ERROR_OFFSET) && (members & KBC_HAS_STREET_BYTES)) {
        fault = kbc_first_fault(shown->street, shown->street_size);
        if (fault == shown->street_size) {
            fault = SIZE_MAX;
        } else {
            fault += shown->layout == KBC_DEPLOYED ? 9 : 21;
        }
    }
    if (fault != SIZE_MAX) {
        kbc_name("strictErrorOffset");
        kbc_put_integer(fault);
    }
}

static inline void kbc_put_instruction(const kbc_device *device, const kbc_instruction *shown)
{
    const int members = device->members;

    kbc_name("layout");
    kbc_put_word(kbc_layout_names[shown->layout]);
    kbc_name("extent");
    kbc_put_word(kbc_extent_names[shown->extent]);
    if (members & KBC_HAS_IDENTIFIER) {
        kbc_put_identifier(shown);
    }
    if (members & KBC_HAS_ARROW) {
        kbc_name("arrow");
        kbc_put_integer(shown->arrow);
    }
    if (members & KBC_HAS_ARROW_NAME) {
        kbc_put_arrow_name(shown->arrow, shown->arrow_name);
    } else if (members & KBC_HAS_ARROW) {
        kbc_put_arrow_name(shown->arrow, kbc_known_arrow_name(shown->arrow));
    }
    if (members & KBC_HAS_DISTANCE) {
        kbc_name("distanceInMeters");
        kbc_put_integer(shown->distance_in_meters);
    }
    kbc_put_street_members(device, shown);
}

/* Whether the device can decode by a layout; if not, skips the case. */
static inline bool kbc_can_decode(const kbc_device *device, kbc_json id, kbc_layout layout)
{
    const bool is_only = layout == KBC_DEPLOYED && !device->published && !device->legacy;

    if (layout != KBC_AUTO && !device->pinned_layouts && !is_only) {
        kbc_skip(id, "the device detects the layout");
    } else if (layout == KBC_PUBLISHED && !device->published) {
        kbc_skip(id, "the device has no layout published");
    } else if (layout == KBC_LEGACY && !device->legacy) {
        kbc_skip(id, "the device has no layout legacy");
    } else {
        return true;
    }
    return false;
}

/* Whether what a decoder gave can be written. */
static inline bool kbc_is_sound(const kbc_device *device, const kbc_instruction *shown)
{
    const int members = device->members;

    if (shown->layout < KBC_AUTO || shown->layout > KBC_LEGACY || shown->extent < KBC_WHOLE ||
        shown->extent > KBC_POSSIBLY_CUT) {
        kbc_fail(KBC_BAD_DEVICE, "the decoder gave a layout or an extent that does not exist");
    } else if ((members & KBC_HAS_LAYOUT) && !shown->is_identifier_only &&
               shown->layout == KBC_AUTO) {
        kbc_fail(KBC_BAD_DEVICE, "the device's members say that its decoder gives the layout: "
                                 "it left it KBC_AUTO");
    } else if (((members & KBC_HAS_STREET_BYTES) &&
                (shown->street_size > sizeof kbc_bytes ||
                 (shown->street == NULL && shown->street_size != 0))) ||
               ((members & KBC_HAS_STREET_TEXT) &&
                (shown->street_text_size > 3 * sizeof kbc_bytes ||
                 (shown->street_text == NULL && shown->street_text_size != 0)))) {
        kbc_fail(KBC_BAD_DEVICE, "the decoder gave a street without bytes, or of a size that "
                                 "no street has");
    } else if ((members & KBC_HAS_STREET_TEXT) && !(members & KBC_HAS_STREET_BYTES) &&
               shown->street_text == NULL && shown->street_size != 0) {
        kbc_fail(KBC_BAD_DEVICE, "the device's members say that its decoder gives the street's text: "
                                 "it sets 'street_text' and 'street_text_size', not 'street'");
    } else if (shown->arrow_name != NULL && !(members & KBC_HAS_ARROW_NAME)) {
        kbc_fail(KBC_BAD_DEVICE, "the decoder sets 'arrow_name', which nobody would judge: add "
                                 "KBC_HAS_ARROW_NAME to the device's members");
    } else if (shown->street_text != NULL && !(members & KBC_HAS_STREET_TEXT)) {
        kbc_fail(KBC_BAD_DEVICE, "the decoder sets 'street_text', which nobody would judge: add "
                                 "KBC_HAS_STREET_TEXT to the device's members");
    } else if (shown->arrow_name != NULL && !kbc_is_arrow_name(shown->arrow_name)) {
        static char message[160];

        snprintf(message, sizeof message,
                 "the arrow_name '%.40s' is none of kbc_arrow_names: give \"none\" for what isn't an "
                 "arrow, and NULL for a reserved value",
                 shown->arrow_name);
        kbc_fail(KBC_BAD_DEVICE, message);
    } else {
        return true;
    }
    return false;
}

/* The operations decode and notification. Returns false if the input is not understood, as the
 * operations below do too. */
static inline bool kbc_do_decode(const kbc_device *device, kbc_decoder *decoder, kbc_json id,
                                 kbc_json input, bool is_notification)
{
    const uint8_t *bytes;
    size_t size;
    int layout;
    int extent = KBC_POSSIBLY_CUT;
    kbc_instruction shown;
    kbc_result result;

    if (!kbc_take_bytes(kbc_member(input, "bytes"), &bytes, &size) ||
        !kbc_choice(kbc_member(input, "layout"), kbc_layout_names, &layout) ||
        (!is_notification &&
         !kbc_choice(kbc_member(input, "extent"), kbc_extent_names, &extent))) {
        return false;
    }
    if (!kbc_can_decode(device, id, (kbc_layout)layout)) {
        return true;
    }
    memset(&shown, 0, sizeof shown);
    shown.layout = (kbc_layout)layout;
    shown.extent = (kbc_extent)extent;
    shown.strict_error_offset = SIZE_MAX;
    shown.error_offset = SIZE_MAX;
    result = decoder(bytes, size, &shown);
    if (!kbc_succeeded(id, result, size, shown.error_offset, shown.reason) ||
        !kbc_is_sound(device, &shown)) {
        return true;
    }
    if (!(device->members & KBC_HAS_LAYOUT)) {
        shown.layout = layout != KBC_AUTO ? (kbc_layout)layout : KBC_DEPLOYED;
    }
    if (!(device->members & KBC_HAS_EXTENT)) {
        shown.extent = size < 20 ? KBC_WHOLE : (kbc_extent)extent;
    }
    kbc_open_answer(id);
    if (is_notification) {
        kbc_name("kind");
        kbc_put_word(shown.is_identifier_only ? "identifier" : "instruction");
    }
    if (!shown.is_identifier_only) {
        kbc_put_instruction(device, &shown);
    } else if (device->members & KBC_HAS_IDENTIFIER) {
        kbc_put_identifier(&shown);
    }
    kbc_close_answer();
    return true;
}

static inline bool kbc_do_street(const kbc_device *device, kbc_json id, kbc_json input)
{
    const uint8_t *bytes;
    size_t size;
    int policy;
    kbc_text shown;
    kbc_result result;

    if (!kbc_take_bytes(kbc_member(input, "bytes"), &bytes, &size) ||
        !kbc_choice(kbc_member(input, "policy"), kbc_policy_names, &policy)) {
        return false;
    }
    memset(&shown, 0, sizeof shown);
    shown.error_offset = SIZE_MAX;
    result = device->street(bytes, size, (kbc_policy)policy, &shown);
    if (!kbc_succeeded(id, result, size, shown.error_offset, shown.reason)) {
        return true;
    }
    if (shown.size > 3 * sizeof kbc_bytes || (shown.text == NULL && shown.size != 0)) {
        kbc_fail(KBC_BAD_DEVICE, "street() gave no text, or one of a size that no street has");
        return true;
    }
    kbc_open_answer(id);
    kbc_name("text");
    kbc_put_text(shown.text, shown.size);
    kbc_close_answer();
    return true;
}

static inline bool kbc_do_distance(const kbc_device *device, kbc_json id, kbc_json input)
{
    uint64_t meters;
    int style;
    kbc_distance shown;
    kbc_result result;

    if (!kbc_integer(kbc_member(input, "distanceInMeters"), UINT32_MAX, &meters) ||
        !kbc_choice(kbc_member(input, "style"), kbc_style_names, &style)) {
        return false;
    }
    memset(&shown, 0, sizeof shown);
    result = device->distance((uint32_t)meters, 1 << style, &shown);
    if (!kbc_succeeded(id, result, 0, 0, shown.reason)) {
        return true;
    }
    if (shown.value != NULL && (shown.unit == NULL || !kbc_is_text(shown.value) ||
                                !kbc_is_text(shown.unit))) {
        kbc_fail(KBC_BAD_DEVICE, "distance() gave a value without a unit, or one that is not UTF-8");
        return true;
    }
    kbc_open_answer(id);
    kbc_name("now");
    kbc_put_literal(shown.value == NULL ? "true" : "false");
    kbc_name("text");
    if (shown.value == NULL) {
        kbc_put_word("Now");
    } else {
        kbc_begin_value();
        putchar('"');
        kbc_put_inside(shown.value, strlen(shown.value));
        putchar(' ');
        kbc_put_inside(shown.unit, strlen(shown.unit));
        putchar('"');
        kbc_name("value");
        kbc_put_word(shown.value);
        kbc_name("unit");
        kbc_put_word(shown.unit);
    }
    kbc_close_answer();
    return true;
}

static inline bool kbc_take_event(kbc_json object, kbc_event *event)
{
    uint64_t offset = 0;
    uint64_t att_error = 0;
    int kind;

    memset(event, 0, sizeof *event);
    if (!kbc_choice(kbc_member(object, "event"), kbc_event_names, &kind) ||
        ((kind == KBC_CHUNK || kind == KBC_ERROR) &&
         !kbc_integer(kbc_member(object, "offset"), UINT16_MAX, &offset)) ||
        (kind == KBC_CHUNK &&
         !kbc_take_bytes(kbc_member(object, "bytes"), &event->bytes, &event->size)) ||
        (kind == KBC_ERROR &&
         !kbc_integer(kbc_member(object, "attError"), UINT8_MAX, &att_error))) {
        return false;
    }
    event->kind = (kbc_event_kind)kind;
    event->offset = (uint16_t)offset;
    event->att_error = (uint8_t)att_error;
    return true;
}

static inline void kbc_do_step(const kbc_device *device, const kbc_event *event)
{
    static const char *const names[] = {"", "partial", "object", "beginning"};
    kbc_step step;

    memset(&step, 0, sizeof step);
    step.awaits = -1;
    device->step(event, &step);
    if (step.kind < KBC_NOTHING_NEW || step.kind > KBC_FAILED || step.awaits < -1 ||
        (step.kind == KBC_FAILED && (step.error <= KBC_OK || step.error >= KBC_NOT_TAKEN)) ||
        step.size > sizeof kbc_bytes || (step.bytes == NULL && step.size != 0)) {
        kbc_fail(KBC_BAD_DEVICE, "step() gave a kbc_step that makes no sense");
        return;
    }
    kbc_open('{');
    kbc_name("awaits");
    if (step.awaits < 0) {
        kbc_put_literal("null");
    } else {
        kbc_put_integer((uint64_t)step.awaits);
    }
    kbc_name("restarts");
    kbc_put_integer(step.restarts);
    if (step.kind == KBC_FAILED) {
        kbc_put_error(step.error, step.error_offset, step.att_error);
    } else if (step.kind != KBC_NOTHING_NEW) {
        kbc_name(names[step.kind]);
        kbc_put_bytes(step.bytes, step.size);
    }
    kbc_close('}');
}

/* Takes a number that may be missing or null; one that is too large is taken for UINT16_MAX. */
static inline bool kbc_optional_integer(kbc_json value, uint16_t *integer)
{
    uint64_t number = *integer;

    if (value.start != NULL && !kbc_starts_with(value, 'n') &&
        !kbc_integer(value, UINT64_MAX, &number)) {
        return false;
    }
    *integer = (uint16_t)(number < UINT16_MAX ? number : UINT16_MAX);
    return true;
}

/* Takes a Boolean that may be missing. */
static inline bool kbc_optional_boolean(kbc_json value, bool *boolean)
{
    if (value.start != NULL) {
        *boolean = *value.start == 't';
    }
    return value.start == NULL || *value.start == 't' || *value.start == 'f';
}

static inline bool kbc_take_reading(kbc_json object, kbc_reading *reading)
{
    int radio;

    memset(reading, 0, sizeof *reading);
    reading->maximum_restarts = 8;
    if (!kbc_choice(kbc_member(object, "radio"), kbc_radio_names, &radio) ||
        !kbc_optional_integer(kbc_member(object, "mtu"), &reading->mtu) ||
        !kbc_optional_integer(kbc_member(object, "maximumRestarts"), &reading->maximum_restarts) ||
        !kbc_optional_boolean(kbc_member(object, "trustsChunkSize"),
                              &reading->trusts_chunk_size)) {
        return false;
    }
    reading->radio = 1 << radio;
    return true;
}

static inline bool kbc_do_reassembly(const kbc_device *device, kbc_json id, kbc_json input)
{
    const kbc_json events = kbc_member(input, "events");
    kbc_json object;
    kbc_event event;
    kbc_reading reading;

    if (!kbc_take_reading(input, &reading) || !kbc_starts_with(events, '[')) {
        return false;
    }
    for (object = kbc_next(events, events.start); object.start != NULL;
         object = kbc_next(events, object.end)) {
        if (!kbc_take_event(object, &event)) {
            return false;
        }
    }
    device->reset(&reading);
    kbc_open_answer(id);
    kbc_name("steps");
    kbc_open('[');
    for (object = kbc_next(events, events.start); object.start != NULL;
         object = kbc_next(events, object.end)) {
        kbc_take_event(object, &event);
        kbc_do_step(device, &event);
    }
    kbc_close(']');
    kbc_close_answer();
    return true;
}

/* ---- Requests ----------------------------------------------------------------------------- */

static inline void kbc_describe(const kbc_device *device)
{
    size_t other;

    kbc_needs_comma = false;
    kbc_open('{');
    kbc_name("protocol");
    kbc_put_integer(1);
    kbc_name("name");
    kbc_put_word(device->name);
    kbc_name("version");
    kbc_put_word(device->version);
    kbc_name("layers");
    kbc_open('[');
    if (device->decode != NULL || device->street != NULL) {
        kbc_put_word("codec");
    }
    if (device->notification != NULL) {
        kbc_put_word("notification");
    }
    if (device->step != NULL) {
        kbc_put_word("reassembly");
    }
    if (device->distance != NULL) {
        kbc_put_word("distance");
    }
    for (other = 0; other < device->other_count; other++) {
        if (device->others[other].layer != NULL) {
            kbc_put_word(device->others[other].layer);
        }
    }
    kbc_close(']');
    kbc_name("features");
    kbc_open('[');
    if (device->street != NULL) {
        kbc_put_word("street");
    }
    if (device->pinned_layouts) {
        kbc_put_word("pinnedLayouts");
    }
    if (device->published) {
        kbc_put_word("published");
    }
    if (device->legacy) {
        kbc_put_word("legacy");
    }
    if (device->trusts_chunk_size) {
        kbc_put_word("trustsChunkSize");
    }
    for (other = 0; other < device->other_count; other++) {
        if (device->others[other].feature != NULL) {
            kbc_put_word(device->others[other].feature);
        }
    }
    kbc_put_names(kbc_radio_names, device->radios);
    kbc_put_names(kbc_style_names, device->styles);
    kbc_close(']');
    kbc_name("members");
    kbc_open('[');
    kbc_put_names(kbc_member_names, device->members);
    kbc_close(']');
    if (device->street_capacity != 0) {
        kbc_name("streetCapacity");
        kbc_put_integer((uint64_t)device->street_capacity);
    }
    kbc_name("signedChar");
    kbc_put_literal(CHAR_MIN < 0 ? "true" : "false");
    kbc_close('}');
}

/* The device's own operation with that name; NULL if there is none. */
static inline const kbc_operation *kbc_other(const kbc_device *device, kbc_json name)
{
    size_t other;

    for (other = 0; other < device->other_count; other++) {
        if (kbc_is(name, device->others[other].name)) {
            return &device->others[other];
        }
    }
    return NULL;
}

static inline void kbc_do_case(const kbc_device *device, kbc_json request, kbc_json id)
{
    const kbc_json operation = kbc_member(request, "operation");
    const kbc_json input = kbc_member(request, "input");
    const kbc_operation *other = kbc_other(device, operation);
    bool is_understood;

    if (kbc_is(operation, "decode") && device->decode != NULL) {
        is_understood = kbc_do_decode(device, device->decode, id, input, false);
    } else if (kbc_is(operation, "notification") && device->notification != NULL) {
        is_understood = kbc_do_decode(device, device->notification, id, input, true);
    } else if (kbc_is(operation, "street") && device->street != NULL) {
        is_understood = kbc_do_street(device, id, input);
    } else if (kbc_is(operation, "distance") && device->distance != NULL) {
        is_understood = kbc_do_distance(device, id, input);
    } else if (kbc_is(operation, "reassembly") && device->step != NULL) {
        is_understood = kbc_do_reassembly(device, id, input);
    } else if (other != NULL) {
        is_understood = other->answer(&input, false);
        if (is_understood) {
            kbc_open_answer(id);
            other->answer(&input, true);
            kbc_close_answer();
        }
    } else {
        kbc_skip(id, "the device has no such operation");
        return;
    }
    if (!is_understood) {
        kbc_skip(id, "the input is not understood");
    }
}

static inline void kbc_answer(const kbc_device *device, const char *line, size_t size)
{
    kbc_json request;
    kbc_json kind;
    kbc_json id;
    uint64_t protocol;

    if (size > KBC_MAXIMUM_REQUEST) {
        kbc_fail(KBC_BAD_REQUEST, "the request is too long");
        return;
    }
    if (!kbc_read_json(line, size, &request)) {
        kbc_fail(KBC_BAD_REQUEST, "the request is not JSON");
        return;
    }
    kind = kbc_member(request, "request");
    id = kbc_member(request, "id");
    if (kbc_is(kind, "describe")) {
        if (kbc_integer(kbc_member(request, "protocol"), 1, &protocol) && protocol == 1) {
            kbc_describe(device);
        } else {
            kbc_fail(KBC_BAD_REQUEST, "only version 1 of the protocol is known");
        }
    } else if (kbc_is(kind, "case") && kbc_starts_with(id, '"')) {
        kbc_do_case(device, request, id);
    } else {
        kbc_fail(KBC_BAD_REQUEST, "the request is neither 'describe' nor a case with an id");
    }
}

/* Reads a line without its end, and only as much as fits. Returns false after the last one. */
static inline bool kbc_read_line(size_t *size)
{
    int character = getchar();

    *size = 0;
    if (character == EOF) {
        return false;
    }
    while (character != EOF && character != '\n') {
        if (*size < sizeof kbc_line) {
            kbc_line[(*size)++] = (char)character;
        }
        character = getchar();
    }
    return true;
}

/* What is wrong with a device; NULL if nothing is. */
static inline const char *kbc_fault_of(const kbc_device *device)
{
    size_t other;

    if (device->name == NULL || *device->name == '\0' || device->version == NULL) {
        return "the device has no name or no version";
    }
    if (device->decode == NULL && device->notification == NULL && device->street == NULL &&
        device->distance == NULL && device->step == NULL && device->other_count == 0) {
        return "the device has no function";
    }
    if ((device->distance == NULL) != (device->styles == 0)) {
        return "'distance' and 'styles' need each other";
    }
    if ((device->step == NULL) != (device->reset == NULL) ||
        (device->step != NULL && device->radios == 0)) {
        return "'reset' and 'step' need each other, and 'radios'";
    }
    if (device->radios != 0 && device->step == NULL && device->other_count == 0) {
        return "'radios' needs 'step', or a session among 'others'";
    }
    for (other = 0; other < device->other_count; other++) {
        const kbc_operation *operation = &device->others[other];

        if (operation->name == NULL || operation->answer == NULL ||
            (operation->layer == NULL && operation->feature == NULL)) {
            return "each of 'others' needs a name, an answer, and a layer or a feature";
        }
    }
    if (device->street_capacity < 0 || device->street_capacity > 512) {
        return "'street_capacity' is a number of bytes from 0 to 512";
    }
    if ((device->published || device->legacy) && !(device->members & KBC_HAS_LAYOUT)) {
        return "a device with several layouts must tell which it found: KBC_HAS_LAYOUT";
    }
    return NULL;
}

static inline int kbc_run(const kbc_device *device)
{
    const char *fault = kbc_fault_of(device);
    size_t size;

    if (fault != NULL) {
        kbc_fail(KBC_BAD_DEVICE, fault);
    }
    while (kbc_exit_code == 0 && kbc_read_line(&size)) {
        kbc_answer(device, kbc_line, size);
        if (kbc_exit_code == 0) {
            putchar('\n');
            if (fflush(stdout) != 0 || ferror(stdout)) {
                kbc_fail(KBC_NO_OUTPUT, "the answer can't be written");
            }
        }
    }
    if (ferror(stdin)) {
        kbc_fail(KBC_BAD_REQUEST, "the requests can't be read");
    }
    return kbc_exit_code;
}

#endif
