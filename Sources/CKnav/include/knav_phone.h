/*
 * knav_phone.h: the phone's end of komoot BLE Connect, in C.
 *
 * What knav.h promises holds here, too: one header for two implementations, no allocation, no clock,
 * no input or output; every function bounds what it reads and writes; bytes from a central never trap;
 * no pointer may be NULL, except `bytes` and `street` if their size is 0.
 *
 * Rules: Docs/Protocol.md, clauses 2, 3.7 and 9, and Docs/Sessions.md, P.1 to P.12.
 */
#ifndef KNAV_PHONE_H
#define KNAV_PHONE_H

#include "knav.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The size, in bytes, of the state for which the caller provides memory: it holds ten objects. */
#define KNAV_PERIPHERAL_SIZE 5760
/* So many centrals are told apart. Another one takes the place of the one that has been quiet longest. */
#define KNAV_MAXIMUM_CENTRALS 4

/* ---- Data objects ------------------------------------------------------------------------- */

/* Sets identifier_size and identifier to a number, for the layouts `published` and `deployed`. */
void knav_set_identifier_number(knav_instruction *instruction, uint32_t number);

/* Writes an instruction as a whole object: its identifier, its arrow, its distance, and the street's bytes as
 * they are, even ill-formed ones. The other members of *instruction are ignored. The layout must be named: only you
 * know which one the receiver needs. The street must not overlap the object's buffer.
 *
 * KNAV_INVALID_ARGUMENT: no such layout, or an identifier of neither 4 nor 16 bytes; KNAV_IDENTIFIER_MISMATCH: its
 * width is not the layout's; KNAV_OVERSIZED: the object would exceed 512 bytes; KNAV_BUFFER_TOO_SMALL: it would
 * exceed `capacity`. If several are true, the first counts. On an error, nothing is written, *size neither. */
knav_error knav_encode(const knav_instruction *instruction, uint8_t layout, const uint8_t *street,
                       size_t street_size, uint8_t *object, size_t capacity, size_t *size);

/* ---- Peripheral session ------------------------------------------------------------------- */

/* What a notification carries. */
enum knav_notification_form {
    KNAV_NOTIFIES_IDENTIFIER = 0,
    KNAV_NOTIFIES_OBJECT = 1 /* cut to what one notification holds */
};

/* Which object answers a read at an offset. */
enum knav_serving {
    KNAV_NEWEST_ALWAYS = 0,    /* as in the vendor's kit */
    KNAV_SNAPSHOT_PER_READ = 1 /* the one that answered the central's last read at offset 0 */
};

/* How a read at the object's end is answered. */
enum knav_ending {
    KNAV_ENDS_EMPTY = 0,             /* with no bytes */
    KNAV_ENDS_INVALID_OFFSET = 1,    /* with 0x07 */
    KNAV_ENDS_ATTRIBUTE_NOT_LONG = 2 /* with 0x0B */
};

/* How many bytes one answer carries. */
enum knav_chunk_size {
    KNAV_CHUNKS_READ_PAYLOAD = 0,         /* MTU - 1, as in ATT */
    KNAV_CHUNKS_NOTIFICATION_PAYLOAD = 1, /* MTU - 3 */
    KNAV_CHUNKS_SMALLEST_PAYLOAD = 2      /* 20, whatever the MTU */
};

/* How the phone finds out that a device is lost: Docs/Sessions.md, P.4 and P.12. */
enum knav_loss_detection {
    KNAV_SHARED_WATCHDOG = 0, /* one watchdog for all centrals, as in the vendor's kit */
    KNAV_EACH_CENTRAL = 1     /* one for each */
};

typedef struct knav_peripheral_configuration {
    uint8_t layout;               /* enum knav_layout; not AUTO */
    uint8_t notification;         /* enum knav_notification_form: IDENTIFIER */
    uint8_t retried_notification; /* the same, after a full queue: IDENTIFIER */
    uint8_t serving;              /* enum knav_serving: NEWEST_ALWAYS */
    uint8_t ending;               /* enum knav_ending: EMPTY */
    uint8_t chunk_size;           /* enum knav_chunk_size: READ_PAYLOAD */
    uint8_t loss_detection;       /* enum knav_loss_detection: EACH_CENTRAL */
    bool has_cccd;                /* whether centrals can subscribe: true */
    bool repeats;                 /* whether the last object is notified again (clause 9.2): true */
} knav_peripheral_configuration;

/* The usual configuration for a layout: that of the vendor's kit, but with a watchdog for each central and with
 * repeats. */
knav_peripheral_configuration knav_peripheral_usual_configuration(uint8_t layout);

/* The state of a session; initialise it with knav_peripheral_init. */
typedef struct knav_peripheral {
    uint64_t opaque[KNAV_PERIPHERAL_SIZE / 8];
} knav_peripheral;

