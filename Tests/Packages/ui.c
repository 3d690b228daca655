/*
 * What ui_task.c shows when the screen is slower than the link: the newest object and the newest status, after the
 * session's bytes have gone.
 */
#include "ui_task.h"

#include <stdio.h>
#include <string.h>

#include "freertos/task.h"

/* In freertos.c: while it is true, the task does not come to run. */
extern bool standin_is_busy;

static void draw(const knav_central_effect *effect)
{
    if (effect->kind == KNAV_EFFECT_DELIVER) {
        printf("object %.*s\n", (int)effect->size, (const char *)effect->bytes);
    } else {
        printf("effect %u, status %u\n", (unsigned)effect->kind, (unsigned)effect->status);
    }
}

static void hand_over(const char *text, uint8_t kind, uint8_t status)
{
    static char bytes[16]; /* as in the session, for the next object too */
    knav_central_effect effect = {0};

    memset(bytes, 'x', sizeof bytes);
    memcpy(bytes, text, strlen(text));
    effect.kind = kind;
    effect.status = status;
    if (kind == KNAV_EFFECT_DELIVER) {
        effect.bytes = (const uint8_t *)bytes;
        effect.size = strlen(text);
    }
    ui_task_hand_over(&effect);
    memset(bytes, 'x', sizeof bytes);
}

int main(void)
{
    if (!ui_task_start(draw)) {
        return 1;
    }
    standin_is_busy = true;
    hand_over("older", KNAV_EFFECT_DELIVER, 0);
    hand_over("", KNAV_EFFECT_REPORT, KNAV_STATUS_SEARCHING);
    hand_over("newest", KNAV_EFFECT_DELIVER, 0);
    hand_over("", KNAV_EFFECT_REPORT, KNAV_STATUS_NAVIGATING);
    standin_is_busy = false;
    hand_over("", KNAV_EFFECT_FAULT, 0);
    hand_over("", KNAV_EFFECT_REPORT, KNAV_STATUS_SILENT);
    return 0;
}
