/*
 * The phone's end of the link: events with their time go in, effects and a deadline come out. Each
 * event is handled in this order: first what happened, then what is due at that time.
 */
#include "peripheral.h"

KNAV_STATE_FITS(peripheral, KNAV_PERIPHERAL_SIZE);

static struct peripheral *phone_of(knav_peripheral *peripheral)
{
    return (struct peripheral *)(void *)peripheral;
}

static const struct peripheral *constant_phone_of(const knav_peripheral *peripheral)
{
    return (const struct peripheral *)(const void *)peripheral;
}

/* On an overflow, the last possible moment. */
uint64_t knav_phone_time_after(uint64_t time, uint32_t interval)
{
    return time > UINT64_MAX - interval ? UINT64_MAX : time + interval;
}

/* Whether centrals can use the service. */
bool knav_phone_is_serving(const struct peripheral *phone)
{
    return phone->is_navigating && !phone->is_radio_off;
}

/* ---- Objects ------------------------------------------------------------------------------ */

struct kept_object *knav_phone_object(struct peripheral *phone, uint32_t number)
{
    return &phone->objects[number % KEPT_OBJECTS];
}

/* Whether the object with that number is among the last ones. */
bool knav_phone_keeps(const struct peripheral *phone, uint32_t number)
{
    return phone->newest - number < phone->object_count;
}

/* ---- Effects ------------------------------------------------------------------------------ */

struct peripheral_effect *knav_phone_add_effect(struct peripheral *phone, uint8_t kind)
{
    struct peripheral_effect *effect;

    /* There is room for all effects of any event; if not, a new one replaces the last. */
    if (phone->effect_count < MAXIMUM_PERIPHERAL_EFFECTS) {
        phone->effect_count++;
    }
    effect = &phone->effects[phone->effect_count - 1];
    memset(effect, 0, sizeof *effect);
    effect->kind = kind;
    return effect;
}

/* An event has one fault at most. */
void knav_phone_add_fault(struct peripheral *phone, uint8_t fault, knav_error error)
{
    knav_phone_add_effect(phone, KNAV_PERIPHERAL_EFFECT_FAULT)->detail = fault;
    phone->error = error;
}

static void lend_to_phone(const struct peripheral *phone, const struct peripheral_effect *next,
                          knav_peripheral_effect *effect)
{
    memset(effect, 0, sizeof *effect);
    effect->kind = next->kind;
    effect->central = next->central;
    switch (next->kind) {
    case KNAV_PERIPHERAL_EFFECT_NOTIFY:
    case KNAV_PERIPHERAL_EFFECT_ANSWER:
        effect->bytes = phone->objects[next->object].bytes + next->offset;
        effect->size = next->size;
        break;
    case KNAV_PERIPHERAL_EFFECT_REJECT: effect->att_error = next->detail; break;
    case KNAV_PERIPHERAL_EFFECT_FAULT:
        effect->fault = next->detail;
        effect->error = phone->error;
        break;
    default: break;
    }
}

/* ---- Time --------------------------------------------------------------------------------- */

static void meet_phone_deadlines(struct peripheral *phone)
{
    if (!knav_phone_is_serving(phone)) {
        return;
    }
    knav_phone_fire_watchdogs(phone);
    if (phone->advertising == ADVERTISING_LIMITED && phone->advertising_end <= phone->now) {
        knav_phone_stop_advertising(phone);
    }
    if (phone->will_repeat && phone->repeat_due <= phone->now) {
        knav_phone_repeat(phone);
    }
}

static uint64_t earliest_phone_deadline(const struct peripheral *phone)
{
    uint64_t earliest;

    if (!knav_phone_is_serving(phone)) {
        return KNAV_NO_DEADLINE;
    }
    earliest = knav_phone_next_watchdog(phone);
    if (phone->advertising == ADVERTISING_LIMITED && phone->advertising_end < earliest) {
        earliest = phone->advertising_end;
    }
    if (phone->will_repeat && phone->repeat_due < earliest) {
        earliest = phone->repeat_due;
    }
    return earliest;
}

/* ---- The interface ------------------------------------------------------------------------ */

knav_peripheral_configuration knav_peripheral_usual_configuration(uint8_t layout)
{
    knav_peripheral_configuration usual;

    memset(&usual, 0, sizeof usual);
    usual.layout = layout;
    usual.notification = KNAV_NOTIFIES_IDENTIFIER;
    usual.retried_notification = KNAV_NOTIFIES_IDENTIFIER;
    usual.serving = KNAV_NEWEST_ALWAYS;
    usual.ending = KNAV_ENDS_EMPTY;
    usual.chunk_size = KNAV_CHUNKS_READ_PAYLOAD;
    usual.loss_detection = KNAV_EACH_CENTRAL;
    usual.has_cccd = true;
    usual.repeats = true;
    return usual;
}

