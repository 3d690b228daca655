/*
 * The operation centralSession.
 */
#include <string.h>

#include "testee.h"

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
    "stopped", "radioOff", "searching", "waiting", "navigating", "silent", "stale", "ended",
    "pairingRequired",
};
static const char *const fault_names[] = {
    "lateArrival", "malformedNotification", "unreadable", "refused", "timedOut", "gaveUp",
};
static const char *const phase_names[] = {
    "stopped", "radioOff", "scanning", "connecting", "discovering", "subscribing", "ready",
    "reading",
};

#define NAME_OF(names, place) \
    ((place) < sizeof(names) / sizeof((names)[0]) ? (names)[place] : "unknown")

static bool read_configuration(const struct json_value *object,
                               knav_central_configuration *configuration)
{
    uint64_t maximum_restarts;
    uint64_t read_timeout;
    uint8_t radio;

    if (!testee_radio(object, &radio)) {
        return false;
    }
    *configuration = knav_central_usual_configuration(radio);
    maximum_restarts = configuration->maximum_restarts;
    read_timeout = configuration->read_timeout_in_ms;
    if (!testee_layout(object, &configuration->layout) ||
        !testee_usual_integer(object, "maximumRestarts", UINT64_MAX, &maximum_restarts) ||
        !testee_usual_integer(object, "readTimeout", UINT32_MAX, &read_timeout) ||
        !testee_usual_boolean(object, "trustsChunkSize", &configuration->trusts_chunk_size) ||
        !testee_usual_boolean(object, "subscribes", &configuration->subscribes)) {
        return false;
    }
    configuration->maximum_restarts =
        (uint16_t)(maximum_restarts < UINT16_MAX ? maximum_restarts : UINT16_MAX);
    configuration->read_timeout_in_ms = (uint32_t)read_timeout;
    return true;
}

/* Reads the other members of an event, which depend on its kind. */
static bool read_event_members(const struct json_value *object, knav_central_event *event)
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
    case KNAV_EVENT_FOUND: return testee_integer(object, "peer", UINT64_MAX, &event->peer);
    case KNAV_EVENT_CONNECTED:
    case KNAV_EVENT_DISCONNECTED:
    case KNAV_EVENT_NOTIFIED:
    case KNAV_EVENT_ARRIVED:
    case KNAV_EVENT_MTU_CHANGED:
    case KNAV_EVENT_SERVICE_CHANGED: ticket_name = "link"; break;
    default: break;
    }
    if (!testee_integer(object, ticket_name, UINT32_MAX, &ticket)) {
        return false;
    }
    event->ticket = (uint32_t)ticket;
    switch (event->kind) {
    case KNAV_EVENT_CONNECTED:
    case KNAV_EVENT_MTU_CHANGED: return testee_mtu(object, &event->mtu);
    case KNAV_EVENT_DISCOVERED:
        return json_boolean(json_member(object, "hasCCCD"), &event->has_cccd);
    case KNAV_EVENT_ANSWERED:
    case KNAV_EVENT_NOTIFIED:
    case KNAV_EVENT_ARRIVED: return testee_bytes(object, "bytes", &event->bytes, &event->size);
    case KNAV_EVENT_FAILED:
        if (!testee_integer(object, "attError", UINT8_MAX, &att_error)) {
            return false;
        }
        event->att_error = (uint8_t)att_error;
        return true;
    default: return true;
    }
}

static void answer_fault(const knav_central_effect *effect)
{
    answer_name("fault");
    answer_word(NAME_OF(fault_names, effect->fault));
    switch (effect->fault) {
    case KNAV_FAULT_MALFORMED_NOTIFICATION:
    case KNAV_FAULT_UNREADABLE:
        answer_name("error");
        answer_error(effect->error);
        break;
    case KNAV_FAULT_REFUSED:
        answer_name("attError");
        answer_integer(effect->error.att_error);
        break;
    default: break;
    }
}

static void answer_effect(const knav_central_effect *effect)
{
    answer_open('{');
    answer_name("effect");
    answer_word(NAME_OF(effect_names, effect->kind));
    switch (effect->kind) {
    case KNAV_EFFECT_CONNECT:
        answer_name("peer");
        answer_integer(effect->peer);
        answer_name("link");
        answer_integer(effect->ticket);
        break;
    case KNAV_EFFECT_DISCONNECT:
        answer_name("link");
        answer_integer(effect->ticket);
        break;
    case KNAV_EFFECT_DISCOVER:
    case KNAV_EFFECT_SUBSCRIBE:
    case KNAV_EFFECT_READ:
        answer_name("ticket");
        answer_integer(effect->ticket);
        if (effect->kind == KNAV_EFFECT_READ) {
            answer_name("offset");
            answer_integer(effect->offset);
        }
        break;
    case KNAV_EFFECT_DELIVER:
        answer_name("extent");
        answer_word(testee_extent_name(effect->extent));
        answer_name("bytes");
        answer_bytes(effect->bytes, effect->size);
        break;
    case KNAV_EFFECT_REPORT:
        answer_name("status");
        answer_word(NAME_OF(status_names, effect->status));
        break;
    case KNAV_EFFECT_FAULT: answer_fault(effect); break;
    default: break;
    }
    answer_close('}');
}

static void answer_step(knav_central *central)
{
    knav_central_effect effect;
    const uint64_t deadline = knav_central_deadline(central);

    answer_open('{');
    answer_name("effects");
    answer_open('[');
    while (knav_central_next_effect(central, &effect)) {
        answer_effect(&effect);
    }
    answer_close(']');
    answer_name("phase");
    answer_word(NAME_OF(phase_names, knav_central_phase(central)));
    answer_name("deadline");
    if (deadline == KNAV_NO_DEADLINE) {
        answer_literal("null");
    } else {
        answer_integer(deadline);
    }
    answer_close('}');
}

bool testee_central(const struct json_value *input)
{
    const struct json_value *events = json_member(input, "events");
    const struct json_value *object;
    knav_central_configuration configuration;
    knav_central central;

    if (!read_configuration(json_member(input, "configuration"), &configuration) ||
        events->kind != JSON_ARRAY) {
        return false;
    }
    knav_central_init(&central, &configuration);
    answer_name("steps");
    answer_open('[');
    for (object = json_first(events); object->kind != JSON_MISSING;
         object = json_next(events, object)) {
        knav_central_event event;
        uint64_t now;

        memset(&event, 0, sizeof event);
        if (!json_choice(json_member(object, "event"), event_names, &event.kind) ||
            !testee_integer(object, "at", UINT64_MAX, &now) ||
            !read_event_members(object, &event)) {
            return false;
        }
        knav_central_handle(&central, &event, now);
        answer_step(&central);
    }
    answer_close(']');
    return true;
}
