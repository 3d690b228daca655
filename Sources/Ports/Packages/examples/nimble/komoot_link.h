/*
 * The link to a phone that navigates with komoot, on the NimBLE host.
 */
#ifndef KOMOOT_LINK_H
#define KOMOOT_LINK_H

#include "knav.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes what the session delivers and reports. It runs on the host's task, and the effect's bytes stay
 * only until it returns. */
typedef void komoot_show(const knav_central_effect *effect);

/* Starts to look for a phone, and goes on for ever. Call it once, from any task, after the NimBLE port
 * is initialised. Returns 0, or NimBLE's error. */
int komoot_link_start(komoot_show *show);

/* Shows the next object that is read even if it was the last one shown: for a screen that was cleared. Call it on the
 * host's task. */
void komoot_link_show_again(void);

/* Whether the link may scan. Say false while the program scans or connects for something else: NimBLE has one
 * scan at a time. Call it after komoot_link_start, on the host's task: from a sketch's loop(), a callout of
 * nimble_port_get_dflt_eventq() gets there, as in heart_rate.c. */
void komoot_link_may_scan(bool may);

#ifdef __cplusplus
}
#endif

#endif
