// Seeed Wio Terminal (rpcBLE). One object, no heap.
#include "kbc_harness.h"

class KomootDecoder {
public:
    enum Status { Ok, Short, Long };

    uint32_t identifier;
    int8_t arrow;
    uint32_t metres;
    uint8_t street[512];
    uint8_t streetLength;

    Status parse(const uint8_t *data, size_t length)
    {
        if (length < 9)
            return Short;
        if (length >= 512)
            return Long;
        identifier = littleEndian(data);
        arrow = (int8_t)data[4];
        metres = littleEndian(data + 5);
        streetLength = length - 9;
        for (uint8_t i = 0; i < streetLength; i++)
            street[i] = data[9 + i];
        return Ok;
    }

    const char *arrowText() const
    {
        if (arrow > 30)
            return nullptr;
        return texts[arrow];
    }

private:
    static const char *const texts[31];

    static uint32_t littleEndian(const uint8_t *b)
    {
        return ((uint32_t)b[3] << 24) + ((uint32_t)b[2] << 16) + ((uint32_t)b[1] << 8) + b[0];
    }
};

const char *const KomootDecoder::texts[31] = {
    nullptr, "straight", "start", "finish", "slightLeft", "left", "sharpLeft", "sharpRight",
    "right", "slightRight", "forkRight", "forkLeft", "uTurn", nullptr, nullptr,
    "roundaboutExitLeft", "roundaboutExitRight", "roundaboutCounterclockwise1of1",
    "roundaboutCounterclockwise1of2", "roundaboutCounterclockwise1of3",
    "roundaboutCounterclockwise2of2", "roundaboutCounterclockwise2of3",
    "roundaboutCounterclockwise3of3", "roundaboutClockwise1of1", "roundaboutClockwise1of2",
    "roundaboutClockwise1of3", "roundaboutClockwise2of2", "roundaboutClockwise2of3",
    "roundaboutClockwise3of3", "roundaboutFallback", "outOfRoute"};

static KomootDecoder decoder;

static kbc_result decode(const uint8_t *data, size_t length, kbc_instruction *shown)
{
    switch (decoder.parse(data, length)) {
    case KomootDecoder::Short: return KBC_TRUNCATED;
    case KomootDecoder::Long: return KBC_OVERSIZED;
    default: break;
    }
    shown->identifier = decoder.identifier;
    shown->arrow = (uint8_t)decoder.arrow;
    shown->arrow_name = decoder.arrowText();
    shown->distance_in_meters = decoder.metres;
    shown->street = decoder.street;
    shown->street_size = decoder.streetLength;
    return KBC_OK;
}

static kbc_result distance(uint32_t m, int, kbc_distance *shown)
{
    static char text[16];

    if (m < 6)
        return KBC_OK;
    shown->value = text;
    shown->unit = m < 995 ? "m" : "km";
    if (m < 995)
        snprintf(text, sizeof text, "%d", (int)(m + 5) / 10 * 10);
    else if (m < 9950)
        snprintf(text, sizeof text, "%d.%d", (int)(m + 50) / 1000, (int)(m + 50) / 100 % 10);
    else
        snprintf(text, sizeof text, "%d", (int)(m + 500) / 1000);
    return KBC_OK;
}

int main()
{
    kbc_device device = kbc_device_with(decode);
    device.name = "wio terminal";
    device.members |= KBC_HAS_ARROW_NAME;
    device.distance = distance;
    device.styles = KBC_METRIC;
    return kbc_run(&device);
}
