/* Round GC9A01 display, picture 1 is the first one in the sprite sheet. */
#include "kbc_harness.h"

#define MAX_STREET 64

static const char *pictures[30] = {
    "straight", "start", "finish",
    "slightLeft", "left", "sharpLeft",
    "sharpRight", "right", "slightRight",
    "forkRight", "forkLeft", "uTurn",
    NULL, /* poi, not drawn */
    "roundaboutFallback",
    "roundaboutExitLeft", "roundaboutExitRight",
    "roundaboutCounterclockwise1of1", "roundaboutCounterclockwise1of2",
    "roundaboutCounterclockwise1of3", "roundaboutCounterclockwise2of2",
    "roundaboutCounterclockwise2of3", "roundaboutCounterclockwise3of3",
    "roundaboutClockwise1of1", "roundaboutClockwise1of2", "roundaboutClockwise1of3",
    "roundaboutClockwise2of2", "roundaboutClockwise2of3", "roundaboutClockwise3of3",
    "roundaboutFallback", "outOfRoute"};

typedef struct {
    unsigned long id;
    int picture;
    unsigned long metres;
    int streetLength;
} Turn;

static char street[MAX_STREET];
static Turn turn;

static unsigned long number(const uint8_t *from, int count)
{
    unsigned long result = 0;

    while (count-- > 0)
        result = result * 256 + from[count];
    return result;
}

static void newTurn(const uint8_t *data, int length)
{
    turn.id = number(data, 4);
    turn.picture = data[4];
    turn.metres = number(data + 5, 4);
    turn.streetLength = length - 9;
    if (turn.streetLength > MAX_STREET)
        turn.streetLength = MAX_STREET;
    memcpy(street, data + 9, turn.streetLength);
    street[turn.streetLength] = '\0';
}

static const char *pictureName(int picture)
{
    if (picture <= 30)
        return pictures[picture - 1];
    return NULL;
}

/* harness */

static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    if (size < 9)
        return KBC_TRUNCATED;
    if (size > 512)
        return KBC_OVERSIZED;
    newTurn(bytes, (int)size);
    shown->identifier = (uint32_t)turn.id;
    shown->arrow = (uint8_t)turn.picture;
    shown->arrow_name = pictureName(turn.picture);
    shown->distance_in_meters = (uint32_t)turn.metres;
    shown->street = (const uint8_t *)street;
    shown->street_size = (size_t)turn.streetLength;
    return KBC_OK;
}

static kbc_result distance(uint32_t metres, int style, kbc_distance *shown)
{
    static char text[16];

    (void)style;
    if (metres > 5) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)metres - metres % 10);
        shown->value = text;
    }
    shown->unit = "m";
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(decode);
    device.name = "round watch";
    device.members |= KBC_HAS_ARROW_NAME;
    device.street_capacity = MAX_STREET;
    device.distance = distance;
    device.styles = KBC_VENDOR;
    return kbc_run(&device);
}
