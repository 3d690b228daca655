/* Stands in for Arduino.h, which a build includes before each sketch. */
#pragma once

#include <cstddef>

using std::size_t;

class SerialStandIn {
  public:
    void begin(unsigned long baud);
    size_t print(const char *text);
    size_t println(const char *text);
    size_t println(int number, int base = 10);
};

extern SerialStandIn Serial;

void delay(unsigned long milliseconds);
void setup();
void loop();
