/*
 * The operations decode, street, notification and distance.
 */
#include <string.h>

#include "testee.h"

/* Each ill-formed byte may be replaced by three. */
static char text[3 * TESTEE_MAXIMUM_BYTES + 1];

static const char *const layout_names[] = {"auto", "published", "deployed", "legacy", NULL};
static const char *const extent_names[] = {"whole", "possiblyCut", NULL};

bool testee_layout(const struct json_value *object, uint8_t *layout)
{
    return json_choice(json_member(object, "layout"), layout_names, layout);
}

const char *testee_extent_name(uint8_t extent)
{
    return extent <= KNAV_POSSIBLY_CUT ? extent_names[extent] : "unknown";
}

static void answer_refusal(knav_error error)
{
    answer_name("error");
    answer_error(error);
}

/* Writes a number, or a UUID in its printed form. */
static void answer_identifier(const knav_instruction *instruction)
{
    char uuid[36];
    size_t size = 0;
    size_t place;

    answer_name("identifier");
    if (instruction->identifier_size != sizeof instruction->identifier) {
        answer_integer(knav_identifier_number(instruction));
        return;
    }
    for (place = 0; place < sizeof instruction->identifier; place++) {
        if (place == 4 || place == 6 || place == 8 || place == 10) {
            uuid[size++] = '-';
        }
        uuid[size++] = "0123456789ABCDEF"[instruction->identifier[place] >> 4];
        uuid[size++] = "0123456789ABCDEF"[instruction->identifier[place] & 0xF];
    }
    answer_text(uuid, size);
}

static void answer_arrow(uint8_t arrow)
{
    const char *name = knav_arrow_name(arrow);

    answer_name("arrow");
    answer_integer(arrow);
    answer_name("arrowName");
    if (name != NULL) {
        answer_word(name);
    } else {
        char reserved[] = "reserved000";
        size_t size = strlen("reserved");
        if (arrow >= 100) {
            reserved[size++] = (char)('0' + arrow / 100);
        }
        if (arrow >= 10) {
            reserved[size++] = (char)('0' + arrow / 10 % 10);
        }
        reserved[size++] = (char)('0' + arrow % 10);
        answer_text(reserved, size);
    }
}

/* Writes the bytes, the text, and the offset of the first fault from the start of the object. */
static void answer_street(const uint8_t *object, const knav_instruction *instruction)
{
    const uint8_t *street = object + instruction->street_offset;
    const size_t size = instruction->street_size;
    const knav_error fault = knav_street_validate(street, size);
    size_t text_size = 0;

    answer_name("streetBytes");
    answer_bytes(street, size);
    knav_street_text(street, size, KNAV_STREET_DROP_INCOMPLETE_TAIL, text, sizeof text, &text_size);
    answer_name("street");
    answer_text(text, text_size);
    if (fault.code != KNAV_OK) {
        answer_name("strictErrorOffset");
        answer_integer((uint64_t)instruction->street_offset + fault.offset);
    }
}

static void answer_instruction(const uint8_t *object, const knav_instruction *instruction)
{
    answer_name("layout");
    answer_word(instruction->layout <= KNAV_LAYOUT_LEGACY ? layout_names[instruction->layout] : "");
    answer_name("extent");
    answer_word(testee_extent_name(instruction->extent));
    answer_identifier(instruction);
    answer_arrow(instruction->arrow);
    answer_name("distanceInMeters");
    answer_integer(instruction->distance_in_meters);
    answer_street(object, instruction);
}

bool testee_decode(const struct json_value *input)
{
    const uint8_t *bytes;
    size_t size;
    uint8_t layout;
    uint8_t extent;
    knav_instruction instruction;
    knav_error error;

    if (!testee_bytes(input, "bytes", &bytes, &size) || !testee_layout(input, &layout) ||
        !json_choice(json_member(input, "extent"), extent_names, &extent)) {
        return false;
    }
    error = knav_decode(bytes, size, layout, extent, &instruction);
    if (error.code != KNAV_OK) {
        answer_refusal(error);
    } else {
        answer_instruction(bytes, &instruction);
    }
    return true;
}

bool testee_notification(const struct json_value *input)
{
    const uint8_t *bytes;
    size_t size;
    uint8_t layout;
    uint8_t kind;
    knav_instruction instruction;
    knav_error error;

    if (!testee_bytes(input, "bytes", &bytes, &size) || !testee_layout(input, &layout)) {
        return false;
    }
    error = knav_notification(bytes, size, layout, &kind, &instruction);
    if (error.code != KNAV_OK) {
        answer_refusal(error);
        return true;
    }
    answer_name("kind");
    if (kind == KNAV_NOTIFIED_IDENTIFIER) {
        answer_word("identifier");
        answer_identifier(&instruction);
    } else {
        answer_word("instruction");
        answer_instruction(bytes, &instruction);
    }
    return true;
}

bool testee_street(const struct json_value *input)
{
    static const char *const policies[] = {"strict", "repair", "dropIncompleteTail", NULL};
    const uint8_t *bytes;
    size_t size;
    size_t text_size = 0;
    uint8_t policy;
    knav_error error;

    if (!testee_bytes(input, "bytes", &bytes, &size) ||
        !json_choice(json_member(input, "policy"), policies, &policy)) {
        return false;
    }
    error = knav_street_text(bytes, size, policy, text, sizeof text, &text_size);
    if (error.code != KNAV_OK) {
        answer_refusal(error);
    } else {
        answer_name("text");
        answer_text(text, text_size);
    }
    return true;
}

bool testee_distance(const struct json_value *input)
{
    static const char *const styles[] = {"vendor", "metric", "imperial", "uk", NULL};
    char shown[KNAV_DISTANCE_TEXT_SIZE];
    uint64_t meters;
    uint8_t style;
    size_t size;
    knav_distance distance;

    if (!testee_integer(input, "distanceInMeters", UINT32_MAX, &meters) ||
        !json_choice(json_member(input, "style"), styles, &style) ||
        knav_distance_round((uint32_t)meters, style, &distance).code != KNAV_OK) {
        return false;
    }
    size = knav_distance_text(&distance, shown, sizeof shown);
    if (size >= sizeof shown) {
        return false;
    }
    answer_name("now");
    answer_literal(distance.unit == KNAV_NOW ? "true" : "false");
    answer_name("text");
    answer_text(shown, size);
    if (distance.unit != KNAV_NOW) {
        const char *symbol = knav_unit_symbol(distance.unit);
        answer_name("value");
        answer_text(shown, size - strlen(symbol) - 1);
        answer_name("unit");
        answer_word(symbol);
    }
    return true;
}
