/*
 * A distance as a rider reads it: Docs/Protocol.md, clause 6. The arithmetic is in integers of a
 * tenth of a millimetre. Every unit is a whole number of those, so only the last step rounds.
 */
#include "internal.h"

/* The farthest distance that is shown as "Now", in metres: clause 6.2. */
#define NOW_LIMIT 5

/* In tenths of a millimetre: 1 ft = 0.3048 m, 1 yd = 0.9144 m, 1 mi = 1609.344 m. */
#define METER UINT64_C(10000)
#define KILOMETER UINT64_C(10000000)
#define FOOT UINT64_C(3048)
#define YARD UINT64_C(9144)
#define MILE UINT64_C(16093440)

/* A style, and when it changes from the small unit to the large one (clause 6.6). */
struct style {
    uint64_t small_length;
    uint64_t large_length;
    uint64_t limit; /* in small units, rounded to ten */
    uint8_t small_unit;
    uint8_t large_unit;
};

static const KNAV_FLASH struct style styles[] = {
    {METER, METER, UINT64_MAX, KNAV_METERS, KNAV_METERS}, /* KNAV_DISTANCE_VENDOR: never */
    {METER, KILOMETER, 1000, KNAV_METERS, KNAV_KILOMETERS},
    {FOOT, MILE, 1000, KNAV_FEET, KNAV_MILES},
    {YARD, MILE, 880, KNAV_YARDS, KNAV_MILES},
};

/* The length divided by a step, rounded half up. */
static uint64_t nearest(uint64_t length, uint64_t step)
{
    return (2 * length + step) / (2 * step);
}

knav_error knav_distance_round(uint32_t distance_in_meters, uint8_t style, knav_distance *distance)
{
    const uint64_t length = distance_in_meters * METER;
    knav_distance rounded = {0, KNAV_NOW, false};

    if (style > KNAV_DISTANCE_UK) {
        return knav_error_at(KNAV_INVALID_ARGUMENT, 0);
    }
    if (distance_in_meters > NOW_LIMIT) {
        struct style by;

        knav_copy_constant(&by, &styles[style], sizeof by);
        rounded.unit = by.small_unit;
        rounded.value = 10 * nearest(length, 10 * by.small_length);
        if (rounded.value >= by.limit) {
            rounded.unit = by.large_unit;
            rounded.value = nearest(length, by.large_length / 10);
            rounded.is_in_tenths = rounded.value < 100;
            if (!rounded.is_in_tenths) {
                rounded.value = nearest(length, by.large_length);
            }
        }
    }
    *distance = rounded;
    return knav_no_error();
}

/* In the order of enum knav_unit; KNAV_NOW has none. */
static const KNAV_FLASH char symbols[] = "\0m\0km\0ft\0yd\0mi\0";
static const KNAV_FLASH char now[] = "Now";

const char *knav_unit_symbol(uint8_t unit)
{
    return knav_text_at(symbols, unit > KNAV_MILES ? KNAV_NOW : unit);
}

/* Appends a number in decimal; returns the new size of the text. */
static size_t append_number(char *text, size_t size, uint64_t number)
{
    char digits[20]; /* the last one first; 2^64 has 20 digits */
    size_t count = 0;

    do {
        digits[count] = (char)('0' + number % 10);
        count++;
        number /= 10;
    } while (number != 0);
    while (count > 0) {
        count--;
        text[size] = digits[count];
        size++;
    }
    return size;
}

static size_t append_character(char *text, size_t size, char added)
{
    text[size] = added;
    return size + 1;
}

/* Appends a constant text. */
static size_t append_text(char *text, size_t size, const char *added)
{
    const size_t count = knav_text_length(added);

    knav_copy_constant(text + size, added, count);
    return size + count;
}

size_t knav_distance_text(const knav_distance *distance, char *text, size_t capacity)
{
    char whole[KNAV_DISTANCE_TEXT_SIZE]; /* 20 digits, a point, a space and a symbol fit */
    size_t size = 0;

    if (distance->unit == KNAV_NOW) {
        size = append_text(whole, size, now);
    } else {
        if (distance->is_in_tenths) {
            size = append_number(whole, size, distance->value / 10);
            size = append_character(whole, size, '.');
            size = append_number(whole, size, distance->value % 10);
        } else {
            size = append_number(whole, size, distance->value);
        }
        size = append_character(whole, size, ' ');
        size = append_text(whole, size, knav_unit_symbol(distance->unit));
    }
    if (size < capacity) {
        memcpy(text, whole, size);
        text[size] = '\0';
    } else if (capacity > 0) {
        text[0] = '\0';
    }
    return size;
}
