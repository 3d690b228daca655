/*
 * FreeRTOS with one task beside the host's. It runs on a thread of its own, when it is notified, until it waits again;
 * the other one waits meanwhile, as the task of the host does on a chip with one core if its priority is lower.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "freertos/queue.h"
#include "freertos/task.h"
#include "world.h"

struct queue {
    UBaseType_t size;
    bool is_full;
    unsigned char item[1024];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static bool has_task, is_notified;
bool standin_is_busy; /* on the only core, so that a task that is notified has to wait for the next time */
static TaskFunction_t the_function;

QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t size)
{
    static struct queue queues[2];
    static size_t count;

    world_forbid(length != 1 || size > sizeof queues->item || count == 2, "two queues of one item");
    queues[count].size = size;
    return &queues[count++];
}

BaseType_t xQueueOverwrite(QueueHandle_t queue, const void *item)
{
    memcpy(queue->item, item, queue->size);
    queue->is_full = true;
    return pdPASS;
}

BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks)
{
    world_forbid(ticks != 0, "take what is there");
    if (!queue->is_full) {
        return pdFALSE;
    }
    memcpy(item, queue->item, queue->size);
    queue->is_full = false;
    return pdTRUE;
}

static void *run(void *argument)
{
    the_function(argument);
    return NULL;
}

BaseType_t xTaskCreate(TaskFunction_t function, const char *name, uint32_t stack_size, void *argument,
                       UBaseType_t priority, TaskHandle_t *task)
{
    pthread_t thread;

    (void)name;
    world_forbid(has_task || stack_size < 2048 || priority == 0, "one task, with a stack, above the idle one");
    has_task = true;
    *task = NULL;
    the_function = function;
    return pthread_create(&thread, NULL, run, argument) == 0 ? pdPASS : pdFALSE;
}

BaseType_t xTaskNotifyGive(TaskHandle_t task)
{
    (void)task;
    if (standin_is_busy) {
        return pdPASS;
    }
    pthread_mutex_lock(&mutex);
    is_notified = true;
    pthread_cond_broadcast(&condition);
    while (is_notified) {
        pthread_cond_wait(&condition, &mutex);
    }
    pthread_mutex_unlock(&mutex);
    return pdPASS;
}

uint32_t ulTaskNotifyTake(BaseType_t clears, TickType_t ticks)
{
    static bool is_running;

    world_forbid(clears != pdTRUE || ticks != portMAX_DELAY, "wait for a notification");
    pthread_mutex_lock(&mutex);
    if (is_running) {
        is_notified = false;
        pthread_cond_broadcast(&condition);
    }
    is_running = true;
    while (!is_notified) {
        pthread_cond_wait(&condition, &mutex);
    }
    pthread_mutex_unlock(&mutex);
    return 1;
}
