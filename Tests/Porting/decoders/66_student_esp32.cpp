// Semester project: "Smart handlebar" - ESP32 + OLED 128x64
// Task 3: show what komoot sends
#include "kbc_harness.h"

#include <string>

using String = std::string;
const size_t LINE = 20; // one line on the OLED

int currentArrow = 0;
uint32_t currentId = 0, currentDistance = 0;
String currentStreet, distanceText;

uint32_t getUInt32(const String &value, int pos)
{
    uint32_t result = 0;
    for (int i = 3; i >= 0; i--) {
        result = result * 256 + (uint8_t)value[pos + i];
    }
    return result;
}

const char *arrowName(int arrow)
{
    const char *name = "none";

    switch (arrow) {
    case 1: name = "straight"; break;
    case 2: name = "start"; break;
    case 3: name = "finish"; break;
    case 4: name = "slightLeft"; break;
    case 5: name = "left"; break;
    case 6: name = "sharpLeft"; break;
    case 7: name = "sharpRight"; break;
    case 8: name = "right"; break;
    case 9: name = "slightRight"; break;
    case 10: name = "forkRight"; break;
    case 11: name = "forkLeft";
    case 12: name = "uTurn"; break;
    case 15: name = "roundaboutExitLeft"; break;
    case 16: name = "roundaboutExitRight"; break;
    case 17: name = "roundaboutCounterclockwise1of1"; break;
    case 18: name = "roundaboutCounterclockwise1of2"; break;
    case 19: name = "roundaboutCounterclockwise1of3"; break;
    case 20: name = "roundaboutCounterclockwise2of2"; break;
    case 21: name = "roundaboutCounterclockwise2of3"; break;
    case 22: name = "roundaboutCounterclockwise3of3"; break;
    case 23: name = "roundaboutClockwise1of1"; break;
    case 24: name = "roundaboutClockwise1of2"; break;
    case 25: name = "roundaboutClockwise1of3"; break;
    case 26: name = "roundaboutClockwise2of2"; break;
    case 27: name = "roundaboutClockwise2of3"; break;
    case 28: name = "roundaboutClockwise3of3"; break;
    case 29: name = "roundaboutFallback"; break;
    case 30: name = "outOfRoute"; break;
    }
    return name;
}

// The font draws a box for what is not UTF-8 (from the lab sheet, table 3-7)
String cleanUp(const String &in)
{
    String out;
    size_t i = 0;

    while (i < in.length()) {
        uint8_t c = in[i];
        size_t need = c < 0x80 ? 0 : c < 0xC2 ? 9 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : c < 0xF5 ? 3 : 9;
        size_t have = 0;
        if (need == 9) {
            out += "\xEF\xBF\xBD";
            i++;
            continue;
        }
        while (have < need && i + 1 + have < in.length()) {
            uint8_t d = in[i + 1 + have];
            uint8_t low = 0x80, high = 0xBF;
            if (have == 0) {
                if (c == 0xE0) low = 0xA0;
                if (c == 0xED) high = 0x9F;
                if (c == 0xF0) low = 0x90;
                if (c == 0xF4) high = 0x8F;
            }
            if (d < low || d > high) break;
            have++;
        }
        if (have == need) {
            out += in.substr(i, 1 + need);
        } else if (i + 1 + have < in.length()) {
            out += "\xEF\xBF\xBD";
        }
        i += 1 + have;
    }
    return out;
}

bool parseKomoot(const String &value)
{
    if (value.length() <= 9) {
        return false;
    }
    currentId = getUInt32(value, 0);
    currentArrow = (uint8_t)value[4];
    currentDistance = getUInt32(value, 5);

    String street = value.substr(9);
    if (street.length() > LINE) {
        street = street.substr(0, LINE);
        // umlauts have two bytes, don't show half of one
        if (street[LINE - 1] & 0x80) {
            street.erase(LINE - 1);
        }
    }
    currentStreet = cleanUp(street);
    return true;
}

kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    if (size > 512) return KBC_OVERSIZED;
    if (!parseKomoot(String(bytes, bytes + size))) return KBC_TRUNCATED;
    shown->identifier = currentId;
    shown->arrow = (uint8_t)currentArrow;
    shown->arrow_name = arrowName(currentArrow);
    shown->distance_in_meters = currentDistance;
    shown->street_text = currentStreet.data();
    shown->street_text_size = currentStreet.size();
    return KBC_OK;
}

kbc_result showDistance(uint32_t d, int, kbc_distance *shown)
{
    if (d < 5) return KBC_OK; // Now!
    uint64_t rounded = ((uint64_t)d + 5) / 10 * 10;
    distanceText = std::to_string(rounded);
    shown->value = distanceText.c_str();
    shown->unit = "m";
    return KBC_OK;
}

int main()
{
    kbc_device device = kbc_device_with(decode);
    device.name = "Smart handlebar";
    device.members = KBC_HAS_IDENTIFIER | KBC_HAS_ARROW | KBC_HAS_ARROW_NAME | KBC_HAS_DISTANCE | KBC_HAS_STREET_TEXT;
    device.street_capacity = LINE;
    device.distance = showDistance;
    device.styles = KBC_VENDOR;
    return kbc_run(&device);
}
