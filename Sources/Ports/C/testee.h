/*
 * What the operations of the testee share. Each operation writes the members of an answer, and
 * returns whether it understood its input. This is part of the testee, not of the port.
 */
#ifndef TESTEE_H
#define TESTEE_H

#include "answer.h"
#include "json.h"

/* A request has at most 64 KiB. Its bytes are in hexadecimal, so there are at most half as many. */
#define TESTEE_MAXIMUM_REQUEST 65536
#define TESTEE_MAXIMUM_BYTES (TESTEE_MAXIMUM_REQUEST / 2)

bool testee_decode(const struct json_value *input);
bool testee_street(const struct json_value *input);
bool testee_notification(const struct json_value *input);
bool testee_distance(const struct json_value *input);
bool testee_reassembly(const struct json_value *input);
bool testee_central(const struct json_value *input);

/* Decodes the bytes of a member from hexadecimal; they stay until the next call. They end where
 * their memory ends, so a sanitizer notices code that reads past them. */
bool testee_bytes(const struct json_value *object, const char *name, const uint8_t **bytes,
                  size_t *size);
/* Takes an integer member up to a limit. */
bool testee_integer(const struct json_value *object, const char *name, uint64_t limit,
                    uint64_t *integer);
/* Take members that may be missing; the variable then keeps its value. */
bool testee_usual_integer(const struct json_value *object, const char *name, uint64_t limit,
                          uint64_t *integer);
bool testee_usual_boolean(const struct json_value *object, const char *name, bool *boolean);
/* Takes an MTU; 0 if it is null or missing. A larger one than fits is taken for the largest. */
bool testee_mtu(const struct json_value *object, uint16_t *mtu);
bool testee_radio(const struct json_value *object, uint8_t *radio);
bool testee_layout(const struct json_value *object, uint8_t *layout);
/* "whole" or "possiblyCut" */
const char *testee_extent_name(uint8_t extent);

#endif
