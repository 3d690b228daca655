/*
 * The operations encode and peripheralSession, which kbc_harness.h does not have. Only testee.c
 * includes this.
 */
#ifndef TESTEE_PHONE_H
#define TESTEE_PHONE_H

#include "kbc_harness.h"

#include "knav_phone.h"

#include "testee_central.h"

enum { UUID_SIZE = 16, UUID_TEXT_SIZE = 36 };

/* Takes a UUID from its text. */
static bool take_uuid(kbc_json value, uint8_t *uuid)
{
    const char *next = value.start + 1;
    size_t place;

    if (!kbc_starts_with(value, '"') || value.end - value.start != UUID_TEXT_SIZE + 2) {
        return false;
    }
    for (place = 0; place < UUID_SIZE; place++) {
        unsigned high;
        unsigned low;

        if (place == 4 || place == 6 || place == 8 || place == 10) {
            if (*next++ != '-') {
                return false;
            }
        }
        if (!kbc_hex_digit(next[0], &high) || !kbc_hex_digit(next[1], &low)) {
            return false;
        }
        uuid[place] = (uint8_t)(high << 4 | low);
        next += 2;
    }
    return true;
}

/* Takes an identifier of either width, as it is in an instruction. */
static bool take_identifier(kbc_json value, knav_instruction *instruction)
{
    uint64_t number;

    if (take_uuid(value, instruction->identifier)) {
        instruction->identifier_size = UUID_SIZE;
        return true;
    }
    if (!kbc_integer(value, UINT32_MAX, &number)) {
        return false;
    }
    knav_set_identifier_number(instruction, (uint32_t)number);
    return true;
}

/* ---- Encoding ----------------------------------------------------------------------------- */

static void answer_encoding(const knav_instruction *instruction, uint8_t layout,
                            const uint8_t *street, size_t street_size)
{
    static uint8_t object[KNAV_MAXIMUM_OBJECT_SIZE];
    size_t size = 0;
    const knav_error error =
        knav_encode(instruction, layout, street, street_size, object, sizeof object, &size);

    if (error.code == KNAV_OK) {
        kbc_name("bytes");
        kbc_put_bytes(object, size);
    } else if (error.code == KNAV_IDENTIFIER_MISMATCH) {
        kbc_name("error");
        kbc_open('{');
        kbc_name("code");
        kbc_put_word("identifierMismatch");
        kbc_name("offset");
        kbc_put_integer(error.offset);
        kbc_close('}');
    } else {
        kbc_put_error((kbc_result)error.code, error.offset, 0);
    }
}

/* A kbc_operation's `answer`. */
static bool encode(const kbc_json *input, bool writes)
{
    knav_instruction instruction;
    const uint8_t *street;
    size_t street_size;
    uint64_t arrow;
    uint64_t distance;
    int layout;

    memset(&instruction, 0, sizeof instruction);
    if (!kbc_choice(kbc_member(*input, "layout"), kbc_layout_names, &layout) ||
        layout == KNAV_LAYOUT_AUTO ||
        !take_identifier(kbc_member(*input, "identifier"), &instruction) ||
        !kbc_integer(kbc_member(*input, "arrow"), UINT8_MAX, &arrow) ||
        !kbc_integer(kbc_member(*input, "distanceInMeters"), UINT32_MAX, &distance) ||
        !kbc_take_bytes(kbc_member(*input, "streetBytes"), &street, &street_size)) {
        return false;
    }
    instruction.arrow = (uint8_t)arrow;
    instruction.distance_in_meters = (uint32_t)distance;
    if (writes) {
        answer_encoding(&instruction, (uint8_t)layout, street, street_size);
    }
    return true;
}

/* ---- The session -------------------------------------------------------------------------- */

/* Each list has the order of its enumeration in knav_phone.h. */
static const char *const phone_event_names[] = {
    "startNavigation", "stopNavigation", "startAdvertising", "publish", "notificationsReady",
    "radioOff", "radioOn", "timePassed", "connected", "disconnected", "mtuChanged", "subscribed",
    "unsubscribed", "read", "notificationRefused", NULL,
};
static const char *const phone_effect_names[] = {
    "addService", "removeService", "startAdvertising", "stopAdvertising", "notify", "answer",
    "reject", "fault",
};
static const char *const phone_fault_names[] = {"unpublishable", "notNavigating", "unknownCentral"};
static const char *const phone_phase_names[] = {
    "stopped", "radioOff", "advertising", "advertisingAgain", "serving",
};
static const char *const form_names[] = {"identifier", "object", NULL};
static const char *const serving_names[] = {"newestAlways", "snapshotPerRead", NULL};
static const char *const ending_names[] = {"empty", "invalidOffset", "attributeNotLong", NULL};
static const char *const chunk_size_names[] = {
    "readPayload", "notificationPayload", "smallestPayload", NULL,
};
static const char *const loss_detection_names[] = {"sharedWatchdog", "eachCentral", NULL};

/* Takes a word by its number; without a member, the number stays. */
static bool take_setting(kbc_json object, const char *member, const char *const *words,
                         uint8_t *number)
{
    const kbc_json value = kbc_member(object, member);
    int place;

    if (value.start == NULL) {
        return true;
    }
    if (!kbc_choice(value, words, &place)) {
        return false;
    }
    *number = (uint8_t)place;
    return true;
}

