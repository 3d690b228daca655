/* Stands in for freertos/task.h of ESP-IDF 5. */
#pragma once

#include "freertos/FreeRTOS.h"

typedef struct task *TaskHandle_t;
typedef void (*TaskFunction_t)(void *argument);

BaseType_t xTaskCreate(TaskFunction_t function, const char *name, uint32_t stack_size, void *argument,
                       UBaseType_t priority, TaskHandle_t *task);
BaseType_t xTaskNotifyGive(TaskHandle_t task);
uint32_t ulTaskNotifyTake(BaseType_t clears, TickType_t ticks);
