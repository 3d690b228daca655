/*
 * Reading objects, one request at a time: C.4 to C.8, C.11.
 */
#include "central.h"

/* The bytes that can be shown now, and what they hold. */
struct shown {
    size_t size;
    uint8_t extent;
    struct delivered object; /* how it is compared with the last delivery */
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

/* No identifier is the same as no other. */
static bool is_same_identifier(const struct identifier *one, const struct identifier *other)
{
    return one->size != 0 && one->size == other->size &&
           memcmp(one->bytes, other->bytes, one->size) == 0;
}

/* The 64-bit FNV-1a hash (Fowler, Noll and Vo). */
uint64_t knav_session_hash(const uint8_t *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    size_t position;

    for (position = 0; position < size; position++) {
        hash = (hash ^ bytes[position]) * UINT64_C(0x100000001B3);
    }
    return hash;
}

uint64_t knav_session_prefix_hash(const uint8_t *bytes, size_t size)
{
    return knav_session_hash(bytes, size < KNAV_SMALLEST_PAYLOAD ? size : KNAV_SMALLEST_PAYLOAD);
}

/* Returns false if there is nothing to show. */
static bool look(struct central *central, bool is_complete, struct shown *shown)
{
    knav_instruction instruction;
    const uint8_t *bytes =
        knav_reassembler_object(&central->reassembler, &shown->size, &shown->extent);

    if (bytes == NULL) {
        return false;
    }
    memset(&shown->object, 0, sizeof shown->object);
    shown->object.extent = shown->extent;
    shown->object.prefix_hash = knav_session_prefix_hash(bytes, shown->size);
    shown->object.hash = knav_session_hash(bytes, shown->size);
    if (is_complete &&
        (shown->extent == KNAV_WHOLE || shown->size > KNAV_SMALLEST_PAYLOAD)) {
        shown->object.count = (uint16_t)shown->size;
    }
    shown->identifier.size = 0;
    shown->error =
        knav_decode(bytes, shown->size, central->configuration.layout, shown->extent, &instruction);
    if (shown->error.code == KNAV_OK) {
        shown->identifier = knav_session_identifier(&instruction);
    }
    return true;
}

/* Whether the object that these bytes begin was delivered whole last. */
static bool is_shown_whole(const struct delivered *object, const struct delivered *last)
{
    return last->count != 0 && last->extent == KNAV_WHOLE &&
           object->prefix_hash == last->prefix_hash;
}

/* A first chunk shows nothing new if its first 20 bytes were delivered last. All bytes of an object
 * do if they differ, or if they are now known to be whole. */
static bool is_new(const struct delivered *object, const struct delivered *last)
{
    if (object->count == 0) {
        return object->prefix_hash != last->prefix_hash;
    }
    if (object->extent == KNAV_POSSIBLY_CUT && is_shown_whole(object, last)) {
        return false;
    }
    return object->count != last->count || object->hash != last->hash ||
           object->extent < last->extent;
}

/* An instruction was read, or the beginning of one. */
static void find_instruction(struct link *link)
{
    link->has_instruction = true;
    link->lost_objects = 0;
}

/* What was delivered is over, so it would be news again: C.4. */
static void lose_instruction(struct central *central)
{
    central->link.has_instruction = false;
    knav_session_forget_delivery(central);
}

/* The radio can't read what the phone has. If that goes on, what was read before is old: C.13. */
static void lose_object(struct central *central)
{
    struct link *link = &central->link;

    if (link->lost_objects < MAXIMUM_LOST_OBJECTS) {
        link->lost_objects++;
    } else {
        lose_instruction(central);
    }
}

/* Takes an instruction that was read, and delivers it unless that would be the last delivery. */
static void see(struct central *central, const struct shown *shown)
{
    find_instruction(&central->link);
    if (is_new(&shown->object, &central->last_delivery)) {
        central->last_delivery = shown->object;
        central->delivery_size = (uint16_t)shown->size;
        knav_session_add_effect(central, KNAV_EFFECT_DELIVER)->detail = shown->extent;
    }
}

/* Leaves the link alone until a notification comes or a time is over; then a read is due. */
static void rest(struct central *central, uint32_t interval)
{
    if (central->link.must_subscribe) {
        knav_session_request_subscription(central);
        return;
    }
    central->phase = KNAV_PHASE_READY;
    central->due = knav_session_time_after(central->now, interval);
    central->quiet = 0;
}

/* With one callback and a subscription, lets the radio tell what it has still to tell of a value that is
 * to be confirmed: C.12. */
static void settle(struct central *central)
{
    if (!central->is_unasked) {
        central->due = knav_session_time_after(central->now, KEEP_ALIVE_READ_INTERVAL);
    }
    knav_session_await_marker(central);
}

/* Waits with that value, unless a read is due. */
void knav_session_await_marker(struct central *central)
{
    const uint64_t quiet = knav_session_time_after(central->now, QUIET_INTERVAL);

    if (central->due <= central->now) {
        knav_session_read(central);
        return;
    }
    central->phase = KNAV_PHASE_READY;
    central->quiet = quiet < central->due ? quiet : central->due;
}

static void request_chunk(struct central *central, uint16_t offset)
{
    struct effect *effect = knav_session_add_effect(central, KNAV_EFFECT_READ);

    central->request = knav_session_new_ticket(central);
    central->offset = offset;
    central->is_discarded = false;
    central->is_unasked = false;
    central->timeout = 0;
    central->quiet = 0;
    central->phase = KNAV_PHASE_READING;
    central->due = knav_session_time_after(central->now, central->configuration.read_timeout_in_ms);
    effect->ticket = central->request;
    effect->offset = offset;
}

/* Begins to read the phone's current object. */
void knav_session_read(struct central *central)
{
    central->link.must_read_again = false;
    request_chunk(central, knav_reassembler_begin(&central->reassembler).next_offset);
}

/* Reads again the value that has settled. */
void knav_session_confirm(struct central *central)
{
    central->link.must_read_again = false;
    request_chunk(central, 0);
}

/* Ends a read whose result leaves nothing to try again. A notification that came meanwhile, and did
 * not announce that result, is a reason to read at once: C.5. */
static void finish_read(struct central *central, bool is_announced)
{
    if (central->link.must_read_again && !is_announced) {
        knav_session_read(central);
    } else if (central->link.is_subscribed || central->link.owes_subscription) {
        rest(central, KEEP_ALIVE_READ_INTERVAL);
    } else {
        rest(central, POLL_INTERVAL);
    }
}

/* Ends the rows of failures: C.7, C.8. */
static void progress(struct link *link)
{
    if (link->must_subscribe) {
        return; /* the subscription may fail again and again */
    }
    link->failures = 0;
    link->unreadable_objects = 0;
}

/* Counts a failure in its row, and reads again a little later unless it was the last. */
static void retry(struct central *central, uint8_t *row, uint8_t maximum)
{
    const uint64_t retry_time = knav_session_time_after(central->now, RETRY_INTERVAL);

    if (knav_session_gives_up(central, row, maximum)) {
        return;
    }
    if (!central->is_unasked) {
        rest(central, RETRY_INTERVAL);
        return;
    }
    central->quiet = 0;
    if (retry_time < central->due) {
        central->due = retry_time;
    }
}

/* Handles an object that could not be joined, or that is not an instruction: C.8. */
static void fail_object(struct central *central, knav_error error)
{
    struct link *link = &central->link;

    knav_session_add_fault(central, KNAV_FAULT_UNREADABLE, error);
    if (error.code == KNAV_RESTARTS_EXHAUSTED) {
        progress(link);
        rest(central, RETRY_INTERVAL);
    } else {
        retry(central, &link->unreadable_objects, MAXIMUM_UNREADABLE_OBJECTS);
    }
}

/* The phone has no object: C.6. */
static void find_no_object(struct central *central)
{
    struct link *link = &central->link;

    progress(link);
    link->is_pairing_required = false;
    lose_instruction(central);
    finish_read(central, false);
}

/* Handles an error that failed the read, 0x07 and 0x0B at offset 0 too: C.7. */
static void fail_read(struct central *central, knav_error error)
{
    struct link *link = &central->link;

    knav_session_add_fault(central, KNAV_FAULT_UNREADABLE, error);
    if (knav_is_ending(error.att_error) && central->configuration.radio != KNAV_OFFSET_READS) {
        /* The object has become shorter, or the radio can't read it. */
        lose_object(central);
        if (link->must_read_again) {
            knav_session_read(central);
        } else {
            rest(central, RETRY_INTERVAL);
        }
        return;
    }
    switch (error.att_error) {
    case ATT_INVALID_HANDLE: knav_session_discover_again(central); break;
    case ATT_INSUFFICIENT_AUTHENTICATION:
    case ATT_INSUFFICIENT_ENCRYPTION:
        link->is_pairing_required = true;
        rest(central, KEEP_ALIVE_READ_INTERVAL);
        break;
    default: retry(central, &link->failures, MAXIMUM_FAILURES); break;
    }
}

/* The first chunk is one response, so it can be shown (clause 8.10); but not if it may be older than what
 * was notified since: C.12. */
static void show_first_chunk(struct central *central)
{
    struct link *link = &central->link;
    const bool may_be_older = central->is_unasked || link->notifies_objects || link->may_owe_answer;
    struct shown shown;

    link->may_owe_answer = knav_reassembler_may_be_notified(&central->reassembler);
    if (!may_be_older && look(central, false, &shown) && shown.identifier.size != 0) {
        see(central, &shown);
    }
}

/* What came unasked, and may be cut, is a reason to read. */
static void finish_unasked(struct central *central, const struct shown *shown)
{
    central->quiet = 0;
    if (shown->identifier.size == 0 || !is_shown_whole(&shown->object, &central->last_delivery)) {
        knav_session_read(central);
    }
}

static void finish_object(struct central *central)
{
    struct link *link = &central->link;
    struct shown shown;

    if (!look(central, true, &shown)) {
        return;
    }
    if (shown.identifier.size != 0) {
        progress(link);
        if (knav_reassembler_is_one_pdu(&central->reassembler, shown.size)) {
            link->notifies_objects = link->notifies_objects || central->is_unasked;
            link->may_owe_answer = true;
        }
        see(central, &shown);
    } else if (shown.extent == KNAV_WHOLE) {
        fail_object(central, shown.error);
        return;
    } else {
        /* Another read would not give more. */
        knav_session_add_fault(central, KNAV_FAULT_UNREADABLE, shown.error);
    }
    if (central->is_unasked) {
        finish_unasked(central, &shown);
        return;
    }
    finish_read(central, link->begun == shown.object.prefix_hash ||
                             is_same_identifier(&link->named, &shown.identifier));
}

static void proceed(struct central *central, knav_step step)
{
    switch (step.kind) {
    case KNAV_STEP_READ: request_chunk(central, step.next_offset); break;
    case KNAV_STEP_PARTIAL:
        show_first_chunk(central);
        if (knav_reassembler_expects_notifications(&central->reassembler)) {
            settle(central);
        } else {
            request_chunk(central, step.next_offset);
        }
        break;
    case KNAV_STEP_COMPLETE: finish_object(central); break;
    default:
        if (step.error.code != KNAV_ATT_ERROR) {
            fail_object(central, step.error);
        } else if (step.error.att_error == ATT_ATTRIBUTE_NOT_FOUND) {
            find_no_object(central);
        } else {
            fail_read(central, step.error);
        }
        break;
    }
}

/* Whether the answer that ends the outstanding read is to be looked at: it is not if the services
 * or the MTU have changed since. */
static bool takes_answer(struct central *central)
{
    knav_session_hear(central);
    if (central->link.must_discover) {
        knav_session_request_discovery(central);
        return false;
    }
    if (central->is_discarded) {
        knav_session_read(central);
        return false;
    }
    return true;
}

void knav_session_answer(struct central *central, uint32_t ticket,
                         const uint8_t *bytes, size_t size)
{
    if (!knav_session_awaits(central, KNAV_PHASE_READING, ticket)) {
        knav_session_late(central);
        return;
    }
    if (takes_answer(central)) {
        central->link.is_pairing_required = false;
        proceed(central,
                knav_reassembler_chunk(&central->reassembler, bytes, size, central->offset));
    }
}

/* Takes a value that came without a read, or after something else was taken for its answer. */
void knav_session_take_unasked(struct central *central, const uint8_t *bytes, size_t size)
{
    knav_session_hear(central);
    central->link.is_pairing_required = false;
    central->is_unasked = true;
    (void)knav_reassembler_begin(&central->reassembler);
    proceed(central, knav_reassembler_chunk(&central->reassembler, bytes, size, 0));
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
    if (takes_answer(central)) {
        proceed(central,
                knav_reassembler_error(&central->reassembler, att_error, central->offset));
    }
}
