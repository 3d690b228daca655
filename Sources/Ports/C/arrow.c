/*
 * The names of arrows: Docs/Protocol.md, clause 4.1. A device can keep its pictures in this order.
 */
#include "internal.h"

static const char *const names[] = {
    NULL, /* reserved */
    "straight",
    "start",
    "finish",
    "slightLeft",
    "left",
    "sharpLeft",
    "sharpRight",
    "right",
    "slightRight",
    "forkRight",
    "forkLeft",
    "uTurn",
    NULL, /* reserved */
    NULL, /* reserved */
    "roundaboutExitLeft",
    "roundaboutExitRight",
    "roundaboutCounterclockwise1of1",
    "roundaboutCounterclockwise1of2",
    "roundaboutCounterclockwise1of3",
    "roundaboutCounterclockwise2of2",
    "roundaboutCounterclockwise2of3",
    "roundaboutCounterclockwise3of3",
    "roundaboutClockwise1of1",
    "roundaboutClockwise1of2",
    "roundaboutClockwise1of3",
    "roundaboutClockwise2of2",
    "roundaboutClockwise2of3",
    "roundaboutClockwise3of3",
    "roundaboutFallback",
    "outOfRoute",
};

/* Any byte can come (clause 4.2), so this checks the bound. */
const char *knav_arrow_name(uint8_t arrow)
{
    if (arrow >= sizeof names / sizeof names[0]) {
        return NULL;
    }
    return names[arrow];
}
