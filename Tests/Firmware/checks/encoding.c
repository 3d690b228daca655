/* An instruction as an object. */
#include "check.h"
#include "kbc_codec.h"

enum { UNTOUCHED = 0xA5 };

/* Room for an object, with a byte behind it that stays as it is. */
static uint8_t object[KNAV_MAXIMUM_OBJECT_SIZE + 1];

static knav_instruction instruction_of(const kbc_encode_vector *vector)
{
    knav_instruction instruction = {0};
    instruction.identifier_size = vector->identifier.size;
    for (size_t position = 0; position < sizeof instruction.identifier; position++) {
        instruction.identifier[position] = vector->identifier.bytes[position];
    }
    instruction.arrow = vector->arrow;
    instruction.distance_in_meters = vector->distance_in_meters;
    return instruction;
}

static void clear(void)
{
    for (size_t position = 0; position < sizeof object; position++) {
        object[position] = UNTOUCHED;
    }
}

/* Whether nothing was written from a place on. */
static bool check_untouched(size_t position)
{
    for (; position < sizeof object; position++) {
        if (!check_number(object[position], UNTOUCHED, "written where it should not")) {
            return false;
        }
    }
    return true;
}

static bool check_refusal(const knav_instruction *instruction, uint8_t layout, kbc_bytes street,
                          size_t capacity, kbc_error expected)
{
    size_t size = UNTOUCHED;
    clear();
    const knav_error error = knav_encode(instruction, layout, street.at, street.size, object,
                                         capacity, &size);
    return check_error(error, expected) && check_number(size, UNTOUCHED, "size of a refused object")
        && check_untouched(0);
}

static bool check_object_of(const knav_instruction *instruction, const kbc_encode_vector *vector,
                            size_t capacity)
{
    const kbc_error none = {KBC_OK, 0, 0};
    size_t size = 0;
    clear();
    const knav_error error = knav_encode(instruction, vector->layout, vector->street.at,
                                         vector->street.size, object, capacity, &size);
    return check_error(error, none) && check_bytes(object, size, vector->expected, "object")
        && check_untouched(size);
}

static void check_vector(const kbc_encode_vector *vector)
{
    const knav_instruction instruction = instruction_of(vector);
    const uint16_t expected = vector->expected.size;
    check_case(vector->id);
    if (vector->error.code != KBC_OK) {
        check_refusal(&instruction, vector->layout, vector->street, KNAV_MAXIMUM_OBJECT_SIZE,
                      vector->error);
        return;
    }
    const kbc_error too_small = {KBC_BUFFER_TOO_SMALL, 0, (uint16_t)(expected - 1)};
    if (check_object_of(&instruction, vector, KNAV_MAXIMUM_OBJECT_SIZE)
        && check_object_of(&instruction, vector, expected)) {
        check_refusal(&instruction, vector->layout, vector->street, expected - 1u, too_small);
    }
}

static void check_arguments(void)
{
    const kbc_error invalid = {KBC_INVALID_ARGUMENT, 0, 0};
    const kbc_bytes street = {object, 0};
    knav_instruction instruction = {0};
    check_case("an encoder needs a layout");
    knav_set_identifier_number(&instruction, 0x04030201);
    for (uint8_t position = 0; position < sizeof instruction.identifier; position++) {
        check_number(instruction.identifier[position], position < 4 ? position + 1u : 0, "number");
    }
    check_number(knav_identifier_number(&instruction), 0x04030201, "number");
    check_refusal(&instruction, KNAV_LAYOUT_AUTO, street, KNAV_MAXIMUM_OBJECT_SIZE, invalid);
    check_refusal(&instruction, KNAV_LAYOUT_LEGACY + 1, street, KNAV_MAXIMUM_OBJECT_SIZE, invalid);
    check_case("an identifier has 4 or 16 bytes");
    for (uint8_t size = 0; size < 18; size++) {
        instruction.identifier_size = size;
        if (size != 4 && size != 16) {
            check_refusal(&instruction, KNAV_LAYOUT_DEPLOYED, street, KNAV_MAXIMUM_OBJECT_SIZE,
                          invalid);
        }
    }
}

void check_encoding(void)
{
    for (size_t index = 0; index < kbc_encode_count; index++) {
        check_vector(&kbc_encode_vectors[index]);
    }
    check_arguments();
    /* codec.c checks these. */
    (void)kbc_decode_vectors;
    (void)kbc_street_vectors;
}
