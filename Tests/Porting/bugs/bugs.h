/*
 * The field bugs that this copy of the port can have: `testee BUG…`. Each answers like the models in
 * Fixtures/generator/kbc/bugs.py, or overruns memory where a device would.
 */
#ifndef BUGS_H
#define BUGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For a bug: the port does not need it. */
size_t strlen(const char *text);

#define BUGS(of)                                                                                   \
    of(byte21Trap) of(bigEndianDistance) of(distanceByteDropped) of(signedDistanceBytes)           \
    of(fieldsShifted) of(signedArrow) of(arrowTableOverrun) of(arrowTableOverrun32)                \
    of(arrowTableOverrun37) of(unknownArrowShown) of(arrows15And16Swapped)                         \
    of(identifierNotificationAsObject) of(shortNotificationAccepted)                               \
    of(identifierNotificationIgnored) of(onlyIdentifierNotifications) of(streetOverflow11)         \
    of(streetOverflow13) of(streetOverflow22) of(streetOverflow32) of(streetOverflow100)           \
    of(unterminatedStreet) of(cutSequenceDropsStreet) of(shortStreetLoops) of(tenthsAsHundredths)  \
    of(thousandMetres) of(roundedDown) of(distanceNotRounded) of(neverNow) of(splicedObjects)      \
    of(fixedChunkSize) of(endingTakenAsError) of(notificationMixedWithRead)

#define BUG_PLACE(name) BUG_##name,
enum bug { BUGS(BUG_PLACE) BUG_COUNT };
#undef BUG_PLACE

extern bool bugs[BUG_COUNT];

#define BUG(name) bugs[BUG_##name]

/* Gives the testee a bug. Returns false if there is none with this name. */
bool bugs_add(const char *name);

/* What a decoder reads that looks past the end of what it received: the bytes, and what an earlier, longer object left.
 * With sanitizers, nothing lies after them. */
const uint8_t *bugs_memory(const uint8_t *bytes, size_t size);

/* The picture in a table of `count` that has this place, which may lie before or after the table. What lies
 * there is no picture; with sanitizers, there is nothing. */
const char *bugs_picture(int place, size_t count);

/* Copies a street and a terminator into a buffer of the display, and reads back what the display then has of
 * arrow and distance. With sanitizers, the buffer has nothing after it. */
void bugs_draw_street(const uint8_t *street, size_t size, uint8_t *arrow, uint32_t *distance);

#endif
