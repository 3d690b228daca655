/* Stands in for zephyr/kernel.h of Zephyr 4, and for what it includes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARG_UNUSED(argument) (void)(argument)
#define MIN(one, other) ((one) < (other) ? (one) : (other))

typedef struct {
    int64_t milliseconds; /* below zero: for ever */
} k_timeout_t;

#define K_NO_WAIT ((k_timeout_t){0})
#define K_FOREVER ((k_timeout_t){-1})
#define K_MSEC(time) ((k_timeout_t){(int64_t)(time)})

int64_t k_uptime_get(void);

struct k_mutex {
    int count;
};

#define K_MUTEX_DEFINE(name) struct k_mutex name = {0}

int k_mutex_lock(struct k_mutex *mutex, k_timeout_t timeout);
int k_mutex_unlock(struct k_mutex *mutex);

struct k_msgq {
    char *buffer;
    size_t size;
    uint32_t capacity, first, count;
};

#define K_MSGQ_DEFINE(name, message_size, maximum, alignment)                              \
    static char name##_buffer[(message_size) * (maximum)] __attribute__((aligned(alignment))); \
    struct k_msgq name = {name##_buffer, message_size, maximum, 0, 0}

int k_msgq_put(struct k_msgq *queue, const void *message, k_timeout_t timeout);
int k_msgq_get(struct k_msgq *queue, void *message, k_timeout_t timeout);
uint32_t k_msgq_num_free_get(struct k_msgq *queue);

typedef long atomic_t;

#define ATOMIC_DEFINE(name, bits) atomic_t name[1 + ((bits) - 1) / 32]

void atomic_set_bit(atomic_t *target, int bit);
