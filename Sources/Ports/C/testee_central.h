/*
 * The operation centralSession, which kbc_harness.h does not have: for testee.c, and for a session of your own. Of that
 * you write what knav.h declares for a central session, from knav_central_usual_configuration to knav_central_phase,
 * and link no other; then kbc_device's `others` has {"session/central", NULL, "centralSession", central_session}.
 */
#ifndef TESTEE_CENTRAL_H
#define TESTEE_CENTRAL_H

#include "kbc_harness.h"

#include "knav.h"

/* Each list has the order of its enumeration in knav.h. */
static const char *const event_names[] = {
    "start", "stop", "radioOff", "radioOn", "found", "connected", "disconnected", "discovered",
    "notDiscovered", "subscribed", "answered", "failed", "notified", "arrived", "mtuChanged",
    "serviceChanged", "timePassed", NULL,
};
static const char *const effect_names[] = {
    "startScan", "stopScan", "connect", "disconnect", "discover", "subscribe", "read", "deliver",
    "report", "fault",
};
static const char *const status_names[] = {
    "stopped", "radioOff", "searching", "waiting", "navigating", "silent", "ended",
    "pairingRequired",
};
static const char *const fault_names[] = {
    "lateArrival", "malformedNotification", "unreadable", "refused", "timedOut", "gaveUp",
};
static const char *const phase_names[] = {
    "stopped", "radioOff", "scanning", "connecting", "discovering", "subscribing", "ready",
    "reading",
};

/* The radio by its number in knav.h, of which the harness has the bit. */
static uint8_t radio_of(const kbc_reading *reading)
{
    uint8_t radio = 0;

    while (1 << radio != reading->radio) {
        radio++;
    }
    return radio;
}

#define NAME_OF(names, place) \
    ((place) < sizeof(names) / sizeof((names)[0]) ? (names)[place] : "unknown")

static bool read_configuration(kbc_json object, knav_central_configuration *configuration)
{
    const kbc_json read_timeout = kbc_member(object, "readTimeout");
    uint64_t timeout;
    kbc_reading reading;
    int layout;

    if (!kbc_take_reading(object, &reading) ||
        !kbc_choice(kbc_member(object, "layout"), kbc_layout_names, &layout)) {
        return false;
    }
    *configuration = knav_central_usual_configuration(radio_of(&reading));
    configuration->layout = (uint8_t)layout;
    configuration->maximum_restarts = reading.maximum_restarts;
    configuration->trusts_chunk_size = reading.trusts_chunk_size;
    if (read_timeout.start != NULL) {
        if (!kbc_integer(read_timeout, UINT32_MAX, &timeout)) {
            return false;
        }
        configuration->read_timeout_in_ms = (uint32_t)timeout;
    }
    return kbc_optional_boolean(kbc_member(object, "subscribes"), &configuration->subscribes);
}

/* Reads the other members of an event, which depend on its kind. */
static bool read_event_members(kbc_json object, knav_central_event *event)
{
    const char *ticket_name = "ticket";
    uint64_t ticket;
    uint64_t att_error;

    switch (event->kind) {
    case KNAV_EVENT_START:
    case KNAV_EVENT_STOP:
    case KNAV_EVENT_RADIO_OFF:
    case KNAV_EVENT_RADIO_ON:
    case KNAV_EVENT_TIME_PASSED: return true;
    case KNAV_EVENT_FOUND: return kbc_integer(kbc_member(object, "peer"), UINT64_MAX, &event->peer);
    case KNAV_EVENT_CONNECTED:
    case KNAV_EVENT_DISCONNECTED:
    case KNAV_EVENT_NOTIFIED:
    case KNAV_EVENT_ARRIVED:
    case KNAV_EVENT_MTU_CHANGED:
    case KNAV_EVENT_SERVICE_CHANGED: ticket_name = "link"; break;
    default: break;
    }
    if (!kbc_integer(kbc_member(object, ticket_name), UINT32_MAX, &ticket)) {
        return false;
    }
    event->ticket = (uint32_t)ticket;
    switch (event->kind) {
    case KNAV_EVENT_CONNECTED:
    case KNAV_EVENT_MTU_CHANGED: return kbc_optional_integer(kbc_member(object, "mtu"), &event->mtu);
    case KNAV_EVENT_DISCOVERED:
        object = kbc_member(object, "hasCCCD");
        return object.start != NULL && kbc_optional_boolean(object, &event->has_cccd);
    case KNAV_EVENT_ANSWERED:
    case KNAV_EVENT_NOTIFIED:
    case KNAV_EVENT_ARRIVED:
        return kbc_take_bytes(kbc_member(object, "bytes"), &event->bytes, &event->size);
    case KNAV_EVENT_FAILED:
        if (!kbc_integer(kbc_member(object, "attError"), UINT8_MAX, &att_error)) {
            return false;
        }
        event->att_error = (uint8_t)att_error;
        return true;
    default: return true;
    }
}

