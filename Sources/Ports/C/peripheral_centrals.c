/*
 * The centrals: their places, their subscriptions and their reads: P.5 to P.8 and P.10.
 */
#include "peripheral.h"

/* ---- Places ------------------------------------------------------------------------------- */

static struct place *place_of(struct peripheral *phone, uint32_t central)
{
    size_t index;

    for (index = 0; index < KNAV_MAXIMUM_CENTRALS; index++) {
        if (phone->places[index].is_taken && phone->places[index].handle == central) {
            return &phone->places[index];
        }
    }
    return NULL;
}

/* The lowest free place; if all are taken, that of the central that has been quiet longest. */
static struct place *place_for_new(struct peripheral *phone)
{
    struct place *quietest = &phone->places[0];
    size_t index;

    for (index = 0; index < KNAV_MAXIMUM_CENTRALS; index++) {
        struct place *place = &phone->places[index];

        if (!place->is_taken) {
            return place;
        }
        if (place->last_heard < quietest->last_heard) {
            quietest = place;
        }
    }
    return quietest;
}

static uint16_t counted_mtu(uint16_t mtu)
{
    return mtu < ATT_DEFAULT_MTU ? ATT_DEFAULT_MTU : mtu;
}

void knav_phone_connect(struct peripheral *phone, uint32_t central, uint16_t mtu)
{
    struct place *place = place_of(phone, central);
    const bool has_arrived = place != NULL && place->has_arrived;

    if (place == NULL) {
        place = place_for_new(phone);
    }
    memset(place, 0, sizeof *place);
    place->is_taken = true;
    place->handle = central;
    place->mtu = counted_mtu(mtu);
    place->has_arrived = has_arrived;
    place->last_heard = phone->now;
    if (knav_phone_is_serving(phone)) {
        knav_phone_hear_connection(phone, place);
    }
}

void knav_phone_disconnect(struct peripheral *phone, uint32_t central)
{
    struct place *place = place_of(phone, central);

    if (knav_phone_is_serving(phone)) {
        knav_phone_lose_link(phone, place);
    }
    if (place != NULL) {
        memset(place, 0, sizeof *place);
    }
}

void knav_phone_change_mtu(struct peripheral *phone, uint32_t central, uint16_t mtu)
{
    struct place *place = place_of(phone, central);

    if (place != NULL) {
        place->mtu = counted_mtu(mtu);
    }
}

/* ---- Subscriptions ------------------------------------------------------------------------ */

void knav_phone_subscribe(struct peripheral *phone, uint32_t central)
{
    struct place *place = place_of(phone, central);

    if (place == NULL || !knav_phone_is_serving(phone) || !phone->configuration.has_cccd) {
        knav_phone_add_fault(phone, KNAV_PERIPHERAL_FAULT_UNKNOWN_CENTRAL, knav_no_error());
        return;
    }
    place->is_subscribed = true;
    place->is_owed = false;
    place->last_heard = phone->now;
    knav_phone_hear_subscription(phone, place);
}

void knav_phone_unsubscribe(struct peripheral *phone, uint32_t central)
{
    struct place *place = place_of(phone, central);

    if (place != NULL) {
        place->is_subscribed = false;
        place->is_owed = false;
    }
}

/* The queue had no room: P.8. */
void knav_phone_refuse(struct peripheral *phone, uint32_t central)
{
    struct place *place = place_of(phone, central);

    if (place != NULL && place->is_subscribed) {
        place->is_owed = true;
        place->refused_at = phone->now;
    }
}

/* ---- Reads -------------------------------------------------------------------------------- */

static void reject(struct peripheral *phone, uint32_t central, uint8_t att_error)
{
    struct peripheral_effect *effect =
        knav_phone_add_effect(phone, KNAV_PERIPHERAL_EFFECT_REJECT);

    effect->central = central;
    effect->detail = att_error;
}

