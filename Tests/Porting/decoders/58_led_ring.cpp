// 24 WS2812 around the headset, XIAO ESP32-S3. The ring only needs arrow and distance,
// the rest goes to the log on the SD card.
#include "kbc_harness.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace led
{

struct Order {
    uint32_t id;
    uint8_t arrow;
    uint32_t metres;
    std::string street;
};

template <typename T>
T fromLittle(const uint8_t *p)
{
    T value = 0;
    for (size_t i = 0; i < sizeof(T); i++) {
        value |= static_cast<T>(p[i]) << (8 * i);
    }
    return value;
}

// A log record: key, arrow, metres, a length byte, street.
const size_t maxLogText = 255;

enum Error { None, Short, Long };

Error take(const uint8_t *p, size_t n, Order &order)
{
    if (n > 512) return Long;
    if (n < 9) return Short;
    order.id = fromLittle<uint32_t>(p);
    order.arrow = p[4];
    order.metres = fromLittle<uint32_t>(p + 5);
    order.street.assign(reinterpret_cast<const char *>(p) + 9, std::min(n - 9, maxLogText));
    return None;
}

// Patterns for everything that is not a roundabout exit.
const char *const patterns[] = {
    nullptr,     "straight",    "start",    "finish",      "slightLeft",
    "left",      "sharpLeft",   "sharpRight", "right",     "slightRight",
    "forkLeft",  "forkRight",   "uTurn",    nullptr,       nullptr,
    "roundaboutExitLeft", "roundaboutExitRight",
};

// The ring fills up to exit n of m.
struct Exit {
    int n, m;
};
const Exit exits[6] = {{1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}};

const char *nameOf(uint8_t arrow)
{
    static char name[40];

    if (arrow < sizeof(patterns) / sizeof(patterns[0])) {
        return patterns[arrow];
    }
    if (arrow < 29) {
        const int k = arrow - 17;
        const bool clockwise = k > 6; // six of each
        const Exit &exit = exits[k % 6];
        std::snprintf(name, sizeof(name), "roundabout%s%dof%d",
                      clockwise ? "Clockwise" : "Counterclockwise", exit.n, exit.m);
        return name;
    }
    return arrow == 29 ? "roundaboutFallback" : nullptr;
}

// feet and miles: halves up, all in tenths of a millimetre
std::string feetOrMiles(uint32_t metres, const char *&unit)
{
    const uint64_t x = static_cast<uint64_t>(metres) * 10000;
    char text[24];

    if (x < 995ull * 3048) {
        unit = "ft";
        std::snprintf(text, sizeof(text), "%d", static_cast<int>((x + 15240) / 30480) * 10);
    } else if (2 * x < 199ull * 1609344) { // 9.95 mi
        const int tenths = static_cast<int>((x + 804672) / 1609344);
        unit = "mi";
        std::snprintf(text, sizeof(text), "%d.%d", tenths / 10, tenths % 10);
    } else {
        unit = "mi";
        std::snprintf(text, sizeof(text), "%llu",
                      static_cast<unsigned long long>((x + 8046720) / 16093440));
    }
    return text;
}

} // namespace led

static kbc_result onOrder(const uint8_t *p, size_t n, kbc_instruction *shown)
{
    static led::Order order;

    switch (led::take(p, n, order)) {
    case led::Short: return KBC_TRUNCATED;
    case led::Long: return KBC_OVERSIZED;
    case led::None: break;
    }
    shown->identifier = order.id;
    shown->arrow = order.arrow;
    shown->arrow_name = led::nameOf(order.arrow);
    shown->distance_in_meters = order.metres;
    shown->street = reinterpret_cast<const uint8_t *>(order.street.data());
    shown->street_size = order.street.size();
    return KBC_OK;
}

static kbc_result onDistance(uint32_t metres, int, kbc_distance *shown)
{
    static std::string value;

    if (metres > 5) {
        value = led::feetOrMiles(metres, shown->unit);
        shown->value = value.c_str();
    }
    return KBC_OK;
}

int main()
{
    kbc_device device = kbc_device_with(onOrder);

    device.name = "led ring";
    device.members |= KBC_HAS_ARROW_NAME;
    device.distance = onDistance;
    device.styles = KBC_IMPERIAL;
    return kbc_run(&device);
}
