/*
 * From the scan to the subscription, and back after a loss: C.1 to C.3, C.9 to C.11, C.14.
 */
#include "central.h"

static knav_error refusal(uint8_t att_error)
{
    knav_error error = {KNAV_ATT_ERROR, 0, 0};

    error.att_error = att_error;
    return error;
}

static bool asks_for_pairing(uint8_t att_error)
{
    return att_error == ATT_INSUFFICIENT_AUTHENTICATION || att_error == ATT_INSUFFICIENT_ENCRYPTION;
}

static void use_mtu(struct central *central, uint16_t mtu)
{
    central->link.mtu = knav_known_mtu(mtu);
    knav_reassembler_set_mtu(&central->reassembler, mtu);
}

static void scan(struct central *central)
{
    central->phase = KNAV_PHASE_SCANNING;
    knav_session_add_effect(central, KNAV_EFFECT_START_SCAN);
}

static void request(struct central *central, uint8_t kind, uint8_t phase)
{
    central->request = knav_session_new_ticket(central);
    central->phase = phase;
    central->due = knav_session_time_after(central->now, SETUP_TIMEOUT);
    knav_session_add_request(central, kind, central->request);
}

void knav_session_start(struct central *central)
{
    if (central->phase != KNAV_PHASE_STOPPED) {
        return;
    }
    central->has_ended = false;
    knav_session_forget_delivery(central);
    if (central->is_radio_on) {
        scan(central);
    } else {
        central->phase = KNAV_PHASE_RADIO_OFF;
    }
}

void knav_session_stop(struct central *central)
{
    if (central->phase == KNAV_PHASE_SCANNING) {
        knav_session_add_effect(central, KNAV_EFFECT_STOP_SCAN);
    } else if (central->phase >= KNAV_PHASE_CONNECTING) {
        knav_session_add_request(central, KNAV_EFFECT_DISCONNECT, central->link.ticket);
    }
    central->phase = KNAV_PHASE_STOPPED;
}

void knav_session_lose_radio(struct central *central)
{
    central->is_radio_on = false;
    if (central->phase != KNAV_PHASE_STOPPED) {
        central->phase = KNAV_PHASE_RADIO_OFF;
    }
}

void knav_session_regain_radio(struct central *central)
{
    central->is_radio_on = true;
    if (central->phase == KNAV_PHASE_RADIO_OFF) {
        scan(central);
    }
}

/* Ends the link, and at once looks for the phone again (clause 9.7). */
void knav_session_drop(struct central *central, uint8_t fault, knav_error error)
{
    knav_session_add_fault(central, fault, error);
    knav_session_add_request(central, KNAV_EFFECT_DISCONNECT, central->link.ticket);
    scan(central);
}

/* Counts a failure in a row of them. One too many ends the link: C.7, C.8. */
bool knav_session_gives_up(struct central *central, uint8_t *row, uint8_t maximum)
{
    (*row)++;
    if (*row <= maximum) {
        return false;
    }
    knav_session_drop(central, KNAV_FAULT_GAVE_UP, knav_no_error());
    return true;
}

void knav_session_find(struct central *central, uint64_t peer)
{
    if (central->phase != KNAV_PHASE_SCANNING) {
        return;
    }
    memset(&central->link, 0, sizeof central->link);
    central->link.ticket = knav_session_new_ticket(central);
    central->link.last_arrival = central->now;
    central->peer = peer;
    central->phase = KNAV_PHASE_CONNECTING;
    central->due = knav_session_time_after(central->now, SETUP_TIMEOUT);
    knav_session_add_effect(central, KNAV_EFFECT_STOP_SCAN);
    knav_session_add_request(central, KNAV_EFFECT_CONNECT, central->link.ticket);
}

void knav_session_connect(struct central *central, uint32_t ticket, uint16_t mtu)
{
    if (central->phase != KNAV_PHASE_CONNECTING || ticket != central->link.ticket) {
        knav_session_late(central);
        return;
    }
    knav_session_hear(central);
    use_mtu(central, mtu);
    knav_reassembler_expect_no_notifications(&central->reassembler);
    knav_session_request_discovery(central);
}

void knav_session_disconnect(struct central *central, uint32_t ticket)
{
    if (!knav_session_is_on(central, ticket)) {
        knav_session_late(central);
        return;
    }
    scan(central);
}

void knav_session_request_discovery(struct central *central)
{
    central->link.must_discover = false;
    /* Whoever serves now may not know the MTU yet. */
    knav_reassembler_forget_chunk_size(&central->reassembler);
    request(central, KNAV_EFFECT_DISCOVER, KNAV_PHASE_DISCOVERING);
}

/* The handle has become invalid. Without progress, discovering and failing again must end: C.7. */
void knav_session_discover_again(struct central *central)
{
    if (!knav_session_gives_up(central, &central->link.failures, MAXIMUM_FAILURES)) {
        knav_session_request_discovery(central);
    }
}

