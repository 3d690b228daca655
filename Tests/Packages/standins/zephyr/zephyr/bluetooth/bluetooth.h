/* Stands in for zephyr/bluetooth/bluetooth.h of Zephyr 4, and for what it includes. */
#pragma once

#include <zephyr/kernel.h>

#define BT_DATA_UUID128_SOME 0x06
#define BT_DATA_UUID128_ALL 0x07

typedef struct {
    uint8_t val[6];
} bt_addr_t;

typedef struct {
    uint8_t type;
    bt_addr_t a;
} bt_addr_le_t;

struct net_buf_simple {
    uint8_t *data;
    uint16_t len;
};

struct bt_data {
    uint8_t type;
    uint8_t data_len;
    const uint8_t *data;
};

struct bt_le_scan_param {
    uint8_t type;
};

#define BT_LE_SCAN_ACTIVE ((const struct bt_le_scan_param[]){{.type = 1}})

typedef void (*bt_ready_cb_t)(int error);
typedef void bt_le_scan_cb_t(const bt_addr_le_t *address, int8_t rssi, uint8_t type,
                             struct net_buf_simple *data);

int bt_enable(bt_ready_cb_t callback);
int bt_le_scan_start(const struct bt_le_scan_param *parameters, bt_le_scan_cb_t callback);
int bt_le_scan_stop(void);
void bt_data_parse(struct net_buf_simple *advertisement, bool (*function)(struct bt_data *data, void *argument),
                   void *argument);
