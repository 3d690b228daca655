/*
 * Writes one line of JSON at a time. The line goes into a buffer first, so an answer that fails
 * halfway is never sent. This is part of the testee, not of the port.
 */
#ifndef ANSWER_H
#define ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "knav.h"

/* Empties the line. */
void answer_clear(void);
/* Sends the line. If it did not fit, sends nothing and returns false. */
bool answer_send(void);

/* Write members and elements, with commas where they belong. */
void answer_open(char bracket);  /* '{' or '[' */
void answer_close(char bracket); /* '}' or ']' */
void answer_name(const char *name);
void answer_text(const char *text, size_t size);
void answer_word(const char *text); /* terminated; written as a string */
void answer_literal(const char *literal); /* true, false, null */
void answer_integer(uint64_t integer); /* above 2147483647, written as a string */
void answer_bytes(const uint8_t *bytes, size_t size);
/* {"code":…,"offset":…}, and the code of the ATT error if there is one */
void answer_error(knav_error error);

#endif
