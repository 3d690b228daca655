/*
 * A program for a WebAssembly runtime, with what it has of WASI, preview 1: output and exit. The linker puts the
 * stack at the beginning of the memory, so it can't grow over data: past its end an address is out of bounds.
 */
#include "machine.h"

#include <stdint.h>

#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(name)))

struct buffer {
    const char *bytes;
    size_t size;
};

WASI("fd_write") uint16_t fd_write(int file, const struct buffer *buffers, size_t count, size_t *written);
WASI("proc_exit") __attribute__((noreturn)) void proc_exit(int code);

enum { STANDARD_ERROR = 2 };

void machine_write(const char *text)
{
    size_t written;
    struct buffer buffer = {text, 0};

    while (text[buffer.size] != '\0') {
        buffer.size++;
    }
    fd_write(STANDARD_ERROR, &buffer, 1, &written);
}

__attribute__((noreturn)) void machine_exit(int code)
{
    proc_exit(code);
}

enum { PATTERN = 0xA5, MARGIN = 64 };

/* The first bytes are left alone: address 0 is NULL. */
static uint8_t *const stack_limit = (uint8_t *)16;
static uint8_t *painted_top;

/* An address below everything that the caller has on the stack. Values that have no address are not in memory. */
static __attribute__((noinline)) uint8_t *stack_pointer(void)
{
    volatile uint8_t here = 0;
    const uintptr_t address = (uintptr_t)&here;

    return (uint8_t *)(address - MARGIN);
}

void machine_paint_stack(void)
{
    painted_top = stack_pointer();
    for (volatile uint8_t *byte = stack_limit; byte < painted_top; byte++) {
        *byte = PATTERN;
    }
}

size_t machine_used_stack(void)
{
    const volatile uint8_t *byte = stack_limit;

    while (byte < painted_top && *byte == PATTERN) {
        byte++;
    }
    return (size_t)(painted_top - byte);
}

__attribute__((export_name("_start"), noreturn)) void machine_start(void)
{
    machine_exit(main());
}
