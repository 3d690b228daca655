/*
 * What a display may want beside knav.h. Only the C port has it.
 */
#ifndef KNAV_DISPLAY_H
#define KNAV_DISPLAY_H

#include "knav.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Has the next object that is read delivered even if it was the last delivery. For a display that has cleared what it
 * showed, such as when the status became KNAV_STATUS_SEARCHING. May be called while effects are still to be taken; a
 * delivery among them stays. Makes knav_central_has_instruction false. */
void knav_central_deliver_again(knav_central *central);

/* The object of the last KNAV_EFFECT_DELIVER, to draw it again: for knav_decode, with its extent. It is inside the
 * session until the next event. NULL, with a size of 0, before the first, once it is forgotten or
 * knav_central_deliver_again was called, and while another object that is not delivered yet has taken its place: to have
 * it even then, copy the bytes when they are delivered. */
const uint8_t *knav_central_last_delivery(const knav_central *central, size_t *size, uint8_t *extent);

/* The names of enum knav_central_status and enum knav_central_fault, for logs: constant strings such as
 * "pairingRequired" and "timedOut"; NULL for other values. On AVR they are in flash: print them with "%S", or copy them
 * with strcpy_P. */
const char *knav_status_name(uint8_t status);
const char *knav_fault_name(uint8_t fault);

#ifdef __cplusplus
}
#endif

#endif
