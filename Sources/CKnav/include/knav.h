/*
 * knav.h: the device's end of komoot BLE Connect, in C. knav_phone.h has the phone's end.
 *
 * One header for two implementations: the Swift core as a static library for bare metal, and the
 * C99 port. Neither allocates, reads a clock or does input or output. Every function bounds what
 * it reads and writes; bytes from a phone never trap. Nothing is thread-safe by itself: use an
 * object from one context at a time. No pointer may be NULL, except `bytes` if `size` is 0, and
 * where a comment allows it.
 *
 * Rules: Docs/Protocol.md and Docs/Sessions.md.
 */
#ifndef KNAV_H
#define KNAV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The value of an attribute has at most this many bytes (ATT). */
#define KNAV_MAXIMUM_OBJECT_SIZE 512
/* Even at the smallest MTU, a response from any phone can carry this many bytes. */
#define KNAV_SMALLEST_PAYLOAD 20
/* There is no outstanding request. */
#define KNAV_NO_OFFSET UINT16_MAX
/* No deadline is set. */
#define KNAV_NO_DEADLINE UINT64_MAX

/* Sizes, in bytes, of the states for which the caller provides memory. */
#define KNAV_REASSEMBLER_SIZE 592
#define KNAV_CENTRAL_SIZE 1024

/* ---- Errors ------------------------------------------------------------------------------- */

/* The kind of an error. */
enum knav_error_code {
    KNAV_OK = 0,
    KNAV_TRUNCATED = 1,              /* the fields do not fit; offset: how many bytes there were */
    KNAV_OVERSIZED = 2,              /* more than 512 bytes; offset: 512 */
    KNAV_MALFORMED_NOTIFICATION = 3, /* a length that no phone sends; offset: the length */
    KNAV_INVALID_UTF8 = 4,           /* offset: the first ill-formed sequence, from the street's start */
    KNAV_RESERVED_NOT_ZERO = 5,      /* offset: the byte that should be zero */
    KNAV_UNEXPECTED_OFFSET = 6,      /* nobody made this request; offset: the answer's */
    KNAV_ATT_ERROR = 7,              /* att_error: the code; offset: the request's */
    KNAV_RESTARTS_EXHAUSTED = 8,     /* the object changed during every attempt; offset: 0 */
    KNAV_INVALID_ARGUMENT = 9,       /* the caller's mistake: no such layout, extent, style, … */
    KNAV_IDENTIFIER_MISMATCH = 10,   /* knav_encode: not the layout's width; offset: the identifier's */
    KNAV_BUFFER_TOO_SMALL = 11       /* knav_encode; offset: the capacity */
};

/* What was wrong, and where. A function that returns this and fails has changed nothing. */
typedef struct knav_error {
    uint8_t code;      /* enum knav_error_code */
    uint8_t att_error; /* with KNAV_ATT_ERROR: the ATT error code */
    uint16_t offset;
} knav_error;

/* ---- Data objects ------------------------------------------------------------------------- */

enum knav_layout {
    KNAV_LAYOUT_AUTO = 0, /* detect it */
    KNAV_LAYOUT_PUBLISHED = 1,
    KNAV_LAYOUT_DEPLOYED = 2,
    KNAV_LAYOUT_LEGACY = 3
};

enum knav_extent {
    KNAV_WHOLE = 0,       /* the bytes are a whole object */
    KNAV_POSSIBLY_CUT = 1 /* they may be only its beginning */
};

/* The fields of an object. The street stays where it is, in the bytes that were decoded. */
typedef struct knav_instruction {
    uint32_t distance_in_meters;
    uint16_t street_offset;    /* from the start of the object */
    uint16_t street_size;      /* all of the street's bytes that are there; UTF-8, not terminated */
    uint8_t layout;            /* enum knav_layout; AUTO only for a bare identifier of 4 bytes */
    uint8_t extent;            /* enum knav_extent */
    uint8_t arrow;             /* any value; see knav_arrow_name */
    uint8_t identifier_size;   /* 4 (little-endian integer), or 16 (UUID, in the order of its text) */
    uint8_t identifier[16];    /* as on the wire; zero after identifier_size */
} knav_instruction;

/* Decodes an object of `size` bytes. On an error, *instruction does not change. */
knav_error knav_decode(const uint8_t *bytes, size_t size, uint8_t layout, uint8_t extent,
                       knav_instruction *instruction);

enum knav_notification_kind { KNAV_NOTIFIED_IDENTIFIER = 0, KNAV_NOTIFIED_INSTRUCTION = 1 };

