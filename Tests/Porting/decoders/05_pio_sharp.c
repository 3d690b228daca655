// PlatformIO, ESP32-S3, Sharp memory LCD. Everything is a global, sorry.
#include "kbc_harness.h"

uint32_t navId;
uint8_t navArrow;
uint32_t navDistance;
char navStreet[128];
char navValue[24];
const char *navUnit = "";

int onKomootValue(const uint8_t *p, int len)
{
    if (len < 9)
        return 0;
    memcpy(&navId, p, 4);
    navArrow = p[4];
    memcpy(&navDistance, p + 5, 4);
    snprintf(navStreet, sizeof(navStreet), "%.*s", len - 9, (const char *)p + 9);
    return 1;
}

void makeDistance(uint32_t m)
{
    if (m <= 5) {
        strcpy(navValue, "");
        navUnit = "";
    } else if (m < 995) {
        snprintf(navValue, sizeof(navValue), "%lu", (unsigned long)((m + 5) / 10) * 10);
        navUnit = "m";
    } else if (m < 9950) {
        snprintf(navValue, sizeof(navValue), "%.1f", m / 1000.0);
        navUnit = "km";
    } else {
        snprintf(navValue, sizeof(navValue), "%.0f", m / 1000.0);
        navUnit = "km";
    }
}

// ---------------------------------------------------------------- harness

static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    if (!onKomootValue(bytes, (int)size))
        return KBC_TRUNCATED;
    shown->identifier = navId;
    shown->arrow = navArrow;
    shown->distance_in_meters = navDistance;
    shown->street = (const uint8_t *)navStreet;
    shown->street_size = strlen(navStreet);
    return KBC_OK;
}

static kbc_result distance(uint32_t m, int style, kbc_distance *shown)
{
    (void)style;
    makeDistance(m);
    shown->value = navUnit[0] ? navValue : NULL;
    shown->unit = navUnit;
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(decode);
    device.name = "sharp memory lcd";
    device.street_capacity = sizeof(navStreet) - 1;
    device.distance = distance;
    device.styles = KBC_METRIC;
    return kbc_run(&device);
}
