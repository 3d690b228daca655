// Arduino Nano 33 BLE + ePaper. Desktop build with a little String of my own.
#include "kbc_harness.h"

class String {
public:
    String() : n(0) { buf[0] = 0; }
    void clear() { n = 0; }
    String &operator+=(char c)
    {
        if (n < sizeof(buf) - 1) buf[n++] = c;
        buf[n] = 0;
        return *this;
    }
    String &operator+=(const char *s)
    {
        while (*s) *this += *s++;
        return *this;
    }
    const char *c_str() const { return buf; }
    size_t length() const { return n; }
private:
    char buf[1100];
    size_t n;
};
enum Icon { NONE, STRAIGHT, START, FINISH, S_LEFT, LEFT, X_LEFT, S_RIGHT, RIGHT, X_RIGHT,
            F_RIGHT, F_LEFT, UTURN, POI, RBT, RB_L, RB_R, RB_CCW, RB_CW = 23, RB = 29, OFF = 30 };

static const char *iconName(uint8_t a)
{
    static const char *const ccw[] = {
        "roundaboutCounterclockwise1of1", "roundaboutCounterclockwise1of2",
        "roundaboutCounterclockwise1of3", "roundaboutCounterclockwise2of2",
        "roundaboutCounterclockwise2of3", "roundaboutCounterclockwise3of3"};
    static const char *const cw[] = {
        "roundaboutClockwise1of1", "roundaboutClockwise1of2", "roundaboutClockwise1of3",
        "roundaboutClockwise2of2", "roundaboutClockwise2of3", "roundaboutClockwise3of3"};
    if (a >= RB_CCW && a < RB_CW) return ccw[a - RB_CCW];
    if (a >= RB_CW && a < RB) return cw[a - RB_CW];
    switch (a) {
    case STRAIGHT: return "straight";
    case START: return "start";
    case FINISH: return "finish";
    case S_LEFT: return "slightLeft";
    case LEFT: return "left";
    case X_LEFT: return "sharpLeft";
    case S_RIGHT: return "slightRight";
    case RIGHT: return "right";
    case X_RIGHT: return "sharpRight";
    case F_RIGHT: return "forkRight";
    case F_LEFT: return "forkLeft";
    case UTURN: return "uTurn";
    case RB_L: return "roundaboutExitLeft";
    case RB_R: return "roundaboutExitRight";
    case RB: return "roundaboutFallback";
    case OFF: return "outOfRoute";
    }
    return NULL;
}
static String street, value;
static void readStreet(const uint8_t *p, size_t n)
{
    street.clear();
    for (size_t i = 0; i < n; i++) {
        if (p[i] == 0xC3 && i + 1 < n) { // the GFX font has no umlauts
            switch (p[i + 1]) {
            case 0xA4: street += "ae"; i++; continue;
            case 0xB6: street += "oe"; i++; continue;
            case 0xBC: street += "ue"; i++; continue;
            case 0x9F: street += "ss"; i++; continue;
            }
        }
        street += (char)p[i];
    }
}
static kbc_result decode(const uint8_t *p, size_t n, kbc_instruction *shown)
{
    if (n < 9) return KBC_TRUNCATED;
    if (n > 512) return KBC_OVERSIZED;
    shown->identifier = p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
    shown->arrow = p[4];
    shown->arrow_name = iconName(p[4]);
    shown->distance_in_meters = p[5] | p[6] << 8 | p[7] << 16 | (uint32_t)p[8] << 24;
    readStreet(p + 9, n - 9);
    shown->street_text = street.c_str();
    shown->street_text_size = street.length();
    return KBC_OK;
}
static kbc_result distance(uint32_t m, int, kbc_distance *shown)
{
    char t[16];
    if (m <= 5) return KBC_OK;
    if (m < 995) snprintf(t, sizeof t, "%u", (unsigned)((m + 5) / 10 * 10));
    else if (m < 9950) snprintf(t, sizeof t, "%u.%u", (unsigned)(m / 1000), (unsigned)(m % 1000 / 100));
    else snprintf(t, sizeof t, "%u", (unsigned)((m + 500ull) / 1000));
    value.clear();
    value += t;
    shown->value = value.c_str();
    shown->unit = m < 995 ? "m" : "km";
    return KBC_OK;
}
int main()
{
    kbc_device device = kbc_device_with(decode);
    device.name = "nano 33";
    device.members = KBC_HAS_IDENTIFIER | KBC_HAS_ARROW | KBC_HAS_ARROW_NAME | KBC_HAS_DISTANCE | KBC_HAS_STREET_TEXT;
    device.distance = distance;
    device.styles = KBC_METRIC;
    return kbc_run(&device);
}
