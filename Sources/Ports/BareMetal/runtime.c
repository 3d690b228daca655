/*
 * What compilers call without being asked: copying, clearing, and divisions that the processor does
 * not have. It is for images that link no C library, and is small rather than fast. Every function is
 * weak, so it does not conflict with a library that has it too.
 *
 * Names and calling conventions: Run-time ABI for the Arm Architecture (IHI 0043), sections 4.2,
 * 4.3; for RISC-V and WebAssembly those of libgcc.
 */
#include <stddef.h>
#include <stdint.h>

#define WEAK __attribute__((weak))

void *memcpy(void *destination, const void *source, size_t size);
void *memmove(void *destination, const void *source, size_t size);
void *memset(void *destination, int byte, size_t size);
int memcmp(const void *one, const void *other, size_t size);
size_t strlen(const char *text);

WEAK void *memmove(void *destination, const void *source, size_t size)
{
    uint8_t *to = destination;
    const uint8_t *from = source;
    if (to <= from) {
        for (size_t position = 0; position < size; position++) {
            to[position] = from[position];
        }
    } else {
        while (size > 0) {
            size--;
            to[size] = from[size];
        }
    }
    return destination;
}

WEAK void *memcpy(void *destination, const void *source, size_t size)
{
    return memmove(destination, source, size);
}

WEAK void *memset(void *destination, int byte, size_t size)
{
    uint8_t *to = destination;
    for (size_t position = 0; position < size; position++) {
        to[position] = (uint8_t)byte;
    }
    return destination;
}

WEAK int memcmp(const void *one, const void *other, size_t size)
{
    const uint8_t *left = one;
    const uint8_t *right = other;
    for (size_t position = 0; position < size; position++) {
        if (left[position] != right[position]) {
            return left[position] - right[position];
        }
    }
    return 0;
}

WEAK size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    return length;
}

/* Divides bit by bit. No caller divides by zero; the quotient would be all ones, as on RISC-V. */
#define DEFINE_DIVISION(name, word)                                                            \
    static word name(word dividend, word divisor, word *remainder)                             \
    {                                                                                          \
        const unsigned top = sizeof(word) * 8 - 1;                                             \
        word quotient = 0;                                                                     \
        word rest = 0;                                                                         \
        for (unsigned bit = 0; bit <= top; bit++) {                                            \
            const word carry = rest >> top;                                                    \
            rest = rest << 1 | dividend >> top;                                                \
            dividend <<= 1;                                                                    \
            quotient <<= 1;                                                                    \
            if (carry != 0 || rest >= divisor) {                                               \
                rest -= divisor;                                                               \
                quotient |= 1;                                                                 \
            }                                                                                  \
        }                                                                                      \
        *remainder = rest;                                                                     \
        return quotient;                                                                       \
    }

#if defined(__arm__)

DEFINE_DIVISION(divide32, uint32_t)
__attribute__((used)) DEFINE_DIVISION(divide64, uint64_t)

WEAK void __aeabi_memmove(void *to, const void *from, size_t size) { memmove(to, from, size); }
WEAK void __aeabi_memmove4(void *to, const void *from, size_t size) { memmove(to, from, size); }
WEAK void __aeabi_memmove8(void *to, const void *from, size_t size) { memmove(to, from, size); }
WEAK void __aeabi_memcpy(void *to, const void *from, size_t size) { memmove(to, from, size); }
WEAK void __aeabi_memcpy4(void *to, const void *from, size_t size) { memmove(to, from, size); }
WEAK void __aeabi_memcpy8(void *to, const void *from, size_t size) { memmove(to, from, size); }
WEAK void __aeabi_memset(void *to, size_t size, int byte) { memset(to, byte, size); }
WEAK void __aeabi_memset4(void *to, size_t size, int byte) { memset(to, byte, size); }
WEAK void __aeabi_memset8(void *to, size_t size, int byte) { memset(to, byte, size); }
WEAK void __aeabi_memclr(void *to, size_t size) { memset(to, 0, size); }
WEAK void __aeabi_memclr4(void *to, size_t size) { memset(to, 0, size); }
WEAK void __aeabi_memclr8(void *to, size_t size) { memset(to, 0, size); }

WEAK uint32_t __aeabi_uidiv(uint32_t dividend, uint32_t divisor)
{
    uint32_t remainder;
    return divide32(dividend, divisor, &remainder);
}

/* Quotient in r0, remainder in r1: as one 64-bit number. */
WEAK uint64_t __aeabi_uidivmod(uint32_t dividend, uint32_t divisor)
{
    uint32_t remainder;
    const uint32_t quotient = divide32(dividend, divisor, &remainder);
    return (uint64_t)remainder << 32 | quotient;
}

WEAK uint64_t __aeabi_lmul(uint64_t one, uint64_t other)
{
    uint64_t product = 0;
    while (other != 0) {
        if (other & 1) {
            product += one;
        }
        one <<= 1;
        other >>= 1;
    }
    return product;
}

/* Quotient in r0 and r1, remainder in r2 and r3. */
WEAK __attribute__((naked)) void __aeabi_uldivmod(void)
{
    __asm__("push {r4, lr}\n"
            "sub sp, #16\n"
            "add r4, sp, #8\n"
            "str r4, [sp]\n"
            "bl divide64\n"
            "ldr r2, [sp, #8]\n"
            "ldr r3, [sp, #12]\n"
            "add sp, #16\n"
            "pop {r4, pc}\n");
}

#elif defined(__riscv)

DEFINE_DIVISION(divide64, uint64_t)

WEAK uint64_t __udivdi3(uint64_t dividend, uint64_t divisor)
{
    uint64_t remainder;
    return divide64(dividend, divisor, &remainder);
}

WEAK uint64_t __umoddi3(uint64_t dividend, uint64_t divisor)
{
    uint64_t remainder;
    divide64(dividend, divisor, &remainder);
    return remainder;
}

#elif defined(__wasm__)

/* A product of 128 bits, in products of 64 bits of which no part is lost. */
__extension__ typedef unsigned __int128 wide;

WEAK wide __multi3(wide one, wide other)
{
    const uint64_t left = (uint64_t)one;
    const uint64_t right = (uint64_t)other;
    const uint64_t low = (left & UINT32_MAX) * (right & UINT32_MAX);
    const uint64_t first = (left >> 32) * (right & UINT32_MAX) + (low >> 32);
    const uint64_t second = (left & UINT32_MAX) * (right >> 32) + (first & UINT32_MAX);
    const uint64_t high = (left >> 32) * (right >> 32) + (first >> 32) + (second >> 32) +
                          left * (uint64_t)(other >> 64) + (uint64_t)(one >> 64) * right;

    return (wide)high << 64 | (second << 32 | (low & UINT32_MAX));
}

#endif
