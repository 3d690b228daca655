/*
 * The conformance vectors, run on a device without an operating system.
 *
 * Each layer is a list of cases. A case fails at the first difference, and the other cases still run.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kbc_vectors.h"
#include "knav.h"
#include "knav_phone.h"

/* Runs a layer's cases. */
typedef void check_layer(void);

check_layer check_codec, check_notification, check_reassembly, check_distance, check_central;
check_layer check_encoding, check_peripheral;

/* Begins a case. */
void check_case(const char *id);
/* Reports a difference if `holds` is false; returns `holds`. */
bool check(bool holds, const char *what);
bool check_number(uint64_t found, uint64_t expected, const char *what);
bool check_bytes(const uint8_t *found, size_t size, kbc_bytes expected, const char *what);
bool check_text(const char *found, const char *expected, const char *what);
bool check_error(knav_error found, kbc_error expected);
bool check_identifier(const knav_instruction *found, kbc_identifier expected);
/* Compares an object that was decoded from these bytes. */
bool check_object(const uint8_t *bytes, const knav_instruction *found, const kbc_object *expected);

#endif
