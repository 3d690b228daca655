/*
 * knav.h and knav_phone.h for checks that run on a computer: each function is called on an AVR that simavr simulates,
 * with the image of avr.c. So the vectors need no room there, which their constants would not find.
 *
 * The caller's states mirror those of the device, so that what is lent is where the checks look for it.
 */
#include "avr.h"

#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "knav.h"
#include "knav_phone.h"
#include "machine.h"

enum { GPIOR0 = 0x3E, GPIOR1 = 0x4A, GPIOR2 = 0x4B, SPL = 0x5D, SPH = 0x5E, PATTERN = 0x5A, MARGIN = 8 };
enum { MOST_CYCLES = 50000000 }; /* of a call */

static avr_t *avr;
static struct avr_call *call;
static uint16_t address; /* of the call on the device */
static uint16_t painted;
static unsigned long long calls;

void machine_write(const char *text)
{
    fputs(text, stderr);
}

void machine_exit(int code)
{
    exit(code);
}

static void fail(const char *reason)
{
    fprintf(stderr, "avr: %s\n", reason);
    exit(3);
}

/* Runs until the device waits for a call. */
static void wait_for_device(void)
{
    const avr_cycle_count_t start = avr->cycle;

    while (avr->data[GPIOR0] == 0) {
        const int state = avr_run(avr);

        if (state == cpu_Done || state == cpu_Crashed) {
            fail("the device has crashed");
        }
        if (avr->cycle - start > MOST_CYCLES) {
            fail("a call does not end");
        }
    }
}

static void start(void)
{
    static elf_firmware_t firmware;
    const char *image = getenv("KNAV_AVR_IMAGE");

    if (image == NULL || elf_read_firmware(image, &firmware) != 0) {
        fail("KNAV_AVR_IMAGE is no image");
    }
    avr = avr_make_mcu_by_name("atmega2560");
    if (avr == NULL) {
        fail("simavr does not know the ATmega2560");
    }
    avr_init(avr);
    avr->log = LOG_ERROR;
    avr->frequency = 16000000;
    avr_load_firmware(avr, &firmware);
    wait_for_device();
    address = (uint16_t)(avr->data[GPIOR1] | avr->data[GPIOR2] << 8);
    if (address + sizeof *call > avr->ramend) {
        fail("there is no call where the device says");
    }
    call = (struct avr_call *)(void *)(avr->data + address);
    memset(call->before, AVR_GUARD, sizeof call->before);
    memset(call->behind, AVR_GUARD, sizeof call->behind);
}

/* Begins a call; its arguments come next. */
static void begin(enum avr_function function)
{
    if (avr == NULL) {
        start();
    }
    call->function = (uint8_t)function;
}

static void give_bytes(const uint8_t *bytes, size_t size)
{
    if (size > UINT16_MAX) {
        fail("an AVR has no such size");
    }
    call->size = (uint16_t)size;
    memset(call->bytes, AVR_GUARD, sizeof call->bytes);
    if (size > 0) {
        memcpy(call->bytes, bytes, size < sizeof call->bytes ? size : sizeof call->bytes);
    }
}

static void do_it(void)
{
    calls++;
    avr->data[GPIOR0] = 0;
    wait_for_device();
    for (size_t place = 0; place < AVR_GUARDS; place++) {
        if (call->before[place] != AVR_GUARD || call->behind[place] != AVR_GUARD) {
            fail("the device wrote beside its state");
        }
    }
}

/* ---- The stack, which grows down to the limit that the device tells ----------------------------- */

void machine_paint_stack(void)
{
    begin(AVR_NOTHING);
    painted = (uint16_t)((avr->data[SPL] | avr->data[SPH] << 8) - MARGIN);
    memset(avr->data + call->stack_limit, PATTERN, (size_t)(painted - call->stack_limit));
    avr->cycle = 0;
    calls = 0;
}

size_t machine_used_stack(void)
{
    uint16_t place = call->stack_limit;

    while (place < painted && avr->data[place] == PATTERN) {
        place++;
    }
    if (place == call->stack_limit) {
        fail("the stack is full");
    }
    fprintf(stderr, "%llu calls, %.1f s at 16 MHz; ", calls, (double)avr->cycle / 16e6);
    return (size_t)(painted - place);
}

/* ---- Arguments and results ----------------------------------------------------------------------- */

static knav_error error_of(struct avr_error error)
{
    return (knav_error){error.code, error.att_error, error.offset};
}

