/*
 * How the phone finds out that a device is lost, and that it has come back: P.4, P.5 and P.12.
 */
#include "peripheral.h"

static bool is_shared(const struct peripheral *phone)
{
    return phone->configuration.loss_detection == KNAV_SHARED_WATCHDOG;
}

/* ---- Watchdogs ---------------------------------------------------------------------------- */

static void arm(const struct peripheral *phone, struct watchdog *watchdog)
{
    watchdog->state = WATCHDOG_ARMED;
    watchdog->due = knav_phone_time_after(phone->now, LOST_LINK_INTERVAL);
}

/* Whether it is due; then it fires. */
static bool fires(const struct peripheral *phone, struct watchdog *watchdog)
{
    if (watchdog->state != WATCHDOG_ARMED || watchdog->due > phone->now) {
        return false;
    }
    watchdog->state = WATCHDOG_FIRED;
    return true;
}

static uint64_t earlier_of(uint64_t time, const struct watchdog *watchdog)
{
    return watchdog->state == WATCHDOG_ARMED && watchdog->due < time ? watchdog->due : time;
}

/* After a publication. Nobody without a place is looked for because of one. */
void knav_phone_arm_idle_watchdogs(struct peripheral *phone)
{
    size_t index;

    if (is_shared(phone)) {
        if (phone->watchdog.state == WATCHDOG_IDLE) {
            arm(phone, &phone->watchdog);
        }
        return;
    }
    for (index = 0; index < KNAV_MAXIMUM_CENTRALS; index++) {
        struct place *place = &phone->places[index];

        if (place->is_taken && place->watchdog.state == WATCHDOG_IDLE) {
            arm(phone, &place->watchdog);
        }
    }
}

void knav_phone_stop_watchdogs(struct peripheral *phone)
{
    size_t index;

    phone->watchdog.state = WATCHDOG_IDLE;
    for (index = 0; index < KNAV_MAXIMUM_CENTRALS; index++) {
        phone->places[index].watchdog.state = WATCHDOG_IDLE;
    }
}

/* Bluetooth goes off. The one watchdog runs on if it is armed. */
void knav_phone_let_watchdog_run_on(struct peripheral *phone)
{
    const struct watchdog watchdog = phone->watchdog;

    knav_phone_stop_watchdogs(phone);
    if (is_shared(phone) && watchdog.state == WATCHDOG_ARMED) {
        phone->watchdog = watchdog;
    }
}

/* Bluetooth is back. Whether the one watchdog is armed; it was armed anew each time that it was due meanwhile. */
bool knav_phone_waits_for_watchdog(struct peripheral *phone)
{
    struct watchdog *watchdog = &phone->watchdog;

    if (!is_shared(phone) || watchdog->state != WATCHDOG_ARMED) {
        return false;
    }
    if (watchdog->due < phone->now) {
        const uint32_t late = (uint32_t)((phone->now - watchdog->due) % LOST_LINK_INTERVAL);

        watchdog->due =
            knav_phone_time_after(phone->now, late == 0 ? 0 : (uint32_t)LOST_LINK_INTERVAL - late);
    }
    return true;
}

uint64_t knav_phone_next_watchdog(const struct peripheral *phone)
{
    uint64_t next = earlier_of(KNAV_NO_DEADLINE, &phone->watchdog);
    size_t index;

    for (index = 0; index < KNAV_MAXIMUM_CENTRALS; index++) {
        next = earlier_of(next, &phone->places[index].watchdog);
    }
    return next;
}

/* ---- Losses of each central: P.12 --------------------------------------------------------- */

/* A lost central that had not arrived may be a missing device that came back for a moment. */
static void miss(struct peripheral *phone, bool had_arrived)
{
    if (had_arrived) {
        phone->missing++;
    } else if (phone->missing == 0) {
        phone->missing = 1;
    }
}

static void miss_central(struct peripheral *phone, struct place *place)
{
    miss(phone, place->has_arrived);
    place->has_arrived = false;
}

/* A central disconnected. It may have no place. */
void knav_phone_lose_link(struct peripheral *phone, struct place *place)
{
    if (is_shared(phone) || (place != NULL && place->watchdog.state == WATCHDOG_FIRED)) {
        return;
    }
    miss(phone, place != NULL && place->has_arrived);
    knav_phone_advertise_without_limit(phone);
}

/* Bluetooth goes off. Those that had not arrived come first. */
void knav_phone_lose_all_links(struct peripheral *phone)
{
    int had_arrived;
    size_t index;

    for (had_arrived = 0; !is_shared(phone) && had_arrived < 2; had_arrived++) {
        for (index = 0; index < KNAV_MAXIMUM_CENTRALS; index++) {
            const struct place *place = &phone->places[index];

            if (place->is_taken && place->watchdog.state != WATCHDOG_FIRED &&
                place->has_arrived == (had_arrived != 0)) {
                miss(phone, place->has_arrived);
            }
        }
    }
}

static bool fire_those_of(struct peripheral *phone, bool that_have_arrived)
{
    bool has_fired = false;
    size_t index;

    for (index = 0; index < KNAV_MAXIMUM_CENTRALS; index++) {
        struct place *place = &phone->places[index];

        if (place->has_arrived == that_have_arrived && fires(phone, &place->watchdog)) {
            miss_central(phone, place);
            has_fired = true;
        }
    }
    return has_fired;
}

void knav_phone_fire_watchdogs(struct peripheral *phone)
{
    bool has_fired = fires(phone, &phone->watchdog);

    if (!is_shared(phone)) {
        if (has_fired) {
            miss(phone, false);
        }
        has_fired = fire_those_of(phone, false) || has_fired;
        has_fired = fire_those_of(phone, true) || has_fired;
    }
    if (has_fired) {
        knav_phone_advertise_without_limit(phone);
    }
}

/* ---- Signs of life ------------------------------------------------------------------------ */

/* Once there is an object, a central's own watchdog runs. */
static void keep_watch(struct peripheral *phone, struct place *place)
{
    if (phone->object_count > 0) {
        arm(phone, &place->watchdog);
    }
}

/* A central with a place subscribed or read. */
static void arrive(struct peripheral *phone, struct place *place)
{
    keep_watch(phone, place);
    if (place->has_arrived) {
        return;
    }
    place->has_arrived = true;
    if (phone->missing > 0) {
        phone->missing--;
    }
    if (phone->missing == 0) {
        knav_phone_stop_advertising(phone);
    }
}

void knav_phone_hear_connection(struct peripheral *phone, struct place *place)
{
    if (!is_shared(phone)) {
        keep_watch(phone, place);
    }
}

void knav_phone_hear_subscription(struct peripheral *phone, struct place *place)
{
    if (is_shared(phone)) {
        phone->watchdog.state = WATCHDOG_IDLE;
        knav_phone_stop_advertising(phone);
    } else {
        arrive(phone, place);
    }
}

/* The central may have no place. Only the one watchdog leaves out answers that are errors. */
void knav_phone_hear_read(struct peripheral *phone, struct place *place, bool is_answered)
{
    if (is_shared(phone)) {
        if (is_answered) {
            arm(phone, &phone->watchdog);
        }
        if (!phone->configuration.has_cccd) {
            knav_phone_stop_advertising(phone);
        }
    } else if (place != NULL) {
        arrive(phone, place);
    } else {
        arm(phone, &phone->watchdog);
    }
}
