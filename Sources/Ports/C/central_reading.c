/*
 * Reading objects, one request at a time: C.4 to C.8, C.11.
 */
#include "central.h"

/* The bytes that can be shown now, and what they hold. */
struct shown {
    size_t size;
    uint8_t extent;
    struct delivered object;
    struct identifier identifier; /* size 0 if the bytes are not an instruction */
    knav_error error;             /* why they are not */
};

struct identifier knav_session_identifier(const knav_instruction *instruction)
{
    struct identifier identifier;

    identifier.size = instruction->identifier_size;
    memcpy(identifier.bytes, instruction->identifier, sizeof identifier.bytes);
    return identifier;
}

static bool is_same_identifier(const struct identifier *one, const struct identifier *other)
{
    return one->size == other->size && memcmp(one->bytes, other->bytes, one->size) == 0;
}

/* The 64-bit FNV-1a hash (Fowler, Noll and Vo). */
static uint64_t hash(const uint8_t *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    size_t position;

    for (position = 0; position < size; position++) {
        hash = (hash ^ bytes[position]) * UINT64_C(0x100000001B3);
    }
    return hash;
}

struct delivered knav_session_describe(const uint8_t *bytes, size_t size, uint8_t extent)
{
    const size_t prefix = size < KNAV_SMALLEST_PAYLOAD ? size : KNAV_SMALLEST_PAYLOAD;
    struct delivered object = {0, 0, 0};

    object.prefix_hash = hash(bytes, prefix);
    if (extent == KNAV_WHOLE) {
        object.hash = hash(bytes, size);
        object.count = (uint16_t)(size > UINT16_MAX ? UINT16_MAX : size);
    }
    return object;
}

bool knav_session_is_same(const struct delivered *one, const struct delivered *other)
{
    return one->count == other->count && one->hash == other->hash &&
           one->prefix_hash == other->prefix_hash;
}

/* Returns false if there is nothing to show. */
static bool look(struct central *central, struct shown *shown)
{
    knav_instruction instruction;
    const uint8_t *bytes =
        knav_reassembler_object(&central->reassembler, &shown->size, &shown->extent);

    if (bytes == NULL) {
        return false;
    }
    shown->object = knav_session_describe(bytes, shown->size, shown->extent);
    shown->identifier.size = 0;
    shown->error =
        knav_decode(bytes, shown->size, central->configuration.layout, shown->extent, &instruction);
    if (shown->error.code == KNAV_OK) {
        shown->identifier = knav_session_identifier(&instruction);
    }
    return true;
}

static void deliver(struct central *central, const struct shown *shown)
{
    central->last_shown = shown->object;
    central->delivery_size = (uint16_t)shown->size;
    knav_session_add_effect(central, KNAV_EFFECT_DELIVER)->detail = shown->extent;
}

/* Notes an instruction that was read. Its identifier shows when it is stale: C.13. */
static void see(struct central *central, const struct identifier *identifier)
{
    central->link.unreadable_objects = 0;
    central->link.has_value = true;
    if (!is_same_identifier(identifier, &central->last_identifier)) {
        central->last_identifier = *identifier;
        central->identifier_since = central->now;
        central->is_stale = false;
    } else {
        central->is_stale = central->now - central->identifier_since >= STALE_INTERVAL;
    }
}

/* Leaves the link alone until a notification comes or a time is over; then a read is due. */
void knav_session_rest(struct central *central, uint32_t interval)
{
    central->phase = KNAV_PHASE_READY;
    central->due = knav_session_time_after(central->now, interval);
}

static void request(struct central *central, uint16_t offset)
{
    struct effect *effect = knav_session_add_effect(central, KNAV_EFFECT_READ);

    central->request = knav_session_new_ticket(central);
    central->offset = offset;
    central->is_discarded = false;
    central->phase = KNAV_PHASE_READING;
    central->due = knav_session_time_after(central->now, central->configuration.read_timeout_in_ms);
    effect->ticket = central->request;
    effect->offset = offset;
}

/* Begins to read the phone's current object. */
void knav_session_read(struct central *central)
{
    central->link.must_read_again = false;
    central->link.notified.size = 0;
    request(central, knav_reassembler_begin(&central->reassembler).next_offset);
}

/* Handles an object that could not be joined, or that is not an instruction: C.8. */
static void fail_object(struct central *central, knav_error error)
{
    knav_session_add_fault(central, KNAV_FAULT_UNREADABLE, error);
    if (error.code != KNAV_RESTARTS_EXHAUSTED) {
        central->link.unreadable_objects++;
        if (central->link.unreadable_objects > MAXIMUM_UNREADABLE_OBJECTS) {
            knav_session_drop(central, KNAV_FAULT_GAVE_UP, knav_no_error());
            return;
        }
    }
    knav_session_rest(central, RETRY_INTERVAL);
}

