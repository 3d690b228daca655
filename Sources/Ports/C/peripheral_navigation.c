/*
 * The service and its advertising, the objects, and who is notified of them: P.1 to P.3, P.8, P.9 and
 * P.11.
 */
#include "peripheral.h"

/* ---- Advertising -------------------------------------------------------------------------- */

static void advertise(struct peripheral *phone, uint8_t advertising)
{
    if (phone->advertising == ADVERTISING_OFF) {
        knav_phone_add_effect(phone, KNAV_PERIPHERAL_EFFECT_START_ADVERTISING);
    }
    phone->advertising = advertising;
    if (advertising == ADVERTISING_LIMITED) {
        phone->advertising_end = knav_phone_time_after(phone->now, ADVERTISING_LIMIT);
    }
}

void knav_phone_start_advertising(struct peripheral *phone)
{
    if (knav_phone_is_serving(phone) && phone->advertising != ADVERTISING_UNLIMITED) {
        advertise(phone, ADVERTISING_LIMITED);
    }
}

void knav_phone_advertise_without_limit(struct peripheral *phone)
{
    advertise(phone, ADVERTISING_UNLIMITED);
}

void knav_phone_stop_advertising(struct peripheral *phone)
{
    if (phone->advertising != ADVERTISING_OFF) {
        knav_phone_add_effect(phone, KNAV_PERIPHERAL_EFFECT_STOP_ADVERTISING);
    }
    phone->advertising = ADVERTISING_OFF;
}

/* ---- The service -------------------------------------------------------------------------- */

static void repeat_later(struct peripheral *phone)
{
    phone->will_repeat = phone->configuration.repeats && phone->object_count > 0;
    phone->repeat_due = knav_phone_time_after(phone->now, REPEAT_INTERVAL);
}

static void offer_service(struct peripheral *phone)
{
    knav_phone_add_effect(phone, KNAV_PERIPHERAL_EFFECT_ADD_SERVICE);
    if (!knav_phone_waits_for_watchdog(phone)) {
        advertise(phone, phone->missing > 0 ? ADVERTISING_UNLIMITED : ADVERTISING_LIMITED);
    }
    repeat_later(phone);
}

void knav_phone_start_navigation(struct peripheral *phone)
{
    if (phone->is_navigating) {
        return;
    }
    phone->is_navigating = true;
    if (!phone->is_radio_off) {
        offer_service(phone);
    }
}

void knav_phone_stop_navigation(struct peripheral *phone)
{
    size_t place;

    if (knav_phone_is_serving(phone)) {
        knav_phone_stop_advertising(phone);
        knav_phone_add_effect(phone, KNAV_PERIPHERAL_EFFECT_REMOVE_SERVICE);
    }
    phone->is_navigating = false;
    phone->will_repeat = false;
    phone->object_count = 0;
    phone->missing = 0;
    knav_phone_stop_watchdogs(phone);
    for (place = 0; place < KNAV_MAXIMUM_CENTRALS; place++) {
        phone->places[place].is_subscribed = false;
        phone->places[place].is_owed = false;
        phone->places[place].has_arrived = false;
        phone->places[place].snapshot = 0;
    }
}

void knav_phone_lose_radio(struct peripheral *phone)
{
    if (knav_phone_is_serving(phone)) {
        knav_phone_lose_all_links(phone);
    }
    phone->is_radio_off = true;
    phone->advertising = ADVERTISING_OFF;
    phone->will_repeat = false;
    knav_phone_let_watchdog_run_on(phone);
    memset(phone->places, 0, sizeof phone->places);
}

void knav_phone_regain_radio(struct peripheral *phone)
{
    if (!phone->is_radio_off) {
        return;
    }
    phone->is_radio_off = false;
    if (phone->is_navigating) {
        offer_service(phone);
    }
}

/* ---- Notifications ------------------------------------------------------------------------ */

static uint16_t smaller_of(size_t one, size_t other)
{
    return (uint16_t)(one < other ? one : other);
}

/* Notifies a central of the newest object, or would if there were one. */
static void notify(struct peripheral *phone, struct place *place, uint8_t form)
{
    const uint8_t number = (uint8_t)(phone->newest % KEPT_OBJECTS);
    struct peripheral_effect *effect;

    place->is_owed = false;
    if (phone->object_count == 0) {
        return;
    }
    effect = knav_phone_add_effect(phone, KNAV_PERIPHERAL_EFFECT_NOTIFY);
    effect->central = place->handle;
    effect->object = number;
    if (form == KNAV_NOTIFIES_OBJECT) {
        effect->size = smaller_of(phone->objects[number].size, (size_t)place->mtu - 3);
    } else {
        effect->size = phone->configuration.layout == KNAV_LAYOUT_LEGACY ? KNAV_UUID_SIZE : 4;
    }
}

/* Whether a publication leaves a central out, because it is owed a notification: P.8. */
static bool is_left_out(const struct peripheral *phone, const struct place *place)
{
    return place->is_owed && phone->now - place->refused_at < REPEAT_INTERVAL;
}

void knav_phone_publish(struct peripheral *phone, const uint8_t *bytes, size_t size)
{
    knav_instruction decoded;
    knav_error error = knav_no_error();
    struct kept_object *object;
    size_t place;

    if (!phone->is_navigating) {
        knav_phone_add_fault(phone, KNAV_PERIPHERAL_FAULT_NOT_NAVIGATING, error);
        return;
    }
    error = knav_decode(bytes, size, phone->configuration.layout, KNAV_WHOLE, &decoded);
    if (error.code != KNAV_OK) {
        knav_phone_add_fault(phone, KNAV_PERIPHERAL_FAULT_UNPUBLISHABLE, error);
        return;
    }
    phone->newest++;
    if (phone->object_count < KEPT_OBJECTS) {
        phone->object_count++;
    }
    object = knav_phone_object(phone, phone->newest);
    object->size = (uint16_t)size;
    memmove(object->bytes, bytes, size); /* they may be those of an effect */
    if (phone->is_radio_off) {
        return;
    }
    knav_phone_arm_idle_watchdogs(phone);
    repeat_later(phone);
    for (place = 0; place < KNAV_MAXIMUM_CENTRALS; place++) {
        struct place *central = &phone->places[place];

        if (central->is_subscribed && !is_left_out(phone, central)) {
            notify(phone, central, phone->configuration.notification);
        }
    }
}

/* P.3; it leaves nobody out. */
void knav_phone_repeat(struct peripheral *phone)
{
    size_t place;

    for (place = 0; place < KNAV_MAXIMUM_CENTRALS; place++) {
        if (phone->places[place].is_subscribed) {
            notify(phone, &phone->places[place], phone->configuration.notification);
        }
    }
    repeat_later(phone);
}

/* The queue is ready: P.8. */
void knav_phone_retry(struct peripheral *phone)
{
    size_t place;

    for (place = 0; place < KNAV_MAXIMUM_CENTRALS; place++) {
        if (phone->places[place].is_owed) {
            notify(phone, &phone->places[place], phone->configuration.retried_notification);
        }
    }
}
