/* Stands in for zephyr/bluetooth/uuid.h of Zephyr 4. */
#pragma once

#include <stdint.h>

enum { BT_UUID_TYPE_16, BT_UUID_TYPE_32, BT_UUID_TYPE_128 };

#define BT_UUID_SIZE_128 16
#define BT_UUID_GATT_CCC_VAL 0x2902
#define BT_UUID_GATT_CHRC_VAL 0x2803

struct bt_uuid {
    uint8_t type;
};

struct bt_uuid_16 {
    struct bt_uuid uuid;
    uint16_t val;
};

struct bt_uuid_128 {
    struct bt_uuid uuid;
    uint8_t val[BT_UUID_SIZE_128];
};

#define STANDIN_BYTE(number, index) ((uint8_t)((uint64_t)(number) >> (8 * (index))))
/* The bytes, from the least significant one. */
#define BT_UUID_128_ENCODE(first, second, third, fourth, last)                                             \
    STANDIN_BYTE(last, 0), STANDIN_BYTE(last, 1), STANDIN_BYTE(last, 2), STANDIN_BYTE(last, 3),            \
        STANDIN_BYTE(last, 4), STANDIN_BYTE(last, 5), STANDIN_BYTE(fourth, 0), STANDIN_BYTE(fourth, 1),    \
        STANDIN_BYTE(third, 0), STANDIN_BYTE(third, 1), STANDIN_BYTE(second, 0), STANDIN_BYTE(second, 1),  \
        STANDIN_BYTE(first, 0), STANDIN_BYTE(first, 1), STANDIN_BYTE(first, 2), STANDIN_BYTE(first, 3)

#define BT_UUID_INIT_16(value) {.uuid = {BT_UUID_TYPE_16}, .val = (value)}
#define BT_UUID_INIT_128(...) {.uuid = {BT_UUID_TYPE_128}, .val = {__VA_ARGS__}}
#define BT_UUID_DECLARE_16(value) \
    ((const struct bt_uuid *)((const struct bt_uuid_16[]){BT_UUID_INIT_16(value)}))
#define BT_UUID_GATT_CHRC BT_UUID_DECLARE_16(BT_UUID_GATT_CHRC_VAL)

int bt_uuid_cmp(const struct bt_uuid *one, const struct bt_uuid *other);
