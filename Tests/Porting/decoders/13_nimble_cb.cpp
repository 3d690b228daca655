// NimBLE-Arduino client callbacks. readValue() and notifyCB() hand over a std::string.
#include <string>
#include "kbc_harness.h"

class Instruction {
public:
    uint32_t id = 0;
    uint8_t arrow = 0;
    uint32_t distance = 0;
    std::string street;
    bool valid = false;

    bool update(const std::string &v, bool complete)
    {
        if (v.length() < 9) {
            return false;
        }
        uint32_t newId = word(v, 0);
        bool sameObject = valid && newId == id;
        id = newId;
        arrow = static_cast<uint8_t>(v[4]);
        distance = word(v, 5);
        std::string name = v.substr(9);
        if (!sameObject && (complete || street.compare(0, name.length(), name) != 0)) {
            street = name; // else: we know the road already, and more of it
        }
        valid = true;
        return true;
    }

    static uint32_t word(const std::string &v, size_t at)
    {
        uint32_t x = 0;
        for (size_t i = 0; i < 4; i++) {
            x |= static_cast<uint32_t>(static_cast<uint8_t>(v[at + i])) << (8 * i);
        }
        return x;
    }
};

static Instruction current;

static void fill(kbc_instruction *shown)
{
    shown->identifier = current.id;
    shown->arrow = current.arrow;
    shown->distance_in_meters = current.distance;
    shown->street = reinterpret_cast<const uint8_t *>(current.street.data());
    shown->street_size = current.street.size();
}

static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    if (size > 512) {
        return KBC_OVERSIZED;
    }
    bool complete = shown->extent == KBC_WHOLE || size < 20;
    if (!current.update(std::string(reinterpret_cast<const char *>(bytes), size), complete)) {
        return KBC_TRUNCATED;
    }
    fill(shown);
    return KBC_OK;
}

static kbc_result notification(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    std::string v(reinterpret_cast<const char *>(bytes), size);
    if (size == 4) {
        shown->is_identifier_only = true;
        shown->identifier = Instruction::word(v, 0);
        return KBC_OK;
    }
    if (size == 16 && (bytes[6] & 0xF0) == 0x40 && (bytes[8] & 0xC0) == 0x80) {
        shown->is_identifier_only = shown->is_uuid = true;
        v.copy(reinterpret_cast<char *>(shown->uuid), 16);
        return KBC_OK;
    }
    return decode(bytes, size, shown);
}

static std::string shownValue;

static kbc_result distance(uint32_t m, int, kbc_distance *shown)
{
    if (m == 0) {
        return KBC_OK;
    }
    shownValue = std::to_string((m + 5ull) / 10 * 10);
    shown->value = shownValue.c_str();
    shown->unit = "m";
    return KBC_OK;
}

int main()
{
    kbc_device device = kbc_device_with(decode);
    device.name = "nimble-arduino";
    device.notification = notification;
    device.distance = distance;
    device.styles = KBC_VENDOR;
    return kbc_run(&device);
}
