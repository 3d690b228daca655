/*
 * Decodes an object again and again, as a program for this computer and as a module beside the page's: so both builds of
 * the core are called by the same loop, and from their own kind.
 *
 *     decode ROUNDS OBJECT...    prints for each object, in hexadecimal digits, nanoseconds for each decoding
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__

/* The page's module exports it. The result is returned by address, so this module needs no stack of its own. */
void knav_decode(void *result, const uint8_t *bytes, size_t size, uint8_t layout, uint8_t extent, void *instruction);

void measure(uint32_t rounds, const uint8_t *object, size_t size, void *result, void *instruction)
{
    while (rounds-- > 0) {
        knav_decode(result, object, size, 0, 0, instruction);
    }
}

#else

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "knav.h"

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int count, char **arguments)
{
    const long rounds = count > 2 ? strtol(arguments[1], NULL, 10) : 0;
    int place;

    if (rounds <= 0) {
        fprintf(stderr, "usage: decode ROUNDS OBJECT...\n");
        return 64;
    }
    for (place = 2; place < count; place++) {
        uint8_t object[KNAV_MAXIMUM_OBJECT_SIZE];
        const size_t size = strlen(arguments[place]) / 2;
        knav_instruction instruction;
        double start;
        long round;
        size_t i;

        for (i = 0; i < size && i < sizeof object; i++) {
            unsigned byte;

            if (sscanf(arguments[place] + 2 * i, "%2x", &byte) != 1) {
                return 65;
            }
            object[i] = (uint8_t)byte;
        }
        start = seconds();
        for (round = 0; round < rounds; round++) {
            if (knav_decode(object, size, KNAV_LAYOUT_AUTO, KNAV_WHOLE, &instruction).code != KNAV_OK) {
                return 65;
            }
        }
        printf("%f\n", (seconds() - start) * 1e9 / (double)rounds);
    }
    return 0;
}

#endif
