/*
 * Data objects: Docs/Protocol.md, clauses 2 and 3.
 */
#include "layout.h"

static uint32_t little_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

bool knav_holds_random_uuid(const uint8_t *bytes)
{
    return (bytes[8] & 0xC0) == 0x80 && bytes[6] >> 4 == 4;
}

/* The first byte of `bytes` from `start` up to `end` that is not zero; `end` if all are. */
static size_t first_nonzero(const uint8_t *bytes, size_t start, size_t end)
{
    while (start < end && bytes[start] == 0) {
        start++;
    }
    return start;
}

static size_t smaller(size_t one, size_t other)
{
    return one < other ? one : other;
}

/* Clauses 3.2 to 3.5. There must be at least 9 bytes. */
static uint8_t detect(const uint8_t *bytes, size_t size, uint8_t extent)
{
    const size_t shortest_other =
        extent == KNAV_WHOLE ? layout_of(KNAV_LAYOUT_LEGACY).street : KNAV_SMALLEST_PAYLOAD;
    const struct layout published = layout_of(KNAV_LAYOUT_PUBLISHED);
    const size_t reserved_end = smaller(published.street, size);

    if (size < shortest_other) {
        return KNAV_LAYOUT_DEPLOYED;
    }
    if (knav_holds_random_uuid(bytes)) {
        return KNAV_LAYOUT_LEGACY;
    }
    if (first_nonzero(bytes, published.fields_end, reserved_end) == reserved_end) {
        return KNAV_LAYOUT_PUBLISHED;
    }
    return KNAV_LAYOUT_DEPLOYED;
}

knav_error knav_decode(const uint8_t *bytes, size_t size, uint8_t layout, uint8_t extent,
                       knav_instruction *instruction)
{
    struct layout fields;
    size_t needed;
    size_t street;
    size_t reserved;

    if (layout > KNAV_LAYOUT_LEGACY || extent > KNAV_POSSIBLY_CUT) {
        return knav_error_at(KNAV_INVALID_ARGUMENT, 0);
    }
    if (size > KNAV_MAXIMUM_OBJECT_SIZE) {
        return knav_error_at(KNAV_OVERSIZED, KNAV_MAXIMUM_OBJECT_SIZE);
    }
    if (size < KNAV_SMALLEST_PAYLOAD) {
        extent = KNAV_WHOLE; /* clause 8.1: too short to have been cut */
    }
    if (layout == KNAV_LAYOUT_AUTO) {
        if (size < KNAV_SHORTEST_OBJECT) {
            return knav_error_at(KNAV_TRUNCATED, size);
        }
        layout = detect(bytes, size, extent);
    }
    fields = layout_of(layout);
    needed = extent == KNAV_WHOLE ? fields.street : fields.fields_end;
    if (size < needed) {
        return knav_error_at(KNAV_TRUNCATED, size);
    }
    street = smaller(fields.street, size);
    reserved = first_nonzero(bytes, fields.fields_end, street);
    if (reserved < street) {
        return knav_error_at(KNAV_RESERVED_NOT_ZERO, reserved);
    }

    memset(instruction, 0, sizeof *instruction);
    instruction->layout = layout;
    instruction->extent = extent;
    instruction->identifier_size = fields.identifier_size;
    memcpy(instruction->identifier, bytes, fields.identifier_size);
    instruction->arrow = bytes[fields.identifier_size];
    instruction->distance_in_meters = little_endian(bytes + fields.identifier_size + 1);
    instruction->street_offset = (uint16_t)street;
    instruction->street_size = (uint16_t)(size - street);
    return knav_no_error();
}

uint32_t knav_identifier_number(const knav_instruction *instruction)
{
    return instruction->identifier_size == 4 ? little_endian(instruction->identifier) : 0;
}
