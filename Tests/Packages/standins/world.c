#include "world.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAXIMUM_ACTIONS = 64, LAST_MILLISECOND = 120000 };

static struct {
    uint64_t time, order;
    world_action *action;
    uintptr_t argument;
} planned[MAXIMUM_ACTIONS];
static size_t count;
static uint64_t now, last_order;

uint64_t world_now(void)
{
    return now;
}

void world_forbid(bool is_wrong, const char *rule)
{
    if (is_wrong) {
        printf("FORBIDDEN at %llu ms: %s\n", (unsigned long long)now, rule);
        exit(1);
    }
}

void world_after(uint64_t delay, world_action *action, uintptr_t argument)
{
    world_forbid(count == MAXIMUM_ACTIONS, "more is planned than this world has room for");
    planned[count].time = now + delay;
    planned[count].order = ++last_order;
    planned[count].action = action;
    planned[count].argument = argument;
    count++;
}

bool world_step(uint64_t limit)
{
    size_t next = count;
    world_action *action;
    uintptr_t argument;

    for (size_t i = 0; i < count; i++) {
        const bool is_earlier = next == count || planned[i].time < planned[next].time ||
                                (planned[i].time == planned[next].time &&
                                 planned[i].order < planned[next].order);

        if (planned[i].time <= limit && is_earlier) {
            next = i;
        }
    }
    world_forbid((next == count ? limit : planned[next].time) > LAST_MILLISECOND, "the example is too slow");
    if (next == count) {
        now = limit;
        return false;
    }
    now = planned[next].time;
    action = planned[next].action;
    argument = planned[next].argument;
    planned[next] = planned[--count];
    action(argument);
    return true;
}
