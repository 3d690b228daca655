/*
 * Stands in for NimBLE's host: what the examples use of it, declared as in the headers that declarations.csv names.
 * Members that the examples do not use are left out.
 */
#ifndef STANDIN_NIMBLE_HOST_H
#define STANDIN_NIMBLE_HOST_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BLE_HS_FOREVER INT32_MAX
#define BLE_HS_CONN_HANDLE_NONE 0xffff
#define BLE_HS_EALREADY 2
#define BLE_HS_EINVAL 3
#define BLE_HS_EMSGSIZE 4
#define BLE_HS_ENOTCONN 7
#define BLE_HS_EAPP 9
#define BLE_HS_ETIMEOUT 13
#define BLE_HS_EDONE 14
#define BLE_HS_EBUSY 15
#define BLE_HS_ENOTSYNCED 22
#define BLE_HS_ERR_ATT_BASE 0x100
#define BLE_ERR_REM_USER_CONN_TERM 0x13

/* ---- UUIDs, addresses, buffers ---- */

enum { BLE_UUID_TYPE_16 = 16, BLE_UUID_TYPE_32 = 32, BLE_UUID_TYPE_128 = 128 };

typedef struct {
    uint8_t type;
} ble_uuid_t;

typedef struct {
    ble_uuid_t u;
    uint16_t value;
} ble_uuid16_t;

typedef struct {
    ble_uuid_t u;
    uint8_t value[16];
} ble_uuid128_t;

typedef union {
    ble_uuid_t u;
    ble_uuid16_t u16;
    ble_uuid128_t u128;
} ble_uuid_any_t;

#define BLE_UUID16_INIT(number) {.u = {.type = BLE_UUID_TYPE_16}, .value = (number)}

/* The bytes come from the least significant one. */
#define BLE_UUID128_INIT(...) {.u = {.type = BLE_UUID_TYPE_128}, .value = {__VA_ARGS__}}

int ble_uuid_cmp(const ble_uuid_t *one, const ble_uuid_t *other);
uint16_t ble_uuid_u16(const ble_uuid_t *uuid);

typedef struct {
    uint8_t type;
    uint8_t val[6];
} ble_addr_t;

struct os_mbuf;

int ble_hs_mbuf_to_flat(const struct os_mbuf *buffer, void *flat, uint16_t capacity, uint16_t *copied);

/* ---- GAP ---- */

#define BLE_GAP_EVENT_CONNECT 0
#define BLE_GAP_EVENT_DISCONNECT 1
#define BLE_GAP_EVENT_DISC 7
#define BLE_GAP_EVENT_DISC_COMPLETE 8
#define BLE_GAP_EVENT_NOTIFY_RX 12
#define BLE_GAP_EVENT_MTU 15
#define BLE_GAP_EVENT_REPEAT_PAIRING 17
#define BLE_GAP_REPEAT_PAIRING_RETRY 1

struct ble_gap_conn_desc {
    ble_addr_t peer_id_addr;
    uint16_t conn_handle;
};

struct ble_gap_disc_desc {
    uint8_t event_type;
    uint8_t length_data;
    ble_addr_t addr;
    int8_t rssi;
    const uint8_t *data;
};

struct ble_gap_event {
    uint8_t type;
    union {
        struct {
            int status;
            uint16_t conn_handle;
        } connect;
        struct {
            int reason;
            struct ble_gap_conn_desc conn;
        } disconnect;
        struct ble_gap_disc_desc disc;
        struct {
            int reason;
        } disc_complete;
        struct {
            struct os_mbuf *om;
            uint16_t attr_handle;
            uint16_t conn_handle;
            uint8_t indication : 1;
        } notify_rx;
        struct {
            uint16_t conn_handle;
            uint16_t channel_id;
            uint16_t value;
        } mtu;
        struct {
            uint16_t conn_handle;
        } repeat_pairing;
    };
};

typedef int ble_gap_event_fn(struct ble_gap_event *event, void *argument);

struct ble_gap_disc_params {
    uint16_t itvl;
    uint16_t window;
    uint8_t filter_policy;
    uint8_t limited : 1;
    uint8_t passive : 1;
    uint8_t filter_duplicates : 1;
};

struct ble_gap_conn_params;

int ble_gap_disc(uint8_t own_address_type, int32_t milliseconds, const struct ble_gap_disc_params *parameters,
                 ble_gap_event_fn *callback, void *argument);
int ble_gap_disc_cancel(void);
int ble_gap_disc_active(void);
int ble_gap_connect(uint8_t own_address_type, const ble_addr_t *peer, int32_t milliseconds,
                    const struct ble_gap_conn_params *parameters, ble_gap_event_fn *callback, void *argument);
int ble_gap_conn_cancel(void);
int ble_gap_terminate(uint16_t connection, uint8_t reason);
int ble_gap_security_initiate(uint16_t connection);
int ble_gap_conn_find(uint16_t connection, struct ble_gap_conn_desc *description);
int ble_hs_id_infer_auto(int is_private, uint8_t *own_address_type);

