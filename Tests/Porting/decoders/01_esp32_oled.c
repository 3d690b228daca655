/*
 * Komoot on the bike: ESP32 DevKit + SSD1306 128x64, Arduino core.
 * The BLE client part is in ble.ino, this file only takes the value apart.
 */
#include "kbc_harness.h"

typedef struct __attribute__((packed)) {
    uint32_t id;
    uint8_t dir;
    uint32_t dist;
    char street[1];
} KomootMsg;

static const KomootMsg *msg;
static size_t streetLen;
static char oledLine[20];

static bool komootParse(const uint8_t *buf, size_t len)
{
    if (len < sizeof(KomootMsg) || len > 512) {
        return false;
    }
    msg = (const KomootMsg *)buf;
    streetLen = len - offsetof(KomootMsg, street);
    return true;
}

/* name of the XBM in icons.h */
static const char *iconFor(uint8_t dir)
{
    switch (dir) {
    case 1: return "straight";
    case 2: return "start";
    case 3: return "finish";
    case 4: return "slightLeft";
    case 5: return "left";
    case 6: return "sharpLeft";
    case 7: return "sharpRight";
    case 8: return "right";
    case 9: return "slightRight";
    case 10: return "forkRight";
    case 11: return "forkLeft";
    case 12: return "uTurn";
    case 15: return "roundaboutExitLeft";
    case 16: return "roundaboutExitRight";
    case 17: return "roundaboutCounterclockwise1of1";
    case 18: return "roundaboutCounterclockwise1of2";
    case 19: return "roundaboutCounterclockwise1of3";
    case 20: return "roundaboutCounterclockwise2of2";
    case 21: return "roundaboutCounterclockwise2of3";
    case 22: return "roundaboutCounterclockwise3of3";
    case 23: return "roundaboutClockwise1of1";
    case 24: return "roundaboutClockwise1of2";
    case 25: return "roundaboutClockwise1of3";
    case 26: return "roundaboutClockwise2of2";
    case 27: return "roundaboutClockwise2of3";
    case 28: return "roundaboutClockwise3of3";
    case 30: return "outOfRoute";
    }
    return NULL;
}

static const char *distanceLine(uint32_t m)
{
    if (m < 5) {
        return NULL; /* draws "Now" */
    }
    snprintf(oledLine, sizeof oledLine, "%llu", ((unsigned long long)m + 5) / 10 * 10);
    return oledLine;
}

/* ---- for the test bench ---- */

static kbc_result bench(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    if (!komootParse(bytes, size)) {
        return size > 512 ? KBC_OVERSIZED : KBC_TRUNCATED;
    }
    shown->identifier = msg->id;
    shown->arrow = msg->dir;
    shown->arrow_name = iconFor(msg->dir);
    shown->distance_in_meters = msg->dist;
    shown->street = (const uint8_t *)msg->street;
    shown->street_size = streetLen;
    return KBC_OK;
}

static kbc_result benchDistance(uint32_t m, int style, kbc_distance *shown)
{
    (void)style;
    shown->value = distanceLine(m);
    shown->unit = "m";
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(bench);
    device.name = "esp32 oled";
    device.members |= KBC_HAS_ARROW_NAME;
    device.distance = benchDistance;
    device.styles = KBC_VENDOR;
    return kbc_run(&device);
}
