/* STM32F411 + BlueNRG shield, 320x240 ILI9341.
 * Street line is 31 bytes, more does not fit beside the battery. */
#include "kbc_harness.h"

#define STREET_BYTES 31

typedef struct {
    uint32_t Id;
    uint8_t Arrow;
    int32_t Distance;
    char Street[2 * STREET_BYTES + 2];
    uint16_t StreetLen;
} NAV_Typedef;

static NAV_Typedef hnav;

static uint32_t NAV_Get32(const uint8_t *p)
{
    uint32_t v = 0;

    for (int i = 3; i >= 0; i--) {
        v = (v << 8) | p[i];
    }
    return v;
}

/* Number of bytes to keep. The LCD driver hangs on half characters, so step back to a whole one. */
static size_t NAV_FitStreet(const uint8_t *s, size_t n)
{
    if (n <= STREET_BYTES) {
        return n;
    }
    n = STREET_BYTES;
    while (n > 0 && (s[n - 1] & 0xC0) == 0x80) {
        n--;
    }
    if (n > 0 && s[n - 1] >= 0xC0) {
        n--;
    }
    return n;
}

/* Length of a valid character, or 0; *bad gets the bytes to jump over then. */
static size_t NAV_CharLen(const uint8_t *s, size_t n, size_t *bad)
{
    uint8_t lo = 0x80, hi = 0xBF;
    size_t need;

    *bad = 1;
    if (s[0] < 0x80) {
        return 1;
    }
    if (s[0] < 0xC2 || s[0] > 0xF4) {
        return 0;
    }
    need = s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    /* no overlong forms, nothing above U+10FFFF */
    if (s[0] == 0xE0) lo = 0xA0;
    if (s[0] == 0xF0) lo = 0x90;
    if (s[0] == 0xF4) hi = 0x8F;
    for (size_t i = 1; i < need; i++) {
        if (i == n || s[i] < lo || s[i] > hi) {
            *bad = i;
            return 0;
        }
        lo = 0x80;
        hi = 0xBF;
    }
    return need;
}

static void NAV_SetStreet(const uint8_t *s, size_t n)
{
    size_t in = 0;
    uint16_t out = 0;

    n = NAV_FitStreet(s, n);
    while (in < n) {
        size_t bad;
        const size_t len = NAV_CharLen(s + in, n - in, &bad);

        if (len == 0) {
            memcpy(hnav.Street + out, "\xEF\xBF\xBD", 3);
            out += 3;
            in += bad;
        } else {
            memcpy(hnav.Street + out, s + in, len);
            out += len;
            in += len;
        }
    }
    hnav.Street[out] = '\0';
    hnav.StreetLen = out;
}

static kbc_result NAV_Parse(const uint8_t *pData, size_t Len, kbc_instruction *shown)
{
    if (Len > 512) {
        return KBC_OVERSIZED;
    }
    if (Len < 9) {
        return KBC_TRUNCATED;
    }
    hnav.Id = NAV_Get32(pData);
    hnav.Arrow = pData[4];
    hnav.Distance = (int32_t)NAV_Get32(pData + 5);
    NAV_SetStreet(pData + 9, Len - 9);

    shown->identifier = hnav.Id;
    shown->arrow = hnav.Arrow;
    shown->distance_in_meters = (uint32_t)hnav.Distance;
    shown->street_text = hnav.Street;
    shown->street_text_size = hnav.StreetLen;
    return KBC_OK;
}

/* Big digits, always in metres: 10, 20 … */
static kbc_result NAV_DistanceText(uint32_t Distance, int Style, kbc_distance *shown)
{
    static char text[16];
    const int32_t d = (int32_t)Distance;

    (void)Style;
    if (d <= 5) {
        return KBC_OK;
    }
    snprintf(text, sizeof(text), "%lld", ((long long)d + 5) / 10 * 10);
    shown->value = text;
    shown->unit = "m";
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(NAV_Parse);

    device.name = "F411 TFT";
    device.members = KBC_HAS_IDENTIFIER | KBC_HAS_ARROW | KBC_HAS_DISTANCE | KBC_HAS_STREET_TEXT;
    device.street_capacity = STREET_BYTES;
    device.distance = NAV_DistanceText;
    device.styles = KBC_VENDOR;
    return kbc_run(&device);
}
