/*
 * Prints where komoot on the phone says to turn. For Zephyr's own Bluetooth host.
 *
 * Start navigation on the phone, with BLE Connect switched on in komoot. If this prints "pair this
 * display on the phone", accept the pairing that the phone then offers.
 *
 * The central session of knav.h says what to do (Docs/Sessions.md, C.1 to C.14); only the calls are
 * here. The radio is KNAV_OFFSET_READS: bt_gatt_read makes one request at single.offset, and stops if
 * its callback returns BT_GATT_ITER_STOP. So the session sees every chunk, and can prove that an object
 * is whole and not torn.
 *
 * Bluetooth's threads put events into a queue; the main thread takes them, and alone uses the session.
 */
#include <string.h>

#include <zephyr/bluetooth/bluetooth.h>
#include <zephyr/bluetooth/conn.h>
#include <zephyr/bluetooth/gatt.h>
#include <zephyr/bluetooth/hci.h>
#include <zephyr/bluetooth/uuid.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "describe.h"
#include "knav.h"

#define RETRY_INTERVAL 1000 /* in milliseconds: for a scan that did not start */
#define QUEUED_EVENTS 10
/* Of these, for what must not be lost: the end of a connection and its beginning, an answer, and two
 * changes of the MTU. A notification may be lost (clause 7.5), and an advertisement comes again. */
#define RESERVED_EVENTS 5

/* Stands for a failure that is not the phone's. */
#define ATT_UNLIKELY_ERROR 0x0E

#define SERVICE_UUID BT_UUID_128_ENCODE(0x71C1E128, 0xD92F, 0x4FA8, 0xA2B2, 0x0F171DB3436C)
#define CHARACTERISTIC_UUID BT_UUID_128_ENCODE(0x503DD605, 0x9BCB, 0x4F6E, 0xB235, 0x270A57483026)

static const struct bt_uuid_128 service_uuid = BT_UUID_INIT_128(SERVICE_UUID);
static const struct bt_uuid_128 characteristic_uuid = BT_UUID_INIT_128(CHARACTERISTIC_UUID);
static const struct bt_uuid_16 cccd_uuid = BT_UUID_INIT_16(BT_UUID_GATT_CCC_VAL);

/* An event, and room for its bytes. */
struct queued {
    knav_central_event event;
    bool is_link_gone; /* the connection has ended, whether or not the session still wants it */
    uint8_t bytes[KNAV_MAXIMUM_OBJECT_SIZE + 16];
};

K_MSGQ_DEFINE(radio_events, sizeof(struct queued), QUEUED_EVENTS, 8);
static K_MUTEX_DEFINE(queueing);

static knav_central session;
static bool wants_scan;
static bool is_scanning; /* not if the program scans for something else */
static bool is_wanted; /* the session has not dropped the link */

/* Of the link. The connection is kept until Zephyr says that it has ended. */
static struct bt_conn *connection;
static uint32_t link_ticket, request_ticket;
static uint16_t service_end, value_handle, cccd_handle;

/* Zephyr keeps pointers to these. At most one request is outstanding, and a new link begins only after
 * the old one has ended. */
static struct bt_gatt_discover_params discovery;
static struct bt_gatt_subscribe_params subscription;
static struct bt_gatt_read_params reading;
static struct bt_gatt_exchange_params exchange;
static bool is_subscribed;

/* ---- Events, from Bluetooth's threads ------------------------------------------------------- */

static void queue(knav_central_event event, const void *bytes, size_t size)
{
    static struct queued item; /* too large for the stacks of Bluetooth's threads */
    const bool may_be_lost = event.kind == KNAV_EVENT_NOTIFIED || event.kind == KNAV_EVENT_FOUND;

    k_mutex_lock(&queueing, K_FOREVER);
    item.event = event;
    item.is_link_gone = event.kind == KNAV_EVENT_DISCONNECTED;
    item.event.size = MIN(size, sizeof item.bytes);
    if (item.event.size > 0) {
        memcpy(item.bytes, bytes, item.event.size);
    }
    if (!may_be_lost || k_msgq_num_free_get(&radio_events) > RESERVED_EVENTS) {
        if (k_msgq_put(&radio_events, &item, K_NO_WAIT) != 0) {
            printk("an event was lost\n");
        }
    }
    k_mutex_unlock(&queueing);
}

static bool is_connected(struct bt_conn *conn)
{
    struct bt_conn_info info;

    return conn != NULL && bt_conn_get_info(conn, &info) == 0 && info.state == BT_CONN_STATE_CONNECTED;
}

static void on_failure(struct bt_conn *conn, uint32_t ticket, uint8_t att_error)
{
    if (is_connected(conn)) { /* else the end of the connection is told next */
        queue((knav_central_event){.kind = KNAV_EVENT_FAILED, .ticket = ticket, .att_error = att_error},
              NULL, 0);
    }
}

