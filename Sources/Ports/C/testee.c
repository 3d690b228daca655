/*
 * Answers the conformance suite: the port, wrapped in kbc_harness.h. Run it with
 * `knav conformance run -- ./testee`. This is for a computer, not part of the port.
 *
 * The layouts, extents, errors and policies of both headers have the same numbers.
 */
#include "kbc_harness.h"

#include "knav.h"

#include "testee_central.h"
#include "testee_phone.h"

/* ---- Codec and notifications -------------------------------------------------------------- */

/* A street has at most 512 bytes in an object, but any number in a case of its own. Each ill-formed
 * byte may be replaced by three. */
static char text[3 * KBC_MAXIMUM_REQUEST / 2 + 1];

static kbc_result result_of(knav_error error, size_t *offset)
{
    *offset = error.offset;
    /* What only callers of the port can do wrong has no place in an answer. */
    return error.code < KBC_NOT_TAKEN ? (kbc_result)error.code : (kbc_result)(KBC_NOT_TAKEN + 1);
}

static void show_identifier(const knav_instruction *instruction, kbc_instruction *shown)
{
    shown->is_uuid = instruction->identifier_size == sizeof shown->uuid;
    memcpy(shown->uuid, instruction->identifier, sizeof shown->uuid);
    shown->identifier = knav_identifier_number(instruction);
}

static void show_street(kbc_instruction *shown, size_t street_offset)
{
    const knav_error fault = knav_street_validate(shown->street, shown->street_size);

    knav_street_text(shown->street, shown->street_size, KNAV_STREET_DROP_INCOMPLETE_TAIL, text,
                     sizeof text, &shown->street_text_size);
    shown->street_text = text;
    if (fault.code != KNAV_OK) {
        shown->strict_error_offset = street_offset + fault.offset;
    }
}

static void show(const uint8_t *bytes, const knav_instruction *instruction, kbc_instruction *shown)
{
    show_identifier(instruction, shown);
    shown->layout = (kbc_layout)instruction->layout;
    shown->extent = (kbc_extent)instruction->extent;
    shown->arrow = instruction->arrow;
    shown->arrow_name = knav_arrow_name(instruction->arrow);
    shown->distance_in_meters = instruction->distance_in_meters;
    shown->street = bytes + instruction->street_offset;
    shown->street_size = instruction->street_size;
    show_street(shown, instruction->street_offset);
}

static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    knav_instruction instruction;
    const knav_error error =
        knav_decode(bytes, size, (uint8_t)shown->layout, (uint8_t)shown->extent, &instruction);

    if (error.code == KNAV_OK) {
        show(bytes, &instruction, shown);
    }
    return result_of(error, &shown->error_offset);
}

static kbc_result notification(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    knav_instruction instruction;
    uint8_t kind;
    const knav_error error =
        knav_notification(bytes, size, (uint8_t)shown->layout, &kind, &instruction);

    if (error.code == KNAV_OK && kind == KNAV_NOTIFIED_IDENTIFIER) {
        shown->is_identifier_only = true;
        show_identifier(&instruction, shown);
    } else if (error.code == KNAV_OK) {
        show(bytes, &instruction, shown);
    }
    return result_of(error, &shown->error_offset);
}

static kbc_result street(const uint8_t *bytes, size_t size, kbc_policy policy, kbc_text *shown)
{
    shown->text = text;
    return result_of(
        knav_street_text(bytes, size, (uint8_t)policy, text, sizeof text, &shown->size),
        &shown->error_offset);
}

/* ---- Distance ----------------------------------------------------------------------------- */

