/* nav page of my nRF52840 wrist thing, LVGL 8, 240x240 round */
#include "kbc_harness.h"

#define ST_MAX 512

static struct nav_page {
    uint32_t id, dist;
    uint8_t icon;
    uint16_t off;            /* where the street starts in what the phone sent */
    uint8_t street[2 * ST_MAX]; /* label text */
    uint16_t street_len;
} page;

static inline uint32_t u32(const uint8_t *p)
{
    return p[0] + 0x100u * p[1] + 0x10000u * p[2] + 0x1000000u * p[3];
}

/* The spec has the name at 21, my phone sends it at 9. In between it's zeros. */
static bool name_is_at_21(const uint8_t *d, size_t n, bool cut)
{
    size_t i;

    if (cut ? n < 20 : n <= 21) {
        return false;
    }
    for (i = 9; i < 21; i++) {
        if (d[i]) {
            return false;
        }
    }
    return true;
}

/* lv_label with recolor on: a single # would start a color, ## is the sign itself */
static uint16_t label_copy(uint8_t *to, const uint8_t *from, size_t n)
{
    uint16_t out = 0;

    while (n--) {
        if (*from == '#') {
            to[out++] = '#';
        }
        to[out++] = *from++;
    }
    return out;
}

static kbc_result page_update(const uint8_t *d, size_t n, kbc_instruction *shown)
{
    const bool cut = shown->extent == KBC_POSSIBLY_CUT && n >= 20;
    const bool spec = name_is_at_21(d, n, cut);

    if (n > ST_MAX) {
        return KBC_OVERSIZED;
    }
    if (n < 9) {
        return KBC_TRUNCATED;
    }
    page.id = u32(d);
    page.icon = d[4];
    page.dist = u32(d + 5);
    page.off = spec ? 21 : 9;
    if (n > page.off) {
        page.street_len = label_copy(page.street, d + page.off, n - page.off);
    }

    shown->layout = spec ? KBC_PUBLISHED : KBC_DEPLOYED;
    shown->identifier = page.id;
    shown->arrow = page.icon;
    shown->distance_in_meters = page.dist;
    shown->street = page.street;
    shown->street_size = page.street_len;
    return KBC_OK;
}

static kbc_result page_notify(const uint8_t *d, size_t n, kbc_instruction *shown)
{
    if (n == 4) { /* go and read it */
        shown->is_identifier_only = true;
        shown->identifier = u32(d);
        return KBC_OK;
    }
    if (n < 9) {
        return KBC_MALFORMED_NOTIFICATION;
    }
    return page_update(d, n, shown);
}

/* nearest, in units of num/den metres */
static uint64_t nearest(uint64_t m, uint64_t num, uint64_t den)
{
    return (2 * m * den + num) / (2 * num);
}

static void miles(uint32_t m, char *text, size_t size)
{
    if (m < 16013) {
        const unsigned tenths = (unsigned)nearest(m, 1609344, 10000);
        snprintf(text, size, "%u.%u", tenths / 10, tenths % 10);
    } else {
        snprintf(text, size, "%u", (unsigned)nearest(m, 1609344, 1000));
    }
}

/* settings: km, or UK with yards and miles */
static kbc_result page_distance(uint32_t m, int style, kbc_distance *shown)
{
    static char text[16];

    if (m <= 5) {
        return KBC_OK;
    }
    shown->value = text;
    if (style == KBC_UK && m < 800) {
        snprintf(text, sizeof text, "%u", 10 * (unsigned)nearest(m, 9144, 1000));
        shown->unit = "yd";
    } else if (style == KBC_UK) {
        miles(m, text, sizeof text);
        shown->unit = "mi";
    } else if (m < 995) {
        snprintf(text, sizeof text, "%u", 10 * (unsigned)nearest(m, 10, 1));
        shown->unit = "m";
    } else {
        const unsigned tenths = (unsigned)nearest(m, 100, 1);
        if (m < 9950) {
            snprintf(text, sizeof text, "%u.%u", tenths / 10, tenths % 10);
        } else {
            snprintf(text, sizeof text, "%u", (unsigned)nearest(m, 1000, 1));
        }
        shown->unit = "km";
    }
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(page_update);

    device.name = "wrist nav";
    device.members |= KBC_HAS_LAYOUT;
    device.published = true;
    device.notification = page_notify;
    device.distance = page_distance;
    device.styles = KBC_METRIC | KBC_UK;
    return kbc_run(&device);
}
