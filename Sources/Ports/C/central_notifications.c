/*
 * A notification is a reason to read, and nothing else: clause 7.5, C.5 and C.12.
 */
#include "central.h"

static void take(struct central *central, const uint8_t *bytes, size_t size)
{
    knav_instruction instruction;
    struct identifier named = {0, {0}};
    uint8_t kind;
    const knav_error error =
        knav_notification(bytes, size, central->configuration.layout, &kind, &instruction);

    if (error.code == KNAV_OK) {
        named = knav_session_identifier(&instruction);
    } else {
        knav_session_add_fault(central, KNAV_FAULT_MALFORMED_NOTIFICATION, error);
    }
    if (central->phase == KNAV_PHASE_READY) {
        knav_session_read(central);
    } else if (central->phase == KNAV_PHASE_READING) {
        central->link.must_read_again = true;
        central->link.notified = named;
    }
}

void knav_session_notify(struct central *central, uint32_t link_ticket,
                         const uint8_t *bytes, size_t size)
{
    if (!knav_session_is_on(central, link_ticket)) {
        knav_session_late(central);
        return;
    }
    knav_session_hear(central);
    take(central, bytes, size);
}

/* The value is as long as a cut notification. It is the beginning of an object and proves nothing,
 * so the session reads again, a few times at most. */
static void doubt(struct central *central, const uint8_t *bytes, size_t size)
{
    struct link *link = &central->link;

    if (link->must_discover) {
        knav_session_request_discovery(central);
        return;
    }
    knav_session_show_beginning(central, bytes, size);
    link->doubtful_arrivals++;
    if (link->doubtful_arrivals < MAXIMUM_DOUBTFUL_ARRIVALS) {
        knav_session_read(central);
    } else {
        link->doubtful_arrivals = 0;
        knav_session_rest(central, KEEP_ALIVE_READ_INTERVAL);
    }
}

/* The value may be an answer or a notification. If the radio reads whole values, it counts as the
 * expected answer unless it can be a notification. */
void knav_session_arrive(struct central *central, uint32_t link_ticket,
                         const uint8_t *bytes, size_t size)
{
    const struct link *link = &central->link;
    bool is_bare_identifier;

    if (!knav_session_is_on(central, link_ticket)) {
        knav_session_late(central);
        return;
    }
    knav_session_hear(central);
    is_bare_identifier = size < KNAV_SHORTEST_OBJECT ||
                         (size == KNAV_UUID_SIZE && knav_holds_random_uuid(bytes));
    if (central->configuration.radio != KNAV_WHOLE_VALUES ||
        (is_bare_identifier && link->is_subscribed)) {
        take(central, bytes, size);
        return;
    }
    if (central->phase == KNAV_PHASE_READY) {
        /* A late answer with an object that was already shown is not a reason to read. */
        const struct delivered object = knav_session_describe(bytes, size, KNAV_WHOLE);
        if (!knav_session_is_same(&object, &central->last_whole)) {
            knav_session_read(central);
        }
    } else if (central->phase == KNAV_PHASE_READING) {
        if (link->is_subscribed && size == (size_t)(link->mtu - ATT_NOTIFICATION_HEADER)) {
            doubt(central, bytes, size);
        } else {
            knav_session_answer(central, central->request, bytes, size);
        }
    }
}
