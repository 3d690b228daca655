/* The session: when to scan, connect, subscribe and read, and what to tell the rider. */
#include "check.h"
#include "kbc_session_central.h"

/* The session, with memory on both sides that it must not touch. */
static struct {
    uint64_t before;
    knav_central session;
    uint64_t behind;
} memory;
static const uint64_t untouched = 0xA5A5A5A5A5A5A5A5;

static knav_central_event event_of(const kbc_central_step *step)
{
    knav_central_event event = {0};
    event.kind = step->event;
    event.bytes = step->bytes.at;
    event.size = step->bytes.size;
    event.mtu = step->mtu;
    if (step->event == KBC_FOUND) {
        event.peer = step->ticket;
    } else {
        event.ticket = step->ticket;
    }
    event.has_cccd = step->event == KBC_DISCOVERED && step->detail != 0;
    event.att_error = step->event == KBC_FAILED ? step->detail : 0;
    return event;
}

static bool check_fault(const knav_central_effect *found, const kbc_central_effect *expected)
{
    const knav_error error = found->error;
    if (!check_number(found->fault, expected->detail, "fault")) {
        return false;
    }
    return found->fault == KNAV_FAULT_REFUSED
        ? check_number(error.att_error, expected->error.att_error, "ATT error")
        : check_error(error, expected->error);
}

static bool check_effect(const knav_central_effect *found, const kbc_central_effect *expected)
{
    if (!check_number(found->kind, expected->kind, "effect")) {
        return false;
    }
    const uint8_t *session = (const uint8_t *)&memory.session;
    switch (found->kind) {
    case KNAV_EFFECT_DELIVER:
        return check_number(found->extent, expected->detail, "extent")
            && check(found->bytes >= session && found->bytes < session + sizeof memory.session,
                     "bytes outside the session")
            && check_bytes(found->bytes, found->size, expected->bytes, "object's bytes");
    case KNAV_EFFECT_REPORT:
        return check_number(found->status, expected->detail, "status");
    case KNAV_EFFECT_FAULT:
        return check_fault(found, expected);
    default:
        return check_number(found->ticket, expected->ticket, "ticket")
            && check_number(found->peer, expected->peer, "peer")
            && check_number(found->offset, expected->offset, "offset");
    }
}

static bool check_step(const kbc_central_step *step)
{
    const knav_central_event event = event_of(step);
    knav_central_effect effect;
    size_t count = 0;
    knav_central_handle(&memory.session, &event, step->at);
    while (knav_central_next_effect(&memory.session, &effect)) {
        if (!check(count < step->effect_count, "an effect too many")
            || !check_effect(&effect, &step->effects[count])) {
            return false;
        }
        count++;
    }
    const uint64_t deadline = step->deadline == KBC_NO_DEADLINE ? KNAV_NO_DEADLINE
                                                                : step->deadline;
    return check_number(count, step->effect_count, "number of effects")
        && check_number(knav_central_phase(&memory.session), step->phase, "phase")
        && check_number(knav_central_deadline(&memory.session), deadline, "deadline");
}

static void check_vector(const kbc_central_vector *vector)
{
    knav_central_configuration configuration = knav_central_usual_configuration(vector->radio);
    configuration.read_timeout_in_ms = vector->read_timeout;
    configuration.maximum_restarts = vector->maximum_restarts;
    configuration.layout = vector->layout;
    configuration.trusts_chunk_size = vector->trusts_chunk_size;
    configuration.subscribes = vector->subscribes;
    check_case(vector->id);
    memory.before = untouched;
    memory.behind = untouched;
    knav_central_init(&memory.session, &configuration);
    for (size_t step = 0; step < vector->count && check_step(&vector->steps[step]); step++) {
    }
    check(memory.before == untouched && memory.behind == untouched, "wrote beside its memory");
}

void check_central(void)
{
    for (size_t index = 0; index < kbc_central_count; index++) {
        check_vector(&kbc_central_vectors[index]);
    }
}
