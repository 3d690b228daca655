/*
 * The C port on an ATmega2560, which has 16-bit integers, flash beside its memory, and 8 KiB of RAM. Does what the host
 * of avr_host.c puts into `call`, and tells it by GPIOR0; GPIOR1 and GPIOR2 say where `call` is.
 */
#include "avr.h"

#include <avr/io.h>
#include <avr/pgmspace.h>
#include <string.h>

#include "knav.h"
#include "knav_phone.h"

#define SAME_SIZE(one, other) typedef char one##_fits[sizeof(struct one) == sizeof(other) ? 1 : -1]
SAME_SIZE(avr_error, knav_error);
SAME_SIZE(avr_step, knav_step);
SAME_SIZE(avr_instruction, knav_instruction);
SAME_SIZE(avr_distance, knav_distance);
SAME_SIZE(avr_central_configuration, knav_central_configuration);
SAME_SIZE(avr_central_event, knav_central_event);
SAME_SIZE(avr_central_effect, knav_central_effect);
SAME_SIZE(avr_peripheral_configuration, knav_peripheral_configuration);
SAME_SIZE(avr_peripheral_event, knav_peripheral_event);
SAME_SIZE(avr_peripheral_effect, knav_peripheral_effect);

extern uint8_t __heap_start[];
static struct avr_call call;

#define BYTES call.bytes, call.size
#define ARGUMENT(type) ((type *)(void *)&call.instruction)
#define STATE(type) ((type *)(void *)call.state)

static void take_error(knav_error error)
{
    memcpy(&call.error, &error, sizeof error);
}

static void take_step(knav_step step)
{
    memcpy(&call.step, &step, sizeof step);
}

/* A constant text, which is in flash. */
static void take_text(const char *text)
{
    call.one = text != NULL;
    if (text != NULL) {
        strcpy_P((char *)call.state, text);
    }
}

static void decode(void)
{
    size_t size = call.needed;

    switch (call.function) {
    case AVR_DECODE: take_error(knav_decode(BYTES, call.one, call.two, ARGUMENT(knav_instruction))); break;
    case AVR_NOTIFICATION:
        take_error(knav_notification(BYTES, call.one, &call.two, ARGUMENT(knav_instruction)));
        break;
    case AVR_IDENTIFIER_NUMBER: call.number = knav_identifier_number(ARGUMENT(knav_instruction)); break;
    case AVR_ARROW_NAME: take_text(knav_arrow_name(call.one)); break;
    case AVR_STREET_TEXT:
        take_error(knav_street_text(BYTES, call.one, (char *)call.state, call.capacity, &size));
        break;
    case AVR_STREET_VALIDATE: take_error(knav_street_validate(BYTES)); break;
    case AVR_DISTANCE_ROUND: take_error(knav_distance_round(call.number, call.one, ARGUMENT(knav_distance))); break;
    case AVR_DISTANCE_TEXT:
        size = knav_distance_text(ARGUMENT(knav_distance), (char *)call.state, call.capacity);
        break;
    case AVR_UNIT_SYMBOL: take_text(knav_unit_symbol(call.one)); break;
    case AVR_ENCODE:
        take_error(knav_encode(ARGUMENT(knav_instruction), call.one, BYTES, call.state, call.capacity, &size));
        break;
    default: knav_set_identifier_number(ARGUMENT(knav_instruction), call.number); break;
    }
    call.needed = size;
}

static void reassemble(void)
{
    knav_reassembler *state = STATE(knav_reassembler);
    size_t size = 0;

    switch (call.function) {
    case AVR_REASSEMBLER_INIT: knav_reassembler_init(state, call.one, call.size, call.two); break;
    case AVR_REASSEMBLER_BEGIN: take_step(knav_reassembler_begin(state)); break;
    case AVR_REASSEMBLER_CHUNK: take_step(knav_reassembler_chunk(state, BYTES, call.capacity)); break;
    case AVR_REASSEMBLER_ERROR: take_step(knav_reassembler_error(state, call.one, call.capacity)); break;
    case AVR_REASSEMBLER_CANCEL: knav_reassembler_cancel(state); break;
    case AVR_REASSEMBLER_FORGET: knav_reassembler_forget_chunk_size(state); break;
    case AVR_REASSEMBLER_MTU: knav_reassembler_set_mtu(state, call.size); break;
    case AVR_REASSEMBLER_OFFSET: call.size = knav_reassembler_awaited_offset(state); break;
    case AVR_REASSEMBLER_RESTARTS: call.size = knav_reassembler_restarts(state); break;
    default:
        call.pointer = (uint16_t)knav_reassembler_object(state, &size, &call.one);
        call.size = size;
        break;
    }
}

static void be_central(void)
{
    knav_central *state = STATE(knav_central);

    switch (call.function) {
    case AVR_CENTRAL_USUAL:
        *ARGUMENT(knav_central_configuration) = knav_central_usual_configuration(call.one);
        break;
    case AVR_CENTRAL_INIT: knav_central_init(state, ARGUMENT(knav_central_configuration)); break;
    case AVR_CENTRAL_HANDLE:
        call.central_event.bytes = (uint16_t)call.bytes;
        knav_central_handle(state, ARGUMENT(knav_central_event), call.time);
        break;
    case AVR_CENTRAL_EFFECT: call.one = knav_central_next_effect(state, ARGUMENT(knav_central_effect)); break;
    case AVR_CENTRAL_DEADLINE: call.time = knav_central_deadline(state); break;
    default: call.one = knav_central_phase(state); break;
    }
}

static void be_peripheral(void)
{
    knav_peripheral *state = STATE(knav_peripheral);

    switch (call.function) {
    case AVR_PERIPHERAL_USUAL:
        *ARGUMENT(knav_peripheral_configuration) = knav_peripheral_usual_configuration(call.one);
        break;
    case AVR_PERIPHERAL_INIT:
        take_error(knav_peripheral_init(state, ARGUMENT(knav_peripheral_configuration)));
        break;
    case AVR_PERIPHERAL_HANDLE:
        call.peripheral_event.bytes = (uint16_t)call.bytes;
        knav_peripheral_handle(state, ARGUMENT(knav_peripheral_event), call.time);
        break;
    case AVR_PERIPHERAL_EFFECT:
        call.one = knav_peripheral_next_effect(state, ARGUMENT(knav_peripheral_effect));
        break;
    case AVR_PERIPHERAL_DEADLINE: call.time = knav_peripheral_deadline(state); break;
    default: call.one = knav_peripheral_phase(state); break;
    }
}

int main(void)
{
    call.stack_limit = (uint16_t)__heap_start;
    GPIOR1 = (uint8_t)(uint16_t)&call;
    GPIOR2 = (uint8_t)((uint16_t)&call >> 8);
    for (;;) {
        GPIOR0 = 1; /* the host may set the next call */
        while (GPIOR0 != 0) {
        }
        __asm__ volatile("" ::: "memory");
        if (call.function < AVR_REASSEMBLER_INIT) {
            decode();
        } else if (call.function < AVR_CENTRAL_USUAL) {
            reassemble();
        } else if (call.function < AVR_PERIPHERAL_USUAL) {
            be_central();
        } else {
            be_peripheral();
        }
        __asm__ volatile("" ::: "memory");
    }
}
