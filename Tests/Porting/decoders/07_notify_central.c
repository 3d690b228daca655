/*
 * ESP-IDF, NimBLE host. ESP_GAP notify handler and the read callback both end
 * up here. The notification is drawn at once, the read follows.
 */
#include "kbc_harness.h"

#define NOTIFY_MAX 20 /* ATT_MTU - 3 */
#define VALUE_MAX 512

enum what { NOTHING, ONLY_ID, ONLY_UUID, FULL, TOO_LONG };

static uint32_t le32(const uint8_t *p)
{
    return p[0] + 256u * p[1] + 65536u * p[2] + 16777216u * p[3];
}

static void take_object(const uint8_t *p, size_t n, kbc_instruction *out)
{
    out->identifier = le32(p);
    out->arrow = p[4];
    out->distance_in_meters = le32(p + 5);
    out->street = p + 9;
    out->street_size = n - 9;
}

static enum what on_notify(const uint8_t *p, size_t n, kbc_instruction *out)
{
    if (n < 4)
        return NOTHING;
    if (n > NOTIFY_MAX)
        return TOO_LONG;
    if (n < 9) {
        out->identifier = le32(p);
        return ONLY_ID;
    }
    if (n == 16) {
        memcpy(out->uuid, p, 16);
        return ONLY_UUID;
    }
    take_object(p, n, out);
    return FULL;
}

static enum what on_read(const uint8_t *p, size_t n, kbc_instruction *out)
{
    if (n > VALUE_MAX)
        return TOO_LONG;
    if (n < 9)
        return NOTHING;
    take_object(p, n, out);
    return FULL;
}

/* test bench */

static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    switch (on_read(bytes, size, shown)) {
    case FULL: return KBC_OK;
    case TOO_LONG: return KBC_OVERSIZED;
    default: return KBC_TRUNCATED;
    }
}

static kbc_result notification(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    switch (on_notify(bytes, size, shown)) {
    case FULL: return KBC_OK;
    case TOO_LONG: return KBC_OVERSIZED;
    case ONLY_ID: shown->is_identifier_only = true; return KBC_OK;
    case ONLY_UUID:
        shown->is_identifier_only = true;
        shown->is_uuid = true;
        return KBC_OK;
    default: return KBC_MALFORMED_NOTIFICATION;
    }
}

int main(void)
{
    kbc_device device = kbc_device_with(decode);
    device.name = "esp-idf nimble";
    device.notification = notification;
    return kbc_run(&device);
}
