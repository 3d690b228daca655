/*
 * What a display may want beside the session: knav_display.h.
 */
#include "knav_display.h"

#include "central.h"

/* In the order of enum knav_central_status. */
static const KNAV_FLASH char statuses[] =
    "stopped\0"
    "radioOff\0"
    "searching\0"
    "waiting\0"
    "navigating\0"
    "silent\0"
    "ended\0"
    "pairingRequired\0";

/* In the order of enum knav_central_fault. */
static const KNAV_FLASH char faults[] =
    "lateArrival\0"
    "malformedNotification\0"
    "unreadable\0"
    "refused\0"
    "timedOut\0"
    "gaveUp\0";

const char *knav_status_name(uint8_t status)
{
    return status > KNAV_STATUS_PAIRING_REQUIRED ? NULL : knav_text_at(statuses, status);
}

const char *knav_fault_name(uint8_t fault)
{
    return fault > KNAV_FAULT_GAVE_UP ? NULL : knav_text_at(faults, fault);
}

void knav_central_deliver_again(knav_central *central)
{
    knav_session_forget_delivery((struct central *)(void *)central);
}

const uint8_t *knav_central_last_delivery(const knav_central *central, size_t *size, uint8_t *extent)
{
    const struct central *state = (const struct central *)(const void *)central;
    const uint8_t *bytes = knav_reassembler_bytes(&state->reassembler);

    /* The bytes are not kept apart: look whether what was read since has overwritten them. */
    if (knav_session_hash(bytes, state->delivery_size) != state->last_delivery.hash) {
        bytes = NULL;
    }
    *size = bytes == NULL ? 0 : state->delivery_size;
    *extent = state->last_delivery.extent;
    return bytes;
}