/* Handles an error that does not end the object: C.6 and C.7. */
static void fail_read(struct central *central, knav_error error)
{
    struct link *link = &central->link;

    if (error.att_error == ATT_ATTRIBUTE_NOT_FOUND) {
        /* The phone has no object yet. */
        link->failed_reads = 0;
        link->is_pairing_required = false;
        knav_session_rest(central, KEEP_ALIVE_READ_INTERVAL);
        return;
    }
    knav_session_add_fault(central, KNAV_FAULT_UNREADABLE, error);
    switch (error.att_error) {
    case ATT_INVALID_HANDLE: knav_session_request_discovery(central); break;
    case ATT_INSUFFICIENT_AUTHENTICATION:
    case ATT_INSUFFICIENT_ENCRYPTION:
        link->is_pairing_required = true;
        knav_session_rest(central, KEEP_ALIVE_READ_INTERVAL);
        break;
    default:
        link->failed_reads++;
        if (link->failed_reads > MAXIMUM_FAILED_READS) {
            knav_session_drop(central, KNAV_FAULT_GAVE_UP, knav_no_error());
        } else {
            knav_session_rest(central, RETRY_INTERVAL);
        }
        break;
    }
}

/* The first chunk is one response, so it can be shown (clause 8.10). */
static void show_first_chunk(struct central *central)
{
    struct shown shown;

    if (!look(central, &shown) || shown.identifier.size == 0) {
        return;
    }
    see(central, &shown.identifier);
    if (shown.object.prefix_hash != central->last_shown.prefix_hash) {
        deliver(central, &shown);
    }
}

static void finish_object(struct central *central)
{
    struct link *link = &central->link;
    struct shown shown;

    if (!look(central, &shown)) {
        return;
    }
    if (shown.identifier.size == 0) {
        fail_object(central, shown.error);
        return;
    }
    see(central, &shown.identifier);
    if (!knav_session_is_same(&shown.object, &central->last_shown)) {
        central->last_whole = shown.object;
        deliver(central, &shown);
    }
    if (link->owes_subscription) {
        knav_session_request_subscription(central);
    } else if (link->must_read_again && !is_same_identifier(&link->notified, &shown.identifier)) {
        knav_session_read(central);
    } else {
        knav_session_rest(central, KEEP_ALIVE_READ_INTERVAL);
    }
}

static void proceed(struct central *central, knav_step step)
{
    switch (step.kind) {
    case KNAV_STEP_READ: request(central, step.next_offset); break;
    case KNAV_STEP_PARTIAL:
        show_first_chunk(central);
        request(central, step.next_offset);
        break;
    case KNAV_STEP_COMPLETE: finish_object(central); break;
    default:
        if (step.error.code == KNAV_ATT_ERROR) {
            fail_read(central, step.error);
        } else {
            fail_object(central, step.error);
        }
        break;
    }
}

void knav_session_answer(struct central *central, uint32_t ticket,
                         const uint8_t *bytes, size_t size)
{
    struct link *link = &central->link;

    if (!knav_session_awaits(central, KNAV_PHASE_READING, ticket)) {
        knav_session_late(central);
        return;
    }
    knav_session_hear(central);
    link->failed_reads = 0;
    link->doubtful_arrivals = 0;
    link->is_pairing_required = false;
    if (link->must_discover) {
        knav_session_request_discovery(central);
    } else if (central->is_discarded) {
        knav_session_read(central);
    } else {
        proceed(central,
                knav_reassembler_chunk(&central->reassembler, bytes, size, central->offset));
    }
}

/* Takes the error that answers a request. */
void knav_session_fail(struct central *central, uint32_t ticket, uint8_t att_error)
{
    if (knav_session_awaits(central, KNAV_PHASE_DISCOVERING, ticket)) {
        knav_session_fail_discovery(central, att_error);
        return;
    }
    if (knav_session_awaits(central, KNAV_PHASE_SUBSCRIBING, ticket)) {
        knav_session_fail_subscription(central, att_error);
        return;
    }
    if (!knav_session_awaits(central, KNAV_PHASE_READING, ticket)) {
        knav_session_late(central);
        return;
    }
    knav_session_hear(central);
    if (central->link.must_discover) {
        knav_session_request_discovery(central);
    } else if (central->is_discarded) {
        knav_session_read(central);
    } else {
        proceed(central,
                knav_reassembler_error(&central->reassembler, att_error, central->offset));
    }
}

/* Shows the part that surely came in one chunk, without reading on. */
void knav_session_show_beginning(struct central *central, const uint8_t *bytes, size_t size)
{
    knav_reassembler_begin(&central->reassembler);
    if (knav_reassembler_chunk(&central->reassembler, bytes, size, 0).kind != KNAV_STEP_FAILED) {
        show_first_chunk(central);
    }
    knav_reassembler_cancel(&central->reassembler);
}
