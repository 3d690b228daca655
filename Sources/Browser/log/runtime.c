/*
 * What Swift's standard library wants of a C library when there is a heap: memory, and random numbers against logs
 * that are made to let hash tables collide. Copies use the machine's own instruction.
 */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *destination, const void *source, size_t size);
void *memmove(void *destination, const void *source, size_t size);
void *memset(void *destination, int byte, size_t size);
int posix_memalign(void **pointer, size_t alignment, size_t size);
void free(void *pointer);
void arc4random_buf(void *bytes, size_t size);
void knav_log_seed(uint32_t number);

void *memmove(void *destination, const void *source, size_t size)
{
    return __builtin_memmove(destination, source, size);
}

void *memcpy(void *destination, const void *source, size_t size)
{
    return __builtin_memcpy(destination, source, size);
}

void *memset(void *destination, int byte, size_t size)
{
    return __builtin_memset(destination, byte, size);
}

/*
 * Blocks have sizes 16 · 2^n, and a free block goes to the next who wants one of its size: arrays grow in such steps.
 * Before each block is its n, in as many bytes as keep it aligned.
 */
enum { smallest = 16, page = 65536, size_count = 28 };

struct block {
    struct block *next;
};

extern uint8_t __heap_base;

static struct block *free_blocks[size_count];
static uintptr_t unused;
static uintptr_t end;

static void *fresh(size_t size)
{
    if (unused == 0) {
        unused = ((uintptr_t)&__heap_base + smallest - 1) / smallest * smallest;
        end = __builtin_wasm_memory_size(0) * page;
    }
    if (end - unused < size) {
        const size_t wanted = (size - (end - unused) + page - 1) / page;

        if (__builtin_wasm_memory_grow(0, wanted) == SIZE_MAX) {
            return NULL;
        }
        end += wanted * page;
    }
    unused += size;
    return (void *)(unused - size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size)
{
    uint8_t *memory;
    uint32_t kind = 0;

    if (alignment > smallest || size > SIZE_MAX / 2 - smallest) {
        return 1;
    }
    while (((size_t)smallest << kind) < size + smallest) {
        kind++;
    }
    if (kind >= size_count) {
        return 1;
    }
    if (free_blocks[kind] != NULL) {
        memory = (uint8_t *)free_blocks[kind];
        free_blocks[kind] = free_blocks[kind]->next;
    } else {
        memory = fresh((size_t)smallest << kind);
    }
    if (memory == NULL) {
        return 1;
    }
    *(uint32_t *)memory = kind;
    *pointer = memory + smallest;
    return 0;
}

void free(void *pointer)
{
    uint8_t *memory = (uint8_t *)pointer - smallest;
    uint32_t kind;

    if (pointer == NULL) {
        return;
    }
    kind = *(uint32_t *)memory;
    ((struct block *)memory)->next = free_blocks[kind];
    free_blocks[kind] = (struct block *)memory;
}

/* xorshift32; the page gives the seed before anything else. */
static uint32_t state = 1;

void knav_log_seed(uint32_t number)
{
    state = number | 1;
}

void arc4random_buf(void *bytes, size_t size)
{
    for (size_t position = 0; position < size; position++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        ((uint8_t *)bytes)[position] = (uint8_t)(state >> 24);
    }
}
