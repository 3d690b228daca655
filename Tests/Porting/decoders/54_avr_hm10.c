/* ATmega328P, 2x20 character LCD, BLE module on the UART in master mode.
 * No floats (2 KB), no heap. Frames come from uart.c already unstuffed. */
#include "kbc_harness.h"

#define STREET_LEN 40 /* two rows of the scrolling page */

struct turn {
    uint32_t id;
    uint32_t dist;
    uint8_t sym;
    uint8_t street_len;
    char street[STREET_LEN];
};

static struct turn now;

/* CGRAM symbols, 32 of them, names as in the font sheet */
static const char *const symbols[32] = {
    NULL, "straight", "start", "finish", "slightLeft", "left", "sharpLeft", "sharpRight",
    "right", "slightRight", "forkRight", "forkLeft", "uTurn", NULL, NULL, "roundaboutExitLeft",
    "roundaboutExitRight", "roundaboutCounterclockwise1of1", "roundaboutCounterclockwise1of2",
    "roundaboutCounterclockwise1of3", "roundaboutCounterclockwise2of2",
    "roundaboutCounterclockwise2of3", "roundaboutCounterclockwise3of3",
    "roundaboutClockwise1of1", "roundaboutClockwise1of2", "roundaboutClockwise1of3",
    "roundaboutClockwise2of2", "roundaboutClockwise2of3", "roundaboutClockwise3of3",
    "roundaboutFallback", "outOfRoute", NULL,
};

/* two bytes, low one first; an int is what the AVR likes best */
static int16_t word_at(const uint8_t *p)
{
    return (int16_t)((uint16_t)p[1] << 8 | p[0]);
}

static uint32_t dword_at(const uint8_t *p)
{
    uint32_t v = (uint32_t)word_at(p + 2) << 16;

    v += word_at(p);
    return v;
}

static uint32_t id_at(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void keep_street(const uint8_t *p, uint16_t len)
{
    uint8_t i;

    if (len >= STREET_LEN) {
        len = STREET_LEN - 1;
    }
    for (i = 0; i < len; i++) {
        now.street[i] = (char)p[i];
    }
    now.street[i] = '\0';
    now.street_len = i;
}

static kbc_result frame(const uint8_t *p, size_t len, kbc_instruction *shown)
{
    if (len > 512) {
        return KBC_OVERSIZED;
    }
    if (len < 9) {
        return KBC_TRUNCATED;
    }
    now.id = id_at(p);
    now.sym = p[4];
    now.dist = dword_at(p + 5);
    keep_street(p + 9, (uint16_t)(len - 9));

    shown->identifier = now.id;
    shown->arrow = now.sym;
    shown->arrow_name = symbols[now.sym & 0x1F];
    shown->distance_in_meters = now.dist;
    shown->street = (const uint8_t *)now.street;
    shown->street_size = now.street_len;
    return KBC_OK;
}

/* decimal with an optional tenth, right to left like utoa() */
static char *number(uint32_t value, uint8_t tenth)
{
    static char text[12];
    char *s = text + sizeof text - 1;

    *s = '\0';
    if (tenth) {
        *--s = (char)('0' + value % 10);
        *--s = '.';
        value /= 10;
    }
    do {
        *--s = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    return s;
}

/* my bike computer is set to miles, so is this */
static kbc_result distance(uint32_t m, int style, kbc_distance *shown)
{
    uint32_t ft;

    (void)style;
    if (m <= 5) {
        return KBC_OK;
    }
    if (m < 304) { /* 995 ft */
        ft = m * 328 / 100;
        shown->value = number((ft + 5) / 10 * 10, 0);
        shown->unit = "ft";
    } else if (m < 16013) { /* 9.95 mi */
        shown->value = number((m * 10 + 804) / 1609, 1);
        shown->unit = "mi";
    } else {
        shown->value = number((m + 804) / 1609, 0);
        shown->unit = "mi";
    }
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(frame);

    device.name = "328P lcd";
    device.members |= KBC_HAS_ARROW_NAME;
    device.street_capacity = STREET_LEN;
    device.distance = distance;
    device.styles = KBC_IMPERIAL;
    return kbc_run(&device);
}
