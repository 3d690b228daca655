// HUD overlay for the trainer game: the real ride's next turn is drawn above the road.
// Everything the renderer touches is a float. No allocations after load.
#include "kbc_harness.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace hud {

// nav_atlas.png, 8 x 4 sprites
constexpr int kSprites = 8 * 4;

struct Sprite { const char *name; };

const std::array<Sprite, kSprites> kAtlas = {{
    {"none"}, {"straight"}, {"start"}, {"finish"},
    {"slightLeft"}, {"left"}, {"sharpLeft"}, {"sharpRight"},
    // row 1
    {"right"}, {"slightRight"}, {"forkRight"}, {"forkLeft"},
    {"uTurn"}, {"none"}, {"none"}, {"roundaboutExitLeft"},
    // row 2: both handednesses begin in here
    {"roundaboutExitRight"}, {"roundaboutCounterclockwise1of1"},
    {"roundaboutCounterclockwise1of2"}, {"roundaboutCounterclockwise1of3"},
    {"roundaboutCounterclockwise2of2"}, {"roundaboutCounterclockwise2of3"},
    {"roundaboutCounterclockwise3of3"}, {"roundaboutClockwise1of1"},
    // row 3
    {"roundaboutClockwise1of2"}, {"roundaboutClockwise1of3"},
    {"roundaboutClockwise2of2"}, {"roundaboutClockwise2of3"},
    {"roundaboutClockwise3of3"}, {"roundaboutFallback"}, {"outOfRoute"}, {"none"},
}};

struct NavState {
    uint32_t id = 0;
    uint8_t arrow = 0;
    float meters = 0.0f;
    std::array<uint8_t, 512> glyphs{};
    size_t glyphCount = 0;

    const Sprite &sprite() const { return kAtlas[arrow & (kSprites - 1)]; }
};

class ByteReader {
public:
    ByteReader(const uint8_t *data, size_t size) : at_(data), end_(data + size) {}
    uint8_t u8() { return *at_++; }
    uint32_t u32()
    {
        uint32_t v = 0;
        for (int shift = 0; shift < 32; shift += 8) {
            v |= static_cast<uint32_t>(u8()) << shift;
        }
        return v;
    }
    size_t left() const { return static_cast<size_t>(end_ - at_); }

private:
    const uint8_t *at_;
    const uint8_t *end_;
};

void apply(NavState &state, ByteReader in)
{
    state.id = in.u32();
    state.arrow = in.u8();
    state.meters = static_cast<float>(in.u32());
    state.glyphCount = in.left();
    for (size_t i = 0; i < state.glyphCount; ++i) {
        state.glyphs[i] = in.u8();
    }
}

struct Label {
    char text[24];
    const char *unit;
};

// Rounds to a step, halves up.
double snap(double value, double step) { return std::floor(value / step + 0.5) * step; }

void print(Label &label, int decimals, double value, const char *unit)
{
    std::snprintf(label.text, sizeof label.text, "%.*f", decimals, value);
    label.unit = unit;
}

void metric(Label &label, double m)
{
    if (m < 995.0) {
        print(label, 0, snap(m, 10.0), "m");
    } else if (m < 9950.0) {
        print(label, 1, snap(m, 100.0) / 1000.0, "km");
    } else {
        print(label, 0, snap(m, 1000.0) / 1000.0, "km");
    }
}

void imperial(Label &label, double m)
{
    const double feet = m / 0.3048;
    const double miles = m / 1609.344;

    if (feet < 1000.0) {
        print(label, 0, snap(feet, 10.0), "ft");
    } else if (miles < 9.95) {
        print(label, 1, snap(miles * 10.0, 1.0) / 10.0, "mi");
    } else {
        print(label, 0, snap(miles, 1.0), "mi");
    }
}

} // namespace hud

static kbc_result onPacket(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    static hud::NavState state;

    if (size > 512) return KBC_OVERSIZED;
    if (size < 9) return KBC_TRUNCATED;
    hud::apply(state, hud::ByteReader(bytes, size));
    shown->identifier = state.id;
    shown->arrow = state.arrow;
    shown->arrow_name = state.sprite().name;
    shown->distance_in_meters = static_cast<uint32_t>(state.meters);
    shown->street = state.glyphs.data();
    shown->street_size = state.glyphCount;
    return KBC_OK;
}

static kbc_result onLabel(uint32_t meters, int style, kbc_distance *shown)
{
    static hud::Label label;

    if (meters <= 5) return KBC_OK;
    style == KBC_METRIC ? hud::metric(label, meters) : hud::imperial(label, meters);
    shown->value = label.text;
    shown->unit = label.unit;
    return KBC_OK;
}

int main()
{
    kbc_device device = kbc_device_with(onPacket);

    device.name = "hud overlay";
    device.members |= KBC_HAS_ARROW_NAME;
    device.distance = onLabel;
    device.styles = KBC_METRIC | KBC_IMPERIAL;
    return kbc_run(&device);
}
