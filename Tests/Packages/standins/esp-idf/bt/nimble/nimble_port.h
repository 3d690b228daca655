/* Stands in for the header of this name, in ESP-IDF 5: nimble_host.h has what it declares. */
#include "nimble_host.h"
