/*
 * Writes one line of JSON at a time, into a buffer, so that an answer that fails halfway is never
 * sent. It is part of the testee, not of the port.
 */
#ifndef ANSWER_H
#define ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "knav.h"

/* Begins a line again. */
void answer_clear(void);
/* Sends the line. False if it did not fit, and then nothing was sent. */
bool answer_send(void);

/* Members and elements; commas are put in where they belong. */
void answer_open(char bracket);  /* '{' or '[' */
void answer_close(char bracket); /* '}' or ']' */
void answer_name(const char *name);
void answer_text(const char *text, size_t size);
void answer_word(const char *text); /* terminated, as a string */
void answer_literal(const char *literal); /* true, false, null */
void answer_integer(uint64_t integer); /* above 2147483647 as a string */
void answer_bytes(const uint8_t *bytes, size_t size);
/* {"code":…,"offset":…}, and the ATT error's code where there is one */
void answer_error(knav_error error);

#endif
