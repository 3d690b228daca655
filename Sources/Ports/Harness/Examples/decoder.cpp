// Lets the suite judge a decoder that a firmware already has: Docs/Porting.md, "Bytes".
#include "kbc_harness.h"

#include <string>

// The firmware's own decoder.
struct Turn {
    uint32_t identifier = 0;
    uint8_t arrow = 0;
    uint32_t meters = 0;
    std::string street;

    bool read(const uint8_t *bytes, size_t size)
    {
        if (size < 9 || size > 512) {
            return false;
        }
        identifier = number(bytes, 4);
        arrow = bytes[4];
        meters = number(bytes + 5, 4);
        street.assign(bytes + 9, bytes + size);
        return true;
    }

    static uint32_t number(const uint8_t *bytes, int count)
    {
        return count == 0 ? 0 : bytes[0] | number(bytes + 1, count - 1) << 8;
    }
};

static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    static Turn turn;

    if (!turn.read(bytes, size)) {
        return size > 512 ? KBC_OVERSIZED : KBC_TRUNCATED;
    }
    shown->identifier = turn.identifier;
    shown->arrow = turn.arrow;
    shown->distance_in_meters = turn.meters;
    shown->street = reinterpret_cast<const uint8_t *>(turn.street.data());
    shown->street_size = turn.street.size();
    return KBC_OK;
}

int main()
{
    kbc_device device = kbc_device_with(decode);

    device.name = "my display in C++";
    return kbc_run(&device);
}
