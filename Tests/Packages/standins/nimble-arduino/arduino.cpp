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

void SerialStandIn::print(const char *text)
{
    std::fputs(text, stdout);
}

void SerialStandIn::println(const char *text)
{
    std::puts(text);
}

void SerialStandIn::println(int number)
{
    std::printf("%d\n", number);
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
