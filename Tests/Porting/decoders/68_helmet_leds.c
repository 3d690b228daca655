/*
 * Helmet firmware, nRF52840: two LED strips in the rim, a bone-conduction speaker, no display.
 * The packet is laid over the receive buffer, so this builds for little-endian only.
 */
#include "kbc_harness.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the packet structs need a little-endian core"
#endif

#define NAV_MAX_LEN 512

typedef struct __attribute__((packed)) {
    uint32_t id;
    uint8_t direction;
    uint32_t distance_m;
    uint8_t street[NAV_MAX_LEN - 9];
} nav_packet_t;

#define NAV_HEADER_LEN offsetof(nav_packet_t, street)

/* For the speaker task: what it says next. */
typedef struct {
    uint32_t id;
    uint8_t direction;
    uint32_t distance_m;
    uint8_t street_len;
    uint8_t street[NAV_MAX_LEN];
} nav_prompt_t;

static union {
    nav_packet_t packet;
    uint8_t raw[NAV_MAX_LEN];
} rx;

static nav_prompt_t prompt;

/* LEDs per side, negative: left. */
static const int8_t led_side[] = {
    0, 0, 0, 0, -1, -2, -3, 3, 2, 1, 1, -1, -4,
};

static int8_t led_for(uint8_t direction)
{
    return direction < sizeof led_side ? led_side[direction] : 0;
}

/* Copies what came over the air to where the structs can be laid over it. */
static size_t nav_receive(const uint8_t *data, size_t len)
{
    if (len > sizeof rx.raw) {
        len = sizeof rx.raw;
    }
    memset(rx.raw, 0, sizeof rx.raw);
    memcpy(rx.raw, data, len);
    return len;
}

static void nav_to_prompt(size_t len)
{
    prompt.id = rx.packet.id;
    prompt.direction = rx.packet.direction;
    prompt.distance_m = rx.packet.distance_m;
    prompt.street_len = (uint8_t)(len - NAV_HEADER_LEN);
    memcpy(prompt.street, rx.packet.street, prompt.street_len);
}

static kbc_result nav_value_handler(const uint8_t *data, size_t len, kbc_instruction *shown)
{
    len = nav_receive(data, len);
    if (len < NAV_HEADER_LEN) {
        return KBC_TRUNCATED;
    }
    nav_to_prompt(len);
    (void)led_for(prompt.direction);

    shown->identifier = prompt.id;
    shown->arrow = prompt.direction;
    shown->distance_in_meters = prompt.distance_m;
    shown->street = prompt.street;
    shown->street_size = prompt.street_len;
    return KBC_OK;
}

/* Some phones notify the whole value, others only its id; then it has to be read. */
static kbc_result nav_notify_handler(const uint8_t *data, size_t len, kbc_instruction *shown)
{
    if (len < sizeof(uint32_t)) {
        return KBC_MALFORMED_NOTIFICATION;
    }
    if (len == sizeof shown->uuid) { /* first firmware of the vendor's demo: 128-bit id */
        shown->is_identifier_only = true;
        shown->is_uuid = true;
        memcpy(shown->uuid, data, sizeof shown->uuid);
        return KBC_OK;
    }
    if (len < NAV_HEADER_LEN) {
        nav_receive(data, len);
        shown->is_identifier_only = true;
        shown->identifier = rx.packet.id;
        return KBC_OK;
    }
    return nav_value_handler(data, len, shown);
}

/* The number that is spoken. */
static kbc_result speak_distance(uint32_t distance_m, int style, kbc_distance *shown)
{
    static char number[16];
    uint64_t rounded = distance_m;

    (void)style;
    if (distance_m < 6) {
        return KBC_OK; /* "now" */
    }
    rounded = (rounded + 5) / 10 * 10;
    snprintf(number, sizeof number, "%llu", (unsigned long long)rounded);
    shown->value = number;
    shown->unit = "m";
    return KBC_OK;
}

int main(void)
{
    kbc_device helmet = kbc_device_with(nav_value_handler);

    helmet.name = "helmet";
    helmet.version = "0.9";
    helmet.notification = nav_notify_handler;
    helmet.distance = speak_distance;
    helmet.styles = KBC_VENDOR;
    return kbc_run(&helmet);
}
