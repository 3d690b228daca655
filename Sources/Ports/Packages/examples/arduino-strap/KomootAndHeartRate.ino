/*
 * Prints where komoot on the phone says to turn, and the heart rate of a strap. See KomootDisplay.
 */
#include <NimBLEDevice.h>
#include <knav.h>

#include "describe.h"
#include "heart_rate.h"
#include "komoot_link.h"

/* Both run on the task of the NimBLE host: keep them short. */
static void show(const knav_central_effect *effect)
{
    char text[DESCRIPTION_SIZE];

    if (describe(effect, text, sizeof text)) {
        Serial.println(text);
    }
}

static void show_heart_rate(uint16_t beats_per_minute)
{
    Serial.print("heart rate ");
    Serial.println(beats_per_minute);
}

void setup()
{
    Serial.begin(115200);
    NimBLEDevice::init("");
    NimBLEDevice::setSecurityAuth(true, false, true); /* bonding, no passkey, secure connections */
    if (komoot_link_start(show) != 0 || heart_rate_start(show_heart_rate) != 0) {
        Serial.println("NimBLE did not start a timer");
    }
}

void loop()
{
    delay(1000);
}
