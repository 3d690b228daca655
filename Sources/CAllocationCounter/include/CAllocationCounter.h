#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this process counts allocations. It needs the GNU C library, whose functions a program may
/// replace with its own, and no sanitizer, because a sanitizer replaces the same functions.
bool allocation_counter_is_available(void);

/// How many blocks of memory the calling thread has asked for since it began.
uint64_t allocation_counter_value(void);

#endif