static knav_error error(void)
{
    do_it();
    return error_of(call->error);
}

static knav_step step(void)
{
    do_it();
    return (knav_step){call->step.kind, call->step.next_offset, error_of(call->step.error)};
}

/* The place that a state's mirror has for what the device lends; outside of it, a wrong place. */
static const uint8_t *lent(const void *mirror, size_t size, uint16_t pointer)
{
    static const uint8_t outside[AVR_BYTES];
    const size_t offset = (size_t)(pointer - address) - offsetof(struct avr_call, state);

    if (pointer == 0) {
        return NULL;
    }
    return offset <= size ? (const uint8_t *)mirror + offset : outside;
}

static void mirror(void *state, size_t size)
{
    memcpy(state, call->state, size);
}

static void give_instruction(const knav_instruction *instruction)
{
    memcpy(&call->instruction, instruction, sizeof call->instruction);
}

static void take_instruction(knav_instruction *instruction)
{
    memcpy(instruction, &call->instruction, sizeof call->instruction);
}

/* ---- Objects, streets, distances ------------------------------------------------------------------ */

knav_error knav_decode(const uint8_t *bytes, size_t size, uint8_t layout, uint8_t extent, knav_instruction *instruction)
{
    begin(AVR_DECODE);
    give_bytes(bytes, size);
    give_instruction(instruction);
    call->one = layout;
    call->two = extent;
    const knav_error result = error();
    take_instruction(instruction);
    return result;
}

knav_error knav_notification(const uint8_t *bytes, size_t size, uint8_t layout, uint8_t *kind,
                             knav_instruction *instruction)
{
    begin(AVR_NOTIFICATION);
    give_bytes(bytes, size);
    give_instruction(instruction);
    call->one = layout;
    call->two = *kind;
    const knav_error result = error();
    take_instruction(instruction);
    *kind = call->two;
    return result;
}

uint32_t knav_identifier_number(const knav_instruction *instruction)
{
    begin(AVR_IDENTIFIER_NUMBER);
    give_instruction(instruction);
    do_it();
    return call->number;
}

/* A constant text by its number. */
static const char *text(enum avr_function function, uint8_t number)
{
    static char kept[AVR_FUNCTIONS][256][40];

    begin(function);
    call->one = number;
    do_it();
    if (!call->one) {
        return NULL;
    }
    memcpy(kept[function][number], call->state, sizeof kept[function][number] - 1);
    return kept[function][number];
}

const char *knav_arrow_name(uint8_t arrow)
{
    return text(AVR_ARROW_NAME, arrow);
}

const char *knav_unit_symbol(uint8_t unit)
{
    return text(AVR_UNIT_SYMBOL, unit);
}

knav_error knav_street_text(const uint8_t *bytes, size_t size, uint8_t policy, char *text, size_t capacity,
                            size_t *needed)
{
    begin(AVR_STREET_TEXT);
    if (capacity > AVR_TEXT) {
        fail("there is no room for the text");
    }
    give_bytes(bytes, size);
    call->one = policy;
    call->capacity = (uint16_t)capacity;
    memcpy(call->state, text, capacity);
    call->needed = (uint16_t)*needed;
    const knav_error result = error();
    memcpy(text, call->state, capacity);
    *needed = call->needed;
    return result;
}

knav_error knav_street_validate(const uint8_t *bytes, size_t size)
{
    begin(AVR_STREET_VALIDATE);
    give_bytes(bytes, size);
    return error();
}

knav_error knav_distance_round(uint32_t distance_in_meters, uint8_t style, knav_distance *distance)
{
    begin(AVR_DISTANCE_ROUND);
    call->number = distance_in_meters;
    call->one = style;
    const knav_error result = error();
    *distance = (knav_distance){call->distance.value, call->distance.unit, call->distance.is_in_tenths};
    return result;
}

size_t knav_distance_text(const knav_distance *distance, char *text, size_t capacity)
{
    begin(AVR_DISTANCE_TEXT);
    call->distance = (struct avr_distance){distance->value, distance->unit, distance->is_in_tenths};
    call->capacity = (uint16_t)capacity;
    do_it();
    memcpy(text, call->state, capacity);
    return call->needed;
}

