/*
 * The state of a peripheral session, and the functions that its files share. P.n means the rule with
 * that name in Docs/Sessions.md.
 */
#ifndef KNAV_PERIPHERAL_STATE_H
#define KNAV_PERIPHERAL_STATE_H

#include "knav_phone.h"

#include "internal.h"

/* In milliseconds: Docs/Sessions.md, Intervals. */
enum {
    REPEAT_INTERVAL = 2000,
    LOST_LINK_INTERVAL = 5000
};
static const uint32_t ADVERTISING_LIMIT = 120000; /* more than an enum may hold: an int can have 16 bits */

enum {
    KEPT_OBJECTS = 10, /* clause 9.13 */
    /* Two for each central, one when the queue has room again and one for a repeat that is due; and
     * one for advertising, which begins or ends. */
    MAXIMUM_PERIPHERAL_EFFECTS = 2 * KNAV_MAXIMUM_CENTRALS + 1
};

/* The errors with which the phone answers; those of an object's end are in clause 8.4. */
enum {
    ANSWER_INVALID_HANDLE = 0x01,
    ANSWER_INVALID_OFFSET = 0x07,
    ANSWER_NOT_FOUND = 0x0A,
    ANSWER_NOT_LONG = 0x0B
};

/* When advertising ends by itself. */
enum advertising {
    ADVERTISING_OFF,
    ADVERTISING_LIMITED,  /* at advertising_end */
    ADVERTISING_UNLIMITED /* a device is lost */
};

/* Considers a device lost when nothing is heard of it. */
enum watchdog_state {
    WATCHDOG_IDLE,  /* the next publication arms it */
    WATCHDOG_ARMED, /* fires when it is due */
    WATCHDOG_FIRED  /* a publication does not arm it again */
};

struct watchdog {
    uint64_t due;
    uint8_t state; /* enum watchdog_state */
};

/* What the phone knows of a central that has a place: P.10. */
struct place {
    uint64_t last_heard; /* when it last connected, subscribed or read */
    uint64_t refused_at;
    struct watchdog watchdog; /* with KNAV_EACH_CENTRAL */
    uint32_t handle;
    uint32_t snapshot; /* the number of the object from which its read goes on; 0 if there is none */
    uint16_t mtu;
    bool is_taken;
    bool is_subscribed;
    bool is_owed;     /* a full queue refused its notification, P.8 */
    bool has_arrived; /* P.12 */
};

struct kept_object {
    uint16_t size;
    uint8_t bytes[KNAV_MAXIMUM_OBJECT_SIZE];
};

/* An effect that the caller has not taken yet. */
struct peripheral_effect {
    uint32_t central;
    uint16_t offset; /* of the bytes, in the object */
    uint16_t size;
    uint8_t kind;    /* enum knav_peripheral_effect_kind */
    uint8_t object;  /* the place of the object in the state */
    uint8_t detail;  /* ATT error or fault, by the kind */
};

struct peripheral {
    uint64_t now; /* in milliseconds, like every time here */
    uint64_t next_deadline; /* what the caller was told */
    uint64_t advertising_end;
    uint64_t repeat_due;
    struct watchdog watchdog; /* of all centrals; with KNAV_EACH_CENTRAL, of those without a place */
    struct place places[KNAV_MAXIMUM_CENTRALS];
    struct peripheral_effect effects[MAXIMUM_PERIPHERAL_EFFECTS];
    knav_error error;      /* of the fault among the effects */
    uint32_t newest;       /* the number of the newest object: they are counted from 1 */
    knav_peripheral_configuration configuration;
    uint8_t object_count;  /* how many are kept */
    uint8_t advertising;   /* enum advertising */
    uint8_t missing;       /* how many devices, P.12 */
    uint8_t first_effect;
    uint8_t effect_count;
    bool is_navigating;
    bool is_radio_off;
    bool will_repeat;      /* when repeat_due comes */
    struct kept_object objects[KEPT_OBJECTS];
} KNAV_MAY_ALIAS;

/* peripheral.c: the machine's frame */
uint64_t knav_phone_time_after(uint64_t time, uint32_t interval);
bool knav_phone_is_serving(const struct peripheral *phone);
struct peripheral_effect *knav_phone_add_effect(struct peripheral *phone, uint8_t kind);
void knav_phone_add_fault(struct peripheral *phone, uint8_t fault, knav_error error);
struct kept_object *knav_phone_object(struct peripheral *phone, uint32_t number);
bool knav_phone_keeps(const struct peripheral *phone, uint32_t number);

/* peripheral_navigation.c: the service, advertising, objects and their notifications */
void knav_phone_start_navigation(struct peripheral *phone);
void knav_phone_stop_navigation(struct peripheral *phone);
void knav_phone_start_advertising(struct peripheral *phone);
void knav_phone_advertise_without_limit(struct peripheral *phone);
void knav_phone_stop_advertising(struct peripheral *phone);
void knav_phone_lose_radio(struct peripheral *phone);
void knav_phone_regain_radio(struct peripheral *phone);
void knav_phone_publish(struct peripheral *phone, const uint8_t *bytes, size_t size);
void knav_phone_repeat(struct peripheral *phone);
void knav_phone_retry(struct peripheral *phone);

/* peripheral_centrals.c: places, subscriptions and reads */
void knav_phone_connect(struct peripheral *phone, uint32_t central, uint16_t mtu);
void knav_phone_disconnect(struct peripheral *phone, uint32_t central);
void knav_phone_change_mtu(struct peripheral *phone, uint32_t central, uint16_t mtu);
void knav_phone_subscribe(struct peripheral *phone, uint32_t central);
void knav_phone_unsubscribe(struct peripheral *phone, uint32_t central);
void knav_phone_read(struct peripheral *phone, const knav_peripheral_event *event);
void knav_phone_refuse(struct peripheral *phone, uint32_t central);

/* peripheral_losses.c: who is lost, and who has come back */
void knav_phone_arm_idle_watchdogs(struct peripheral *phone);
void knav_phone_stop_watchdogs(struct peripheral *phone);
void knav_phone_let_watchdog_run_on(struct peripheral *phone);
bool knav_phone_waits_for_watchdog(struct peripheral *phone);
void knav_phone_hear_connection(struct peripheral *phone, struct place *place);
void knav_phone_hear_subscription(struct peripheral *phone, struct place *place);
void knav_phone_hear_read(struct peripheral *phone, struct place *place, bool is_answered);
void knav_phone_lose_link(struct peripheral *phone, struct place *place);
void knav_phone_lose_all_links(struct peripheral *phone);
void knav_phone_fire_watchdogs(struct peripheral *phone);
uint64_t knav_phone_next_watchdog(const struct peripheral *phone);

#endif