static void on_connected(struct bt_conn *conn, uint8_t error)
{
    if (conn != connection) {
        return;
    }
    if (error != 0) {
        queue((knav_central_event){.kind = KNAV_EVENT_DISCONNECTED, .ticket = link_ticket}, NULL, 0);
        return;
    }
    queue((knav_central_event){
              .kind = KNAV_EVENT_CONNECTED, .ticket = link_ticket, .mtu = bt_gatt_get_mtu(conn)},
          NULL, 0);
}

static void on_disconnected(struct bt_conn *conn, uint8_t reason)
{
    ARG_UNUSED(reason);
    if (conn == connection) {
        queue((knav_central_event){.kind = KNAV_EVENT_DISCONNECTED, .ticket = link_ticket}, NULL, 0);
    }
}

BT_CONN_CB_DEFINE(connection_callbacks) = {
    .connected = on_connected,
    .disconnected = on_disconnected,
};

static void on_mtu(struct bt_conn *conn, uint16_t tx, uint16_t rx)
{
    ARG_UNUSED(tx);
    ARG_UNUSED(rx);
    if (conn == connection) {
        queue((knav_central_event){
                  .kind = KNAV_EVENT_MTU_CHANGED, .ticket = link_ticket, .mtu = bt_gatt_get_mtu(conn)},
              NULL, 0);
    }
}

static struct bt_gatt_cb gatt_callbacks = {.att_mtu_updated = on_mtu};

static void on_exchange(struct bt_conn *conn, uint8_t error, struct bt_gatt_exchange_params *params)
{
    ARG_UNUSED(conn);
    ARG_UNUSED(error); /* the MTU stays at 23 then, which is enough */
    ARG_UNUSED(params);
}

static uint8_t on_notification(struct bt_conn *conn, struct bt_gatt_subscribe_params *params,
                               const void *data, uint16_t length)
{
    ARG_UNUSED(params);
    if (data == NULL) {
        is_subscribed = false;
        return BT_GATT_ITER_STOP;
    }
    if (conn == connection) {
        queue((knav_central_event){.kind = KNAV_EVENT_NOTIFIED, .ticket = link_ticket}, data, length);
    }
    return BT_GATT_ITER_CONTINUE;
}

static void on_subscribed(struct bt_conn *conn, uint8_t error, struct bt_gatt_subscribe_params *params)
{
    ARG_UNUSED(params);
    is_subscribed = error == 0;
    if (error == 0) {
        queue((knav_central_event){.kind = KNAV_EVENT_SUBSCRIBED, .ticket = request_ticket}, NULL, 0);
    } else {
        on_failure(conn, request_ticket, error);
    }
}

static uint8_t on_chunk(struct bt_conn *conn, uint8_t error, struct bt_gatt_read_params *params,
                        const void *data, uint16_t length)
{
    ARG_UNUSED(params);
    if (error != 0) {
        on_failure(conn, request_ticket, error);
    } else { /* no data is an empty answer */
        queue((knav_central_event){.kind = KNAV_EVENT_ANSWERED, .ticket = request_ticket}, data,
              data == NULL ? 0 : length);
    }
    return BT_GATT_ITER_STOP; /* one request: don't read on */
}

/* Discovers the service, then the characteristic, then its CCCD. Zephyr tells no error from the end, so
 * a discovery that fails looks like a phone that has ended navigation. */
static uint8_t on_attribute(struct bt_conn *conn, const struct bt_gatt_attr *attribute,
                            struct bt_gatt_discover_params *params)
{
    int status;

    if (attribute == NULL) {
        if (is_connected(conn)) {
            queue((knav_central_event){
                      .kind = value_handle != 0 ? KNAV_EVENT_DISCOVERED : KNAV_EVENT_NOT_DISCOVERED,
                      .ticket = request_ticket,
                      .has_cccd = cccd_handle != 0},
                  NULL, 0);
        }
        return BT_GATT_ITER_STOP;
    }
    if (params->type == BT_GATT_DISCOVER_PRIMARY) {
        const struct bt_gatt_service_val *service = attribute->user_data;

        service_end = service->end_handle;
        params->uuid = &characteristic_uuid.uuid;
        params->type = BT_GATT_DISCOVER_CHARACTERISTIC;
        params->start_handle = attribute->handle + 1;
        params->end_handle = service_end;
    } else if (params->type == BT_GATT_DISCOVER_CHARACTERISTIC) {
        const struct bt_gatt_chrc *characteristic = attribute->user_data;

        value_handle = characteristic->value_handle;
        params->uuid = NULL; /* all attributes, to see where the next characteristic begins */
        params->type = BT_GATT_DISCOVER_ATTRIBUTE;
        params->start_handle = value_handle + 1;
    } else if (bt_uuid_cmp(attribute->uuid, BT_UUID_GATT_CHRC) == 0) {
        return on_attribute(conn, NULL, params);
    } else if (bt_uuid_cmp(attribute->uuid, &cccd_uuid.uuid) == 0) {
        cccd_handle = attribute->handle;
        return on_attribute(conn, NULL, params);
    } else {
        return BT_GATT_ITER_CONTINUE;
    }
    if (params->start_handle > service_end) {
        return on_attribute(conn, NULL, params);
    }
    status = bt_gatt_discover(conn, params);
    if (status != 0) {
        on_failure(conn, request_ticket, ATT_UNLIKELY_ERROR);
    }
    return BT_GATT_ITER_STOP;
}

