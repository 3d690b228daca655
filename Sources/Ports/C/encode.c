/*
 * An instruction as a data object: Docs/Protocol.md, clause 3.7.
 */
#include "knav_phone.h"

#include "layout.h"

static void store_little_endian(uint8_t *bytes, uint32_t number)
{
    bytes[0] = (uint8_t)number;
    bytes[1] = (uint8_t)(number >> 8);
    bytes[2] = (uint8_t)(number >> 16);
    bytes[3] = (uint8_t)(number >> 24);
}

void knav_set_identifier_number(knav_instruction *instruction, uint32_t number)
{
    memset(instruction->identifier, 0, sizeof instruction->identifier);
    store_little_endian(instruction->identifier, number);
    instruction->identifier_size = 4;
}

knav_error knav_encode(const knav_instruction *instruction, uint8_t layout, const uint8_t *street,
                       size_t street_size, uint8_t *object, size_t capacity, size_t *size)
{
    const uint8_t identifier_size = instruction->identifier_size;
    struct layout fields;

    if (layout == KNAV_LAYOUT_AUTO || layout > KNAV_LAYOUT_LEGACY ||
        (identifier_size != 4 && identifier_size != KNAV_UUID_SIZE)) {
        return knav_error_at(KNAV_INVALID_ARGUMENT, 0);
    }
    fields = layout_of(layout);
    if (identifier_size != fields.identifier_size) {
        return knav_error_at(KNAV_IDENTIFIER_MISMATCH, 0);
    }
    if (street_size > (size_t)(KNAV_MAXIMUM_OBJECT_SIZE - fields.street)) {
        return knav_error_at(KNAV_OVERSIZED, KNAV_MAXIMUM_OBJECT_SIZE);
    }
    if (capacity < fields.street + street_size) {
        return knav_error_at(KNAV_BUFFER_TOO_SMALL, capacity);
    }
    memset(object, 0, fields.street);
    memcpy(object, instruction->identifier, identifier_size);
    object[identifier_size] = instruction->arrow;
    store_little_endian(object + identifier_size + 1, instruction->distance_in_meters);
    if (street_size > 0) {
        memcpy(object + fields.street, street, street_size);
    }
    *size = fields.street + street_size;
    return knav_no_error();
}
