/*
 * The state of a central session, and the functions that its files share. C.n means the rule with
 * that name in Docs/Sessions.md.
 */
#ifndef KNAV_CENTRAL_STATE_H
#define KNAV_CENTRAL_STATE_H

#include "internal.h"

/* In milliseconds: Docs/Sessions.md, Intervals. */
enum {
    KEEP_ALIVE_READ_INTERVAL = 4000,
    POLL_INTERVAL = 1000,  /* without a subscription */
    QUIET_INTERVAL = 50,   /* with one callback and a subscription */
    MARKER_TOLERANCE = 20, /* a marker that comes later doesn't count: C.12 */
    OLDEST_READ_INTERVAL = 30000,
    SILENCE_INTERVAL = 5000,
    READ_TIMEOUT = 5000, /* unless configured otherwise */
    SETUP_TIMEOUT = 10000,
    RETRY_INTERVAL = 500
};

enum {
    MAXIMUM_EFFECTS = 6,            /* of one event */
    MAXIMUM_FAILURES = 3,           /* in a row, C.7 */
    MAXIMUM_UNREADABLE_OBJECTS = 8, /* in a row, C.8 */
    MAXIMUM_LOST_OBJECTS = 2        /* in a row, C.13 */
};

enum {
    ATT_INVALID_HANDLE = 0x01,
    ATT_INSUFFICIENT_AUTHENTICATION = 0x05,
    ATT_ATTRIBUTE_NOT_FOUND = 0x0A,
    ATT_INSUFFICIENT_ENCRYPTION = 0x0F
};

struct identifier {
    uint8_t size; /* 4 or 16; 0 for none */
    uint8_t bytes[KNAV_UUID_SIZE];
};

/* What the session remembers of a delivered object: enough to recognise it, but not its bytes. */
struct delivered {
    uint64_t hash;        /* of all bytes that were delivered */
    uint64_t prefix_hash; /* of the first 20, which tell two objects apart (clause 8.8 b) */
    uint16_t count;       /* of all bytes; 0 if it was a first chunk */
    uint8_t extent;
};

/* What the session knows about the link that is up or coming up. */
struct link {
    uint64_t last_arrival;      /* when anything last came from the phone */
    uint64_t begun;             /* the prefix hash of the notification of must_read_again */
    uint64_t earlier_mtu_end;   /* when all has ended that began before the MTU grew; 0 if it has not: C.11 */
    uint32_t ticket;
    uint16_t mtu;               /* in bytes; 0 if it is not known */
    uint8_t failures;           /* in a row */
    uint8_t unreadable_objects; /* in a row */
    uint8_t lost_objects;       /* in a row, up to the limit: the radio can't read what the phone has, C.13 */
    bool is_silent;
    bool has_instruction;       /* one was read, and the phone still has it as far as one knows: C.13 */
    bool is_pairing_required;   /* for a read */
    bool owes_subscription;     /* it requires pairing: ask again before the next read, C.3 */
    bool must_discover;         /* the services changed while a request was outstanding, C.10 */
    bool must_subscribe;        /* after the first read, with one callback: C.12 */
    bool is_subscribed;
    bool notifies_objects;      /* one came unasked, in one PDU: C.12 */
    bool may_owe_answer;        /* of the last read: a longer value may be older than what is shown, C.12 */
    bool must_read_again;       /* a notification came while a read was outstanding, C.5 */
    struct identifier named;    /* by that notification, if it is a bare identifier */
};

/* An effect that the caller has not taken yet. */
struct effect {
    uint32_t ticket;
    uint16_t offset;
    uint8_t kind;   /* enum knav_central_effect_kind */
    uint8_t detail; /* extent, status or fault, by the kind */
    knav_error error;
};

