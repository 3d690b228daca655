/* e-paper nav badge: 2.13" b/w panel, ESP32-C3, deep sleep between turns.
 * A full refresh takes 2 s and flickers, so the panel is only drawn when something changed.
 * Font: FreeSans 12pt converted with the Latin-1 range (0x20..0xFF). */
#include "kbc_harness.h"

#define GLYPH_BOX 0xFFFDu /* our box for broken bytes */

static struct {
    uint8_t arrow;
    uint32_t meters;
    size_t street_len;
    uint16_t glyphs[512]; /* what is on the panel */
    size_t glyph_count;
} panel;

static uint32_t le32(const uint8_t *p)
{
    uint32_t v = p[3];
    v = (v << 8) | p[2];
    v = (v << 8) | p[1];
    v = (v << 8) | p[0];
    return v;
}

/* Next code point of a UTF-8 text. Returns how many bytes it took.
 * Broken bytes give GLYPH_BOX; a text that just ends too early gives *cp = 0xFFFFFFFF. */
static size_t next_code_point(const uint8_t *p, size_t left, uint32_t *cp)
{
    const uint8_t c = p[0];
    size_t len, i;
    uint8_t lo = 0x80, hi = 0xBF;

    *cp = GLYPH_BOX;
    if (c < 0x80) {
        *cp = c;
        return 1;
    } else if ((c & 0xE0) == 0xC0) {
        len = 2;
        *cp = c & 0x1F;
    } else if ((c & 0xF0) == 0xE0) {
        len = 3;
        *cp = c & 0x0F;
        if (c == 0xE0) lo = 0xA0; /* no overlong forms */
        if (c == 0xED) hi = 0x9F; /* no surrogates */
    } else if (c >= 0xF0 && c <= 0xF4) {
        len = 4;
        *cp = c & 0x07;
        if (c == 0xF0) lo = 0x90;
        if (c == 0xF4) hi = 0x8F;
    } else {
        return 1;
    }
    for (i = 1; i < len; i++) {
        if (i == left) {
            *cp = 0xFFFFFFFF;
            return i;
        }
        if (p[i] < lo || p[i] > hi) {
            *cp = GLYPH_BOX;
            return i;
        }
        *cp = *cp << 6 | (p[i] & 0x3F);
        lo = 0x80;
        hi = 0xBF;
    }
    return len;
}

static void draw_street(const uint8_t *p, size_t len)
{
    size_t at = 0;

    panel.glyph_count = 0;
    while (at < len) {
        uint32_t cp;
        at += next_code_point(p + at, len - at, &cp);
        if (cp == 0xFFFFFFFF) break;
        if (cp > 0xFF && cp != GLYPH_BOX) cp = '?';
        panel.glyphs[panel.glyph_count++] = (uint16_t)cp;
    }
}

/* What can be read on the panel. */
static size_t panel_text(char *out)
{
    char *o = out;
    for (size_t i = 0; i < panel.glyph_count; i++) {
        const uint16_t g = panel.glyphs[i];
        if (g < 0x80) {
            *o++ = (char)g;
        } else if (g < 0x800) {
            *o++ = (char)(0xC0 | g >> 6);
            *o++ = (char)(0x80 | (g & 0x3F));
        } else {
            memcpy(o, "\xEF\xBF\xBD", 3);
            o += 3;
        }
    }
    return (size_t)(o - out);
}

static kbc_result on_read(const uint8_t *data, size_t len, kbc_instruction *shown)
{
    static char text[2 * 512]; /* at most two bytes for each Latin-1 glyph */

    if (len > 512) return KBC_OVERSIZED;
    if (len < 9) return KBC_TRUNCATED;
    shown->identifier = le32(data);
    if (panel.arrow != data[4] || panel.meters != le32(data + 5) || panel.street_len != len - 9) {
        panel.arrow = data[4];
        panel.meters = le32(data + 5);
        panel.street_len = len - 9;
        draw_street(data + 9, len - 9);
    }
    shown->arrow = panel.arrow;
    shown->distance_in_meters = panel.meters;
    shown->street_text = text;
    shown->street_text_size = panel_text(text);
    return KBC_OK;
}

static kbc_result on_distance(uint32_t m, int style, kbc_distance *shown)
{
    static char big_digits[16];

    (void)style;
    if (m <= 5) return KBC_OK;
    shown->value = big_digits;
    shown->unit = m < 995 ? "m" : "km";
    if (m < 995) {
        snprintf(big_digits, sizeof big_digits, "%u", (unsigned)((m + 5) / 10 * 10));
    } else if (m < 9950) {
        snprintf(big_digits, sizeof big_digits, "%u.%u", (unsigned)(m / 1000), (unsigned)((m % 1000 + 50) / 100));
    } else {
        snprintf(big_digits, sizeof big_digits, "%u", (unsigned)(m / 1000 + (m % 1000 + 500) / 1000));
    }
    return KBC_OK;
}

int main(void)
{
    kbc_device badge = kbc_device_with(on_read);
    badge.name = "e-paper badge";
    badge.members = KBC_HAS_IDENTIFIER | KBC_HAS_ARROW | KBC_HAS_DISTANCE | KBC_HAS_STREET_TEXT;
    badge.distance = on_distance;
    badge.styles = KBC_METRIC;
    return kbc_run(&badge);
}
