/*
 * What a notification carries: Docs/Protocol.md, clause 7.
 *
 *   4 bytes                          an identifier (not with `legacy` pinned)
 *   16 bytes, random UUID or pinned  a `legacy` identifier
 *   0 to 3 and 5 to 8 bytes          nothing that a phone sends
 *   anything else                    an object, perhaps cut
 *
 * A notification is a reason to read. Never mix its fields with those of a later read (clause 7.5).
 */
#include "internal.h"

static bool is_bare_identifier(const uint8_t *bytes, size_t size, uint8_t layout)
{
    switch (layout) {
    case KNAV_LAYOUT_AUTO:
        return size == 4 || (size == KNAV_UUID_SIZE && knav_holds_random_uuid(bytes));
    case KNAV_LAYOUT_LEGACY:
        return size == KNAV_UUID_SIZE;
    default:
        return size == 4;
    }
}

knav_error knav_notification(const uint8_t *bytes, size_t size, uint8_t layout, uint8_t *kind,
                             knav_instruction *instruction)
{
    knav_error error;

    if (layout > KNAV_LAYOUT_LEGACY) {
        return knav_error_at(KNAV_INVALID_ARGUMENT, 0);
    }
    if (is_bare_identifier(bytes, size, layout)) {
        memset(instruction, 0, sizeof *instruction);
        instruction->layout = size == KNAV_UUID_SIZE ? KNAV_LAYOUT_LEGACY : KNAV_LAYOUT_AUTO;
        instruction->identifier_size = (uint8_t)size;
        memcpy(instruction->identifier, bytes, size);
        *kind = KNAV_NOTIFIED_IDENTIFIER;
        return knav_no_error();
    }
    if (size < KNAV_SHORTEST_OBJECT) {
        return knav_error_at(KNAV_MALFORMED_NOTIFICATION, size);
    }
    error = knav_decode(bytes, size, layout, KNAV_POSSIBLY_CUT, instruction);
    if (error.code == KNAV_OK) {
        *kind = KNAV_NOTIFIED_INSTRUCTION;
    }
    return error;
}
