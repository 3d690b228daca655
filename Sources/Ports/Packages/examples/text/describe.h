/*
 * What a rider reads, as text. A display with pictures draws them from the same fields.
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "knav.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Enough for a distance, an arrow and the beginning of a long street. */
#define DESCRIPTION_SIZE 192

/* Writes what an effect tells the rider, or a log, with a terminator. Returns false, and writes an
 * empty text, if the effect is for the radio. */
bool describe(const knav_central_effect *effect, char *text, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
