#include "knav.h"
#include "knav_phone.h"

/* The promises of the header that a compiler can check. */
_Static_assert(sizeof(knav_reassembler) == KNAV_REASSEMBLER_SIZE, "no padding");
_Static_assert(sizeof(knav_central) == KNAV_CENTRAL_SIZE, "no padding");
_Static_assert(sizeof(knav_peripheral) == KNAV_PERIPHERAL_SIZE, "no padding");
_Static_assert(KNAV_CENTRAL_SIZE <= 1024, "a session fits into 1 KiB");
_Static_assert(sizeof(knav_error) == 4, "no padding");
