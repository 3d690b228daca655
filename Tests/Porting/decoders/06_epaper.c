/* 2.9" e-paper. A refresh is slow and ugly, so only what changed is drawn again. */
#include "kbc_harness.h"

#define ROAD_MAX 100

static const char *const icons[] = {
    NULL, "straight", "start", "finish", "slightLeft", "left", "sharpLeft", "sharpRight", "right",
    "slightRight", "forkRight", "forkLeft", "uTurn", NULL, NULL, "roundaboutExitLeft",
    "roundaboutExitRight", "roundaboutCounterclockwise1of1", "roundaboutCounterclockwise1of2",
    "roundaboutCounterclockwise1of3", "roundaboutCounterclockwise2of2",
    "roundaboutCounterclockwise2of3", "roundaboutCounterclockwise3of3", "roundaboutClockwise1of1",
    "roundaboutClockwise1of2", "roundaboutClockwise1of3", "roundaboutClockwise2of2",
    "roundaboutClockwise2of3", "roundaboutClockwise3of3", "roundaboutFallback", "outOfRoute",
};

static struct {
    uint32_t id;
    uint8_t arrow;
    const char *icon;
    uint32_t dist;
    unsigned char road[ROAD_MAX];
    size_t road_len;
} screen;

static uint32_t u32(const unsigned char *b)
{
    uint32_t v = 0;
    int i;

    for (i = 3; i >= 0; i--)
        v = v << 8 | b[i];
    return v;
}

static kbc_result update(const unsigned char *b, size_t n)
{
    if (n < 9)
        return KBC_TRUNCATED;
    if (n > 512)
        return KBC_OVERSIZED;

    screen.id = u32(b);
    screen.arrow = b[4];
    if (b[4] < sizeof icons / sizeof *icons && icons[b[4]])
        screen.icon = icons[b[4]];
    screen.dist = u32(b + 5);

    b += 9;
    n -= 9;
    if (n > 0) {
        if (n > ROAD_MAX)
            n = ROAD_MAX;
        memcpy(screen.road, b, n);
        while (n > 0 && screen.road[n - 1] == ' ')
            n--;
        screen.road_len = n;
    }
    return KBC_OK;
}

static const char *dist_text(uint32_t m)
{
    static char text[12];
    uint32_t tens = m / 10 + (m % 10 >= 5);

    if (m <= 5)
        return NULL;
    sprintf(text, "%lu0", (unsigned long)tens);
    return text;
}

/* -- */

static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    kbc_result r = update(bytes, size);

    shown->identifier = screen.id;
    shown->arrow = screen.arrow;
    shown->arrow_name = screen.icon;
    shown->distance_in_meters = screen.dist;
    shown->street = screen.road;
    shown->street_size = screen.road_len;
    return r;
}

static kbc_result distance(uint32_t m, int style, kbc_distance *shown)
{
    (void)style;
    shown->value = dist_text(m);
    shown->unit = "m";
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(decode);
    device.name = "epaper";
    device.members |= KBC_HAS_ARROW_NAME;
    device.street_capacity = ROAD_MAX;
    device.distance = distance;
    device.styles = KBC_VENDOR;
    return kbc_run(&device);
}
