// M5Stack Core2. Names of the PNG files on the SD card.
#include <map>
#include <string>
#include "kbc_harness.h"

static std::map<int, std::string> makeFiles()
{
    std::map<int, std::string> files;
    const char *simple[] = {"straight", "start", "finish", "slightLeft", "left", "sharpLeft",
                            "sharpRight", "right", "slightRight", "forkRight", "forkLeft", "uTurn"};
    int number = 1;

    for (const char *name : simple) {
        files[number++] = name;
    }
    files[15] = "roundaboutExitLeft";
    files[16] = "roundaboutExitRight";
    number = 17;
    for (const char *way : {"Counterclockwise", "Clockwise"}) {
        for (int exits = 1; exits <= 3; exits++) {
            for (int exit = 1; exit <= exits; exit++) {
                files[number++] = std::string("roundabout") + way + std::to_string(exit) + "of" + std::to_string(exits);
            }
        }
    }
    files[29] = "roundaboutFallback";
    files[30] = "outOfRoute";
    return files;
}

static const std::map<int, std::string> files = makeFiles();
static std::string road;
static std::string number;

static uint32_t u32At(const uint8_t *p)
{
    union {
        uint8_t b[4];
        uint32_t v;
    } u;
    for (int i = 0; i < 4; i++) {
        u.b[i] = p[i];
    }
    return u.v;
}

static kbc_result decode(const uint8_t *p, size_t n, kbc_instruction *shown)
{
    if (n > 512) {
        return KBC_OVERSIZED;
    }
    if (n < 9) {
        return KBC_TRUNCATED;
    }
    road.assign(p + 9, p + n);
    size_t bracket = road.find(" (");
    if (bracket != std::string::npos) {
        road.erase(bracket); // the number of the road does not fit
    }
    auto file = files.find(p[4]);
    shown->identifier = u32At(p);
    shown->arrow = p[4];
    shown->arrow_name = file != files.end() ? file->second.c_str() : nullptr;
    shown->distance_in_meters = u32At(p + 5);
    shown->street = reinterpret_cast<const uint8_t *>(road.data());
    shown->street_size = road.size();
    return KBC_OK;
}

static kbc_result distance(uint32_t m, int, kbc_distance *shown)
{
    if (m <= 5) {
        return KBC_OK;
    }
    if (m < 995) {
        number = std::to_string((m + 5) / 10 * 10);
        shown->unit = "m";
    } else if (m < 9950) {
        uint32_t tenths = (m + 50) / 100;
        number = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
        shown->unit = "km";
    } else {
        number = std::to_string(m / 1000);
        shown->unit = "km";
    }
    shown->value = number.c_str();
    return KBC_OK;
}

int main()
{
    kbc_device device = kbc_device_with(decode);
    device.name = "m5stack core2";
    device.members |= KBC_HAS_ARROW_NAME;
    device.distance = distance;
    device.styles = KBC_METRIC;
    return kbc_run(&device);
}
