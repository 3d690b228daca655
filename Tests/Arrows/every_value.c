/* Prints the bitmap of all 256 values in every size: size, value, bytes in hexadecimal. */
#include <stdio.h>

#include "knav_arrows_24.h"
#include "knav_arrows_32.h"
#include "knav_arrows_48.h"
#include "knav_arrows_64.h"
#include "knav_arrows_96.h"

static void print_bitmap(int size, int value, int row_bytes, const uint8_t *bitmap)
{
    printf("%d %d ", size, value);
    for (int each = 0; each < size * row_bytes; each++) {
        printf("%02x", (unsigned)bitmap[each]);
    }
    printf("\n");
}

#define PRINT(size) \
    print_bitmap(KNAV_ARROW_SIZE_##size, value, KNAV_ARROW_ROW_BYTES_##size, \
                 knav_arrow_bitmap_##size((uint8_t)value))

int main(void)
{
    for (int value = 0; value < 256; value++) {
        PRINT(24);
        PRINT(32);
        PRINT(48);
        PRINT(64);
        PRINT(96);
    }
    return 0;
}
