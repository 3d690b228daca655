/*
 * Joins the chunks of a read into an object, and proves that they all belong to the same one:
 * Docs/Protocol.md, clauses 8.3 to 8.11.
 *
 * A phone may replace its object between any two requests. So after more than one request, the
 * first chunk is read again. If it has changed, it begins the next attempt. A radio that goes on by
 * itself answers with one or more chunks at once; its first answer is checked in the same way, and
 * stands below for the first chunk.
 *
 *   phase        waits for an answer at   bytes that are there
 *   idle         none                     none
 *   first        0                        none
 *   next         count                    count; the first chunk is chunk_size of them
 *   confirming   0                        all: count
 *   complete     none                     all: count
 */
#include "internal.h"

enum { ATT_NOTIFICATION_HEADER = 3, ATT_FULL_AT_FIRST = ATT_DEFAULT_MTU - 1 };

enum phase { PHASE_IDLE, PHASE_FIRST, PHASE_NEXT, PHASE_CONFIRMING, PHASE_COMPLETE };

struct reassembler {
    uint8_t bytes[KNAV_MAXIMUM_OBJECT_SIZE];
    uint16_t chunk_size; /* of the first chunk */
    uint16_t count;
    uint16_t longest_chunk; /* of any that the link has carried */
    uint16_t restarts;
    uint16_t maximum_restarts;
    uint16_t mtu; /* 0 if it is not known */
    uint16_t least_mtu; /* with notifications through the same callback: when anything that may still
                           arrive was asked for or notified; else 0 */
    uint8_t phase;
    uint8_t radio;
    uint8_t extent; /* of the complete object */
    bool trusts_chunk_size;
} KNAV_MAY_ALIAS;

KNAV_STATE_FITS(reassembler, KNAV_REASSEMBLER_SIZE);

static struct reassembler *reassembler_of(knav_reassembler *reassembler)
{
    return (struct reassembler *)(void *)reassembler;
}

static const struct reassembler *constant_reassembler_of(const knav_reassembler *reassembler)
{
    return (const struct reassembler *)(const void *)reassembler;
}

/* Whether the radio reads from the beginning only, to where it takes the end to be (clause 8.9). */
static bool reads_whole_values(const struct reassembler *state)
{
    return state->radio == KNAV_WHOLE_VALUES || state->radio == KNAV_ONE_CALLBACK;
}

static knav_step step(uint8_t kind, uint16_t next_offset)
{
    knav_step result = {KNAV_STEP_READ, KNAV_NO_OFFSET, {KNAV_OK, 0, 0}};

    result.kind = kind;
    result.next_offset = next_offset;
    return result;
}

static knav_step failed(knav_error error)
{
    knav_step result = step(KNAV_STEP_FAILED, KNAV_NO_OFFSET);

    result.error = error;
    return result;
}

static knav_step end(struct reassembler *state, knav_error error)
{
    state->phase = PHASE_IDLE;
    return failed(error);
}

static uint16_t awaited_offset(const struct reassembler *state)
{
    switch (state->phase) {
    case PHASE_FIRST:
    case PHASE_CONFIRMING: return 0;
    case PHASE_NEXT: return state->count;
    default: return KNAV_NO_OFFSET;
    }
}

static bool is_awaited(const struct reassembler *state, uint16_t offset)
{
    return offset != KNAV_NO_OFFSET && offset == awaited_offset(state);
}

/* Appends a chunk to the `position` bytes that are there; false if it does not fit. */
static bool store(struct reassembler *state, const uint8_t *bytes, size_t size, uint16_t position)
{
    if (size > (size_t)(KNAV_MAXIMUM_OBJECT_SIZE - position)) {
        return false;
    }
    if (size > 0) {
        memmove(state->bytes + position, bytes, size);
    }
    state->count = (uint16_t)(position + size);
    return true;
}

static uint16_t known_or_default(uint16_t mtu)
{
    return mtu == 0 ? ATT_DEFAULT_MTU : mtu;
}

static void remember_chunk_size(struct reassembler *state, size_t size)
{
    /* A notification says nothing about chunks, nor does an answer of which the MTU is not known. */
    if (state->least_mtu != 0 &&
        (state->least_mtu != state->mtu || size + ATT_NOTIFICATION_HEADER <= state->mtu)) {
        return;
    }
    if (size > state->longest_chunk) {
        state->longest_chunk = (uint16_t)size;
    }
}

/* After more than one request, reads the first chunk again (clause 8.7). */
static knav_step confirm(struct reassembler *state)
{
    state->phase = PHASE_CONFIRMING;
    return step(KNAV_STEP_READ, 0);
}

/* The same with one callback and a subscription: the value may be a notification, and of any MTU from the
 * least one on. */
