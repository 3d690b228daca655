/* The phone's session: when to advertise and to notify, and what answers a read. */
#include "check.h"
#include "kbc_session_peripheral.h"

/* The session, with memory on both sides that it must not touch. */
static struct {
    uint64_t before;
    knav_peripheral session;
    uint64_t behind;
} memory;
static const uint64_t untouched = 0xA5A5A5A5A5A5A5A5;

/* ---- The vectors -------------------------------------------------------------------------- */

static knav_peripheral_event event_of(const kbc_peripheral_step *step)
{
    knav_peripheral_event event = {0};
    event.kind = step->event;
    event.bytes = step->bytes.at;
    event.size = step->bytes.size;
    event.central = step->central;
    if (step->event == KBC_CENTRAL_READ) {
        event.offset = step->mtu_or_offset;
    } else {
        event.mtu = step->mtu_or_offset;
    }
    if (step->identifier != NULL) {
        event.identifier_size = step->identifier->size;
        for (size_t position = 0; position < sizeof event.identifier; position++) {
            event.identifier[position] = step->identifier->bytes[position];
        }
    }
    return event;
}

static bool check_lent(const knav_peripheral_effect *found, kbc_bytes expected)
{
    const uint8_t *session = (const uint8_t *)&memory.session;
    return check(found->bytes >= session && found->bytes <= session + sizeof memory.session,
                 "bytes outside the session")
        && check_bytes(found->bytes, found->size, expected, "bytes");
}

static bool check_effect(const knav_peripheral_effect *found, const kbc_peripheral_effect *expected)
{
    if (!check_number(found->kind, expected->kind, "effect")
        || !check_number(found->central, expected->central, "central")) {
        return false;
    }
    switch (found->kind) {
    case KNAV_PERIPHERAL_EFFECT_NOTIFY:
    case KNAV_PERIPHERAL_EFFECT_ANSWER:
        return check_lent(found, expected->bytes);
    case KNAV_PERIPHERAL_EFFECT_REJECT:
        return check_number(found->att_error, expected->detail, "ATT error");
    case KNAV_PERIPHERAL_EFFECT_FAULT:
        return check_number(found->fault, expected->detail, "fault")
            && check_error(found->error, expected->error);
    default:
        return true;
    }
}

static bool check_step(const kbc_peripheral_step *step)
{
    const knav_peripheral_event event = event_of(step);
    knav_peripheral_effect effect;
    size_t count = 0;
    knav_peripheral_handle(&memory.session, &event, step->at);
    while (knav_peripheral_next_effect(&memory.session, &effect)) {
        if (!check(count < step->effect_count, "an effect too many")
            || !check_effect(&effect, &step->effects[count])) {
            return false;
        }
        count++;
    }
    const uint64_t deadline = step->deadline == KBC_NO_DEADLINE ? KNAV_NO_DEADLINE
                                                                : step->deadline;
    return check_number(count, step->effect_count, "number of effects")
        && check_number(knav_peripheral_phase(&memory.session), step->phase, "phase")
        && check_number(knav_peripheral_deadline(&memory.session), deadline, "deadline");
}

static void check_vector(const kbc_peripheral_vector *vector)
{
    knav_peripheral_configuration configuration =
        knav_peripheral_usual_configuration(vector->layout);
    configuration.notification = vector->notification;
    configuration.retried_notification = vector->retried_notification;
    configuration.serving = vector->serving;
    configuration.ending = vector->ending;
    configuration.chunk_size = vector->chunk_size;
    configuration.loss_detection = vector->loss_detection;
    configuration.has_cccd = vector->has_cccd;
    configuration.repeats = vector->repeats;
    check_case(vector->id);
    memory.before = untouched;
    memory.behind = untouched;
    const knav_error error = knav_peripheral_init(&memory.session, &configuration);
    if (!check_number(error.code, KNAV_OK, "configuration")) {
        return;
    }
    for (size_t step = 0; step < vector->count && check_step(&vector->steps[step]); step++) {
    }
    check(memory.before == untouched && memory.behind == untouched, "wrote beside its memory");
}

/* ---- What no vector shows ----------------------------------------------------------------- */

static const uint8_t object[] = {1, 2, 3, 4, 5, 6, 0, 0, 0, 'Q', 'u', 'a', 'i'};

static void happen(uint8_t kind, uint32_t central, uint64_t now)
{
    knav_peripheral_event event = {0};
    event.kind = kind;
    event.central = central;
    event.mtu = 23;
    event.bytes = object;
    event.size = sizeof object;
    knav_peripheral_handle(&memory.session, &event, now);
}

static void take_all(void)
{
    knav_peripheral_effect effect;
    while (knav_peripheral_next_effect(&memory.session, &effect)) {
    }
}

static void expect(uint8_t kind, uint32_t central)
{
    const kbc_bytes identifier = {object, 4};
    knav_peripheral_effect effect;
    if (check(knav_peripheral_next_effect(&memory.session, &effect), "an effect is missing")
        && check_number(effect.kind, kind, "effect")
        && check_number(effect.central, central, "central")
        && kind == KNAV_PERIPHERAL_EFFECT_NOTIFY) {
        check_lent(&effect, identifier);
    }
}

