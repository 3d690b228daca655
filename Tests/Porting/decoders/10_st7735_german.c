/* ST7735, font is ISO 8859-1 (so that ä ö ü ß work). */
#include "kbc_harness.h"

typedef unsigned char u8;
typedef unsigned long u32;

static u8 latin[512];
static int latinLen;

static const char *const arrowNames[31] = {
    "", "straight", "start", "finish", "slightLeft", "left", "sharpLeft", "sharpRight", "right",
    "slightRight", "forkRight", "forkLeft", "uTurn", "", "",
    "roundaboutExitLeft", "roundaboutExitRight",
    "roundaboutClockwise1of1", "roundaboutClockwise1of2", "roundaboutClockwise1of3",
    "roundaboutClockwise2of2", "roundaboutClockwise2of3", "roundaboutClockwise3of3",
    "roundaboutCounterclockwise1of1", "roundaboutCounterclockwise1of2",
    "roundaboutCounterclockwise1of3", "roundaboutCounterclockwise2of2",
    "roundaboutCounterclockwise2of3", "roundaboutCounterclockwise3of3",
    "roundaboutFallback", "outOfRoute"};

static void toLatin1(const u8 *s, int n)
{
    int i;

    latinLen = 0;
    for (i = 0; i < n; i++) {
        if (s[i] < 0x80) {
            latin[latinLen++] = s[i];
        } else if ((s[i] & 0xE0) == 0xC0 && i + 1 < n) {
            latin[latinLen++] = (s[i] & 0x03) << 6 | (s[i + 1] & 0x3F);
            i++;
        }
    }
}

static void distanceText(u32 m, char *value, const char **unit)
{
    *value = 0;
    *unit = "m";
    if (m <= 5) return;
    if (m < 995) {
        sprintf(value, "%lu", (m + 5) / 10 * 10);
        return;
    }
    *unit = "km";
    if (m < 10000) {
        m = (m + 50) / 100;
        sprintf(value, "%lu.%lu", m / 10, m % 10);
    } else {
        sprintf(value, "%lu", m / 1000 + (m % 1000 >= 500 ? 1 : 0));
    }
}

/* The harness wants UTF-8, so the glyphs go back to it here. */
static char glyphs[1024];

static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    int i, out = 0;

    if (size < 9) return KBC_TRUNCATED;
    if (size > 512) return KBC_OVERSIZED;
    shown->arrow = bytes[4];
    shown->arrow_name = bytes[4] <= 30 && arrowNames[bytes[4]][0] ? arrowNames[bytes[4]] : NULL;
    shown->distance_in_meters = bytes[5] | (u32)bytes[6] << 8 | (u32)bytes[7] << 16 | (u32)bytes[8] << 24;
    toLatin1(bytes + 9, (int)size - 9);
    for (i = 0; i < latinLen; i++) {
        if (latin[i] < 0x80) {
            glyphs[out++] = (char)latin[i];
        } else {
            glyphs[out++] = (char)(0xC0 | latin[i] >> 6);
            glyphs[out++] = (char)(0x80 | (latin[i] & 0x3F));
        }
    }
    shown->street_text = glyphs;
    shown->street_text_size = out;
    return KBC_OK;
}

static kbc_result distance(uint32_t m, int style, kbc_distance *shown)
{
    static char value[24];

    (void)style;
    distanceText(m, value, &shown->unit);
    shown->value = *value ? value : NULL;
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(decode);
    device.name = "st7735";
    device.members = KBC_HAS_ARROW | KBC_HAS_ARROW_NAME | KBC_HAS_DISTANCE | KBC_HAS_STREET_TEXT;
    device.distance = distance;
    device.styles = KBC_METRIC;
    return kbc_run(&device);
}
