/*
 * Each queue holds one item, which a newer one overwrites. An effect's bytes stay only until the next event, so an item
 * has a copy.
 */
#include "ui_task.h"

#include <string.h>

#include "freertos/FreeRTOS.h"
#include "freertos/queue.h"
#include "freertos/task.h"

enum { STACK_SIZE = 4096, PRIORITY = 1 };

struct item {
    knav_central_effect effect;
    uint8_t bytes[KNAV_MAXIMUM_OBJECT_SIZE];
};

static QueueHandle_t deliveries, statuses;
static TaskHandle_t task;
static ui_task_draw *draw;

static void draw_next(QueueHandle_t queue)
{
    static struct item item; /* too large for a stack */

    if (xQueueReceive(queue, &item, 0) == pdTRUE) {
        item.effect.bytes = item.bytes;
        draw(&item.effect);
    }
}

static void run(void *argument)
{
    (void)argument;
    for (;;) {
        (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        draw_next(deliveries);
        draw_next(statuses);
    }
}

bool ui_task_start(ui_task_draw *draws)
{
    draw = draws;
    deliveries = xQueueCreate(1, sizeof(struct item));
    statuses = xQueueCreate(1, sizeof(struct item));
    return deliveries != NULL && statuses != NULL &&
           xTaskCreate(run, "komoot", STACK_SIZE, NULL, PRIORITY, &task) == pdPASS;
}

void ui_task_hand_over(const knav_central_effect *effect)
{
    static struct item item;

    if (effect->kind != KNAV_EFFECT_DELIVER && effect->kind != KNAV_EFFECT_REPORT) {
        return;
    }
    item.effect = *effect;
    if (effect->kind == KNAV_EFFECT_DELIVER) {
        memcpy(item.bytes, effect->bytes, effect->size);
    }
    (void)xQueueOverwrite(effect->kind == KNAV_EFFECT_DELIVER ? deliveries : statuses, &item);
    (void)xTaskNotifyGive(task);
}