/* ---- Scanning ------------------------------------------------------------------------------- */

/* A phone's address in six bytes, and its type. */
static uint64_t peer_of(const bt_addr_le_t *address)
{
    uint64_t peer = address->type;

    for (int i = 5; i >= 0; i--) {
        peer = peer << 8 | address->a.val[i];
    }
    return peer;
}

static bt_addr_le_t address_of(uint64_t peer)
{
    bt_addr_le_t address = {.type = (uint8_t)(peer >> 48)};

    for (int i = 0; i < 6; i++) {
        address.a.val[i] = (uint8_t)(peer >> (8 * i));
    }
    return address;
}

static bool look_for_service(struct bt_data *data, void *found)
{
    if (data->type == BT_DATA_UUID128_SOME || data->type == BT_DATA_UUID128_ALL) {
        for (int i = 0; i + BT_UUID_SIZE_128 <= data->data_len; i += BT_UUID_SIZE_128) {
            if (memcmp(data->data + i, service_uuid.val, BT_UUID_SIZE_128) == 0) {
                *(bool *)found = true;
            }
        }
    }
    return !*(bool *)found;
}

static void on_advertisement(const bt_addr_le_t *address, int8_t rssi, uint8_t type,
                             struct net_buf_simple *data)
{
    bool is_found = false;

    ARG_UNUSED(rssi);
    ARG_UNUSED(type);
    bt_data_parse(data, look_for_service, &is_found);
    if (is_found) {
        queue((knav_central_event){.kind = KNAV_EVENT_FOUND, .peer = peer_of(address)}, NULL, 0);
    }
}

/* A scan begins when the last connection has ended: its parameters are in use until then. */
static void scan_if_wanted(void)
{
    if (wants_scan && !is_scanning && connection == NULL) {
        /* -EALREADY: the program scans, and its callback gets the reports. */
        is_scanning = bt_le_scan_start(BT_LE_SCAN_ACTIVE, on_advertisement) == 0;
    }
}

/* ---- Effects, on the main thread ------------------------------------------------------------ */

static void refuse(uint8_t kind, uint32_t ticket)
{
    const knav_central_event event = {.kind = kind, .ticket = ticket, .att_error = ATT_UNLIKELY_ERROR};

    knav_central_handle(&session, &event, (uint64_t)k_uptime_get());
}

static void connect_to(const knav_central_effect *effect)
{
    const bt_addr_le_t address = address_of(effect->peer);

    link_ticket = effect->ticket;
    is_subscribed = false;
    is_wanted =
        bt_conn_le_create(&address, BT_CONN_LE_CREATE_CONN, BT_LE_CONN_PARAM_DEFAULT, &connection) == 0;
    if (!is_wanted) {
        connection = NULL;
        refuse(KNAV_EVENT_DISCONNECTED, link_ticket);
    }
}

static void hang_up(void)
{
    if (connection != NULL) {
        (void)bt_conn_disconnect(connection, BT_HCI_ERR_REMOTE_USER_TERM_CONN);
    }
}

static int discover(void)
{
    value_handle = cccd_handle = 0;
    memset(&discovery, 0, sizeof discovery);
    discovery.func = on_attribute;
    discovery.uuid = &service_uuid.uuid;
    discovery.type = BT_GATT_DISCOVER_PRIMARY;
    discovery.start_handle = BT_ATT_FIRST_ATTRIBUTE_HANDLE;
    discovery.end_handle = BT_ATT_LAST_ATTRIBUTE_HANDLE;
    return bt_gatt_discover(connection, &discovery);
}

