/* Stands in for Arduino.h, which a build includes before each sketch. */
#pragma once

class SerialStandIn {
  public:
    void begin(unsigned long baud);
    void print(const char *text);
    void println(const char *text);
    void println(int number);
};

extern SerialStandIn Serial;

void delay(unsigned long milliseconds);
void setup();
void loop();
