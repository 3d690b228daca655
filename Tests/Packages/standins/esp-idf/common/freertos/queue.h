/* Stands in for freertos/queue.h of ESP-IDF 5. */
#pragma once

#include "freertos/FreeRTOS.h"

typedef struct queue *QueueHandle_t;

QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t size);
BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks);
BaseType_t xQueueOverwrite(QueueHandle_t queue, const void *item);
