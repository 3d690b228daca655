#include "describe.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

static const char *fault_text(uint8_t fault)
{
    switch (fault) {
    case KNAV_FAULT_LATE_ARRIVAL: return "late answer";
    case KNAV_FAULT_MALFORMED_NOTIFICATION: return "malformed notification";
    case KNAV_FAULT_UNREADABLE: return "object not readable";
    case KNAV_FAULT_REFUSED: return "refused";
    case KNAV_FAULT_TIMED_OUT: return "no answer in time";
    case KNAV_FAULT_GAVE_UP: return "gave up";
    default: return "unknown fault";
    }
}

static void describe_instruction(const knav_central_effect *effect, char *text, size_t capacity)
{
    knav_instruction instruction;
    knav_distance rounded;
    char distance[KNAV_DISTANCE_TEXT_SIZE];
    char street[DESCRIPTION_SIZE / 2];
    char *point;

    if (knav_decode(effect->bytes, effect->size, KNAV_LAYOUT_AUTO, effect->extent, &instruction).code !=
            KNAV_OK ||
        knav_distance_round(instruction.distance_in_meters, KNAV_DISTANCE_METRIC, &rounded).code !=
            KNAV_OK ||
        knav_street_text(effect->bytes + instruction.street_offset, instruction.street_size,
                         KNAV_STREET_DROP_INCOMPLETE_TAIL, street, sizeof street, NULL)
                .code != KNAV_OK) {
        snprintf(text, capacity, "this instruction can't be shown");
        return;
    }
    knav_distance_text(&rounded, distance, sizeof distance);
    point = strchr(distance, '.');
    if (point != NULL) {
        *point = decimal_point;
    }
    snprintf(text, capacity, "%s, %s, %s%s", arrow_words(instruction.arrow),
             rounded.unit == KNAV_NOW ? now_word : distance, street,
             effect->extent == KNAV_POSSIBLY_CUT ? " ..." : "");
}

bool describe(const knav_central_effect *effect, char *text, size_t capacity)
{
    switch (effect->kind) {
    case KNAV_EFFECT_DELIVER: describe_instruction(effect, text, capacity); return true;
    case KNAV_EFFECT_REPORT: snprintf(text, capacity, "(%s)", status_words(effect->status)); return true;
    case KNAV_EFFECT_FAULT:
        snprintf(text, capacity, "fault: %s, error %u, ATT error 0x%02x", fault_text(effect->fault),
                 (unsigned)effect->error.code, (unsigned)effect->error.att_error);
        return true;
    default:
        if (capacity > 0) {
            text[0] = '\0';
        }
        return false;
    }
}
