/*
 * Cockpit repeater for the folding bikes on board: komoot's turns on the boat's NMEA bus.
 * Out goes a proprietary sentence, $PKMT,<arrow>,<metres>,<street>*hh, which the old repeaters show.
 */
#include "kbc_harness.h"

#define NA32 0xFFFFFFFFu /* N2K: all ones is "data not available" */

enum { FIRST_STREET_BYTE = 9, LARGEST = 512 };

typedef struct {
    uint32_t sequence;
    uint8_t arrow;
    uint32_t metres;
    char street[3 * LARGEST];
    size_t street_length;
} turn_t;

static uint32_t u32le(const uint8_t *b)
{
    return (uint32_t)b[0] + ((uint32_t)b[1] << 8) + ((uint32_t)b[2] << 16) + ((uint32_t)b[3] << 24);
}

static uint32_t available(uint32_t field)
{
    return field == NA32 ? 0 : field;
}

/* --- street: valid UTF-8, nothing in it that ends a field or a sentence --- */

static bool ends_field(uint8_t c)
{
    return c == ',' || c == '*' || c == '$' || c == '!' || c == '\\';
}

/* Length of the sequence at b; 0 if it is broken, then *used says how much of it was fine;
 * -1 if the text ends within it. */
static int sequence_length(const uint8_t *b, size_t left, size_t *used)
{
    static const struct {
        uint8_t from, to, low, high;
        int length;
    } rows[] = {/* Unicode, table 3-7 */
        {0x00, 0x7F, 0x80, 0xBF, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};

    *used = 1;
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        if (b[0] < rows[r].from || b[0] > rows[r].to) continue;
        for (int i = 1; i < rows[r].length; i++) {
            *used = (size_t)i;
            if ((size_t)i == left) return -1;
            if (b[i] < (i == 1 ? rows[r].low : 0x80) || b[i] > (i == 1 ? rows[r].high : 0xBF)) return 0;
        }
        *used = (size_t)rows[r].length;
        return rows[r].length;
    }
    return 0;
}

static void set_street(turn_t *turn, const uint8_t *b, size_t size)
{
    size_t used;

    turn->street_length = 0;
    for (size_t at = 0; at < size; at += used) {
        const int length = sequence_length(b + at, size - at, &used);
        char *to = turn->street + turn->street_length;
        if (length < 0) return;
        if (length == 0) {
            memcpy(to, "\xEF\xBF\xBD", 3);
            turn->street_length += 3;
        } else {
            memcpy(to, b + at, used);
            if (ends_field(b[at])) *to = ' ';
            turn->street_length += used;
        }
    }
}

static kbc_result decode(const uint8_t *b, size_t size, kbc_instruction *shown)
{
    static turn_t turn;

    if (size > LARGEST) return KBC_OVERSIZED;
    if (size < FIRST_STREET_BYTE) return KBC_TRUNCATED;
    turn.sequence = u32le(b);
    turn.arrow = b[4];
    turn.metres = available(u32le(b + 5));
    set_street(&turn, b + FIRST_STREET_BYTE, size - FIRST_STREET_BYTE);

    shown->identifier = turn.sequence;
    shown->arrow = turn.arrow;
    shown->distance_in_meters = turn.metres;
    shown->street_text = turn.street;
    shown->street_text_size = turn.street_length;
    return KBC_OK;
}

/* --- distances: exact, in whole numbers; 1 yd = 9144/10000 m, 1 mi = 1609344/1000 m --- */

static kbc_result repeat_distance(uint32_t metres, int style, kbc_distance *shown)
{
    static char digits[16];
    const uint32_t yards = 10000u * metres; /* in 1/9144 yd */

    if (metres <= 5) return KBC_OK;
    shown->value = digits;
    if (style == KBC_METRIC) {
        shown->unit = metres < 995 ? "m" : "km";
        if (metres < 995) {
            sprintf(digits, "%u", (unsigned)((metres + 5) / 10 * 10));
        } else if (metres < 9950) {
            const unsigned tenths = (metres + 50) / 100;
            sprintf(digits, "%u.%u", tenths / 10, tenths % 10);
        } else {
            sprintf(digits, "%lu", (unsigned long)(((uint64_t)metres + 500) / 1000));
        }
    } else if (yards < 875 * 9144u) {
        shown->unit = "yd";
        sprintf(digits, "%u", (unsigned)((yards + 45720) / 91440 * 10));
    } else {
        const uint64_t tenths = ((uint64_t)metres * 10000 + 804672) / 1609344;
        shown->unit = "mi";
        if (tenths < 100) {
            sprintf(digits, "%u.%u", (unsigned)(tenths / 10), (unsigned)(tenths % 10));
        } else {
            sprintf(digits, "%lu", (unsigned long)(((uint64_t)metres * 1000 + 804672) / 1609344));
        }
    }
    return KBC_OK;
}

int main(void)
{
    kbc_device repeater = kbc_device_with(decode);

    repeater.name = "masthead repeater";
    repeater.members = KBC_HAS_IDENTIFIER | KBC_HAS_ARROW | KBC_HAS_DISTANCE | KBC_HAS_STREET_TEXT;
    repeater.distance = repeat_distance;
    repeater.styles = KBC_METRIC | KBC_UK;
    return kbc_run(&repeater);
}
