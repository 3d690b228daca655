/*
 * Prints what an example shows of three instructions and of a status.
 */
#include <stdio.h>
#include <string.h>

#include "describe.h"

static void show(uint8_t kind, uint8_t arrow, uint8_t low, uint8_t high)
{
    const uint8_t object[] = {1, 2, 3, 4, arrow, low, high, 0, 0, 'Q', 'u', 'a', 'i'};
    knav_central_effect effect;
    char text[DESCRIPTION_SIZE];

    memset(&effect, 0, sizeof effect);
    effect.kind = kind;
    effect.status = KNAV_STATUS_SEARCHING;
    effect.bytes = object;
    effect.size = sizeof object;
    (void)describe(&effect, text, sizeof text);
    puts(text);
}

int main(void)
{
    show(KNAV_EFFECT_DELIVER, 5, 0xB0, 4);
    show(KNAV_EFFECT_DELIVER, 3, 0, 0);
    show(KNAV_EFFECT_DELIVER, 200, 60, 0);
    show(KNAV_EFFECT_REPORT, 0, 0, 0);
    return 0;
}
