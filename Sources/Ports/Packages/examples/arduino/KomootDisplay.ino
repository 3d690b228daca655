/*
 * Prints where komoot on the phone says to turn. For boards that NimBLE-Arduino supports.
 *
 * Start navigation on the phone, with BLE Connect switched on in komoot. If the sketch prints "pair this
 * display on the phone", accept the pairing that the phone then offers.
 */
#include <NimBLEDevice.h>
#include <knav.h>

#include "describe.h"
#include "komoot_link.h"

/* Runs on the task of the NimBLE host: keep it short. */
static void show(const knav_central_effect *effect)
{
    char text[DESCRIPTION_SIZE];

    if (describe(effect, text, sizeof text)) {
        Serial.println(text);
    }
}

void setup()
{
    Serial.begin(115200);
    NimBLEDevice::init("");
    NimBLEDevice::setSecurityAuth(true, false, true); /* bonding, no passkey, secure connections */
    const int status = komoot_link_start(show);
    if (status != 0) {
        Serial.print("NimBLE did not start the timer, error ");
        Serial.println(status);
    }
}

void loop()
{
    delay(1000);
}
