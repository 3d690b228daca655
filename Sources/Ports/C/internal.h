/*
 * What the files of the port share. Callers do not need it; they include knav.h.
 */
#ifndef KNAV_INTERNAL_H
#define KNAV_INTERNAL_H

#include "knav.h"

/* Declared here because a bare-metal toolchain may lack <string.h>; all toolchains link them. */
void *memcpy(void *destination, const void *source, size_t size);
void *memmove(void *destination, const void *source, size_t size);
void *memset(void *destination, int byte, size_t size);
int memcmp(const void *one, const void *other, size_t size);

/* Where constants are. AVR would copy them into RAM unless they are told to stay in flash, which it reads with
 * functions of its own. */
#if defined(__AVR__)
#define KNAV_FLASH __attribute__((__progmem__))
#define knav_copy_constant memcpy_P
void *memcpy_P(void *destination, const void *source, size_t size);
#else
#define KNAV_FLASH
#if defined(__GNUC__)
#define knav_copy_constant __builtin_memcpy /* which costs no call, even without a C library */
#else
#define knav_copy_constant memcpy
#endif
#endif

/* A state lives in the caller's array of uint64_t. This attribute tells the optimiser that the two
 * may be the same memory. For a compiler without it, turn strict aliasing off. */
#if defined(__GNUC__)
#define KNAV_MAY_ALIAS __attribute__((__may_alias__))
#else
#define KNAV_MAY_ALIAS
#endif

/* Fails to compile if a state does not fit into the size that knav.h promises for it. */
#define KNAV_STATE_FITS(state, room) \
    typedef char state##_fits[sizeof(struct state) <= (room) ? 1 : -1]

enum {
    ATT_DEFAULT_MTU = 23,     /* of a link on which none was agreed; no link has a smaller one */
    KNAV_SHORTEST_OBJECT = 9, /* clause 2.9: a `deployed` object without a street */
    KNAV_UUID_SIZE = 16
};

/* Whether this error ends an object at a later offset than 0: Invalid Offset, Attribute Not Long
 * (clause 8.4). */
static inline bool knav_is_ending(uint8_t att_error)
{
    return att_error == 0x07 || att_error == 0x0B;
}

/* An MTU as a radio tells it; 0 if it is not known, or can't be one. */
static inline uint16_t knav_known_mtu(uint16_t told)
{
    return told < ATT_DEFAULT_MTU ? 0 : told;
}

static inline knav_error knav_no_error(void)
{
    const knav_error error = {KNAV_OK, 0, 0};
    return error;
}

static inline knav_error knav_error_at(uint8_t code, size_t offset)
{
    knav_error error = {KNAV_OK, 0, UINT16_MAX};
    error.code = code;
    if (offset < UINT16_MAX) {
        error.offset = (uint16_t)offset;
    }
    return error;
}

/* The text with that number, which must be there, of those that a constant joins, each with its terminator. */
const char *knav_text_at(const char *texts, uint8_t number);
/* The length of a constant text. */
size_t knav_text_length(const char *text);

/* Whether the first 16 bytes, which must be there, have the version and the variant of a random
 * UUID (RFC 9562, sections 4.1 and 5.4). */
bool knav_holds_random_uuid(const uint8_t *bytes);

/* The bytes that were last announced. In any state, they stay until the next chunk comes. */
const uint8_t *knav_reassembler_bytes(const knav_reassembler *reassembler);

/* From now on, what arrives may be a notification (clause 8.9). Nothing can arrive any more that was asked
 * for, or notified, before the MTU was told. */
void knav_reassembler_expect_notifications(knav_reassembler *reassembler);
/* Nothing is notified any more, and no read is outstanding. */
void knav_reassembler_expect_no_notifications(knav_reassembler *reassembler);
bool knav_reassembler_expects_notifications(const knav_reassembler *reassembler);
/* Whether the first chunk may be a notification. */
bool knav_reassembler_may_be_notified(const knav_reassembler *reassembler);
/* Whether so many bytes came in one PDU, be it an answer or a notification. */
bool knav_reassembler_is_one_pdu(const knav_reassembler *reassembler, size_t size);

#endif