struct ble_hs_adv_fields {
    const ble_uuid16_t *uuids16;
    uint8_t num_uuids16;
    unsigned uuids16_is_complete : 1;
    const ble_uuid128_t *uuids128;
    uint8_t num_uuids128;
    unsigned uuids128_is_complete : 1;
};

int ble_hs_adv_parse_fields(struct ble_hs_adv_fields *fields, const uint8_t *bytes, uint8_t size);

/* ---- GATT ---- */

struct ble_gatt_error {
    uint16_t status;
    uint16_t att_handle;
};

struct ble_gatt_svc {
    uint16_t start_handle;
    uint16_t end_handle;
    ble_uuid_any_t uuid;
};

struct ble_gatt_chr {
    uint16_t def_handle;
    uint16_t val_handle;
    uint8_t properties;
    ble_uuid_any_t uuid;
};

struct ble_gatt_dsc {
    uint16_t handle;
    ble_uuid_any_t uuid;
};

struct ble_gatt_attr {
    uint16_t handle;
    uint16_t offset;
    struct os_mbuf *om;
};

typedef int ble_gatt_mtu_fn(uint16_t connection, const struct ble_gatt_error *error, uint16_t mtu,
                            void *argument);
typedef int ble_gatt_disc_svc_fn(uint16_t connection, const struct ble_gatt_error *error,
                                 const struct ble_gatt_svc *service, void *argument);
typedef int ble_gatt_chr_fn(uint16_t connection, const struct ble_gatt_error *error,
                            const struct ble_gatt_chr *characteristic, void *argument);
typedef int ble_gatt_dsc_fn(uint16_t connection, const struct ble_gatt_error *error, uint16_t value_handle,
                            const struct ble_gatt_dsc *descriptor, void *argument);
typedef int ble_gatt_attr_fn(uint16_t connection, const struct ble_gatt_error *error,
                             struct ble_gatt_attr *attribute, void *argument);

uint16_t ble_att_mtu(uint16_t connection);
int ble_gattc_exchange_mtu(uint16_t connection, ble_gatt_mtu_fn *callback, void *argument);
int ble_gattc_disc_svc_by_uuid(uint16_t connection, const ble_uuid_t *uuid, ble_gatt_disc_svc_fn *callback,
                               void *argument);
int ble_gattc_disc_chrs_by_uuid(uint16_t connection, uint16_t start, uint16_t end, const ble_uuid_t *uuid,
                                ble_gatt_chr_fn *callback, void *argument);
int ble_gattc_disc_all_dscs(uint16_t connection, uint16_t start, uint16_t end, ble_gatt_dsc_fn *callback,
                            void *argument);
int ble_gattc_read_long(uint16_t connection, uint16_t handle, uint16_t offset, ble_gatt_attr_fn *callback,
                        void *argument);
int ble_gattc_write_flat(uint16_t connection, uint16_t handle, const void *bytes, uint16_t size,
                         ble_gatt_attr_fn *callback, void *argument);

/* ---- Security and its store ---- */

#define BLE_HS_IO_NO_INPUT_OUTPUT 0x03
#define BLE_SM_PAIR_KEY_DIST_ENC 0x01
#define BLE_SM_PAIR_KEY_DIST_ID 0x02

struct ble_store_status_event;
typedef int ble_store_status_fn(struct ble_store_status_event *event, void *argument);

int ble_store_util_status_rr(struct ble_store_status_event *event, void *argument);
int ble_store_util_delete_peer(const ble_addr_t *peer);

struct ble_hs_cfg {
    uint8_t sm_io_cap;
    unsigned sm_bonding : 1;
    unsigned sm_sc : 1;
    uint8_t sm_our_key_dist;
    uint8_t sm_their_key_dist;
    ble_store_status_fn *store_status_cb;
};

extern struct ble_hs_cfg ble_hs_cfg;

/* ---- NimBLE's port ---- */

typedef uint32_t ble_npl_time_t;
typedef enum { BLE_NPL_OK = 0, BLE_NPL_INVALID_PARAM = 3 } ble_npl_error_t;

struct ble_npl_eventq;
struct ble_npl_event;
typedef void ble_npl_event_fn(struct ble_npl_event *event);

struct ble_npl_callout {
    ble_npl_event_fn *function;
    uint32_t generation, number;
};

ble_npl_time_t ble_npl_time_get(void);
uint32_t ble_npl_time_ticks_to_ms32(ble_npl_time_t ticks);
ble_npl_time_t ble_npl_time_ms_to_ticks32(uint32_t milliseconds);
void ble_npl_callout_init(struct ble_npl_callout *callout, struct ble_npl_eventq *queue,
                          ble_npl_event_fn *function, void *argument);
ble_npl_error_t ble_npl_callout_reset(struct ble_npl_callout *callout, ble_npl_time_t ticks);

struct ble_npl_eventq *nimble_port_get_dflt_eventq(void);
int nimble_port_init(void);
void nimble_port_run(void);

#ifdef __cplusplus
}
#endif

#endif