static bool is_whole_arrival(const struct reassembler *state)
{
    const uint16_t count = state->count;
    const bool is_like_notification = count + ATT_NOTIFICATION_HEADER >= state->least_mtu &&
                                      count + ATT_NOTIFICATION_HEADER <= state->mtu;

    if (state->mtu == 0 || is_like_notification) {
        return false;
    }
    if (count == ATT_FULL_AT_FIRST && state->mtu == ATT_DEFAULT_MTU) {
        return true;
    }
    if (count < state->longest_chunk) {
        return true;
    }
    return count != KNAV_SMALLEST_PAYLOAD && count != ATT_FULL_AT_FIRST;
}

/* Whether the bytes that are there are surely the whole object. A radio that reads whole values
 * takes a chunk that is shorter than a full response for the end, so a value that is as long as such
 * a chunk may be one; but not if such chunks could not have given a longer value before (clause 8.9).
 * With one callback the MTU may have grown before anybody was told, and such a chunk with it. */
static bool is_whole(const struct reassembler *state)
{
    const uint16_t count = state->count;
    const bool has_one_callback = state->radio == KNAV_ONE_CALLBACK;

    if (!reads_whole_values(state) || count < KNAV_SMALLEST_PAYLOAD ||
        count == KNAV_MAXIMUM_OBJECT_SIZE) {
        return true;
    }
    if (state->least_mtu != 0) {
        return is_whole_arrival(state);
    }
    if (state->trusts_chunk_size && count < state->longest_chunk) {
        return true;
    }
    if (state->mtu == 0) {
        return false;
    }
    if (count == ATT_FULL_AT_FIRST && state->mtu == ATT_DEFAULT_MTU) {
        return !has_one_callback; /* a full response, unless the MTU has grown */
    }
    if (count < state->longest_chunk) {
        return true;
    }
    if (count == KNAV_SMALLEST_PAYLOAD || count == ATT_FULL_AT_FIRST ||
        count + ATT_NOTIFICATION_HEADER == state->mtu) {
        return false;
    }
    return !has_one_callback || count + ATT_NOTIFICATION_HEADER < state->mtu;
}

static knav_step complete(struct reassembler *state)
{
    state->phase = PHASE_COMPLETE;
    state->extent = is_whole(state) ? KNAV_WHOLE : KNAV_POSSIBLY_CUT;
    return step(KNAV_STEP_COMPLETE, KNAV_NO_OFFSET);
}

static bool is_one_pdu(const struct reassembler *state, size_t size)
{
    return size + ATT_NOTIFICATION_HEADER <= state->least_mtu;
}

/* Clauses 8.4 and 8.5. By 8.9 a whole value is read twice if it may have come in several responses, and of an
 * answer that may hold several chunks only a short one is known to be an object without a check. */
static knav_step take_first(struct reassembler *state, const uint8_t *bytes, size_t size)
{
    const bool is_full = size == KNAV_MAXIMUM_OBJECT_SIZE;
    const bool is_short_for_link = state->trusts_chunk_size && size < state->longest_chunk;

    if (!store(state, bytes, size, 0)) {
        return end(state, knav_error_at(KNAV_OVERSIZED, KNAV_MAXIMUM_OBJECT_SIZE));
    }
    state->chunk_size = (uint16_t)size;
    remember_chunk_size(state, size);
    if (!reads_whole_values(state) && size < KNAV_SMALLEST_PAYLOAD) {
        return complete(state);
    }
    if (state->radio == KNAV_OFFSET_READS && (is_full || is_short_for_link)) {
        return complete(state);
    }
    if (is_one_pdu(state, size)) {
        return complete(state);
    }
    state->phase = reads_whole_values(state) || is_full ? PHASE_CONFIRMING : PHASE_NEXT;
    return step(KNAV_STEP_PARTIAL, awaited_offset(state));
}

static knav_step take_next(struct reassembler *state, const uint8_t *bytes, size_t size)
{
    if (!store(state, bytes, size, state->count)) {
        return end(state, knav_error_at(KNAV_OVERSIZED, KNAV_MAXIMUM_OBJECT_SIZE));
    }
    remember_chunk_size(state, size);
    if (size < state->chunk_size || state->count == KNAV_MAXIMUM_OBJECT_SIZE) {
        return confirm(state);
    }
    return step(KNAV_STEP_READ, state->count);
}

static bool is_first_chunk(const struct reassembler *state, const uint8_t *bytes, size_t size)
{
    return size == state->chunk_size && (size == 0 || memcmp(state->bytes, bytes, size) == 0);
}

void knav_reassembler_init(knav_reassembler *reassembler, uint8_t radio, uint16_t maximum_restarts,
                           bool trusts_chunk_size)
{
    struct reassembler *state = reassembler_of(reassembler);

    memset(reassembler, 0, sizeof *reassembler);
    state->radio = radio > KNAV_ONE_CALLBACK ? KNAV_OFFSET_READS : radio;
    state->maximum_restarts = maximum_restarts;
    state->trusts_chunk_size = trusts_chunk_size;
}

