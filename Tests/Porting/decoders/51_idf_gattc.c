/*
 * nav_msg: what the gattc callback hands to the display task.
 * ESP-IDF 5.1, ESP32-C3, 1.3" OLED on the stem. The radio lives in main/ble.c.
 */
#include "kbc_harness.h"

#include <inttypes.h>

#define NAV_STREET_MAX 128

/* what comes over the air, little endian like the C3 itself */
typedef struct __attribute__((packed)) {
    uint32_t id;
    uint8_t dir;
    uint32_t dist;
    uint8_t street[];
} nav_pdu_t;

/* what goes through the queue, by value */
typedef struct {
    uint32_t id;
    uint32_t dist;
    uint8_t dir;
    uint8_t street_len;
    uint8_t street[NAV_STREET_MAX];
} nav_msg_t;

typedef enum { NAV_OK, NAV_ERR_SHORT, NAV_ERR_LONG } nav_err_t;

#define RB(turn) "roundabout" turn

static const char *const s_dir_names[31] = {
    [1] = "straight",
    [2] = "start",
    [3] = "finish",
    [4] = "slightLeft",
    [5] = "left",
    [6] = "sharpLeft",
    [7] = "sharpRight",
    [8] = "right",
    [9] = "slightRight",
    [10] = "forkRight",
    [11] = "forkLeft",
    [12] = "uTurn",
    [15] = RB("ExitLeft"),
    [16] = RB("ExitRight"),
    /* exits, right hand traffic */
    [17] = RB("Counterclockwise1of1"),
    [18] = RB("Counterclockwise1of2"),
    [19] = RB("Counterclockwise2of2"),
    [20] = RB("Counterclockwise1of3"),
    [21] = RB("Counterclockwise2of3"),
    [22] = RB("Counterclockwise3of3"),
    /* exits, left hand traffic */
    [23] = RB("Clockwise1of1"),
    [24] = RB("Clockwise1of2"),
    [25] = RB("Clockwise2of2"),
    [26] = RB("Clockwise1of3"),
    [27] = RB("Clockwise2of3"),
    [28] = RB("Clockwise3of3"),
    [29] = RB("Fallback"),
    [30] = "outOfRoute",
};

static const char *nav_dir_name(uint8_t dir)
{
    if (dir >= sizeof s_dir_names / sizeof s_dir_names[0]) {
        return NULL;
    }
    return s_dir_names[dir];
}

static nav_err_t nav_msg_parse(const uint8_t *value, uint16_t value_len, nav_msg_t *msg)
{
    const nav_pdu_t *pdu = (const nav_pdu_t *)value;

    if (value_len > 512) {
        return NAV_ERR_LONG;
    }
    if (value_len <= sizeof(nav_pdu_t)) {
        return NAV_ERR_SHORT;
    }
    msg->id = pdu->id;
    msg->dir = pdu->dir;
    msg->dist = pdu->dist;
    msg->street_len = value_len - sizeof(nav_pdu_t);
    if (msg->street_len > NAV_STREET_MAX) {
        msg->street_len = NAV_STREET_MAX;
    }
    memcpy(msg->street, pdu->street, msg->street_len);
    return NAV_OK;
}

/* text for the big line; returns NULL when the turn is here */
static const char *nav_dist_text(uint32_t m, bool km_allowed, const char **unit)
{
    static char text[16];

    if (m <= 5) {
        return NULL;
    }
    if (!km_allowed || m < 995) {
        *unit = "m";
        snprintf(text, sizeof text, "%" PRIu64, ((uint64_t)m + 5) / 10 * 10);
        return text;
    }
    *unit = "km";
    if (m < 9950) {
        snprintf(text, sizeof text, "%" PRIu32 ".%" PRIu32, m / 1000, (m % 1000 + 50) / 100);
    } else {
        snprintf(text, sizeof text, "%" PRIu64, ((uint64_t)m + 500) / 1000);
    }
    return text;
}

static kbc_result on_value(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    static nav_msg_t msg;

    switch (nav_msg_parse(bytes, (uint16_t)size, &msg)) {
    case NAV_ERR_SHORT: return KBC_TRUNCATED;
    case NAV_ERR_LONG: return KBC_OVERSIZED;
    case NAV_OK: break;
    }
    shown->identifier = msg.id;
    shown->arrow = msg.dir;
    shown->arrow_name = nav_dir_name(msg.dir);
    shown->distance_in_meters = msg.dist;
    shown->street = msg.street;
    shown->street_size = msg.street_len;
    return KBC_OK;
}

static kbc_result on_distance(uint32_t m, int style, kbc_distance *shown)
{
    shown->value = nav_dist_text(m, style == KBC_METRIC, &shown->unit);
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(on_value);

    device.name = "stem oled";
    device.members |= KBC_HAS_ARROW_NAME;
    device.street_capacity = NAV_STREET_MAX;
    device.distance = on_distance;
    device.styles = KBC_VENDOR | KBC_METRIC;
    return kbc_run(&device);
}
