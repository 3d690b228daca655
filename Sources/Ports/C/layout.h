/*
 * Where the fields of an object are: Docs/Protocol.md, clause 2. Only the decoder and the encoder need it.
 *
 *   published   0 identifier (4) | 4 arrow | 5 distance (4) | 9 reserved, zero (12) | 21 street
 *   deployed    0 identifier (4) | 4 arrow | 5 distance (4) | 9 street
 *   legacy      0 identifier (16) | 16 arrow | 17 distance (4) | 21 street
 *
 * Integers are little-endian; the distance is in metres; the street runs to the end.
 */
#ifndef KNAV_LAYOUT_H
#define KNAV_LAYOUT_H

#include "internal.h"

/* In bytes from the start of the object. The arrow follows the identifier, and the distance follows
 * the arrow. Bytes between the distance and the street are reserved. */
struct layout {
    uint8_t identifier_size;
    uint8_t fields_end;
    uint8_t street;
};

static const KNAV_FLASH struct layout layouts[] = {
    {0, 0, 0},    /* KNAV_LAYOUT_AUTO: none */
    {4, 9, 21},   /* KNAV_LAYOUT_PUBLISHED */
    {4, 9, 9},    /* KNAV_LAYOUT_DEPLOYED */
    {16, 21, 21}, /* KNAV_LAYOUT_LEGACY */
};

static inline struct layout layout_of(uint8_t number)
{
    struct layout layout;

    knav_copy_constant(&layout, &layouts[number], sizeof layout);
    return layout;
}

#endif
