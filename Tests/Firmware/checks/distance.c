/* A distance as a rider reads it. */
#include "check.h"
#include "kbc_distance.h"

/* Takes the number before the unit. */
static void take_value(const char *text, char *value)
{
    while (*text != 0 && *text != ' ') {
        *value++ = *text++;
    }
    *value = 0;
}

static void check_vector(const kbc_distance_vector *vector)
{
    knav_distance distance;
    char text[KNAV_DISTANCE_TEXT_SIZE];
    char value[KNAV_DISTANCE_TEXT_SIZE];
    check_case(vector->id);
    const knav_error error = knav_distance_round(vector->distance_in_meters, vector->style,
                                                 &distance);
    if (!check_number(error.code, KNAV_OK, "error")) {
        return;
    }
    knav_distance_text(&distance, text, sizeof text);
    check_text(text, vector->text, "text");
    check_text(knav_unit_symbol(distance.unit), vector->unit, "unit");
    if (distance.unit != KNAV_NOW) {
        take_value(text, value);
        check_text(value, vector->value, "value");
    }
}

void check_distance(void)
{
    for (size_t index = 0; index < kbc_distance_count; index++) {
        check_vector(&kbc_distance_vectors[index]);
    }
}