static void expect_nothing(void)
{
    knav_peripheral_effect effect;
    check(!knav_peripheral_next_effect(&memory.session, &effect), "an effect too many");
}

/* Begins a case up to the notifications of two centrals, which are still to be taken. */
static void publish(const char *name)
{
    const knav_peripheral_configuration configuration =
        knav_peripheral_usual_configuration(KNAV_LAYOUT_DEPLOYED);
    check_case(name);
    knav_peripheral_init(&memory.session, &configuration);
    happen(KNAV_PERIPHERAL_EVENT_START_NAVIGATION, 0, 0);
    take_all();
    for (uint32_t central = 1; central <= 2; central++) {
        happen(KNAV_PERIPHERAL_EVENT_CONNECTED, central, 0);
        happen(KNAV_PERIPHERAL_EVENT_SUBSCRIBED, central, 0);
        take_all();
    }
    happen(KNAV_PERIPHERAL_EVENT_PUBLISH, 0, 100);
}

static void check_refusal(void)
{
    publish("a refusal may come while effects are still to be taken");
    expect(KNAV_PERIPHERAL_EFFECT_NOTIFY, 1);
    const uint64_t deadline = knav_peripheral_deadline(&memory.session);
    happen(KNAV_PERIPHERAL_EVENT_NOTIFICATION_REFUSED, 1, 5000);
    check_number(knav_peripheral_deadline(&memory.session), deadline, "what is due has to wait");
    expect(KNAV_PERIPHERAL_EFFECT_NOTIFY, 2);
    expect_nothing();
    happen(KNAV_PERIPHERAL_EVENT_NOTIFICATIONS_READY, 0, 200);
    expect(KNAV_PERIPHERAL_EFFECT_NOTIFY, 1);
    expect(KNAV_PERIPHERAL_EFFECT_NOTIFY, 1); /* the repeat that was due */
    expect(KNAV_PERIPHERAL_EFFECT_NOTIFY, 2);
    expect_nothing();
}

static void check_other_event(void)
{
    publish("effects are lost to any other event");
    happen(KNAV_PERIPHERAL_EVENT_STOP_NAVIGATION, 0, 200);
    expect(KNAV_PERIPHERAL_EFFECT_REMOVE_SERVICE, 0);
    expect_nothing();
}

static void check_unknown_events(void)
{
    knav_peripheral_event event = {0};
    publish("an event that does not exist changes nothing");
    event.kind = KNAV_PERIPHERAL_EVENT_NOTIFICATION_REFUSED + 1;
    knav_peripheral_handle(&memory.session, &event, 9000);
    event.kind = KNAV_PERIPHERAL_EVENT_READ;
    event.central = 1;
    event.identifier_size = 5;
    knav_peripheral_handle(&memory.session, &event, 9000);
    expect(KNAV_PERIPHERAL_EFFECT_NOTIFY, 1);
    expect(KNAV_PERIPHERAL_EFFECT_NOTIFY, 2);
    expect_nothing();
    happen(KNAV_PERIPHERAL_EVENT_TIME_PASSED, 0, 200);
    expect_nothing();
}

static void check_configurations(void)
{
    const knav_peripheral_configuration usual =
        knav_peripheral_usual_configuration(KNAV_LAYOUT_DEPLOYED);
    publish("a configuration that does not exist is refused");
    for (int member = 0; member < 8; member++) {
        knav_peripheral_configuration wrong = usual;
        switch (member) {
        case 0: wrong.layout = KNAV_LAYOUT_AUTO; break;
        case 1: wrong.layout = KNAV_LAYOUT_LEGACY + 1; break;
        case 2: wrong.notification = KNAV_NOTIFIES_OBJECT + 1; break;
        case 3: wrong.retried_notification = KNAV_NOTIFIES_OBJECT + 1; break;
        case 4: wrong.serving = KNAV_SNAPSHOT_PER_READ + 1; break;
        case 5: wrong.ending = KNAV_ENDS_ATTRIBUTE_NOT_LONG + 1; break;
        case 6: wrong.chunk_size = KNAV_CHUNKS_SMALLEST_PAYLOAD + 1; break;
        default: wrong.loss_detection = KNAV_EACH_CENTRAL + 1; break;
        }
        check_number(knav_peripheral_init(&memory.session, &wrong).code, KNAV_INVALID_ARGUMENT,
                     "configuration");
    }
    expect(KNAV_PERIPHERAL_EFFECT_NOTIFY, 1);
    expect(KNAV_PERIPHERAL_EFFECT_NOTIFY, 2);
    expect_nothing();
}

void check_peripheral(void)
{
    for (size_t index = 0; index < kbc_peripheral_count; index++) {
        check_vector(&kbc_peripheral_vectors[index]);
    }
    check_refusal();
    check_other_event();
    check_unknown_events();
    check_configurations();
}
