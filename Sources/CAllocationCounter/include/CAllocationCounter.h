#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted in this process: with the GNU C library, where a program may put
/// its own functions before the library's, and without a sanitizer, which does so itself.
bool allocation_counter_is_available(void);

/// How many blocks of memory the calling thread has asked for since it began.
uint64_t allocation_counter_value(void);

#endif