static bool read_phone(kbc_json object, knav_peripheral_configuration *configuration)
{
    int layout;

    if (!kbc_choice(kbc_member(object, "layout"), kbc_layout_names, &layout)) {
        return false;
    }
    *configuration = knav_peripheral_usual_configuration((uint8_t)layout);
    return take_setting(object, "notification", form_names, &configuration->notification) &&
           take_setting(object, "retriedNotification", form_names,
                        &configuration->retried_notification) &&
           take_setting(object, "serving", serving_names, &configuration->serving) &&
           take_setting(object, "ending", ending_names, &configuration->ending) &&
           take_setting(object, "chunkSize", chunk_size_names, &configuration->chunk_size) &&
           take_setting(object, "lossDetection", loss_detection_names,
                        &configuration->loss_detection) &&
           kbc_optional_boolean(kbc_member(object, "hasCCCD"), &configuration->has_cccd) &&
           kbc_optional_boolean(kbc_member(object, "repeats"), &configuration->repeats);
}

static bool read_read(kbc_json object, knav_peripheral_event *event)
{
    const kbc_json identifier = kbc_member(object, "identifier");
    knav_instruction named;
    uint64_t offset;

    if (!kbc_integer(kbc_member(object, "offset"), UINT16_MAX, &offset)) {
        return false;
    }
    event->offset = (uint16_t)offset;
    if (identifier.start == NULL || kbc_is(identifier, "null")) {
        return true;
    }
    memset(&named, 0, sizeof named);
    if (!take_identifier(identifier, &named)) {
        return false;
    }
    event->identifier_size = named.identifier_size;
    memcpy(event->identifier, named.identifier, sizeof event->identifier);
    return true;
}

/* Reads an event of the phone and its time. */
static bool read_phone_event(kbc_json object, knav_peripheral_event *event, uint64_t *now)
{
    const kbc_json mtu = kbc_member(object, "mtu");
    uint64_t central;
    int kind;

    memset(event, 0, sizeof *event);
    if (!kbc_choice(kbc_member(object, "event"), phone_event_names, &kind) ||
        !kbc_integer(kbc_member(object, "at"), UINT64_MAX, now)) {
        return false;
    }
    event->kind = (uint8_t)kind;
    if (kind == KNAV_PERIPHERAL_EVENT_PUBLISH) {
        return kbc_take_bytes(kbc_member(object, "bytes"), &event->bytes, &event->size);
    }
    if (kind < KNAV_PERIPHERAL_EVENT_CONNECTED) {
        return true;
    }
    if (!kbc_integer(kbc_member(object, "central"), UINT32_MAX, &central)) {
        return false;
    }
    event->central = (uint32_t)central;
    switch (kind) {
    case KNAV_PERIPHERAL_EVENT_CONNECTED:
    case KNAV_PERIPHERAL_EVENT_MTU_CHANGED:
        return mtu.start != NULL && kbc_optional_integer(mtu, &event->mtu);
    case KNAV_PERIPHERAL_EVENT_READ: return read_read(object, event);
    default: return true;
    }
}

static void answer_phone_fault(const knav_peripheral_effect *effect)
{
    kbc_name("fault");
    kbc_put_word(NAME_OF(phone_fault_names, effect->fault));
    if (effect->fault == KNAV_PERIPHERAL_FAULT_UNPUBLISHABLE) {
        kbc_put_error((kbc_result)effect->error.code, effect->error.offset, 0);
    }
}

static void answer_phone_effect(const knav_peripheral_effect *effect)
{
    kbc_open('{');
    kbc_name("effect");
    kbc_put_word(NAME_OF(phone_effect_names, effect->kind));
    switch (effect->kind) {
    case KNAV_PERIPHERAL_EFFECT_NOTIFY:
    case KNAV_PERIPHERAL_EFFECT_ANSWER:
        kbc_name("central");
        kbc_put_integer(effect->central);
        kbc_name("bytes");
        kbc_put_bytes(effect->bytes, effect->size);
        break;
    case KNAV_PERIPHERAL_EFFECT_REJECT:
        kbc_name("central");
        kbc_put_integer(effect->central);
        kbc_name("attError");
        kbc_put_integer(effect->att_error);
        break;
    case KNAV_PERIPHERAL_EFFECT_FAULT: answer_phone_fault(effect); break;
    default: break;
    }
    kbc_close('}');
}

static void answer_phone_step(knav_peripheral *peripheral)
{
    const uint64_t deadline = knav_peripheral_deadline(peripheral);
    knav_peripheral_effect effect;

    kbc_open('{');
    kbc_name("effects");
    kbc_open('[');
    while (knav_peripheral_next_effect(peripheral, &effect)) {
        answer_phone_effect(&effect);
    }
    kbc_close(']');
    kbc_name("phase");
    kbc_put_word(NAME_OF(phone_phase_names, knav_peripheral_phase(peripheral)));
    kbc_name("deadline");
    if (deadline == KNAV_NO_DEADLINE) {
        kbc_put_literal("null");
    } else {
        kbc_put_integer(deadline);
    }
    kbc_close('}');
}

/* A kbc_operation's `answer`. */
static bool peripheral_session(const kbc_json *input, bool writes)
{
    static knav_peripheral peripheral;
    const kbc_json events = kbc_member(*input, "events");
    kbc_json object;
    knav_peripheral_configuration configuration;

    if (!read_phone(kbc_member(*input, "configuration"), &configuration) ||
        !kbc_starts_with(events, '[') ||
        knav_peripheral_init(&peripheral, &configuration).code != KNAV_OK) {
        return false;
    }
    if (writes) {
        kbc_name("steps");
        kbc_open('[');
    }
    for (object = kbc_next(events, events.start); object.start != NULL;
         object = kbc_next(events, object.end)) {
        knav_peripheral_event event;
        uint64_t now;

        if (!read_phone_event(object, &event, &now)) {
            return false;
        }
        if (writes) {
            knav_peripheral_handle(&peripheral, &event, now);
            answer_phone_step(&peripheral);
        }
    }
    if (writes) {
        kbc_close(']');
    }
    return true;
}

#endif
