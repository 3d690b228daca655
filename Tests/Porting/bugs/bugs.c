/*
 * Memory as a device with one of the field bugs has it.
 */
#include "bugs.h"

#include <stdlib.h>
#include <string.h>

bool bugs[BUG_COUNT];

bool bugs_add(const char *name)
{
#define BUG_NAME(name) #name,
    static const char *const names[] = {BUGS(BUG_NAME)};
#undef BUG_NAME
    size_t place;

    for (place = 0; place < BUG_COUNT; place++) {
        if (strcmp(name, names[place]) == 0) {
            bugs[place] = true;
            return true;
        }
    }
    return false;
}

const uint8_t *bugs_memory(const uint8_t *bytes, size_t size)
{
#if defined(__SANITIZE_ADDRESS__)
    static uint8_t *memory; /* nothing lies after it */

    if (bytes != memory) {
        free(memory);
        memory = malloc(size);
        if (memory == NULL) {
            abort();
        }
        memcpy(memory, bytes, size);
    }
#else
    static uint8_t memory[1025]; /* what an earlier object left lies after a shorter one */

    memmove(memory, bytes, size);
#endif
    return memory;
}

const char *bugs_picture(int place, size_t count)
{
#if defined(__SANITIZE_ADDRESS__)
    static const char *volatile table31[31];
    static const char *volatile table32[32];
    static const char *volatile table37[37];

    switch (count) {
    case 31: return table31[place];
    case 32: return table32[place];
    case 37: return table37[place];
    default: abort();
    }
#else
    return place >= 0 && (size_t)place < count ? NULL : "\x16#";
#endif
}

/* The size of the street's buffer; 0 if it is large enough. */
static size_t street_room(void)
{
    return BUG(streetOverflow11)    ? 11
           : BUG(streetOverflow13)  ? 13
           : BUG(streetOverflow22)  ? 22
           : BUG(streetOverflow32)  ? 32
           : BUG(streetOverflow100) ? 100
                                    : 0;
}

void bugs_draw_street(const uint8_t *street, size_t size, uint8_t *arrow, uint32_t *distance)
{
    const size_t room = street_room();

    if (room > 0) {
#if defined(__SANITIZE_ADDRESS__)
        static char *line; /* freed later, or the compiler would leave out what is never read */

        free(line);
        line = malloc(room);
        if (line == NULL) {
            abort();
        }
        memcpy(line, street, size);
        line[size] = '\0';
        (void)arrow;
        (void)distance;
#else
        /* The street, then the arrow, then the distance. */
        static uint8_t screen[1024];
        uint8_t *const after = screen + room;

        memcpy(after, arrow, sizeof *arrow);
        memcpy(after + sizeof *arrow, distance, sizeof *distance);
        memcpy(screen, street, size);
        screen[size] = '\0';
        memcpy(arrow, after, sizeof *arrow);
        memcpy(distance, after + sizeof *arrow, sizeof *distance);
#endif
    }
}