static bool is_sound(const knav_peripheral_configuration *configuration)
{
    return configuration->layout != KNAV_LAYOUT_AUTO &&
           configuration->layout <= KNAV_LAYOUT_LEGACY &&
           configuration->notification <= KNAV_NOTIFIES_OBJECT &&
           configuration->retried_notification <= KNAV_NOTIFIES_OBJECT &&
           configuration->serving <= KNAV_SNAPSHOT_PER_READ &&
           configuration->ending <= KNAV_ENDS_ATTRIBUTE_NOT_LONG &&
           configuration->chunk_size <= KNAV_CHUNKS_SMALLEST_PAYLOAD &&
           configuration->loss_detection <= KNAV_EACH_CENTRAL;
}

knav_error knav_peripheral_init(knav_peripheral *peripheral,
                                const knav_peripheral_configuration *configuration)
{
    struct peripheral *phone = phone_of(peripheral);

    if (!is_sound(configuration)) {
        return knav_error_at(KNAV_INVALID_ARGUMENT, 0);
    }
    memset(peripheral, 0, sizeof *peripheral);
    phone->configuration = *configuration;
    phone->next_deadline = KNAV_NO_DEADLINE;
    return knav_no_error();
}

static void happen_to_phone(struct peripheral *phone, const knav_peripheral_event *event)
{
    const uint32_t central = event->central;

    switch (event->kind) {
    case KNAV_PERIPHERAL_EVENT_START_NAVIGATION: knav_phone_start_navigation(phone); break;
    case KNAV_PERIPHERAL_EVENT_STOP_NAVIGATION: knav_phone_stop_navigation(phone); break;
    case KNAV_PERIPHERAL_EVENT_START_ADVERTISING: knav_phone_start_advertising(phone); break;
    case KNAV_PERIPHERAL_EVENT_PUBLISH: knav_phone_publish(phone, event->bytes, event->size); break;
    case KNAV_PERIPHERAL_EVENT_NOTIFICATIONS_READY: knav_phone_retry(phone); break;
    case KNAV_PERIPHERAL_EVENT_RADIO_OFF: knav_phone_lose_radio(phone); break;
    case KNAV_PERIPHERAL_EVENT_RADIO_ON: knav_phone_regain_radio(phone); break;
    case KNAV_PERIPHERAL_EVENT_CONNECTED: knav_phone_connect(phone, central, event->mtu); break;
    case KNAV_PERIPHERAL_EVENT_DISCONNECTED: knav_phone_disconnect(phone, central); break;
    case KNAV_PERIPHERAL_EVENT_MTU_CHANGED: knav_phone_change_mtu(phone, central, event->mtu); break;
    case KNAV_PERIPHERAL_EVENT_SUBSCRIBED: knav_phone_subscribe(phone, central); break;
    case KNAV_PERIPHERAL_EVENT_UNSUBSCRIBED: knav_phone_unsubscribe(phone, central); break;
    case KNAV_PERIPHERAL_EVENT_READ: knav_phone_read(phone, event); break;
    default: break;
    }
}

static bool is_understood(const knav_peripheral_event *event)
{
    if (event->kind == KNAV_PERIPHERAL_EVENT_READ) {
        return event->identifier_size == 0 || event->identifier_size == 4 ||
               event->identifier_size == KNAV_UUID_SIZE;
    }
    return event->kind <= KNAV_PERIPHERAL_EVENT_NOTIFICATION_REFUSED;
}

void knav_peripheral_handle(knav_peripheral *peripheral, const knav_peripheral_event *event,
                            uint64_t now_in_ms)
{
    struct peripheral *phone = phone_of(peripheral);

    if (!is_understood(event)) {
        return;
    }
    if (now_in_ms > phone->now) {
        phone->now = now_in_ms;
    }
    if (event->kind == KNAV_PERIPHERAL_EVENT_NOTIFICATION_REFUSED) {
        knav_phone_refuse(phone, event->central);
        return;
    }
    phone->first_effect = 0;
    phone->effect_count = 0;
    happen_to_phone(phone, event);
    meet_phone_deadlines(phone);
    phone->next_deadline = earliest_phone_deadline(phone);
}

bool knav_peripheral_next_effect(knav_peripheral *peripheral, knav_peripheral_effect *effect)
{
    struct peripheral *phone = phone_of(peripheral);

    if (phone->first_effect == phone->effect_count) {
        return false;
    }
    lend_to_phone(phone, &phone->effects[phone->first_effect], effect);
    phone->first_effect++;
    return true;
}

uint64_t knav_peripheral_deadline(const knav_peripheral *peripheral)
{
    return constant_phone_of(peripheral)->next_deadline;
}

uint8_t knav_peripheral_phase(const knav_peripheral *peripheral)
{
    const struct peripheral *phone = constant_phone_of(peripheral);

    if (!phone->is_navigating) {
        return KNAV_PERIPHERAL_PHASE_STOPPED;
    }
    if (phone->is_radio_off) {
        return KNAV_PERIPHERAL_PHASE_RADIO_OFF;
    }
    switch (phone->advertising) {
    case ADVERTISING_OFF: return KNAV_PERIPHERAL_PHASE_SERVING;
    case ADVERTISING_LIMITED: return KNAV_PERIPHERAL_PHASE_ADVERTISING;
    default: return KNAV_PERIPHERAL_PHASE_ADVERTISING_AGAIN;
    }
}
