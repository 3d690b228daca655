/* STM32F411 "BlackPill" + BLE module on USART2 + ILI9341. nav.c */
#include "kbc_harness.h"

#define STREET_MAX 64

typedef struct {
    uint32_t Id;
    uint8_t Direction;
    int32_t Distance;
    uint8_t Street[STREET_MAX];
    uint16_t StreetLen;
} NAV_HandleTypeDef;

typedef enum { NAV_OK, NAV_TOO_SHORT, NAV_TOO_LONG } NAV_StatusTypeDef;

static NAV_HandleTypeDef hnav;

static const char *const NAV_Names[31] = {
    [1] = "straight", [2] = "start", [3] = "finish",
    [4] = "slightLeft", [5] = "left", [6] = "sharpLeft",
    [7] = "sharpRight", [8] = "right", [9] = "slightRight",
    [10] = "forkLeft", [11] = "forkRight", [12] = "uTurn",
    [15] = "roundaboutExitLeft", [16] = "roundaboutExitRight",
    [17] = "roundaboutCounterclockwise1of1", [18] = "roundaboutCounterclockwise1of2",
    [19] = "roundaboutCounterclockwise1of3", [20] = "roundaboutCounterclockwise2of2",
    [21] = "roundaboutCounterclockwise2of3", [22] = "roundaboutCounterclockwise3of3",
    [23] = "roundaboutClockwise1of1", [24] = "roundaboutClockwise1of2",
    [25] = "roundaboutClockwise1of3", [26] = "roundaboutClockwise2of2",
    [27] = "roundaboutClockwise2of3", [28] = "roundaboutClockwise3of3",
    [29] = "roundaboutFallback", [30] = "outOfRoute",
};

static NAV_StatusTypeDef NAV_Decode(NAV_HandleTypeDef *h, const uint8_t *pData, uint16_t Size)
{
    if (Size < 9U)
        return NAV_TOO_SHORT;
    if (Size > 512U)
        return NAV_TOO_LONG;
    memcpy(&h->Id, &pData[0], sizeof h->Id);
    h->Direction = pData[4];
    memcpy(&h->Distance, &pData[5], sizeof h->Distance);
    h->StreetLen = Size - 9U;
    memcpy(h->Street, &pData[9], h->StreetLen);
    return NAV_OK;
}

static void NAV_FormatDistance(int32_t m, char *value, size_t n, const char **unit)
{
    *unit = "m";
    if (m <= 5) {
        value[0] = '\0'; /* GUI shows the "Now" bitmap */
    } else if (m < 1000) {
        snprintf(value, n, "%u", (unsigned)((m + 5) / 10 * 10));
    } else {
        *unit = "km";
        if (m < 9950)
            snprintf(value, n, "%u.%u", (unsigned)((m + 50) / 1000), (unsigned)((m + 50) / 100 % 10));
        else
            snprintf(value, n, "%u", (unsigned)(m / 1000 + (m % 1000 >= 500)));
    }
}

static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    NAV_StatusTypeDef status = NAV_Decode(&hnav, bytes, (uint16_t)(size > 0xFFFF ? 0xFFFF : size));

    if (status != NAV_OK)
        return status == NAV_TOO_SHORT ? KBC_TRUNCATED : KBC_OVERSIZED;
    shown->identifier = hnav.Id;
    shown->arrow = hnav.Direction;
    shown->arrow_name = hnav.Direction < 31 ? NAV_Names[hnav.Direction] : NULL;
    shown->distance_in_meters = (uint32_t)hnav.Distance;
    shown->street = hnav.Street;
    shown->street_size = hnav.StreetLen;
    return KBC_OK;
}

static kbc_result distance(uint32_t m, int style, kbc_distance *shown)
{
    static char value[16];

    (void)style;
    NAV_FormatDistance(m, value, sizeof value, &shown->unit);
    shown->value = value[0] ? value : NULL;
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(decode);
    device.name = "stm32 hal";
    device.members |= KBC_HAS_ARROW_NAME;
    device.street_capacity = STREET_MAX;
    device.distance = distance;
    device.styles = KBC_METRIC;
    return kbc_run(&device);
}
