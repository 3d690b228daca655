/*
 * A notification is a reason to read, and only with one callback may be shown: clause 7.5, C.5 and C.12.
 */
#include "central.h"

/* The outstanding answer may never be told, because a notification took its place. */
static void doubt_answer(struct central *central)
{
    const uint64_t retry = knav_session_time_after(central->now, RETRY_INTERVAL);

    if (retry < central->due) {
        central->timeout = central->timeout == 0 ? central->due : central->timeout;
        central->due = retry;
    }
}

void knav_session_notify(struct central *central, uint32_t link_ticket,
                         const uint8_t *bytes, size_t size)
{
    struct link *link = &central->link;
    bool may_hide_answer;
    knav_instruction instruction;
    knav_error error;
    uint8_t kind;

    if (!knav_session_is_on(central, link_ticket)) {
        knav_session_late(central);
        return;
    }
    may_hide_answer = central->phase == KNAV_PHASE_READING &&
                      knav_reassembler_expects_notifications(&central->reassembler);
    if (!may_hide_answer) {
        knav_session_hear(central);
    }
    link->owes_subscription = false;
    error = knav_notification(bytes, size, central->configuration.layout, &kind, &instruction);
    if (error.code != KNAV_OK) {
        knav_session_add_fault(central, KNAV_FAULT_MALFORMED_NOTIFICATION, error);
    }
    if (central->phase == KNAV_PHASE_READY) {
        knav_session_read(central);
    } else if (central->phase == KNAV_PHASE_READING) {
        link->must_read_again = true;
        link->begun = knav_session_prefix_hash(bytes, size);
        link->named.size = 0;
        if (error.code == KNAV_OK && kind == KNAV_NOTIFIED_IDENTIFIER) {
            link->named = knav_session_identifier(&instruction);
        }
        if (may_hide_answer) {
            doubt_answer(central);
        }
    }
}

static bool is_identifier(const struct central *central, const uint8_t *bytes, size_t size)
{
    knav_instruction instruction;
    uint8_t kind;

    return knav_notification(bytes, size, central->configuration.layout, &kind, &instruction)
                   .code == KNAV_OK &&
           kind == KNAV_NOTIFIED_IDENTIFIER;
}

/* If notifications and reads share a callback, what arrives during a read counts as its answer, unless it
 * is an identifier. What arrives else came unasked, or late, and is judged in the same way: C.12. */
void knav_session_arrive(struct central *central, uint32_t link_ticket,
                         const uint8_t *bytes, size_t size)
{
    if (central->configuration.radio != KNAV_ONE_CALLBACK) {
        knav_session_notify(central, link_ticket, bytes, size);
    } else if (!knav_session_is_on(central, link_ticket)) {
        knav_session_late(central);
    } else if (knav_reassembler_expects_notifications(&central->reassembler) &&
               is_identifier(central, bytes, size)) {
        knav_session_notify(central, link_ticket, bytes, size);
    } else if (central->phase == KNAV_PHASE_READING) {
        knav_session_answer(central, central->request, bytes, size);
    } else if (central->phase == KNAV_PHASE_READY &&
               knav_reassembler_expects_notifications(&central->reassembler)) {
        knav_session_take_unasked(central, bytes, size);
    } else {
        knav_session_hear(central);
    }
}
