// ESP32 DevKit + SSD1306, Arduino core 2.0, NimBLE.
// parsePacket() is called from the loop, never from the callback.
#include "kbc_harness.h"

#include <math.h>
#include <string>

// stand-in for the core's String, so that it builds on the laptop
class String
{
  public:
    String() {}
    String(const char *s) : s_(s) {}
    unsigned int length() const { return (unsigned int)s_.size(); }
    const char *c_str() const { return s_.c_str(); }
    void reserve(unsigned int n) { s_.reserve(n); }
    String &operator+=(char c) { s_ += c; return *this; }
    void trim()
    {
        size_t b = 0, e = s_.size();
        while (b < e && isSpace(s_[b])) b++;
        while (e > b && isSpace(s_[e - 1])) e--;
        s_ = s_.substr(b, e - b);
    }

  private:
    static bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
    std::string s_;
};

struct NavPacket {
    uint32_t id;
    uint8_t direction;
    uint32_t distance;
    String street;
};

NavPacket nav;

const uint32_t MAX_DISTANCE = 999999; // six digits, then it runs off the OLED

uint32_t readUInt32(const uint8_t *data, int pos)
{
    return ((uint32_t)data[pos + 3] << 24) | ((uint32_t)data[pos + 2] << 16) |
           ((uint32_t)data[pos + 1] << 8) | data[pos];
}

void parsePacket(const uint8_t *data, size_t len)
{
    nav.id = readUInt32(data, 0);
    nav.direction = data[4];
    nav.distance = readUInt32(data, 5);
    if (nav.distance > MAX_DISTANCE) {
        nav.distance = MAX_DISTANCE;
    }

    String street;
    street.reserve(len - 9);
    for (size_t i = 9; i < len; i++) {
        street += (char)data[i];
    }
    street.trim();
    nav.street = street;
}

// "350 m", "1.2 km", "14 km"
String distanceToString(uint32_t m, String &unit)
{
    char buf[24];

    if (m < 995) {
        snprintf(buf, sizeof(buf), "%u", (unsigned)((m + 5) / 10 * 10));
        unit = "m";
        return buf;
    }
    float km = m / 1000.0f;
    if (m < 9950) {
        snprintf(buf, sizeof(buf), "%.1f", km);
    } else {
        snprintf(buf, sizeof(buf), "%ld", lroundf(km));
    }
    unit = "km";
    return buf;
}

kbc_result onPacket(const uint8_t *data, size_t len, kbc_instruction *shown)
{
    if (len > 512) return KBC_OVERSIZED;
    if (len < 9) return KBC_TRUNCATED;

    parsePacket(data, len);
    shown->identifier = nav.id;
    shown->arrow = nav.direction;
    shown->distance_in_meters = nav.distance;
    shown->street = (const uint8_t *)nav.street.c_str();
    shown->street_size = nav.street.length();
    return KBC_OK;
}

kbc_result onDistance(uint32_t m, int style, kbc_distance *shown)
{
    static String value, unit;

    (void)style;
    if (m > 5) {
        value = distanceToString(m, unit);
        shown->value = value.c_str();
        shown->unit = unit.c_str();
    }
    return KBC_OK;
}

int main()
{
    kbc_device device = kbc_device_with(onPacket);

    device.name = "DevKit OLED";
    device.distance = onDistance;
    device.styles = KBC_METRIC;
    return kbc_run(&device);
}
