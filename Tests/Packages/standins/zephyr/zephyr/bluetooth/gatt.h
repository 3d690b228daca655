/* Stands in for zephyr/bluetooth/gatt.h and att.h of Zephyr 4. */
#pragma once

#include <zephyr/bluetooth/conn.h>
#include <zephyr/bluetooth/uuid.h>

#define BT_ATT_FIRST_ATTRIBUTE_HANDLE 0x0001
#define BT_ATT_LAST_ATTRIBUTE_HANDLE 0xffff
#define BT_GATT_CCC_NOTIFY 0x0001

enum { BT_GATT_ITER_STOP = 0, BT_GATT_ITER_CONTINUE };
enum {
    BT_GATT_DISCOVER_PRIMARY,
    BT_GATT_DISCOVER_SECONDARY,
    BT_GATT_DISCOVER_INCLUDE,
    BT_GATT_DISCOVER_CHARACTERISTIC,
    BT_GATT_DISCOVER_DESCRIPTOR,
    BT_GATT_DISCOVER_ATTRIBUTE
};
enum {
    BT_GATT_SUBSCRIBE_FLAG_VOLATILE,
    BT_GATT_SUBSCRIBE_FLAG_NO_RESUB,
    BT_GATT_SUBSCRIBE_FLAG_WRITE_PENDING,
    BT_GATT_SUBSCRIBE_FLAG_SENT,
    BT_GATT_SUBSCRIBE_NUM_FLAGS
};

struct bt_gatt_attr {
    const struct bt_uuid *uuid;
    void *user_data;
    uint16_t handle;
};

struct bt_gatt_service_val {
    const struct bt_uuid *uuid;
    uint16_t end_handle;
};

struct bt_gatt_chrc {
    const struct bt_uuid *uuid;
    uint16_t value_handle;
    uint8_t properties;
};

struct bt_gatt_discover_params;
typedef uint8_t (*bt_gatt_discover_func_t)(struct bt_conn *connection, const struct bt_gatt_attr *attribute,
                                           struct bt_gatt_discover_params *parameters);

struct bt_gatt_discover_params {
    const struct bt_uuid *uuid;
    bt_gatt_discover_func_t func;
    uint16_t start_handle;
    uint16_t end_handle;
    uint8_t type;
};

struct bt_gatt_read_params;
typedef uint8_t (*bt_gatt_read_func_t)(struct bt_conn *connection, uint8_t error,
                                       struct bt_gatt_read_params *parameters, const void *data,
                                       uint16_t length);

struct bt_gatt_read_params {
    bt_gatt_read_func_t func;
    size_t handle_count;
    union {
        struct {
            uint16_t handle;
            uint16_t offset;
        } single;
    };
};

struct bt_gatt_subscribe_params;
typedef uint8_t (*bt_gatt_notify_func_t)(struct bt_conn *connection, struct bt_gatt_subscribe_params *parameters,
                                         const void *data, uint16_t length);
typedef void (*bt_gatt_subscribe_func_t)(struct bt_conn *connection, uint8_t error,
                                         struct bt_gatt_subscribe_params *parameters);

struct bt_gatt_subscribe_params {
    bt_gatt_notify_func_t notify;
    bt_gatt_subscribe_func_t subscribe;
    uint16_t value_handle;
    uint16_t ccc_handle;
    uint16_t value;
    ATOMIC_DEFINE(flags, BT_GATT_SUBSCRIBE_NUM_FLAGS);
};

struct bt_gatt_exchange_params {
    void (*func)(struct bt_conn *connection, uint8_t error, struct bt_gatt_exchange_params *parameters);
};

struct bt_gatt_cb {
    void (*att_mtu_updated)(struct bt_conn *connection, uint16_t tx, uint16_t rx);
};

void bt_gatt_cb_register(struct bt_gatt_cb *callbacks);
uint16_t bt_gatt_get_mtu(struct bt_conn *connection);
int bt_gatt_exchange_mtu(struct bt_conn *connection, struct bt_gatt_exchange_params *parameters);
int bt_gatt_discover(struct bt_conn *connection, struct bt_gatt_discover_params *parameters);
int bt_gatt_read(struct bt_conn *connection, struct bt_gatt_read_params *parameters);
int bt_gatt_subscribe(struct bt_conn *connection, struct bt_gatt_subscribe_params *parameters);