knav_error knav_encode(const knav_instruction *instruction, uint8_t layout, const uint8_t *street, size_t street_size,
                       uint8_t *object, size_t capacity, size_t *size)
{
    begin(AVR_ENCODE);
    give_instruction(instruction);
    give_bytes(street, street_size);
    call->one = layout;
    call->capacity = (uint16_t)capacity;
    call->needed = (uint16_t)*size;
    memcpy(call->state, object, KNAV_MAXIMUM_OBJECT_SIZE + 1);
    const knav_error result = error();
    memcpy(object, call->state, KNAV_MAXIMUM_OBJECT_SIZE + 1); /* the checks have a byte behind it */
    *size = call->needed;
    return result;
}

void knav_set_identifier_number(knav_instruction *instruction, uint32_t number)
{
    begin(AVR_SET_IDENTIFIER);
    give_instruction(instruction);
    call->number = number;
    do_it();
    take_instruction(instruction);
}

/* ---- Reassembly ------------------------------------------------------------------------------------ */

void knav_reassembler_init(knav_reassembler *reassembler, uint8_t radio, uint16_t maximum_restarts,
                           bool trusts_chunk_size)
{
    begin(AVR_REASSEMBLER_INIT);
    call->one = radio;
    call->two = trusts_chunk_size;
    call->size = maximum_restarts;
    do_it();
    mirror(reassembler, sizeof *reassembler);
}

knav_step knav_reassembler_begin(knav_reassembler *reassembler)
{
    begin(AVR_REASSEMBLER_BEGIN);
    const knav_step result = step();
    mirror(reassembler, sizeof *reassembler);
    return result;
}

knav_step knav_reassembler_chunk(knav_reassembler *reassembler, const uint8_t *bytes, size_t size, uint16_t offset)
{
    begin(AVR_REASSEMBLER_CHUNK);
    give_bytes(bytes, size);
    call->capacity = offset;
    const knav_step result = step();
    mirror(reassembler, sizeof *reassembler);
    return result;
}

knav_step knav_reassembler_error(knav_reassembler *reassembler, uint8_t att_error, uint16_t offset)
{
    begin(AVR_REASSEMBLER_ERROR);
    call->one = att_error;
    call->capacity = offset;
    const knav_step result = step();
    mirror(reassembler, sizeof *reassembler);
    return result;
}

static void change(enum avr_function function, knav_reassembler *reassembler)
{
    begin(function);
    do_it();
    mirror(reassembler, sizeof *reassembler);
}

void knav_reassembler_cancel(knav_reassembler *reassembler)
{
    change(AVR_REASSEMBLER_CANCEL, reassembler);
}

void knav_reassembler_forget_chunk_size(knav_reassembler *reassembler)
{
    change(AVR_REASSEMBLER_FORGET, reassembler);
}

void knav_reassembler_set_mtu(knav_reassembler *reassembler, uint16_t mtu)
{
    begin(AVR_REASSEMBLER_MTU);
    call->size = mtu;
    change(AVR_REASSEMBLER_MTU, reassembler);
}

uint16_t knav_reassembler_awaited_offset(const knav_reassembler *reassembler)
{
    (void)reassembler;
    begin(AVR_REASSEMBLER_OFFSET);
    do_it();
    return call->size;
}

uint16_t knav_reassembler_restarts(const knav_reassembler *reassembler)
{
    (void)reassembler;
    begin(AVR_REASSEMBLER_RESTARTS);
    do_it();
    return call->size;
}

const uint8_t *knav_reassembler_object(knav_reassembler *reassembler, size_t *size, uint8_t *extent)
{
    begin(AVR_REASSEMBLER_OBJECT);
    call->one = *extent;
    do_it();
    *size = call->size;
    *extent = call->one;
    return lent(reassembler, sizeof *reassembler, call->pointer);
}

/* ---- The central session ----------------------------------------------------------------------------- */

knav_central_configuration knav_central_usual_configuration(uint8_t radio)
{
    begin(AVR_CENTRAL_USUAL);
    call->one = radio;
    do_it();
    const struct avr_central_configuration made = call->central_configuration;
    return (knav_central_configuration){made.read_timeout_in_ms, made.maximum_restarts,   made.radio, made.layout,
                                        made.trusts_chunk_size,  made.subscribes};
}

void knav_central_init(knav_central *central, const knav_central_configuration *configuration)
{
    begin(AVR_CENTRAL_INIT);
    call->central_configuration = (struct avr_central_configuration){
        configuration->read_timeout_in_ms, configuration->maximum_restarts,  configuration->radio,
        configuration->layout,             configuration->trusts_chunk_size, configuration->subscribes};
    do_it();
    mirror(central, sizeof *central);
}

