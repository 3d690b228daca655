/*
 * For operations and their numbers see Semihosting for AArch32 and AArch64 (Arm, 2.0). RISC-V
 * Semihosting uses the same, with an instruction sequence of its own.
 */
#include "machine.h"

#include <stdint.h>

enum { SYS_WRITE0 = 0x04, SYS_EXIT_EXTENDED = 0x20, ADP_STOPPED_APPLICATION_EXIT = 0x20026 };

/* The linker script defines these. */
extern uint32_t machine_data[], machine_data_end[], machine_data_source[];
extern uint32_t machine_bss[], machine_bss_end[];
extern uint8_t machine_stack_limit[], machine_stack_top[];

static void call(uintptr_t operation, uintptr_t argument)
{
#if defined(__arm__)
    register uintptr_t number __asm__("r0") = operation;
    register uintptr_t block __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(number) : "r"(block) : "memory");
#else
    register uintptr_t number __asm__("a0") = operation;
    register uintptr_t block __asm__("a1") = argument;
    __asm__ volatile(".balign 16\n"
                     ".option push\n"
                     ".option norvc\n"
                     "slli zero, zero, 0x1f\n"
                     "ebreak\n"
                     "srai zero, zero, 7\n"
                     ".option pop\n"
                     : "+r"(number)
                     : "r"(block)
                     : "memory");
#endif
}

void machine_write(const char *text)
{
    call(SYS_WRITE0, (uintptr_t)text);
}

__attribute__((noreturn)) void machine_exit(int code)
{
    const uintptr_t block[2] = {ADP_STOPPED_APPLICATION_EXIT, (uintptr_t)code};
    call(SYS_EXIT_EXTENDED, (uintptr_t)block);
    for (;;) {
    }
}

enum { PATTERN = 0xA5, MARGIN = 64 };

/* An address below everything that the caller has on the stack. */
static __attribute__((noinline)) uint8_t *stack_pointer(void)
{
    return (uint8_t *)__builtin_frame_address(0) - MARGIN;
}

static uint8_t *painted_top;

void machine_paint_stack(void)
{
    painted_top = stack_pointer();
    for (volatile uint8_t *byte = machine_stack_limit; byte < painted_top; byte++) {
        *byte = PATTERN;
    }
}

size_t machine_used_stack(void)
{
    const volatile uint8_t *byte = machine_stack_limit;
    while (byte < painted_top && *byte == PATTERN) {
        byte++;
    }
    if (byte == machine_stack_limit) {
        machine_write("the stack is full\n");
        machine_exit(3);
    }
    return (size_t)(painted_top - byte);
}

static __attribute__((used, noreturn)) void fault(void)
{
    machine_write("a processor exception\n");
    machine_exit(2);
}

__attribute__((noreturn)) void machine_start(void)
{
    for (uint32_t *word = machine_data, *source = machine_data_source; word < machine_data_end;) {
        *word++ = *source++;
    }
    for (uint32_t *word = machine_bss; word < machine_bss_end;) {
        *word++ = 0;
    }
    machine_exit(main());
}

#if defined(__arm__)

/* ARMv6-M and ARMv7-M: the initial stack pointer, the reset handler, then the exceptions. */
__attribute__((used, section(".start"))) static const void *const vectors[16] = {
    machine_stack_top, (const void *)machine_start,
    (const void *)fault, (const void *)fault, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault,
};

#else

/* RISC-V: the first instruction. A trap handler must be aligned to four bytes. */
__attribute__((naked, used, section(".start"))) static void reset(void)
{
    __asm__("la sp, machine_stack_top\n"
            "la t0, trap\n"
            "csrw mtvec, t0\n"
            "j machine_start\n");
}

__attribute__((naked, used, aligned(4))) static void trap(void)
{
    __asm__("la sp, machine_stack_top\n"
            "j fault\n");
}

#endif