struct central {
    knav_reassembler reassembler;
    uint64_t now;              /* in milliseconds, like every time here */
    uint64_t due;              /* the request's time-out; while ready, the next read */
    uint64_t timeout;          /* of a read that is made again when due, C.12; else 0 */
    uint64_t quiet;            /* while ready, when the value that arrived is read again; 0 if it isn't */
    uint64_t next_deadline;    /* what the caller was told */
    uint64_t peer;             /* of the event's connect effect */
    struct delivered last_delivery;
    struct link link;
    knav_central_event refusal; /* to be handled after the last effect; KNAV_EVENT_START if none */
    uint64_t refusal_time;      /* when the caller told it */
    struct effect effects[MAXIMUM_EFFECTS];
    knav_central_configuration configuration;
    uint32_t last_ticket;
    uint32_t request;       /* the ticket of the outstanding one */
    uint16_t offset;        /* of the outstanding read */
    uint16_t delivery_size; /* of the last deliver effect */
    uint8_t phase;          /* enum knav_central_phase */
    uint8_t status;         /* what the rider was last told */
    uint8_t first_effect;
    uint8_t effect_count;
    bool is_radio_on;
    bool has_ended;    /* the phone took the service away, C.10 */
    bool is_discarded; /* the answer of the outstanding read will be dropped, C.11 */
    bool is_unasked;   /* the value came without a read, C.12 */
} KNAV_MAY_ALIAS;

/* central.c: the machine's frame */
uint64_t knav_session_time_after(uint64_t time, uint32_t interval);
uint32_t knav_session_new_ticket(struct central *central);
struct effect *knav_session_add_effect(struct central *central, uint8_t kind);
void knav_session_add_request(struct central *central, uint8_t kind, uint32_t ticket);
void knav_session_add_fault(struct central *central, uint8_t fault, knav_error error);
void knav_session_late(struct central *central);
bool knav_session_is_on(const struct central *central, uint32_t link_ticket);
bool knav_session_awaits(const struct central *central, uint8_t phase, uint32_t ticket);
void knav_session_forget_delivery(struct central *central);
void knav_session_hear(struct central *central);

/* central_link.c: from the scan to the subscription, and back after a loss */
void knav_session_start(struct central *central);
void knav_session_stop(struct central *central);
void knav_session_lose_radio(struct central *central);
void knav_session_regain_radio(struct central *central);
void knav_session_find(struct central *central, uint64_t peer);
void knav_session_connect(struct central *central, uint32_t ticket, uint16_t mtu);
void knav_session_disconnect(struct central *central, uint32_t ticket);
void knav_session_discover(struct central *central, uint32_t ticket, bool has_cccd);
void knav_session_discover_nothing(struct central *central, uint32_t ticket);
void knav_session_fail_discovery(struct central *central, uint8_t att_error);
void knav_session_subscribe(struct central *central, uint32_t ticket);
void knav_session_fail_subscription(struct central *central, uint8_t att_error);
void knav_session_change_mtu(struct central *central, uint32_t ticket, uint16_t mtu);
void knav_session_change_services(struct central *central, uint32_t ticket);
void knav_session_drop(struct central *central, uint8_t fault, knav_error error);
bool knav_session_gives_up(struct central *central, uint8_t *row, uint8_t maximum);
void knav_session_request_discovery(struct central *central);
void knav_session_discover_again(struct central *central);
void knav_session_request_subscription(struct central *central);

/* central_reading.c: objects, one request at a time */
void knav_session_read(struct central *central);
void knav_session_answer(struct central *central, uint32_t ticket,
                         const uint8_t *bytes, size_t size);
void knav_session_fail(struct central *central, uint32_t ticket, uint8_t att_error);
struct identifier knav_session_identifier(const knav_instruction *instruction);
void knav_session_await_marker(struct central *central);
void knav_session_confirm(struct central *central);
void knav_session_take_unasked(struct central *central, const uint8_t *bytes, size_t size);
uint64_t knav_session_hash(const uint8_t *bytes, size_t size);
uint64_t knav_session_prefix_hash(const uint8_t *bytes, size_t size);

/* central_notifications.c: reasons to read */
void knav_session_notify(struct central *central, uint32_t link_ticket,
                         const uint8_t *bytes, size_t size);
void knav_session_arrive(struct central *central, uint32_t link_ticket,
                         const uint8_t *bytes, size_t size);

#endif
