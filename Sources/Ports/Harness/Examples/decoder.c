/* A decoder of today's objects: Docs/Porting.md, "Bytes". */
#include "kbc_harness.h"

static uint32_t number_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    if (size > 512) {
        return KBC_OVERSIZED;
    }
    if (size < 9) {
        return KBC_TRUNCATED;
    }
    shown->identifier = number_at(bytes);
    shown->arrow = bytes[4];
    shown->distance_in_meters = number_at(bytes + 5);
    shown->street = bytes + 9;
    shown->street_size = size - 9;
    return KBC_OK;
}

int main(void)
{
    const kbc_device device = kbc_device_with(decode);

    return kbc_run(&device);
}