/* Whether an answer ends the discovery: it is not late, and nothing has changed since. */
static bool ends_discovery(struct central *central, uint32_t ticket)
{
    if (!knav_session_awaits(central, KNAV_PHASE_DISCOVERING, ticket)) {
        knav_session_late(central);
        return false;
    }
    knav_session_hear(central);
    if (central->link.must_discover) {
        knav_session_request_discovery(central);
        return false;
    }
    return true;
}

void knav_session_discover(struct central *central, uint32_t ticket, bool has_cccd)
{
    if (!ends_discovery(central, ticket)) {
        return;
    }
    central->has_ended = false;
    central->link.is_subscribed = false;
    central->link.must_subscribe = has_cccd && central->configuration.subscribes;
    /* With one callback, only what arrives before is certainly an answer: C.12. */
    if (central->link.must_subscribe && central->configuration.radio != KNAV_ONE_CALLBACK) {
        knav_session_request_subscription(central);
    } else {
        central->link.owes_subscription = false;
        knav_session_read(central);
    }
}

/* The service is gone, because navigation was stopped (clause 9.8). */
void knav_session_discover_nothing(struct central *central, uint32_t ticket)
{
    if (!ends_discovery(central, ticket)) {
        return;
    }
    central->has_ended = true;
    knav_session_forget_delivery(central);
    knav_session_add_request(central, KNAV_EFFECT_DISCONNECT, central->link.ticket);
    scan(central);
}

/* This does not end navigation: the phone did not say that the service is gone. */
void knav_session_fail_discovery(struct central *central, uint8_t att_error)
{
    if (!central->link.must_discover) {
        knav_session_drop(central, KNAV_FAULT_REFUSED, refusal(att_error));
        return;
    }
    knav_session_hear(central);
    knav_session_add_fault(central, KNAV_FAULT_REFUSED, refusal(att_error));
    knav_session_request_discovery(central);
}

void knav_session_request_subscription(struct central *central)
{
    central->link.must_subscribe = false;
    if (central->configuration.radio == KNAV_ONE_CALLBACK &&
        !knav_reassembler_expects_notifications(&central->reassembler)) {
        knav_reassembler_expect_notifications(&central->reassembler);
    }
    request(central, KNAV_EFFECT_SUBSCRIBE, KNAV_PHASE_SUBSCRIBING);
    if (central->configuration.read_timeout_in_ms > SETUP_TIMEOUT) {
        /* The system may ask the user whether to pair: C.9. */
        central->due = knav_session_time_after(central->now, central->configuration.read_timeout_in_ms);
    }
}

void knav_session_subscribe(struct central *central, uint32_t ticket)
{
    if (!knav_session_awaits(central, KNAV_PHASE_SUBSCRIBING, ticket)) {
        knav_session_late(central);
        return;
    }
    knav_session_hear(central);
    central->link.owes_subscription = false;
    central->link.is_subscribed = true;
    if (central->link.must_discover) {
        knav_session_request_discovery(central);
    } else {
        knav_session_read(central);
    }
}

/* Without a subscription, the session polls. If the phone asked for pairing, the subscription is
 * owed: C.3. */
void knav_session_fail_subscription(struct central *central, uint8_t att_error)
{
    struct link *link = &central->link;

    knav_session_hear(central);
    knav_session_add_fault(central, KNAV_FAULT_REFUSED, refusal(att_error));
    if (link->must_discover) {
        knav_session_request_discovery(central);
    } else if (att_error == ATT_INVALID_HANDLE) {
        knav_session_discover_again(central);
    } else {
        link->owes_subscription = asks_for_pairing(att_error);
        knav_session_read(central);
    }
}

/* The chunks of a read in progress may have been cut at two different lengths. The session waits
 * for the outstanding answer, and then begins the read again. */
void knav_session_change_mtu(struct central *central, uint32_t ticket, uint16_t mtu)
{
    if (!knav_session_is_on(central, ticket)) {
        knav_session_late(central);
        return;
    }
    if (central->phase == KNAV_PHASE_CONNECTING || knav_known_mtu(mtu) == central->link.mtu) {
        return;
    }
    use_mtu(central, mtu);
    if (central->phase == KNAV_PHASE_READING) {
        central->is_discarded = true;
    }
    if (knav_reassembler_expects_notifications(&central->reassembler)) {
        central->link.earlier_mtu_end = knav_session_time_after(central->now, OLDEST_READ_INTERVAL);
        if (central->phase == KNAV_PHASE_READY && central->quiet != 0) {
            (void)knav_reassembler_begin(&central->reassembler);
        }
    }
}

/* Only one request can be outstanding, so it must end first. */
void knav_session_change_services(struct central *central, uint32_t ticket)
{
    if (!knav_session_is_on(central, ticket)) {
        knav_session_late(central);
        return;
    }
    knav_session_hear(central);
    if (central->phase == KNAV_PHASE_READY) {
        knav_session_request_discovery(central);
    } else if (central->phase != KNAV_PHASE_CONNECTING) {
        central->link.must_discover = true;
    }
}
