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
 * delivery among them stays. */
void knav_central_deliver_again(knav_central *central);

/* The names of enum knav_central_status and enum knav_central_fault, for logs: constant strings such as
 * "pairingRequired" and "timedOut"; NULL for other values. */
const char *knav_status_name(uint8_t status);
const char *knav_fault_name(uint8_t fault);

#ifdef __cplusplus
}
#endif

#endif
