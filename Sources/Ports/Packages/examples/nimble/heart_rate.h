/*
 * A heart-rate strap beside the link to the phone, on the same NimBLE host.
 */
#ifndef HEART_RATE_H
#define HEART_RATE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes each measurement, on the host's task. */
typedef void heart_rate_show(uint16_t beats_per_minute);

/* Looks for a strap, 3 of each 10 seconds, until there is one. Call it once, after komoot_link_start. Returns 0, or
 * NimBLE's error. */
int heart_rate_start(heart_rate_show *show);

#ifdef __cplusplus
}
#endif

#endif