/* Decodes a notification: a bare identifier, or an object, cut or not. For a bare identifier, only
 * the identifier is set, and the layout if the length shows it; the rest is zero. On an error,
 * *kind and *instruction do not change. */
knav_error knav_notification(const uint8_t *bytes, size_t size, uint8_t layout, uint8_t *kind,
                             knav_instruction *instruction);

/* The identifier as a number; 0 for a UUID. */
uint32_t knav_identifier_number(const knav_instruction *instruction);

/* The arrow's name: a constant string such as "slightLeft"; NULL for a reserved value. On AVR it is in flash: print it
 * with "%S", or copy it with strcpy_P. */
const char *knav_arrow_name(uint8_t arrow);

/* ---- Streets ------------------------------------------------------------------------------ */

enum knav_street_policy {
    KNAV_STREET_STRICT = 0,              /* refuse what is ill-formed */
    KNAV_STREET_REPAIR = 1,              /* U+FFFD for each maximal ill-formed part */
    KNAV_STREET_DROP_INCOMPLETE_TAIL = 2 /* the same, but leave out an incomplete last sequence */
};

/* Writes the street as well-formed UTF-8 with a terminator, `capacity` bytes at most. A text that
 * does not fit is cut between characters. *needed (may be NULL) is the size of the whole text
 * without the terminator. On an error, nothing is written. */
knav_error knav_street_text(const uint8_t *bytes, size_t size, uint8_t policy, char *text,
                            size_t capacity, size_t *needed);

/* Checks the street: returns KNAV_OK, or KNAV_INVALID_UTF8 and the offset. */
knav_error knav_street_validate(const uint8_t *bytes, size_t size);

/* ---- Distance ----------------------------------------------------------------------------- */

enum knav_distance_style {
    KNAV_DISTANCE_VENDOR = 0,
    KNAV_DISTANCE_METRIC = 1,
    KNAV_DISTANCE_IMPERIAL = 2,
    KNAV_DISTANCE_UK = 3
};

enum knav_unit {
    KNAV_NOW = 0, /* no number: "Now" */
    KNAV_METERS = 1,
    KNAV_KILOMETERS = 2,
    KNAV_FEET = 3,
    KNAV_YARDS = 4,
    KNAV_MILES = 5
};

typedef struct knav_distance {
    uint64_t value;    /* whole units, or tenths of them */
    uint8_t unit;      /* enum knav_unit */
    bool is_in_tenths; /* 12 is 1.2 */
} knav_distance;

/* Rounds a distance for a display. Returns KNAV_INVALID_ARGUMENT if there is no such style. */
knav_error knav_distance_round(uint32_t distance_in_meters, uint8_t style, knav_distance *distance);

/* Every text of knav_distance_text fits into this many bytes. */
#define KNAV_DISTANCE_TEXT_SIZE 32

/* Writes "Now", "210 m" or "1.2 km" with a terminator, `capacity` bytes at most. Returns the length
 * of the text without the terminator. If that is not less than `capacity`, the text did not fit and
 * only a terminator was written. */
size_t knav_distance_text(const knav_distance *distance, char *text, size_t capacity);

/* "m", "km", "ft", "yd", "mi"; "" for KNAV_NOW. On AVR it is in flash, as an arrow's name is: "%S" or strcpy_P. */
const char *knav_unit_symbol(uint8_t unit);

/* ---- Reassembly --------------------------------------------------------------------------- */

/* Which one a stack is: Docs/Protocol.md, clause 8.9. */
enum knav_radio {
    KNAV_OFFSET_READS = 0, /* one read at an offset at a time, as in ATT */
    KNAV_WHOLE_VALUES = 1, /* the whole value in one call */
    KNAV_LONG_READS = 2,   /* from an offset to the end in one call */
    KNAV_ONE_CALLBACK = 3  /* the whole value, through the callback of notifications; tell the MTU
                              before each arrival */
};

/* The state of a reassembler; initialise it with knav_reassembler_init. It may be copied. */
typedef struct knav_reassembler {
    uint64_t opaque[KNAV_REASSEMBLER_SIZE / 8];
} knav_reassembler;

enum knav_step_kind {
    KNAV_STEP_READ = 0,     /* read at next_offset */
    KNAV_STEP_PARTIAL = 1,  /* the first chunk can be shown; read on at next_offset */
    KNAV_STEP_COMPLETE = 2, /* the object is complete, or all that the radio can read */
    KNAV_STEP_FAILED = 3    /* see error */
};

typedef struct knav_step {
    uint8_t kind;         /* enum knav_step_kind */
    uint16_t next_offset; /* KNAV_NO_OFFSET where there is none */
    knav_error error;     /* KNAV_OK unless it failed */
} knav_step;

