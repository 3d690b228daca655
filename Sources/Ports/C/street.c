/*
 * The street as text: Docs/Protocol.md, clause 5. Table 3-7 of the Unicode Standard (section 3.9)
 * says what is well-formed. As that section recommends, U+FFFD replaces each maximal part of an
 * ill-formed sequence.
 */
#include "internal.h"

enum run_kind {
    RUN_CHARACTER,
    RUN_ILL_FORMED,
    RUN_INCOMPLETE /* well-formed so far, but the bytes end */
};

/* A character, or a maximal ill-formed part: 1 to 4 bytes. */
struct run {
    size_t size;
    enum run_kind kind;
};

/* U+FFFD. */
static const KNAV_FLASH uint8_t replacement[] = {0xEF, 0xBF, 0xBD};

/* The size of the sequence that a byte begins, and the allowed second bytes; 0 if there is none. */
static size_t sequence_size(uint8_t lead, uint8_t *lowest, uint8_t *highest)
{
    *lowest = 0x80;
    *highest = 0xBF;
    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
        return 0;
    }
    switch (lead) {
    case 0xE0: *lowest = 0xA0; break;  /* else overlong */
    case 0xED: *highest = 0x9F; break; /* else a surrogate */
    case 0xF0: *lowest = 0x90; break;  /* else overlong */
    case 0xF4: *highest = 0x8F; break; /* else above U+10FFFF */
    default: break;
    }
    return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/* What the bytes begin with. There must be at least one. */
static struct run first_run(const uint8_t *bytes, size_t size)
{
    uint8_t lowest;
    uint8_t highest;
    const size_t expected = sequence_size(bytes[0], &lowest, &highest);
    struct run run = {1, RUN_CHARACTER};

    if (expected == 0) {
        run.kind = RUN_ILL_FORMED;
    }
    while (run.size < expected) {
        if (run.size == size) {
            run.kind = RUN_INCOMPLETE;
            break;
        }
        if (bytes[run.size] < lowest || bytes[run.size] > highest) {
            run.kind = RUN_ILL_FORMED;
            break;
        }
        lowest = 0x80;
        highest = 0xBF;
        run.size++;
    }
    return run;
}

knav_error knav_street_validate(const uint8_t *bytes, size_t size)
{
    size_t position = 0;

    while (position < size) {
        const struct run run = first_run(bytes + position, size - position);
        if (run.kind != RUN_CHARACTER) {
            return knav_error_at(KNAV_INVALID_UTF8, position);
        }
        position += run.size;
    }
    return knav_no_error();
}

knav_error knav_street_text(const uint8_t *bytes, size_t size, uint8_t policy, char *text,
                            size_t capacity, size_t *needed)
{
    size_t position = 0;
    size_t whole = 0;   /* the size of the text so far, if it had room */
    size_t written = 0; /* the end of the last character that fits; at most `whole` */

    if (policy > KNAV_STREET_DROP_INCOMPLETE_TAIL) {
        return knav_error_at(KNAV_INVALID_ARGUMENT, 0);
    }
    if (policy == KNAV_STREET_STRICT) {
        const knav_error error = knav_street_validate(bytes, size);
        if (error.code != KNAV_OK) {
            return error;
        }
    }
    while (position < size) {
        const struct run run = first_run(bytes + position, size - position);
        const uint8_t *shown = bytes + position;
        const size_t shown_size = run.kind == RUN_CHARACTER ? run.size : sizeof replacement;

        position += run.size;
        if (run.kind == RUN_INCOMPLETE && policy == KNAV_STREET_DROP_INCOMPLETE_TAIL) {
            break;
        }
        /* One byte stays free for the terminator. Once something did not fit, nothing follows. */
        if (written == whole && written < capacity && shown_size < capacity - written) {
            if (run.kind == RUN_CHARACTER) {
                memcpy(text + written, shown, shown_size);
            } else {
                knav_copy_constant(text + written, replacement, shown_size);
            }
            written += shown_size;
        }
        whole += shown_size;
    }
    if (capacity > 0) {
        text[written] = '\0';
    }
    if (needed != NULL) {
        *needed = whole;
    }
    return knav_no_error();
}
