/*
 * The time of the NimBLE example at a rate of ticks, given in Hz: exact at every poll, also after many, and when the
 * counter of ticks wraps.
 */
#define ble_npl_time_get counted_ticks
#define ble_npl_time_ticks_to_ms32 ticks_to_milliseconds
#define ble_npl_time_ms_to_ticks32 milliseconds_to_ticks
#include "komoot_link.c"

#include <stdio.h>
#include <stdlib.h>

static uint64_t all_ticks;
static uint32_t rate;

ble_npl_time_t counted_ticks(void)
{
    return (ble_npl_time_t)all_ticks;
}

/* As NimBLE's port to FreeRTOS converts: in 32 bits. */
uint32_t ticks_to_milliseconds(ble_npl_time_t ticks)
{
    return ticks * 1000 / rate;
}

ble_npl_time_t milliseconds_to_ticks(uint32_t milliseconds)
{
    return milliseconds * rate / 1000;
}

int main(int count, char **words)
{
    static const uint32_t steps[] = {1, 0, 2, 7, 1, 100};

    rate = count == 2 ? (uint32_t)strtoul(words[1], NULL, 10) : 0;
    if (rate == 0) {
        return 64;
    }
    /* A long sleep, then polls at every tick and at others, over the wrap of the counter. */
    all_ticks = UINT32_MAX - 100000;
    for (uint32_t polls = 0; polls < 400000; polls++) {
        const uint64_t right = all_ticks * 1000 / rate, shown = now();

        if (shown != right) {
            printf("tick %llu: %llu ms instead of %llu\n", (unsigned long long)all_ticks, (unsigned long long)shown,
                   (unsigned long long)right);
            return 1;
        }
        all_ticks += polls < 200000 ? 1 : steps[polls % (sizeof steps / sizeof *steps)];
    }
    return 0;
}
