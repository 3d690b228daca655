/* All three packings in one table; the user may also fix one in the menu. */
#include "kbc_harness.h"

struct packing {
    size_t id_size;
    size_t arrow, dist, street;
};

static const struct packing packings[] = {
    [KBC_PUBLISHED] = {4, 4, 5, 21},
    [KBC_DEPLOYED] = {4, 4, 5, 9},
    [KBC_LEGACY] = {16, 16, 17, 21},
};

static uint32_t rd32(const uint8_t *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

/* index of the first byte of the gap that is set, or 0 */
static size_t gap_used(const uint8_t *p, size_t n)
{
    size_t i;

    for (i = 9; i <= 19 && i < n; i++)
        if (p[i] != 0)
            return i;
    return 0;
}

static kbc_layout guess(const uint8_t *p, size_t n, int cut)
{
    size_t least = cut ? 20 : 21;

    if (n >= least && gap_used(p, n) == 0)
        return KBC_PUBLISHED;
    if (n >= least && p[8] >> 6 == 2 && p[6] >> 4 == 4)
        return KBC_LEGACY;
    return KBC_DEPLOYED;
}

static kbc_result unpack(const uint8_t *p, size_t n, kbc_instruction *out)
{
    const int cut = out->extent == KBC_POSSIBLY_CUT && n >= 20;
    const int fixed = out->layout != KBC_AUTO;
    const struct packing *k;
    size_t need, bad;

    if (n > 512)
        return KBC_OVERSIZED;
    if (!fixed)
        out->layout = guess(p, n, cut);
    k = &packings[out->layout];
    need = cut && out->layout == KBC_PUBLISHED ? 9 : k->street;
    if (n < need)
        return KBC_TRUNCATED;
    if (fixed && out->layout == KBC_PUBLISHED) {
        bad = gap_used(p, n);
        if (bad) {
            out->error_offset = bad - 9;
            return KBC_RESERVED_NOT_ZERO;
        }
    }
    if (k->id_size == 16) {
        out->is_uuid = true;
        memcpy(out->uuid, p, 16);
    } else {
        out->identifier = rd32(p);
    }
    out->arrow = p[k->arrow];
    out->distance_in_meters = rd32(p + k->dist);
    if (n > k->street) {
        out->street = p + k->street;
        out->street_size = n - k->street;
    }
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(unpack);
    device.name = "three layouts";
    device.members |= KBC_HAS_LAYOUT;
    device.published = true;
    device.legacy = true;
    device.pinned_layouts = true;
    return kbc_run(&device);
}
