// Feather nRF52840, Bluefruit central, Sharp memory display.
// One Navigator for the whole sketch; notifications and reads both land in it.
#include "kbc_harness.h"

#include <algorithm>
#include <vector>

class Navigator
{
public:
    enum class Status { Ok, IdOnly, TooShort, TooLong, Garbage };

    Status onNotify(const uint8_t *p, size_t n)
    {
        if (n <= 4) {
            pendingId_ = le(p, n);
            return Status::IdOnly;
        }
        if (n < kHeader) {
            return Status::Garbage;
        }
        return onValue(p, n, true);
    }

    Status onValue(const uint8_t *p, size_t n, bool mayBeCut)
    {
        if (n > kMaxValue) {
            return Status::TooLong;
        }
        if (n < kHeader) {
            return Status::TooShort;
        }
        cut_ = mayBeCut && n == 20;

        const uint32_t id = le(p, 4);
        const uint32_t meters = le(p + 5, 4);
        if (valid_ && id == id_ && meters == meters_) {
            return Status::Ok; // the phone repeats itself every 2 s, don't redraw
        }
        id_ = id;
        arrow_ = p[4];
        meters_ = meters;
        vendor_ = hasGap(p, n, mayBeCut);
        const size_t start = std::min(n, vendor_ ? kHeader + kGap : kHeader);
        street_.assign(p + start, p + n);
        valid_ = true;
        return Status::Ok;
    }

    uint32_t pendingId() const { return pendingId_; }
    uint32_t id() const { return id_; }
    uint8_t arrow() const { return arrow_; }
    uint32_t meters() const { return meters_; }
    bool vendor() const { return vendor_; }
    bool cut() const { return cut_; }
    const std::vector<uint8_t> &street() const { return street_; }

private:
    static constexpr size_t kHeader = 9;
    static constexpr size_t kGap = 12;
    static constexpr size_t kMaxValue = 512;

    static uint32_t le(const uint8_t *p, size_t n)
    {
        uint32_t v = 0;
        while (n > 0) {
            v = v << 8 | p[--n];
        }
        return v;
    }

    // The vendor's PDF leaves twelve zero bytes before the street.
    static bool hasGap(const uint8_t *p, size_t n, bool mayBeCut)
    {
        if (n < kHeader + kGap - (mayBeCut ? 1 : 0)) {
            return false;
        }
        return std::all_of(p + kHeader, p + std::min(n, kHeader + kGap), [](uint8_t b) { return b == 0; });
    }

    bool valid_ = false;
    bool vendor_ = false;
    bool cut_ = false;
    uint32_t id_ = 0, pendingId_ = 0, meters_ = 0;
    uint8_t arrow_ = 0;
    std::vector<uint8_t> street_;
};

constexpr size_t Navigator::kHeader;
constexpr size_t Navigator::kGap;

static Navigator navigator;

static kbc_result answer(Navigator::Status status, kbc_instruction *shown)
{
    switch (status) {
    case Navigator::Status::TooShort: return KBC_TRUNCATED;
    case Navigator::Status::TooLong: return KBC_OVERSIZED;
    case Navigator::Status::Garbage: return KBC_MALFORMED_NOTIFICATION;
    case Navigator::Status::IdOnly:
        shown->is_identifier_only = true;
        shown->identifier = navigator.pendingId();
        return KBC_OK;
    case Navigator::Status::Ok: break;
    }
    shown->layout = navigator.vendor() ? KBC_PUBLISHED : KBC_DEPLOYED;
    shown->extent = navigator.cut() ? KBC_POSSIBLY_CUT : KBC_WHOLE;
    shown->identifier = navigator.id();
    shown->arrow = navigator.arrow();
    shown->distance_in_meters = navigator.meters();
    shown->street = navigator.street().data();
    shown->street_size = navigator.street().size();
    return KBC_OK;
}

static kbc_result notified(const uint8_t *p, size_t n, kbc_instruction *shown)
{
    return answer(navigator.onNotify(p, n), shown);
}

static kbc_result value(const uint8_t *p, size_t n, kbc_instruction *shown)
{
    return answer(navigator.onValue(p, n, shown->extent == KBC_POSSIBLY_CUT), shown);
}

int main()
{
    kbc_device device = kbc_device_with(value);

    device.name = "feather sharp";
    device.members |= KBC_HAS_LAYOUT | KBC_HAS_EXTENT;
    device.published = true;
    device.notification = notified;
    return kbc_run(&device);
}
