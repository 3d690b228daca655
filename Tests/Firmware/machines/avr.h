/*
 * How a host calls the C port on an AVR: one call at a time, in the device's memory. The layouts are those of the AVR,
 * whose structures have no padding, and whose pointers and sizes have 16 bits.
 */
#ifndef AVR_H
#define AVR_H

#include <stdint.h>

#define AVR_PACKED __attribute__((__packed__))

enum { AVR_BYTES = 600, AVR_TEXT = 1600, AVR_STATE = 5760, AVR_GUARD = 0xA5, AVR_GUARDS = 8 };

enum avr_function {
    AVR_NOTHING,
    AVR_DECODE,
    AVR_NOTIFICATION,
    AVR_IDENTIFIER_NUMBER,
    AVR_ARROW_NAME,
    AVR_STREET_TEXT,
    AVR_STREET_VALIDATE,
    AVR_DISTANCE_ROUND,
    AVR_DISTANCE_TEXT,
    AVR_UNIT_SYMBOL,
    AVR_ENCODE,
    AVR_SET_IDENTIFIER,
    AVR_REASSEMBLER_INIT,
    AVR_REASSEMBLER_BEGIN,
    AVR_REASSEMBLER_CHUNK,
    AVR_REASSEMBLER_ERROR,
    AVR_REASSEMBLER_CANCEL,
    AVR_REASSEMBLER_FORGET,
    AVR_REASSEMBLER_MTU,
    AVR_REASSEMBLER_OFFSET,
    AVR_REASSEMBLER_RESTARTS,
    AVR_REASSEMBLER_OBJECT,
    AVR_CENTRAL_USUAL,
    AVR_CENTRAL_INIT,
    AVR_CENTRAL_HANDLE,
    AVR_CENTRAL_EFFECT,
    AVR_CENTRAL_DEADLINE,
    AVR_CENTRAL_PHASE,
    AVR_PERIPHERAL_USUAL,
    AVR_PERIPHERAL_INIT,
    AVR_PERIPHERAL_HANDLE,
    AVR_PERIPHERAL_EFFECT,
    AVR_PERIPHERAL_DEADLINE,
    AVR_PERIPHERAL_PHASE,
    AVR_FUNCTIONS
};

struct AVR_PACKED avr_error {
    uint8_t code, att_error;
    uint16_t offset;
};

struct AVR_PACKED avr_step {
    uint8_t kind;
    uint16_t next_offset;
    struct avr_error error;
};

struct AVR_PACKED avr_instruction {
    uint32_t distance_in_meters;
    uint16_t street_offset, street_size;
    uint8_t layout, extent, arrow, identifier_size, identifier[16];
};

struct AVR_PACKED avr_distance {
    uint64_t value;
    uint8_t unit, is_in_tenths;
};

struct AVR_PACKED avr_central_configuration {
    uint32_t read_timeout_in_ms;
    uint16_t maximum_restarts;
    uint8_t radio, layout, trusts_chunk_size, subscribes;
};

struct AVR_PACKED avr_central_event {
    uint64_t peer;
    uint16_t bytes, size;
    uint32_t ticket;
    uint16_t mtu;
    uint8_t kind, att_error, has_cccd;
};

struct AVR_PACKED avr_central_effect {
    uint64_t peer;
    uint16_t bytes, size;
    uint32_t ticket;
    uint16_t offset;
    uint8_t kind, extent, status, fault;
    struct avr_error error;
};

struct AVR_PACKED avr_peripheral_configuration {
    uint8_t members[9];
};

struct AVR_PACKED avr_peripheral_event {
    uint16_t bytes, size;
    uint32_t central;
    uint16_t mtu, offset;
    uint8_t kind, identifier_size, identifier[16];
};

struct AVR_PACKED avr_peripheral_effect {
    uint16_t bytes, size;
    uint32_t central;
    uint8_t kind, att_error, fault;
    struct avr_error error;
};

/* What a call takes, and what it gives back. */
struct AVR_PACKED avr_call {
    uint16_t stack_limit; /* where the memory that nothing else uses begins */
    uint8_t function;     /* enum avr_function */
    uint8_t one, two;     /* arguments, in their order; the result, if it is a byte or a boolean */
    uint16_t size, capacity, needed, pointer;
    uint32_t number;
    uint64_t time;
    struct avr_error error;
    struct avr_step step;
    union {
        struct avr_instruction instruction;
        struct avr_distance distance;
        struct avr_central_configuration central_configuration;
        struct avr_central_event central_event;
        struct avr_central_effect central_effect;
        struct avr_peripheral_configuration peripheral_configuration;
        struct avr_peripheral_event peripheral_event;
        struct avr_peripheral_effect peripheral_effect;
    };
    uint8_t bytes[AVR_BYTES];     /* what goes in */
    uint8_t before[AVR_GUARDS];   /* nobody may write here */
    uint8_t state[AVR_STATE];     /* of a session or a reassembler, or a text */
    uint8_t behind[AVR_GUARDS];
};

#endif