static int subscribe(void)
{
    if (is_subscribed && subscription.value_handle == value_handle &&
        subscription.ccc_handle == cccd_handle) {
        queue((knav_central_event){.kind = KNAV_EVENT_SUBSCRIBED, .ticket = request_ticket}, NULL, 0);
        return 0;
    }
    if (is_subscribed) {
        /* The characteristic has moved. Zephyr still uses the parameters, so begin with a new link. */
        return bt_conn_disconnect(connection, BT_HCI_ERR_REMOTE_USER_TERM_CONN);
    }
    memset(&subscription, 0, sizeof subscription);
    subscription.notify = on_notification;
    subscription.subscribe = on_subscribed;
    subscription.value_handle = value_handle;
    subscription.ccc_handle = cccd_handle;
    subscription.value = BT_GATT_CCC_NOTIFY;
    atomic_set_bit(subscription.flags, BT_GATT_SUBSCRIBE_FLAG_VOLATILE);
    return bt_gatt_subscribe(connection, &subscription);
}

static int read_at(uint16_t offset)
{
    memset(&reading, 0, sizeof reading);
    reading.func = on_chunk;
    reading.handle_count = 1;
    reading.single.handle = value_handle;
    reading.single.offset = offset;
    return bt_gatt_read(connection, &reading);
}

static void show(const knav_central_effect *effect)
{
    static char text[DESCRIPTION_SIZE];

    if (describe(effect, text, sizeof text)) {
        printk("%s\n", text);
    }
    if (effect->kind == KNAV_EFFECT_REPORT && effect->status == KNAV_STATUS_PAIRING_REQUIRED) {
        /* If this fails, the rider can still pair from the phone. The session asks again by itself. */
        (void)bt_conn_set_security(connection, BT_SECURITY_L2);
    }
}

static void perform(const knav_central_effect *effect)
{
    int status = 0;

    switch (effect->kind) {
    case KNAV_EFFECT_START_SCAN: wants_scan = true; break; /* scan_if_wanted does it */
    case KNAV_EFFECT_STOP_SCAN:
        wants_scan = false;
        if (is_scanning) {
            (void)bt_le_scan_stop();
        }
        is_scanning = false;
        break;
    case KNAV_EFFECT_CONNECT: connect_to(effect); break;
    case KNAV_EFFECT_DISCONNECT:
        is_wanted = false;
        hang_up();
        break;
    case KNAV_EFFECT_DISCOVER:
        request_ticket = effect->ticket;
        status = discover();
        break;
    case KNAV_EFFECT_SUBSCRIBE:
        request_ticket = effect->ticket;
        status = subscribe();
        break;
    case KNAV_EFFECT_READ:
        request_ticket = effect->ticket;
        status = read_at(effect->offset);
        break;
    default: show(effect); break;
    }
    if (status != 0) {
        refuse(KNAV_EVENT_FAILED, effect->ticket);
    }
}

static void handle(const knav_central_event *event)
{
    knav_central_effect effect;

    knav_central_handle(&session, event, (uint64_t)k_uptime_get());
    while (knav_central_next_effect(&session, &effect)) {
        perform(&effect);
    }
}

/* An event of a link that the session has dropped goes no further than here. */
static void take(struct queued *item)
{
    const bool is_for_session = is_wanted || item->event.kind == KNAV_EVENT_FOUND;

    if (item->is_link_gone && connection != NULL) {
        bt_conn_unref(connection);
        connection = NULL;
        is_wanted = false;
    }
    if (item->event.kind == KNAV_EVENT_CONNECTED && is_wanted) {
        exchange.func = on_exchange;
        (void)bt_gatt_exchange_mtu(connection, &exchange);
    } else if (item->event.kind == KNAV_EVENT_CONNECTED) {
        hang_up(); /* it came up just when the session gave it up */
    }
    if (is_for_session) {
        item->event.bytes = item->bytes;
        handle(&item->event);
    }
}

static k_timeout_t until_deadline(void)
{
    const uint64_t deadline = knav_central_deadline(&session), now = (uint64_t)k_uptime_get();

    if (deadline != KNAV_NO_DEADLINE && deadline <= now) {
        return K_NO_WAIT;
    }
    if (deadline == KNAV_NO_DEADLINE || deadline > now + RETRY_INTERVAL) {
        return K_MSEC(RETRY_INTERVAL);
    }
    return K_MSEC((int64_t)(deadline - now));
}

int main(void)
{
    static struct queued item;
    const knav_central_configuration configuration =
        knav_central_usual_configuration(KNAV_OFFSET_READS);
    const int status = bt_enable(NULL);

    if (status != 0) {
        printk("Bluetooth did not start, error %d\n", status);
        return status;
    }
    bt_gatt_cb_register(&gatt_callbacks);
    knav_central_init(&session, &configuration);
    handle(&(knav_central_event){.kind = KNAV_EVENT_START});
    for (;;) {
        scan_if_wanted();
        if (k_msgq_get(&radio_events, &item, until_deadline()) == 0) {
            take(&item);
        } else {
            handle(&(knav_central_event){.kind = KNAV_EVENT_TIME_PASSED});
        }
    }
}
