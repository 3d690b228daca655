/*
 * nRF52840, Zephyr. Understands what the phone sends now and what the old
 * simulator kit sent (128-bit id in front).
 */
#include "kbc_harness.h"

#define ATT_MAX_LEN 512
#define HDR_SHORT 9
#define HDR_LONG 21

struct nav {
    bool old_style;
    uint8_t uuid[16];
    uint32_t id;
    uint8_t turn;
    uint32_t metres;
    const uint8_t *name;
    size_t name_len;
};

static uint32_t get_le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void memcpy_swap(void *dst, const void *src, size_t len)
{
    uint8_t *d = dst;
    const uint8_t *s = (const uint8_t *)src + len;

    while (len--) {
        *d++ = *--s;
    }
}

static bool is_old_style(const uint8_t *p, size_t len, bool cut)
{
    (void)cut;
    return len >= HDR_LONG && (p[8] & 0xC0) == 0x80 && (p[6] & 0x0F) == 0x04;
}

/* returns 0, -1 (short) or -2 (long) */
static int nav_parse(const uint8_t *p, size_t len, bool cut, struct nav *nav)
{
    size_t hdr = HDR_SHORT;

    if (len > ATT_MAX_LEN) {
        return -2;
    }
    nav->old_style = is_old_style(p, len, cut);
    if (nav->old_style) {
        hdr = HDR_LONG;
    }
    if (len < hdr) {
        return -1;
    }
    if (nav->old_style) {
        /* UUIDs are little-endian over the air */
        memcpy_swap(nav->uuid, p, 16);
    } else {
        nav->id = get_le32(p);
    }
    nav->turn = p[hdr - 5];
    nav->metres = get_le32(p + hdr - 4);
    nav->name = p + hdr;
    nav->name_len = len - hdr;
    return 0;
}

static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    struct nav nav = {0};
    int err = nav_parse(bytes, size, shown->extent == KBC_POSSIBLY_CUT, &nav);

    if (err) {
        return err == -1 ? KBC_TRUNCATED : KBC_OVERSIZED;
    }
    shown->layout = nav.old_style ? KBC_LEGACY : KBC_DEPLOYED;
    shown->is_uuid = nav.old_style;
    memcpy(shown->uuid, nav.uuid, sizeof nav.uuid);
    shown->identifier = nav.id;
    shown->arrow = nav.turn;
    shown->distance_in_meters = nav.metres;
    shown->street = nav.name;
    shown->street_size = nav.name_len;
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(decode);
    device.name = "nrf52 zephyr";
    device.members |= KBC_HAS_LAYOUT;
    device.legacy = true;
    return kbc_run(&device);
}
