/*
 * NimBLE has one scan, and one attempt to connect, at a time. So the strap's turn is short, and komoot_link.c has the
 * radio in between. Links and their requests don't meet: each has its callbacks and its connection.
 */
#include "heart_rate.h"

#include "komoot_link.h"

/* NimBLE-Arduino keeps the host's headers in folders of its own. */
#if __has_include("nimble/nimble/host/include/host/ble_hs.h")
#include "nimble/nimble/host/include/host/ble_hs.h"
#include "nimble/porting/nimble/include/nimble/nimble_port.h"
#else
#include "host/ble_hs.h"
#include "nimble/nimble_port.h"
#endif

enum { SEARCH_INTERVAL = 10000, SEARCH_TIME = 3000, CONNECT_TIME = 3000 }; /* in milliseconds */

static const ble_uuid16_t service_uuid = BLE_UUID16_INIT(0x180D), measurement_uuid = BLE_UUID16_INIT(0x2A37);
static const ble_uuid16_t cccd_uuid = BLE_UUID16_INIT(0x2902);

static heart_rate_show *show;
static struct ble_npl_callout search_clock;
static uint16_t connection = BLE_HS_CONN_HANDLE_NONE, value;

static void hang_up(void)
{
    (void)ble_gap_terminate(connection, BLE_ERR_REM_USER_CONN_TERM);
}

/* ---- Requests, one after the other; if one fails, the search begins anew -------------------- */

static int on_descriptor(uint16_t handle, const struct ble_gatt_error *error, uint16_t characteristic,
                         const struct ble_gatt_dsc *descriptor, void *argument)
{
    static const uint8_t notifications[] = {1, 0};

    (void)characteristic;
    (void)argument;
    if (error->status != 0) {
        hang_up();
    } else if (ble_uuid_cmp(&descriptor->uuid.u, &cccd_uuid.u) == 0) {
        if (ble_gattc_write_flat(handle, descriptor->handle, notifications, sizeof notifications, NULL, NULL) != 0) {
            hang_up();
        }
        return BLE_HS_EDONE; /* the first one after the value is the value's */
    }
    return 0;
}

static int on_characteristic(uint16_t handle, const struct ble_gatt_error *error,
                             const struct ble_gatt_chr *characteristic, void *argument)
{
    if (error->status == 0) {
        value = characteristic->val_handle;
    } else if (error->status != BLE_HS_EDONE || value == 0 ||
               ble_gattc_disc_all_dscs(handle, value, UINT16_MAX, on_descriptor, argument) != 0) {
        hang_up();
    }
    return 0;
}

/* Bit 0 of the flags says whether the rate has two bytes. */
static void take(const struct os_mbuf *buffer)
{
    uint8_t bytes[3];
    uint16_t size = 0;

    (void)ble_hs_mbuf_to_flat(buffer, bytes, sizeof bytes, &size); /* what does not fit is not needed */
    if (size >= 2 && (bytes[0] & 1) == 0) {
        show(bytes[1]);
    } else if (size >= 3) {
        show((uint16_t)(bytes[1] | bytes[2] << 8));
    }
}

/* ---- Scanning and connecting ---------------------------------------------------------------- */

static int on_gap_event(struct ble_gap_event *event, void *argument);

static bool is_strap(const struct ble_gap_disc_desc *advertisement)
{
    struct ble_hs_adv_fields fields;

    if (ble_hs_adv_parse_fields(&fields, advertisement->data, advertisement->length_data) != 0) {
        return false;
    }
    for (int i = 0; i < fields.num_uuids16; i++) {
        if (ble_uuid_cmp(&fields.uuids16[i].u, &service_uuid.u) == 0) {
            return true;
        }
    }
    return false;
}

static void connect_to(const ble_addr_t *address)
{
    uint8_t own_type;

    (void)ble_gap_disc_cancel();
    if (ble_hs_id_infer_auto(0, &own_type) != 0 ||
        ble_gap_connect(own_type, address, CONNECT_TIME, NULL, on_gap_event, NULL) != 0) {
        komoot_link_may_scan(true);
    }
}

static int on_gap_event(struct ble_gap_event *event, void *argument)
{
    (void)argument;
    switch (event->type) {
    case BLE_GAP_EVENT_DISC:
        if (is_strap(&event->disc)) {
            connect_to(&event->disc.addr);
        }
        break;
    case BLE_GAP_EVENT_DISC_COMPLETE: komoot_link_may_scan(true); break;
    case BLE_GAP_EVENT_CONNECT:
        komoot_link_may_scan(true);
        if (event->connect.status == 0) {
            connection = event->connect.conn_handle;
            value = 0;
            if (ble_gattc_disc_chrs_by_uuid(connection, 1, UINT16_MAX, &measurement_uuid.u, on_characteristic, NULL) !=
                0) {
                hang_up();
            }
        }
        break;
    case BLE_GAP_EVENT_DISCONNECT: connection = BLE_HS_CONN_HANDLE_NONE; break;
    case BLE_GAP_EVENT_NOTIFY_RX:
        if (event->notify_rx.attr_handle == value) {
            take(event->notify_rx.om);
        }
        break;
    default: break;
    }
    return 0;
}

static void search(struct ble_npl_event *event)
{
    const struct ble_gap_disc_params parameters = {.filter_duplicates = 1};
    uint8_t own_type;

    (void)event;
    if (connection == BLE_HS_CONN_HANDLE_NONE) {
        komoot_link_may_scan(false);
        if (ble_hs_id_infer_auto(0, &own_type) != 0 ||
            ble_gap_disc(own_type, SEARCH_TIME, &parameters, on_gap_event, NULL) != 0) {
            komoot_link_may_scan(true); /* the host is not ready, or the link is being set up */
        }
    }
    (void)ble_npl_callout_reset(&search_clock, ble_npl_time_ms_to_ticks32(SEARCH_INTERVAL));
}

int heart_rate_start(heart_rate_show *shows)
{
    show = shows;
    ble_npl_callout_init(&search_clock, nimble_port_get_dflt_eventq(), search, NULL);
    return (int)ble_npl_callout_reset(&search_clock, 1); /* the search starts on the host's task */
}