void knav_central_handle(knav_central *central, const knav_central_event *event, uint64_t now_in_ms)
{
    begin(AVR_CENTRAL_HANDLE);
    give_bytes(event->bytes, event->size);
    call->central_event = (struct avr_central_event){
        .peer = event->peer,
        .size = (uint16_t)event->size,
        .ticket = event->ticket,
        .mtu = event->mtu,
        .kind = event->kind,
        .att_error = event->att_error,
        .has_cccd = event->has_cccd,
    };
    call->time = now_in_ms;
    do_it();
    mirror(central, sizeof *central);
}

bool knav_central_next_effect(knav_central *central, knav_central_effect *effect)
{
    begin(AVR_CENTRAL_EFFECT);
    do_it();
    if (!call->one) {
        return false;
    }
    mirror(central, sizeof *central);
    const struct avr_central_effect found = call->central_effect;
    *effect = (knav_central_effect){
        .peer = found.peer,
        .bytes = lent(central, sizeof *central, found.bytes),
        .size = found.size,
        .ticket = found.ticket,
        .offset = found.offset,
        .kind = found.kind,
        .extent = found.extent,
        .status = found.status,
        .fault = found.fault,
        .error = error_of(found.error),
    };
    return true;
}

uint64_t knav_central_deadline(const knav_central *central)
{
    (void)central;
    begin(AVR_CENTRAL_DEADLINE);
    do_it();
    return call->time;
}

uint8_t knav_central_phase(const knav_central *central)
{
    (void)central;
    begin(AVR_CENTRAL_PHASE);
    do_it();
    return call->one;
}

/* ---- The peripheral session -------------------------------------------------------------------------- */

typedef char configuration_has_bytes_only[sizeof(knav_peripheral_configuration) ==
                                                  sizeof(struct avr_peripheral_configuration)
                                              ? 1
                                              : -1];

knav_peripheral_configuration knav_peripheral_usual_configuration(uint8_t layout)
{
    knav_peripheral_configuration configuration;

    begin(AVR_PERIPHERAL_USUAL);
    call->one = layout;
    do_it();
    memcpy(&configuration, &call->peripheral_configuration, sizeof configuration);
    return configuration;
}

knav_error knav_peripheral_init(knav_peripheral *peripheral, const knav_peripheral_configuration *configuration)
{
    begin(AVR_PERIPHERAL_INIT);
    memcpy(&call->peripheral_configuration, configuration, sizeof *configuration);
    const knav_error result = error();
    mirror(peripheral, sizeof *peripheral);
    return result;
}

void knav_peripheral_handle(knav_peripheral *peripheral, const knav_peripheral_event *event, uint64_t now_in_ms)
{
    begin(AVR_PERIPHERAL_HANDLE);
    give_bytes(event->bytes, event->size);
    call->peripheral_event = (struct avr_peripheral_event){
        .size = (uint16_t)event->size,
        .central = event->central,
        .mtu = event->mtu,
        .offset = event->offset,
        .kind = event->kind,
        .identifier_size = event->identifier_size,
    };
    memcpy(call->peripheral_event.identifier, event->identifier, sizeof event->identifier);
    call->time = now_in_ms;
    do_it();
    mirror(peripheral, sizeof *peripheral);
}

bool knav_peripheral_next_effect(knav_peripheral *peripheral, knav_peripheral_effect *effect)
{
    begin(AVR_PERIPHERAL_EFFECT);
    do_it();
    if (!call->one) {
        return false;
    }
    mirror(peripheral, sizeof *peripheral);
    const struct avr_peripheral_effect found = call->peripheral_effect;
    *effect = (knav_peripheral_effect){
        .bytes = lent(peripheral, sizeof *peripheral, found.bytes),
        .size = found.size,
        .central = found.central,
        .kind = found.kind,
        .att_error = found.att_error,
        .fault = found.fault,
        .error = error_of(found.error),
    };
    return true;
}

uint64_t knav_peripheral_deadline(const knav_peripheral *peripheral)
{
    (void)peripheral;
    begin(AVR_PERIPHERAL_DEADLINE);
    do_it();
    return call->time;
}

uint8_t knav_peripheral_phase(const knav_peripheral *peripheral)
{
    (void)peripheral;
    begin(AVR_PERIPHERAL_PHASE);
    do_it();
    return call->one;
}
