/* One object from chunks, with the proof that all of them belong to it. */
#include "check.h"
#include "kbc_reassembly.h"

static knav_reassembler reassembler;

/* Whether bytes that the library lends are where knav.h says, and not in memory that was given up. */
static bool check_place(const uint8_t *bytes)
{
    const uint8_t *state = (const uint8_t *)&reassembler;
    return check(bytes >= state && bytes < state + sizeof reassembler, "bytes outside the state");
}

/* Whether the step announces what the vector expects. */
static bool check_shown(knav_step step, const kbc_reassembly_step *expected)
{
    size_t size = 0;
    uint8_t extent = 0;
    const uint8_t *object = knav_reassembler_object(&reassembler, &size, &extent);
    switch (expected->shows) {
    case KBC_SHOWS_PARTIAL:
        return check_number(step.kind, KNAV_STEP_PARTIAL, "partial")
            && check_number(extent, KNAV_POSSIBLY_CUT, "extent")
            && check_place(object)
            && check_bytes(object, size, expected->shown, "partial's bytes");
    case KBC_SHOWS_OBJECT:
        return check_number(step.kind, KNAV_STEP_COMPLETE, "complete")
            && check_number(extent, KNAV_WHOLE, "extent")
            && check_place(object)
            && check_bytes(object, size, expected->shown, "object's bytes");
    case KBC_SHOWS_BEGINNING:
        return check_number(step.kind, KNAV_STEP_COMPLETE, "complete")
            && check_number(extent, KNAV_POSSIBLY_CUT, "extent")
            && check_place(object)
            && check_bytes(object, size, expected->shown, "beginning's bytes");
    case KBC_SHOWS_ERROR:
        return check_number(step.kind, KNAV_STEP_FAILED, "failure")
            && check_error(step.error, expected->error);
    default:
        return check_number(step.kind, KNAV_STEP_READ, "nothing to show")
            && check_number(step.error.code, KNAV_OK, "error");
    }
}

static bool check_step(const kbc_reassembly_step *step)
{
    const knav_step nothing = {KNAV_STEP_READ, KNAV_NO_OFFSET, {KNAV_OK, 0, 0}};
    knav_step found = nothing;
    switch (step->event) {
    case KBC_BEGIN:
        found = knav_reassembler_begin(&reassembler);
        break;
    case KBC_CHUNK:
        found = knav_reassembler_chunk(&reassembler, step->bytes.at, step->bytes.size,
                                       step->offset);
        break;
    case KBC_ERROR:
        found = knav_reassembler_error(&reassembler, step->att_error, step->offset);
        break;
    case KBC_CANCEL:
        knav_reassembler_cancel(&reassembler);
        break;
    default:
        knav_reassembler_forget_chunk_size(&reassembler);
        break;
    }
    return check_shown(found, step)
        && check_number(knav_reassembler_awaited_offset(&reassembler), step->awaits, "awaits")
        && check_number(knav_reassembler_restarts(&reassembler), step->restarts, "restarts");
}

void check_reassembly(void)
{
    for (size_t index = 0; index < kbc_reassembly_count; index++) {
        const kbc_reassembly_vector *vector = &kbc_reassembly_vectors[index];
        check_case(vector->id);
        knav_reassembler_init(&reassembler, vector->radio, vector->maximum_restarts,
                              vector->trusts_chunk_size);
        knav_reassembler_set_mtu(&reassembler, vector->mtu);
        for (size_t step = 0; step < vector->count && check_step(&vector->steps[step]); step++) {
        }
    }
}
