/* Stands in for the header of this name, in NimBLE-Arduino 2: nimble_host.h has what it declares. */
#include "nimble_host.h"
