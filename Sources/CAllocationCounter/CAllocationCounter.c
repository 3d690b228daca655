#include "CAllocationCounter.h"

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define COUNTER_IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(COUNTER_IS_SANITIZED)

// The GNU C library's own entry points; each function below counts a call and passes it on to one of them.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread uint64_t allocations;

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    allocations++;
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    const int noMemory = 12;
    allocations++;
    *block = __libc_memalign(alignment, size);
    return *block == NULL ? noMemory : 0;
}

bool allocation_counter_is_available(void) { return true; }
uint64_t allocation_counter_value(void) { return allocations; }

#else

bool allocation_counter_is_available(void) { return false; }
uint64_t allocation_counter_value(void) { return 0; }

#endif