/* Prepares a reassembler. The usual values are 8 restarts, and not to trust the chunk size. */
void knav_reassembler_init(knav_reassembler *reassembler, uint8_t radio, uint16_t maximum_restarts,
                           bool trusts_chunk_size);
/* Begins to read an object, and drops any read in progress. */
knav_step knav_reassembler_begin(knav_reassembler *reassembler);
/* Takes the answer to the read at `offset`. */
knav_step knav_reassembler_chunk(knav_reassembler *reassembler, const uint8_t *bytes, size_t size,
                                 uint16_t offset);
/* Takes an Error Response to the read at `offset`. */
knav_step knav_reassembler_error(knav_reassembler *reassembler, uint8_t att_error, uint16_t offset);
/* Gives up the read. */
void knav_reassembler_cancel(knav_reassembler *reassembler);
/* Forgets the chunk size: for a new link, and when its services change. */
void knav_reassembler_forget_chunk_size(knav_reassembler *reassembler);
/* The link's MTU; 0, like any below 23, if it is not known. Another MTU forgets the chunk size:
 * drop an answer that is still to come, and begin again. It decides which values are whole if the radio
 * reads whole values (clause 8.9): without it none of 20 to 511 bytes, unless an earlier one was longer
 * and the chunk size is trusted. With KNAV_ONE_CALLBACK and no subscription it is the least that it can
 * be. Other radios do not need it. */
void knav_reassembler_set_mtu(knav_reassembler *reassembler, uint16_t mtu);
/* The offset of the outstanding request, or KNAV_NO_OFFSET. */
uint16_t knav_reassembler_awaited_offset(const knav_reassembler *reassembler);
/* How many times this read has started again. */
uint16_t knav_reassembler_restarts(const knav_reassembler *reassembler);
/* The bytes that can be shown: the first chunk (KNAV_POSSIBLY_CUT), or the complete object (KNAV_WHOLE,
 * or KNAV_POSSIBLY_CUT if the radio can't tell).
 * They are inside *reassembler and stay there until the next call with it. If there are none, this
 * returns NULL and sets *size to 0. */
const uint8_t *knav_reassembler_object(knav_reassembler *reassembler, size_t *size, uint8_t *extent);

/* ---- Central session ---------------------------------------------------------------------- */

typedef struct knav_central_configuration {
    uint32_t read_timeout_in_ms; /* 5000 */
    uint16_t maximum_restarts;   /* 8 */
    uint8_t radio;               /* enum knav_radio */
    uint8_t layout;              /* enum knav_layout */
    bool trusts_chunk_size;      /* false */
    bool subscribes;             /* true */
} knav_central_configuration;

/* The usual configuration for a radio. */
knav_central_configuration knav_central_usual_configuration(uint8_t radio);

/* The state of a session; initialise it with knav_central_init. */
typedef struct knav_central {
    uint64_t opaque[KNAV_CENTRAL_SIZE / 8];
} knav_central;

enum knav_central_event_kind {
    KNAV_EVENT_START = 0,
    KNAV_EVENT_STOP = 1,
    KNAV_EVENT_RADIO_OFF = 2,
    KNAV_EVENT_RADIO_ON = 3,
    KNAV_EVENT_FOUND = 4,           /* peer */
    KNAV_EVENT_CONNECTED = 5,       /* ticket (the link's), mtu */
    KNAV_EVENT_DISCONNECTED = 6,    /* ticket (the link's) */
    KNAV_EVENT_DISCOVERED = 7,      /* ticket, has_cccd */
    KNAV_EVENT_NOT_DISCOVERED = 8,  /* ticket */
    KNAV_EVENT_SUBSCRIBED = 9,      /* ticket */
    KNAV_EVENT_ANSWERED = 10,       /* ticket, bytes, size */
    KNAV_EVENT_FAILED = 11,         /* ticket, att_error */
    KNAV_EVENT_NOTIFIED = 12,       /* ticket (the link's), bytes, size */
    KNAV_EVENT_ARRIVED = 13,        /* ticket (the link's), bytes, size */
    KNAV_EVENT_MTU_CHANGED = 14,    /* ticket (the link's), mtu */
    KNAV_EVENT_SERVICE_CHANGED = 15, /* ticket (the link's) */
    /* With KNAV_ONE_CALLBACK and a subscription, after all that the radio had still to tell when the
     * deadline was set; none that was meant for an earlier deadline. Over 20 ms after the deadline it does not
     * count as that. */
    KNAV_EVENT_TIME_PASSED = 16
};

