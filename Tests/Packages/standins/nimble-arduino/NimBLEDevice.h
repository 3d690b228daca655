/* Stands in for NimBLEDevice.h of NimBLE-Arduino 2. */
#pragma once

#include <string>

#include "nimble_host.h"

class NimBLEDevice {
  public:
    static bool init(const std::string &name);
    static void setSecurityAuth(bool bonding, bool mitm, bool sc);
};
