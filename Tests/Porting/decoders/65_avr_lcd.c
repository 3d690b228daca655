/*****************************************************************************
 *  BIKE NAV DISPLAY                         ATmega328P @ 8 MHz, HM-10, 2x16 LCD
 *
 *  No printf (1.5 KB!), no float, no malloc. Division only by constants.
 *  Line 1: distance and arrow.  Line 2: street, scrolled, from LCD_STREET.
 *****************************************************************************/
#include "kbc_harness.h"

#define HEADER_LEN   9u
#define MAX_OBJECT   512u
#define LCD_STREET   32u            /* DDRAM row is 40, 32 is enough */

/* offsets in the object */
#define O_ID    0
#define O_ARROW 4
#define O_DIST  5
#define O_NAME  9

static char lcd_street[LCD_STREET];
static uint8_t lcd_street_len;

static char lcd_number[14];

union word32 {
    uint32_t u;
    uint8_t b[4];                   /* AVR, and every PC I own: low byte first */
};

static uint32_t fetch32(const uint8_t *p)
{
    union word32 w;
    w.b[0] = p[0];
    w.b[1] = p[1];
    w.b[2] = p[2];
    w.b[3] = p[3];
    return w.u;
}

/* Puts the name into the display RAM image. */
static void load_street(const uint8_t *p, uint16_t len)
{
    uint8_t i;

    if (len == 0) {
        return;
    }
    if (len > LCD_STREET - 1) {
        len = LCD_STREET - 1;
    }
    for (i = 0; i < len; i++) {
        lcd_street[i] = (char)p[i];
    }
    lcd_street_len = (uint8_t)len;
}

/* Decimal by repeated subtraction, leading zeros suppressed. Returns the end. */
static char *put_decimal(char *out, uint32_t n)
{
    static const uint32_t power[] = {1000000000UL, 100000000UL, 10000000UL, 1000000UL, 100000UL,
                                     10000UL, 1000UL, 100UL, 10UL, 1UL};
    uint8_t i;
    uint8_t started = 0;

    for (i = 0; i < 10; i++) {
        char digit = '0';
        while (n >= power[i]) {
            n -= power[i];
            digit++;
        }
        if (digit != '0' || started || i == 9) {
            *out++ = digit;
            started = 1;
        }
    }
    *out = '\0';
    return out;
}

/* The unit that is lost must not decide twice: round once, on the last digit dropped. */
static uint32_t tens_of(uint32_t m)
{
    return m / 10 + (m % 10 >= 5 ? 1 : 0);
}

static kbc_result show_distance(uint32_t m, int style, kbc_distance *shown)
{
    char *end;

    if (m <= 5) {
        return KBC_OK;                              /* "NOW" and the buzzer */
    }
    shown->value = lcd_number;
    shown->unit = "m";
    if (style == KBC_VENDOR || m < 995) {
        end = put_decimal(lcd_number, tens_of(m));
        *end++ = '0';
        *end = '\0';
        return KBC_OK;
    }
    shown->unit = "km";
    if (m < 9950) {
        const uint8_t tenths = (uint8_t)((m + 50) / 100);   /* 10 to 99 */
        end = put_decimal(lcd_number, tenths / 10);
        if (tenths % 10 != 0) {
            *end++ = '.';
            put_decimal(end, tenths % 10);
        }
        return KBC_OK;
    }
    {
        const uint16_t km = (uint16_t)(m / 1000 + (m % 1000 >= 500));
        put_decimal(lcd_number, km);
    }
    return KBC_OK;
}

static kbc_result receive(const uint8_t *rx, size_t n, kbc_instruction *shown)
{
    if (n > MAX_OBJECT) {
        return KBC_OVERSIZED;
    }
    if (n < HEADER_LEN) {
        return KBC_TRUNCATED;
    }
    load_street(rx + O_NAME, (uint16_t)(n - O_NAME));
    shown->identifier = fetch32(rx + O_ID);
    shown->arrow = rx[O_ARROW];
    shown->distance_in_meters = fetch32(rx + O_DIST);
    shown->street = (const uint8_t *)lcd_street;
    shown->street_size = lcd_street_len;
    return KBC_OK;
}

int main(void)
{
    kbc_device board = kbc_device_with(receive);

    board.name = "AVR LCD";
    board.version = "2.4";
    board.street_capacity = LCD_STREET;
    board.distance = show_distance;
    board.styles = KBC_VENDOR | KBC_METRIC;
    return kbc_run(&board);
}
