/* ATmega328P + HM-10 + 16x2 LCD. Lives in 2 kB of RAM. */
#include <ctype.h>
#include "kbc_harness.h"

#define PROGMEM
#define pgm_read_ptr(p) (*(p))
#define LCD_COLS 16

static const char *const arrow_txt[] PROGMEM = {
    0, "straight", "start", "finish",
    "slightLeft", "left", "sharpLeft",
    "sharpRight", "right", "slightRight",
    "forkRight", "forkLeft", "uTurn",
    0, 0,
    "roundaboutExitLeft", "roundaboutExitRight",
    "roundaboutCounterclockwise1of1", "roundaboutCounterclockwise1of2",
    "roundaboutCounterclockwise1of3", "roundaboutCounterclockwise2of2",
    "roundaboutCounterclockwise2of3", "roundaboutCounterclockwise3of3",
    "roundaboutClockwise1of1", "roundaboutClockwise1of2",
    "roundaboutClockwise1of3", "roundaboutClockwise2of2",
    "roundaboutClockwise2of3", "roundaboutClockwise3of3",
    "roundaboutFallback",
};
#define N_ARROWS (sizeof arrow_txt / sizeof arrow_txt[0])

static uint8_t g_arrow;
static uint16_t g_dist;
static char g_row[LCD_COLS + 1];
static uint8_t g_row_len;

/* 0 = fine, 1 = too little, 2 = too much */
static uint8_t km_feed(const uint8_t *rx, uint16_t n)
{
    uint8_t i;

    if (n < 9)
        return 1;
    if (n > 512)
        return 2;
    g_arrow = rx[4];
    g_dist = rx[5] | (uint16_t)rx[6] << 8;
    g_row_len = 0;
    for (i = 0; i < LCD_COLS && 9 + i < n; i++) {
        g_row[g_row_len++] = toupper(rx[9 + i]);
    }
    g_row[g_row_len] = '\0';
    return 0;
}

static const char *km_arrow(void)
{
    return g_arrow < N_ARROWS ? pgm_read_ptr(&arrow_txt[g_arrow]) : 0;
}

/* --- harness --- */
static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    uint8_t r = km_feed(bytes, (uint16_t)(size > 60000 ? 60000 : size));

    if (r)
        return r == 1 ? KBC_TRUNCATED : KBC_OVERSIZED;
    shown->arrow = g_arrow;
    shown->arrow_name = km_arrow();
    shown->distance_in_meters = g_dist;
    shown->street_text = g_row;
    shown->street_text_size = g_row_len;
    return KBC_OK;
}

int main(void)
{
    kbc_device device = kbc_device_with(decode);
    device.name = "avr lcd";
    device.members = KBC_HAS_ARROW | KBC_HAS_ARROW_NAME | KBC_HAS_DISTANCE | KBC_HAS_STREET_TEXT;
    device.street_capacity = LCD_COLS;
    return kbc_run(&device);
}
