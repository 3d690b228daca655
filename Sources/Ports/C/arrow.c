/*
 * The names of arrows: Docs/Protocol.md, clause 4.1. A device can keep its pictures in this order.
 */
#include "internal.h"

const char *knav_text_at(const char *texts, uint8_t number)
{
    while (number > 0) {
        texts += knav_text_length(texts) + 1;
        number--;
    }
    return texts;
}

size_t knav_text_length(const char *text)
{
    size_t length = 0;
    char character;

    for (;;) {
        knav_copy_constant(&character, text + length, 1);
        if (character == '\0') {
            return length;
        }
        length++;
    }
}

static const KNAV_FLASH char names[] =
    "\0" /* reserved */
    "straight\0"
    "start\0"
    "finish\0"
    "slightLeft\0"
    "left\0"
    "sharpLeft\0"
    "sharpRight\0"
    "right\0"
    "slightRight\0"
    "forkRight\0"
    "forkLeft\0"
    "uTurn\0"
    "\0" /* reserved */
    "\0" /* reserved */
    "roundaboutExitLeft\0"
    "roundaboutExitRight\0"
    "roundaboutCounterclockwise1of1\0"
    "roundaboutCounterclockwise1of2\0"
    "roundaboutCounterclockwise1of3\0"
    "roundaboutCounterclockwise2of2\0"
    "roundaboutCounterclockwise2of3\0"
    "roundaboutCounterclockwise3of3\0"
    "roundaboutClockwise1of1\0"
    "roundaboutClockwise1of2\0"
    "roundaboutClockwise1of3\0"
    "roundaboutClockwise2of2\0"
    "roundaboutClockwise2of3\0"
    "roundaboutClockwise3of3\0"
    "roundaboutFallback\0"
    "outOfRoute\0";

enum { NAMES = 31 };

/* Any byte can come (clause 4.2), so this checks the bound. */
const char *knav_arrow_name(uint8_t arrow)
{
    const char *name;

    if (arrow >= NAMES) {
        return NULL;
    }
    name = knav_text_at(names, arrow);
    return knav_text_length(name) == 0 ? NULL : name;
}