/* What happened. Members that do not belong to the kind are ignored; bytes are only borrowed. */
typedef struct knav_central_event {
    uint64_t peer; /* the radio's own handle for a phone */
    const uint8_t *bytes;
    size_t size;
    uint32_t ticket;
    uint16_t mtu; /* 0, like any below 23, if it is not known */
    uint8_t kind; /* enum knav_central_event_kind */
    uint8_t att_error;
    bool has_cccd;
} knav_central_event;

enum knav_central_effect_kind {
    KNAV_EFFECT_START_SCAN = 0,
    KNAV_EFFECT_STOP_SCAN = 1,
    KNAV_EFFECT_CONNECT = 2,    /* peer, ticket (the link's) */
    KNAV_EFFECT_DISCONNECT = 3, /* ticket (the link's) */
    KNAV_EFFECT_DISCOVER = 4,   /* ticket */
    KNAV_EFFECT_SUBSCRIBE = 5,  /* ticket */
    KNAV_EFFECT_READ = 6,       /* ticket, offset */
    KNAV_EFFECT_DELIVER = 7,    /* extent, bytes, size */
    KNAV_EFFECT_REPORT = 8,     /* status */
    KNAV_EFFECT_FAULT = 9       /* fault, error */
};

enum knav_central_status {
    KNAV_STATUS_STOPPED = 0,
    KNAV_STATUS_RADIO_OFF = 1,
    KNAV_STATUS_SEARCHING = 2,
    KNAV_STATUS_WAITING = 3,
    KNAV_STATUS_NAVIGATING = 4,
    KNAV_STATUS_SILENT = 5,
    KNAV_STATUS_ENDED = 6,
    KNAV_STATUS_PAIRING_REQUIRED = 7
};

enum knav_central_fault {
    KNAV_FAULT_LATE_ARRIVAL = 0,
    KNAV_FAULT_MALFORMED_NOTIFICATION = 1, /* error */
    KNAV_FAULT_UNREADABLE = 2,             /* error */
    KNAV_FAULT_REFUSED = 3,                /* error.att_error */
    KNAV_FAULT_TIMED_OUT = 4,
    KNAV_FAULT_GAVE_UP = 5
};

/* What to do. Members that do not belong to the kind are zero. */
typedef struct knav_central_effect {
    uint64_t peer;
    const uint8_t *bytes; /* inside the session, until the next event */
    size_t size;
    uint32_t ticket;
    uint16_t offset;
    uint8_t kind;   /* enum knav_central_effect_kind */
    uint8_t extent; /* enum knav_extent */
    uint8_t status; /* enum knav_central_status */
    uint8_t fault;  /* enum knav_central_fault */
    knav_error error;
} knav_central_effect;

enum knav_central_phase {
    KNAV_PHASE_STOPPED = 0,
    KNAV_PHASE_RADIO_OFF = 1,
    KNAV_PHASE_SCANNING = 2,
    KNAV_PHASE_CONNECTING = 3,
    KNAV_PHASE_DISCOVERING = 4,
    KNAV_PHASE_SUBSCRIBING = 5,
    KNAV_PHASE_READY = 6,
    KNAV_PHASE_READING = 7
};

/* Prepares a session that does nothing until KNAV_EVENT_START. */
void knav_central_init(knav_central *central, const knav_central_configuration *configuration);
/* Takes an event, and when it happened in milliseconds of the caller's clock. Effects of the event
 * before it that you have not taken are lost. A radio may refuse at once, though: KNAV_EVENT_FAILED and
 * KNAV_EVENT_DISCONNECTED may come while effects are still to be taken. They are handled after the
 * last of these, with their own time. Of several, one counts: with an awaited ticket,
 * KNAV_EVENT_DISCONNECTED before KNAV_EVENT_FAILED; of several that count alike, the first. The others
 * change nothing. An event of an unknown kind changes nothing. */
void knav_central_handle(knav_central *central, const knav_central_event *event, uint64_t now_in_ms);
/* The next effect of the last event; false when you have taken them all. Do each, in order. */
bool knav_central_next_effect(knav_central *central, knav_central_effect *effect);
/* When to hand in KNAV_EVENT_TIME_PASSED, or KNAV_NO_DEADLINE. */
uint64_t knav_central_deadline(const knav_central *central);
/* The current state: enum knav_central_phase. */
uint8_t knav_central_phase(const knav_central *central);
/* Whether the last delivery is still to be shown, if only as old. When an event makes this false, clear what you show:
 * the session was started, navigation has ended, or the phone has no instruction, or none that the radio can read. */
bool knav_central_has_instruction(const knav_central *central);

#ifdef __cplusplus
}
#endif

#endif