/* The number of the newest object with the identifier that a read names; 0 if there is none. Every
 * layout begins with the identifier. */
static uint32_t number_of_named(struct peripheral *phone, const knav_peripheral_event *read)
{
    const uint8_t size = phone->configuration.layout == KNAV_LAYOUT_LEGACY ? KNAV_UUID_SIZE : 4;
    uint32_t number = phone->newest;

    while (size == read->identifier_size && knav_phone_keeps(phone, number)) {
        if (memcmp(knav_phone_object(phone, number)->bytes, read->identifier, size) == 0) {
            return number;
        }
        number--;
    }
    return 0;
}

/* The number of the object from which a read is answered: P.6 and P.7; 0 if there is none. */
static uint32_t number_for(struct peripheral *phone, struct place *place,
                           const knav_peripheral_event *read)
{
    if (phone->object_count == 0) {
        return 0;
    }
    if (read->identifier_size > 0) {
        return number_of_named(phone, read);
    }
    if (phone->configuration.serving == KNAV_NEWEST_ALWAYS || place == NULL) {
        return phone->newest;
    }
    if (read->offset == 0 || place->snapshot == 0 || !knav_phone_keeps(phone, place->snapshot)) {
        place->snapshot = phone->newest;
    }
    return place->snapshot;
}

static uint16_t capacity_of_answer(const struct peripheral *phone, const struct place *place)
{
    const uint16_t mtu = place == NULL ? ATT_DEFAULT_MTU : place->mtu;

    switch (phone->configuration.chunk_size) {
    case KNAV_CHUNKS_READ_PAYLOAD: return (uint16_t)(mtu - 1);
    case KNAV_CHUNKS_NOTIFICATION_PAYLOAD: return (uint16_t)(mtu - 3);
    default: return KNAV_SMALLEST_PAYLOAD;
    }
}

/* The error at the object's end or past it; 0 if the read is answered with bytes, or with none. */
static uint8_t error_at_end(const struct peripheral *phone, uint16_t offset, uint16_t size)
{
    if (offset < size ||
        (offset == size && phone->configuration.ending == KNAV_ENDS_EMPTY)) {
        return 0;
    }
    return phone->configuration.ending == KNAV_ENDS_ATTRIBUTE_NOT_LONG ? ANSWER_NOT_LONG
                                                                        : ANSWER_INVALID_OFFSET;
}

/* Whether the answer is not an error. */
static bool answer(struct peripheral *phone, const struct place *place,
                   const knav_peripheral_event *read, uint32_t number)
{
    const uint16_t size = knav_phone_object(phone, number)->size;
    const uint8_t att_error = error_at_end(phone, read->offset, size);
    const uint16_t capacity = capacity_of_answer(phone, place);
    struct peripheral_effect *effect;
    uint16_t left;

    if (att_error != 0) {
        reject(phone, read->central, att_error);
        return false;
    }
    left = (uint16_t)(size - read->offset);
    effect = knav_phone_add_effect(phone, KNAV_PERIPHERAL_EFFECT_ANSWER);
    effect->central = read->central;
    effect->object = (uint8_t)(number % KEPT_OBJECTS);
    effect->offset = read->offset;
    effect->size = left < capacity ? left : capacity;
    return true;
}

void knav_phone_read(struct peripheral *phone, const knav_peripheral_event *event)
{
    struct place *place = place_of(phone, event->central);
    bool is_answered = false;
    uint32_t number;

    if (!knav_phone_is_serving(phone)) {
        reject(phone, event->central, ANSWER_INVALID_HANDLE);
        return;
    }
    number = number_for(phone, place, event);
    if (number == 0) {
        reject(phone, event->central, ANSWER_NOT_FOUND);
    } else {
        is_answered = answer(phone, place, event, number);
    }
    if (place != NULL) {
        place->last_heard = phone->now;
    }
    knav_phone_hear_read(phone, place, is_answered);
}