static void answer_fault(const knav_central_effect *effect)
{
    kbc_name("fault");
    kbc_put_word(NAME_OF(fault_names, effect->fault));
    switch (effect->fault) {
    case KNAV_FAULT_MALFORMED_NOTIFICATION:
    case KNAV_FAULT_UNREADABLE:
        kbc_put_error((kbc_result)effect->error.code, effect->error.offset, effect->error.att_error);
        break;
    case KNAV_FAULT_REFUSED:
        kbc_name("attError");
        kbc_put_integer(effect->error.att_error);
        break;
    default: break;
    }
}

static void answer_effect(const knav_central_effect *effect)
{
    kbc_open('{');
    kbc_name("effect");
    kbc_put_word(NAME_OF(effect_names, effect->kind));
    switch (effect->kind) {
    case KNAV_EFFECT_CONNECT:
        kbc_name("peer");
        kbc_put_integer(effect->peer);
        kbc_name("link");
        kbc_put_integer(effect->ticket);
        break;
    case KNAV_EFFECT_DISCONNECT:
        kbc_name("link");
        kbc_put_integer(effect->ticket);
        break;
    case KNAV_EFFECT_DISCOVER:
    case KNAV_EFFECT_SUBSCRIBE:
    case KNAV_EFFECT_READ:
        kbc_name("ticket");
        kbc_put_integer(effect->ticket);
        if (effect->kind == KNAV_EFFECT_READ) {
            kbc_name("offset");
            kbc_put_integer(effect->offset);
        }
        break;
    case KNAV_EFFECT_DELIVER:
        kbc_name("extent");
        kbc_put_word(NAME_OF(kbc_extent_names, effect->extent));
        kbc_name("bytes");
        kbc_put_bytes(effect->bytes, effect->size);
        break;
    case KNAV_EFFECT_REPORT:
        kbc_name("status");
        kbc_put_word(NAME_OF(status_names, effect->status));
        break;
    case KNAV_EFFECT_FAULT: answer_fault(effect); break;
    default: break;
    }
    kbc_close('}');
}

static void answer_step(knav_central *central)
{
    knav_central_effect effect;
    const uint64_t deadline = knav_central_deadline(central);

    kbc_open('{');
    kbc_name("effects");
    kbc_open('[');
    while (knav_central_next_effect(central, &effect)) {
        answer_effect(&effect);
    }
    kbc_close(']');
    kbc_name("phase");
    kbc_put_word(NAME_OF(phase_names, knav_central_phase(central)));
    kbc_name("deadline");
    if (deadline == KNAV_NO_DEADLINE) {
        kbc_put_literal("null");
    } else {
        kbc_put_integer(deadline);
    }
    kbc_close('}');
}

/* Reads an event and its time. */
static bool read_event(kbc_json object, knav_central_event *event, uint64_t *now)
{
    int kind;

    memset(event, 0, sizeof *event);
    if (!kbc_choice(kbc_member(object, "event"), event_names, &kind) ||
        !kbc_integer(kbc_member(object, "at"), UINT64_MAX, now)) {
        return false;
    }
    event->kind = (uint8_t)kind;
    return read_event_members(object, event);
}

/* A kbc_device's `other`. */
static bool central_session(const kbc_json *input, bool writes)
{
    const kbc_json events = kbc_member(*input, "events");
    kbc_json object;
    knav_central_configuration configuration;
    knav_central central;

    if (!read_configuration(kbc_member(*input, "configuration"), &configuration) ||
        !kbc_starts_with(events, '[')) {
        return false;
    }
    knav_central_init(&central, &configuration);
    if (writes) {
        kbc_name("steps");
        kbc_open('[');
    }
    for (object = kbc_next(events, events.start); object.start != NULL;
         object = kbc_next(events, object.end)) {
        knav_central_event event;
        uint64_t now;

        if (!read_event(object, &event, &now)) {
            return false;
        }
        if (writes) {
            knav_central_handle(&central, &event, now);
            answer_step(&central);
        }
    }
    if (writes) {
        kbc_close(']');
    }
    return true;
}

#endif
