/*
 * A task that draws, so that the Bluetooth host's task need not wait for the screen. For FreeRTOS.
 */
#ifndef UI_TASK_H
#define UI_TASK_H

#include "knav.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Draws a delivery or a status. It runs on the task that draws. */
typedef void ui_task_draw(const knav_central_effect *effect);

/* Starts the task. Returns false if there is no memory for it. */
bool ui_task_start(ui_task_draw *draw);

/* Hands an effect over, and returns at once. Only the newest delivery and the newest status wait for the screen: what
 * they replace is old. Others than these are ignored. Call it from one task. */
void ui_task_hand_over(const knav_central_effect *effect);

#ifdef __cplusplus
}
#endif

#endif
