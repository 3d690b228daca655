/* An emulated machine: output and exit by semihosting, and a measure of the stack. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stddef.h>

/* Writes a text on the host's standard error stream. */
void machine_write(const char *text);
/* Ends the emulation with an exit code. */
__attribute__((noreturn)) void machine_exit(int code);
/* Fills the unused stack with a pattern; later, the second tells how much of it was overwritten. */
void machine_paint_stack(void);
size_t machine_used_stack(void);

int main(void);
__attribute__((noreturn)) void machine_start(void);

#endif