enum knav_peripheral_event_kind {
    KNAV_PERIPHERAL_EVENT_START_NAVIGATION = 0,
    KNAV_PERIPHERAL_EVENT_STOP_NAVIGATION = 1,
    KNAV_PERIPHERAL_EVENT_START_ADVERTISING = 2, /* the user asks for it, perhaps again */
    KNAV_PERIPHERAL_EVENT_PUBLISH = 3,           /* bytes, size: a new object */
    KNAV_PERIPHERAL_EVENT_NOTIFICATIONS_READY = 4, /* the queue has room again */
    KNAV_PERIPHERAL_EVENT_RADIO_OFF = 5,
    KNAV_PERIPHERAL_EVENT_RADIO_ON = 6,
    KNAV_PERIPHERAL_EVENT_TIME_PASSED = 7,
    KNAV_PERIPHERAL_EVENT_CONNECTED = 8,           /* central, mtu */
    KNAV_PERIPHERAL_EVENT_DISCONNECTED = 9,        /* central */
    KNAV_PERIPHERAL_EVENT_MTU_CHANGED = 10,        /* central, mtu */
    KNAV_PERIPHERAL_EVENT_SUBSCRIBED = 11,         /* central */
    KNAV_PERIPHERAL_EVENT_UNSUBSCRIBED = 12,       /* central */
    KNAV_PERIPHERAL_EVENT_READ = 13,               /* central, offset, identifier_size, identifier */
    KNAV_PERIPHERAL_EVENT_NOTIFICATION_REFUSED = 14 /* central: the queue had no room */
};

/* What happened. Members that do not belong to the kind are ignored; bytes are only borrowed. */
typedef struct knav_peripheral_event {
    const uint8_t *bytes;
    size_t size;
    uint32_t central;        /* the radio's own handle for a link */
    uint16_t mtu;            /* below 23 it counts as 23 */
    uint16_t offset;
    uint8_t kind;            /* enum knav_peripheral_event_kind */
    uint8_t identifier_size; /* 0, or 4 or 16 if the read names an identifier (clause 9.13); no ATT read does */
    uint8_t identifier[16];  /* as on the wire */
} knav_peripheral_event;

enum knav_peripheral_effect_kind {
    KNAV_PERIPHERAL_EFFECT_ADD_SERVICE = 0,
    KNAV_PERIPHERAL_EFFECT_REMOVE_SERVICE = 1,
    KNAV_PERIPHERAL_EFFECT_START_ADVERTISING = 2,
    KNAV_PERIPHERAL_EFFECT_STOP_ADVERTISING = 3,
    KNAV_PERIPHERAL_EFFECT_NOTIFY = 4, /* central, bytes, size */
    KNAV_PERIPHERAL_EFFECT_ANSWER = 5, /* central, bytes, size */
    KNAV_PERIPHERAL_EFFECT_REJECT = 6, /* central, att_error */
    KNAV_PERIPHERAL_EFFECT_FAULT = 7   /* fault, error */
};

/* Something that should not happen. The session has dealt with it and goes on. */
enum knav_peripheral_fault {
    KNAV_PERIPHERAL_FAULT_UNPUBLISHABLE = 0, /* error: why the bytes are not an object of the layout */
    KNAV_PERIPHERAL_FAULT_NOT_NAVIGATING = 1,
    KNAV_PERIPHERAL_FAULT_UNKNOWN_CENTRAL = 2 /* a subscription was refused */
};

/* What to do. Members that do not belong to the kind are zero. */
typedef struct knav_peripheral_effect {
    const uint8_t *bytes; /* inside the session, until the next event */
    size_t size;
    uint32_t central;
    uint8_t kind;      /* enum knav_peripheral_effect_kind */
    uint8_t att_error;
    uint8_t fault;     /* enum knav_peripheral_fault */
    knav_error error;
} knav_peripheral_effect;

enum knav_peripheral_phase {
    KNAV_PERIPHERAL_PHASE_STOPPED = 0,
    KNAV_PERIPHERAL_PHASE_RADIO_OFF = 1,         /* navigating, with Bluetooth off */
    KNAV_PERIPHERAL_PHASE_ADVERTISING = 2,       /* for a limited time, because the user asked for it */
    KNAV_PERIPHERAL_PHASE_ADVERTISING_AGAIN = 3, /* without a limit, because a device is lost */
    KNAV_PERIPHERAL_PHASE_SERVING = 4            /* navigating, not advertising */
};

/* Prepares a session that does nothing until KNAV_PERIPHERAL_EVENT_START_NAVIGATION; Bluetooth is on. Returns
 * KNAV_INVALID_ARGUMENT, and changes nothing, if a member of the configuration is none of its values. */
knav_error knav_peripheral_init(knav_peripheral *peripheral,
                                const knav_peripheral_configuration *configuration);
/* Takes an event, and when it happened in milliseconds of the caller's clock. Effects of the event before
 * it that you have not taken are lost. A radio may refuse at once, though:
 * KNAV_PERIPHERAL_EVENT_NOTIFICATION_REFUSED may come while effects are still to be taken, and changes none of
 * them. It has no effects, and leaves what is due to the next event. An event of an unknown kind changes
 * nothing; nor does a read whose identifier has neither 0, 4 nor 16 bytes. */
void knav_peripheral_handle(knav_peripheral *peripheral, const knav_peripheral_event *event,
                            uint64_t now_in_ms);
/* The next effect of the last event; false when you have taken them all. Do each, in order. */
bool knav_peripheral_next_effect(knav_peripheral *peripheral, knav_peripheral_effect *effect);
/* When to hand in KNAV_PERIPHERAL_EVENT_TIME_PASSED, or KNAV_NO_DEADLINE. */
uint64_t knav_peripheral_deadline(const knav_peripheral *peripheral);
/* The current state: enum knav_peripheral_phase. */
uint8_t knav_peripheral_phase(const knav_peripheral *peripheral);

#ifdef __cplusplus
}
#endif

#endif
