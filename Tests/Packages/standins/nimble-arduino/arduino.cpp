// Arduino around the host: the loop, and a serial port. The host's task runs while the sketch waits.
#include <cstdio>

#include "Arduino.h"
#include "NimBLEDevice.h"
#include "world.h"

SerialStandIn Serial;

bool NimBLEDevice::init(const std::string &)
{
    return true;
}

void NimBLEDevice::setSecurityAuth(bool bonding, bool mitm, bool sc)
{
    world_forbid(!bonding || mitm || !sc, "a display without keys pairs without a passkey");
}

void SerialStandIn::begin(unsigned long)
{
}

size_t SerialStandIn::print(const char *text)
{
    return static_cast<size_t>(std::printf("%s", text));
}

size_t SerialStandIn::println(const char *text)
{
    return static_cast<size_t>(std::printf("%s\n", text));
}

size_t SerialStandIn::println(int number, int base)
{
    world_forbid(base != 10, "only decimal numbers are printed");
    return static_cast<size_t>(std::printf("%d\n", number));
}

void delay(unsigned long milliseconds)
{
    const std::uint64_t end = world_now() + milliseconds;

    while (world_step(end)) {
    }
}

int main()
{
    setup();
    for (;;) {
        loop();
    }
}