static kbc_result distance(uint32_t distance_in_meters, int style, kbc_distance *shown)
{
    static char value[KNAV_DISTANCE_TEXT_SIZE];
    knav_distance rounded;
    uint8_t place = 0;
    char *space;

    while (1 << place != style) {
        place++;
    }
    if (knav_distance_round(distance_in_meters, place, &rounded).code != KNAV_OK ||
        knav_distance_text(&rounded, value, sizeof value) >= sizeof value) {
        shown->reason = "the port can't show this distance";
        return KBC_NOT_TAKEN;
    }
    space = strrchr(value, ' ');
    if (space != NULL) {
        *space = '\0';
        shown->value = value;
        shown->unit = space + 1;
    }
    return KBC_OK;
}

/* ---- Reassembly --------------------------------------------------------------------------- */

static knav_reassembler reassembler;

static void reset(const kbc_reading *reading)
{
    knav_reassembler_init(&reassembler, radio_of(reading), reading->maximum_restarts,
                          reading->trusts_chunk_size);
    knav_reassembler_set_mtu(&reassembler, reading->mtu);
}

static void show_object(kbc_step *shown, kbc_step_kind cut_kind)
{
    uint8_t extent = KNAV_POSSIBLY_CUT;

    shown->bytes = knav_reassembler_object(&reassembler, &shown->size, &extent);
    shown->kind = extent == KNAV_WHOLE ? KBC_OBJECT : cut_kind;
}

static void step(const kbc_event *event, kbc_step *shown)
{
    knav_step taken = {KNAV_STEP_READ, KNAV_NO_OFFSET, {KNAV_OK, 0, 0}};

    switch (event->kind) {
    case KBC_BEGIN: taken = knav_reassembler_begin(&reassembler); break;
    case KBC_CHUNK:
        taken = knav_reassembler_chunk(&reassembler, event->bytes, event->size, event->offset);
        break;
    case KBC_ERROR:
        taken = knav_reassembler_error(&reassembler, event->att_error, event->offset);
        break;
    case KBC_CANCEL: knav_reassembler_cancel(&reassembler); break;
    case KBC_FORGET_CHUNK_SIZE: knav_reassembler_forget_chunk_size(&reassembler); break;
    }
    switch (taken.kind) {
    case KNAV_STEP_PARTIAL: show_object(shown, KBC_PARTIAL); break;
    case KNAV_STEP_COMPLETE: show_object(shown, KBC_BEGINNING); break;
    case KNAV_STEP_FAILED:
        shown->kind = KBC_FAILED;
        shown->error = result_of(taken.error, &shown->error_offset);
        shown->att_error = taken.error.att_error;
        break;
    default: break;
    }
    if (knav_reassembler_awaited_offset(&reassembler) != KNAV_NO_OFFSET) {
        shown->awaits = knav_reassembler_awaited_offset(&reassembler);
    }
    shown->restarts = knav_reassembler_restarts(&reassembler);
}

static const kbc_operation others[] = {
    {"session/central", NULL, "centralSession", central_session},
    {NULL, "encode", "encode", encode},
    {"session/peripheral", NULL, "peripheralSession", peripheral_session},
};

int main(void)
{
    kbc_device device = kbc_device_with(decode);

    device.name = "komoot BLE Connect in C99";
    device.members = KBC_HAS_LAYOUT | KBC_HAS_EXTENT | KBC_HAS_IDENTIFIER | KBC_HAS_ARROW |
                     KBC_HAS_ARROW_NAME | KBC_HAS_DISTANCE | KBC_HAS_STREET_BYTES |
                     KBC_HAS_STREET_TEXT | KBC_HAS_STRICT_ERROR_OFFSET;
    device.published = true;
    device.legacy = true;
    device.pinned_layouts = true;
    device.notification = notification;
    device.street = street;
    device.distance = distance;
    device.styles = KBC_VENDOR | KBC_METRIC | KBC_IMPERIAL | KBC_UK;
    device.reset = reset;
    device.step = step;
    device.radios = KBC_OFFSET_READS | KBC_WHOLE_VALUES | KBC_LONG_READS | KBC_ONE_CALLBACK;
    device.trusts_chunk_size = true;
    device.others = others;
    device.other_count = sizeof others / sizeof others[0];
    return kbc_run(&device);
}
