/*
 * The operation reassembly.
 */
#include "testee.h"

enum { BEGIN, CHUNK, ERROR, CANCEL, FORGET_CHUNK_SIZE };

static const char *const event_names[] = {
    "begin", "chunk", "error", "cancel", "forgetChunkSize", NULL,
};

/* Returns false if it does not understand the event. Sets *step only if the event gives a step. */
static bool do_event(knav_reassembler *reassembler, const struct json_value *event, knav_step *step)
{
    const uint8_t *bytes;
    size_t size;
    uint64_t offset;
    uint64_t att_error;
    uint8_t kind;

    if (!json_choice(json_member(event, "event"), event_names, &kind)) {
        return false;
    }
    switch (kind) {
    case BEGIN: *step = knav_reassembler_begin(reassembler); break;
    case CHUNK:
        if (!testee_bytes(event, "bytes", &bytes, &size) ||
            !testee_integer(event, "offset", UINT16_MAX, &offset)) {
            return false;
        }
        *step = knav_reassembler_chunk(reassembler, bytes, size, (uint16_t)offset);
        break;
    case ERROR:
        if (!testee_integer(event, "attError", UINT8_MAX, &att_error) ||
            !testee_integer(event, "offset", UINT16_MAX, &offset)) {
            return false;
        }
        *step = knav_reassembler_error(reassembler, (uint8_t)att_error, (uint16_t)offset);
        break;
    case CANCEL: knav_reassembler_cancel(reassembler); break;
    default: knav_reassembler_forget_chunk_size(reassembler); break;
    }
    return true;
}

/* Answers with the bytes that can be shown; `cut_name` is their name if they may be cut. */
static void answer_object(knav_reassembler *reassembler, const char *cut_name)
{
    size_t size;
    uint8_t extent;
    const uint8_t *bytes = knav_reassembler_object(reassembler, &size, &extent);

    answer_name(extent == KNAV_WHOLE ? "object" : cut_name);
    answer_bytes(bytes, size);
}

static void answer_step(knav_reassembler *reassembler, const knav_step *step)
{
    const uint16_t awaited = knav_reassembler_awaited_offset(reassembler);

    answer_open('{');
    answer_name("awaits");
    if (awaited == KNAV_NO_OFFSET) {
        answer_literal("null");
    } else {
        answer_integer(awaited);
    }
    answer_name("restarts");
    answer_integer(knav_reassembler_restarts(reassembler));
    switch (step->kind) {
    case KNAV_STEP_PARTIAL: answer_object(reassembler, "partial"); break;
    case KNAV_STEP_COMPLETE: answer_object(reassembler, "beginning"); break;
    case KNAV_STEP_FAILED:
        answer_name("error");
        answer_error(step->error);
        break;
    default: break;
    }
    answer_close('}');
}

bool testee_reassembly(const struct json_value *input)
{
    const struct json_value *events = json_member(input, "events");
    const struct json_value *event;
    knav_reassembler reassembler;
    uint64_t maximum_restarts = 8;
    bool trusts_chunk_size = false;
    uint16_t mtu;
    uint8_t radio;

    /* One line has too few events for more than 65535 restarts. */
    if (!testee_radio(input, &radio) || !testee_mtu(input, &mtu) || events->kind != JSON_ARRAY ||
        !testee_usual_integer(input, "maximumRestarts", UINT64_MAX, &maximum_restarts) ||
        !testee_usual_boolean(input, "trustsChunkSize", &trusts_chunk_size)) {
        return false;
    }
    knav_reassembler_init(&reassembler, radio,
                          (uint16_t)(maximum_restarts < UINT16_MAX ? maximum_restarts : UINT16_MAX),
                          trusts_chunk_size);
    knav_reassembler_set_mtu(&reassembler, mtu);
    answer_name("steps");
    answer_open('[');
    for (event = json_first(events); event->kind != JSON_MISSING;
         event = json_next(events, event)) {
        knav_step step = {KNAV_STEP_READ, KNAV_NO_OFFSET, {KNAV_OK, 0, 0}};
        if (!do_event(&reassembler, event, &step)) {
            return false;
        }
        answer_step(&reassembler, &step);
    }
    answer_close(']');
    return true;
}
