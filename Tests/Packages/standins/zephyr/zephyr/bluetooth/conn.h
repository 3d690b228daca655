/* Stands in for zephyr/bluetooth/conn.h of Zephyr 4. */
#pragma once

#include <zephyr/bluetooth/bluetooth.h>

struct bt_conn;

enum bt_conn_state {
    BT_CONN_STATE_DISCONNECTED,
    BT_CONN_STATE_CONNECTING,
    BT_CONN_STATE_CONNECTED,
    BT_CONN_STATE_DISCONNECTING
};

struct bt_conn_info {
    enum bt_conn_state state;
};

typedef enum { BT_SECURITY_L0, BT_SECURITY_L1, BT_SECURITY_L2 } bt_security_t;

struct bt_conn_le_create_param {
    uint32_t options;
};

struct bt_le_conn_param {
    uint16_t interval_min;
};

#define BT_CONN_LE_CREATE_CONN ((const struct bt_conn_le_create_param[]){{0}})
#define BT_LE_CONN_PARAM_DEFAULT ((const struct bt_le_conn_param[]){{24}})

struct bt_conn_cb {
    void (*connected)(struct bt_conn *connection, uint8_t error);
    void (*disconnected)(struct bt_conn *connection, uint8_t reason);
};

/* Zephyr's linker collects these; here there is one. */
extern const struct bt_conn_cb standin_connection_callbacks;
#define BT_CONN_CB_DEFINE(name) const struct bt_conn_cb standin_connection_callbacks

int bt_conn_le_create(const bt_addr_le_t *peer, const struct bt_conn_le_create_param *create,
                      const struct bt_le_conn_param *parameters, struct bt_conn **connection);
int bt_conn_disconnect(struct bt_conn *connection, uint8_t reason);
void bt_conn_unref(struct bt_conn *connection);
int bt_conn_get_info(const struct bt_conn *connection, struct bt_conn_info *info);
int bt_conn_set_security(struct bt_conn *connection, bt_security_t level);