knav_step knav_reassembler_begin(knav_reassembler *reassembler)
{
    struct reassembler *state = reassembler_of(reassembler);

    state->phase = PHASE_FIRST;
    state->restarts = 0;
    return step(KNAV_STEP_READ, 0);
}

knav_step knav_reassembler_chunk(knav_reassembler *reassembler, const uint8_t *bytes, size_t size,
                                 uint16_t offset)
{
    struct reassembler *state = reassembler_of(reassembler);

    if (!is_awaited(state, offset)) {
        return failed(knav_error_at(KNAV_UNEXPECTED_OFFSET, offset));
    }
    if (size > KNAV_MAXIMUM_OBJECT_SIZE) {
        return end(state, knav_error_at(KNAV_OVERSIZED, KNAV_MAXIMUM_OBJECT_SIZE));
    }
    if (state->phase == PHASE_NEXT) {
        return take_next(state, bytes, size);
    }
    if (state->phase == PHASE_CONFIRMING) {
        if (is_first_chunk(state, bytes, size)) {
            return complete(state);
        }
        if (state->restarts >= state->maximum_restarts) {
            return end(state, knav_error_at(KNAV_RESTARTS_EXHAUSTED, 0));
        }
        state->restarts++;
    }
    return take_first(state, bytes, size);
}

knav_step knav_reassembler_error(knav_reassembler *reassembler, uint8_t att_error, uint16_t offset)
{
    struct reassembler *state = reassembler_of(reassembler);
    knav_error error;

    if (!is_awaited(state, offset)) {
        return failed(knav_error_at(KNAV_UNEXPECTED_OFFSET, offset));
    }
    if (state->phase == PHASE_NEXT && knav_is_ending(att_error)) {
        return confirm(state);
    }
    error = knav_error_at(KNAV_ATT_ERROR, offset);
    error.att_error = att_error;
    return end(state, error);
}

void knav_reassembler_cancel(knav_reassembler *reassembler)
{
    reassembler_of(reassembler)->phase = PHASE_IDLE;
}

void knav_reassembler_forget_chunk_size(knav_reassembler *reassembler)
{
    reassembler_of(reassembler)->longest_chunk = 0;
}

void knav_reassembler_set_mtu(knav_reassembler *reassembler, uint16_t mtu)
{
    struct reassembler *state = reassembler_of(reassembler);
    const uint16_t known = knav_known_mtu(mtu);

    if (known != state->mtu) {
        state->mtu = known;
        state->longest_chunk = 0;
    }
    if (known_or_default(known) < state->least_mtu) {
        state->least_mtu = known_or_default(known);
    }
}

void knav_reassembler_expect_notifications(knav_reassembler *reassembler)
{
    struct reassembler *state = reassembler_of(reassembler);

    state->least_mtu = known_or_default(state->mtu);
}

void knav_reassembler_expect_no_notifications(knav_reassembler *reassembler)
{
    reassembler_of(reassembler)->least_mtu = 0;
}

bool knav_reassembler_expects_notifications(const knav_reassembler *reassembler)
{
    return constant_reassembler_of(reassembler)->least_mtu != 0;
}

bool knav_reassembler_may_be_notified(const knav_reassembler *reassembler)
{
    const struct reassembler *state = constant_reassembler_of(reassembler);

    return state->least_mtu != 0 &&
           (state->mtu == 0 || state->chunk_size + ATT_NOTIFICATION_HEADER <= state->mtu);
}

bool knav_reassembler_is_one_pdu(const knav_reassembler *reassembler, size_t size)
{
    return is_one_pdu(constant_reassembler_of(reassembler), size);
}

uint16_t knav_reassembler_awaited_offset(const knav_reassembler *reassembler)
{
    return awaited_offset(constant_reassembler_of(reassembler));
}

uint16_t knav_reassembler_restarts(const knav_reassembler *reassembler)
{
    return constant_reassembler_of(reassembler)->restarts;
}

const uint8_t *knav_reassembler_bytes(const knav_reassembler *reassembler)
{
    return constant_reassembler_of(reassembler)->bytes;
}

const uint8_t *knav_reassembler_object(knav_reassembler *reassembler, size_t *size, uint8_t *extent)
{
    const struct reassembler *state = reassembler_of(reassembler);

    switch (state->phase) {
    case PHASE_NEXT:
    case PHASE_CONFIRMING:
        /* Of several chunks, only the first 20 bytes surely came in one response (clause 8.10). */
        *size = state->chunk_size;
        if (state->radio != KNAV_OFFSET_READS && *size > KNAV_SMALLEST_PAYLOAD) {
            *size = KNAV_SMALLEST_PAYLOAD;
        }
        *extent = KNAV_POSSIBLY_CUT;
        return state->bytes;
    case PHASE_COMPLETE:
        *size = state->count;
        *extent = state->extent;
        return state->bytes;
    default:
        *size = 0;
        return NULL;
    }
}
