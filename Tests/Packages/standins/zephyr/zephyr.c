/*
 * Zephyr's Bluetooth host and the parts of its kernel that the example uses, with the phone of phone.c
 * behind them. Bluetooth's threads run while the main thread waits for its queue.
 */
#include <errno.h>
#include <string.h>

#include <zephyr/bluetooth/gatt.h>
#include <zephyr/bluetooth/hci.h>

#include "world.h"

enum { ANSWER_TIME = 10, ENDING_TIME = 1000, ADVERTISING_INTERVAL = 200, ATT_UNLIKELY_ERROR = 0x0e, HCI_FAILED = 0x3e };

struct bt_conn {
    enum bt_conn_state state;
    int references;
};

static struct bt_conn the_link;
static bt_le_scan_cb_t *scan_function;
static struct bt_gatt_cb *gatt_callbacks;
static struct bt_gatt_exchange_params *exchange;
static struct bt_gatt_discover_params *discovery;
static struct bt_gatt_read_params *reading;
static struct bt_gatt_subscribe_params *subscribing, *subscribed;
static uint16_t mtu;
static unsigned scan_generation;
static int scans;
static bool is_enabled, is_reported, is_late;

/* ---- Kernel ---- */

int64_t k_uptime_get(void)
{
    return (int64_t)world_now();
}

int k_mutex_lock(struct k_mutex *mutex, k_timeout_t timeout)
{
    world_forbid(timeout.milliseconds >= 0 || mutex->count++ != 0, "lock a mutex once, and wait for it");
    return 0;
}

int k_mutex_unlock(struct k_mutex *mutex)
{
    world_forbid(mutex->count-- != 1, "the mutex is not locked");
    return 0;
}

uint32_t k_msgq_num_free_get(struct k_msgq *queue)
{
    return queue->capacity - queue->count;
}

int k_msgq_put(struct k_msgq *queue, const void *message, k_timeout_t timeout)
{
    world_forbid(timeout.milliseconds != 0, "Bluetooth's threads must not wait");
    if (queue->count == queue->capacity) {
        return -ENOMSG;
    }
    memcpy(queue->buffer + (queue->first + queue->count) % queue->capacity * queue->size, message, queue->size);
    queue->count++;
    return 0;
}

int k_msgq_get(struct k_msgq *queue, void *message, k_timeout_t timeout)
{
    const uint64_t end = world_now() + (uint64_t)timeout.milliseconds;

    while (queue->count == 0 && world_step(end)) {
    }
    if (queue->count == 0) {
        return -EAGAIN;
    }
    memcpy(message, queue->buffer + queue->first * queue->size, queue->size);
    queue->first = (queue->first + 1) % queue->capacity;
    queue->count--;
    return 0;
}

void atomic_set_bit(atomic_t *target, int bit)
{
    *target |= 1L << bit;
}

/* ---- Scanning and connecting ---- */

int bt_enable(bt_ready_cb_t callback)
{
    is_enabled = callback == NULL;
    return 0;
}

static void advertise(uintptr_t generation)
{
    const uint8_t *bytes;
    uint8_t size;
    bt_addr_le_t address = {.type = 1};

    if (scan_function == NULL || generation != scan_generation) {
        return;
    }
    if (!is_reported && phone_advertises(&bytes, &size, address.a.val)) {
        uint8_t copy[64];
        struct net_buf_simple data = {copy, size};

        memcpy(copy, bytes, size);
        is_reported = true; /* duplicates are filtered */
        scan_function(&address, -60, 0, &data);
    }
    world_after(ADVERTISING_INTERVAL, advertise, generation);
}

int bt_le_scan_start(const struct bt_le_scan_param *parameters, bt_le_scan_cb_t callback)
{
    world_forbid(!is_enabled || parameters->type != 1, "enable Bluetooth, and scan actively");
    world_forbid(the_link.state == BT_CONN_STATE_CONNECTED, "nobody asked for a scan");
    if (++scans == 1) {
        return -EAGAIN;
    }
    if (scan_function != NULL || scans <= 1 + WORLD_OTHER_SCANS) {
        return -EALREADY;
    }
    world_forbid(scans == 2 + WORLD_OTHER_SCANS && world_now() > WORLD_SCAN_BEGINS, "scan when the other one ends");
    scan_function = callback;
    is_reported = false;
    world_after(ANSWER_TIME, advertise, ++scan_generation);
    return 0;
}

int bt_le_scan_stop(void)
{
    world_forbid(scan_function == NULL, "this ends another's scan");
    scan_function = NULL;
    return 0;
}

void bt_data_parse(struct net_buf_simple *advertisement, bool (*function)(struct bt_data *data, void *argument),
                   void *argument)
{
    for (uint16_t i = 0; i + 1 < advertisement->len; i = (uint16_t)(i + advertisement->data[i] + 1)) {
        struct bt_data data = {.type = advertisement->data[i + 1],
                               .data_len = (uint8_t)(advertisement->data[i] - 1),
                               .data = advertisement->data + i + 2};

        if (!function(&data, argument)) {
            return;
        }
    }
}

static void end_connecting(uintptr_t error)
{
    if (the_link.state != BT_CONN_STATE_CONNECTING) {
        return;
    }
    the_link.state = error == 0 ? BT_CONN_STATE_CONNECTED : BT_CONN_STATE_DISCONNECTED;
    if (error == 0) {
        mtu = PHONE_SMALL_MTU;
        phone_is_connected();
    } else {
        the_link.references--;
    }
    standin_connection_callbacks.connected(&the_link, (uint8_t)error);
}

int bt_conn_le_create(const bt_addr_le_t *peer, const struct bt_conn_le_create_param *create,
                      const struct bt_le_conn_param *parameters, struct bt_conn **connection)
{
    (void)create, (void)parameters;
    world_forbid(scan_function != NULL, "stop scanning before connecting");
    world_forbid(*connection != NULL, "this would leak a connection");
    world_forbid(peer->type != 1, "the phone's address is random");
    if (the_link.references != 0) {
        return -ENOMEM;
    }
    is_late = false;
    switch (phone_is_called(peer->a.val)) {
    case PHONE_REFUSES_AT_ONCE: return -ENOMEM;
    case PHONE_FAILS: world_after(300, end_connecting, HCI_FAILED); break;
    case PHONE_NEVER_ANSWERS: break;
    case PHONE_ANSWERS_LATE: is_late = true; break;
    case PHONE_CONNECTS: world_after(300, end_connecting, 0); break;
    }
    the_link.state = BT_CONN_STATE_CONNECTING;
    the_link.references = 2; /* the stack's and the caller's */
    *connection = &the_link;
    return 0;
}

void bt_conn_unref(struct bt_conn *connection)
{
    world_forbid(connection != &the_link || the_link.references <= 0, "unref what was referenced");
    world_forbid(the_link.state != BT_CONN_STATE_DISCONNECTED, "keep a connection while it is in use");
    the_link.references--;
}

int bt_conn_get_info(const struct bt_conn *connection, struct bt_conn_info *info)
{
    info->state = connection->state;
    return 0;
}

/* As in Zephyr, requests that are outstanding fail before the end of the connection is told. */
static void disconnect(uintptr_t reason)
{
    struct bt_gatt_read_params *read = reading;
    struct bt_gatt_discover_params *discover = discovery;
    struct bt_gatt_subscribe_params *subscribe = subscribing, *active = subscribed;

    if (the_link.state != BT_CONN_STATE_CONNECTED) {
        return;
    }
    the_link.state = BT_CONN_STATE_DISCONNECTED;
    the_link.references--;
    phone_is_disconnected();
    reading = NULL, discovery = NULL, subscribing = NULL, subscribed = NULL, exchange = NULL;
    if (read != NULL) {
        (void)read->func(&the_link, ATT_UNLIKELY_ERROR, read, NULL, 0);
    }
    if (discover != NULL) {
        (void)discover->func(&the_link, NULL, discover);
    }
    if (subscribe != NULL) {
        subscribe->subscribe(&the_link, ATT_UNLIKELY_ERROR, subscribe);
    }
    if (active != NULL) {
        (void)active->notify(&the_link, active, NULL, 0);
    }
    standin_connection_callbacks.disconnected(&the_link, (uint8_t)reason);
}

int bt_conn_disconnect(struct bt_conn *connection, uint8_t reason)
{
    world_forbid(connection != &the_link, "this is not the link");
    if (the_link.state == BT_CONN_STATE_CONNECTING) {
        world_after(ENDING_TIME, end_connecting, is_late ? 0 : 2);
    } else if (the_link.state == BT_CONN_STATE_CONNECTED) {
        world_after(ENDING_TIME, disconnect, reason);
    } else {
        return -ENOTCONN;
    }
    return 0;
}

static void end_pairing(uintptr_t nothing)
{
    (void)nothing;
    if (the_link.state == BT_CONN_STATE_CONNECTED) {
        phone_is_paired();
    }
}

int bt_conn_set_security(struct bt_conn *connection, bt_security_t level)
{
    world_forbid(connection != &the_link || level != BT_SECURITY_L2, "pair on the link, without a passkey");
    world_after(500, end_pairing, 0);
    return 0;
}

/* ---- GATT ---- */

static bool is_up(const struct bt_conn *connection)
{
    world_forbid(connection != &the_link, "this is not the link");
    return the_link.state == BT_CONN_STATE_CONNECTED;
}

/* A procedure begins, if the link is up. `outstanding` are the parameters of one of the same kind, or NULL. */
static bool begins(const struct bt_conn *connection, const void *outstanding, world_action *answer)
{
    world_forbid(outstanding != NULL, "these parameters are in use");
    if (!is_up(connection)) {
        return false;
    }
    world_after(ANSWER_TIME, answer, 0);
    return true;
}

void bt_gatt_cb_register(struct bt_gatt_cb *callbacks)
{
    gatt_callbacks = callbacks;
}

uint16_t bt_gatt_get_mtu(struct bt_conn *connection)
{
    return is_up(connection) ? mtu : 0;
}

static void answer_exchange(uintptr_t nothing)
{
    struct bt_gatt_exchange_params *parameters = exchange;

    (void)nothing;
    if (parameters != NULL) {
        exchange = NULL;
        mtu = phone_exchange_mtu();
        gatt_callbacks->att_mtu_updated(&the_link, mtu, mtu);
        parameters->func(&the_link, 0, parameters);
    }
}

int bt_gatt_exchange_mtu(struct bt_conn *connection, struct bt_gatt_exchange_params *parameters)
{
    if (!begins(connection, exchange, answer_exchange)) {
        return -ENOTCONN;
    }
    exchange = parameters;
    return 0;
}

static bool is_long_uuid(const struct bt_uuid *uuid, const uint8_t *bytes)
{
    return uuid->type == BT_UUID_TYPE_128 &&
           memcmp(((const struct bt_uuid_128 *)(const void *)uuid)->val, bytes, BT_UUID_SIZE_128) == 0;
}

static void discover_attributes(struct bt_gatt_discover_params *parameters)
{
    size_t count;
    const struct phone_attribute *attributes = phone_attributes(&count);

    for (size_t i = 0; i < count; i++) {
        const struct bt_uuid_16 uuid = BT_UUID_INIT_16(attributes[i].uuid);
        const struct bt_gatt_attr attribute = {.uuid = &uuid.uuid, .handle = attributes[i].handle};

        if (attributes[i].handle >= parameters->start_handle && attributes[i].handle <= parameters->end_handle &&
            parameters->func(&the_link, &attribute, parameters) == BT_GATT_ITER_STOP) {
            return;
        }
    }
    (void)parameters->func(&the_link, NULL, parameters);
}

static void answer_discovery(uintptr_t nothing)
{
    struct bt_gatt_discover_params *parameters = discovery;
    struct bt_gatt_service_val service = {.end_handle = PHONE_SERVICE_END};
    struct bt_gatt_chrc characteristic = {.value_handle = PHONE_VALUE};
    struct bt_gatt_attr attribute = {.handle = PHONE_SERVICE_START, .user_data = &service};

    (void)nothing;
    if (parameters == NULL) {
        return;
    }
    if (parameters->type == BT_GATT_DISCOVER_PRIMARY && phone_drops_link(true)) {
        disconnect(8);
        return;
    }
    discovery = NULL;
    if (parameters->type == BT_GATT_DISCOVER_ATTRIBUTE) {
        world_forbid(parameters->uuid != NULL, "this type takes no UUID");
        discover_attributes(parameters);
        return;
    }
    if (parameters->type == BT_GATT_DISCOVER_PRIMARY) {
        world_forbid(!is_long_uuid(parameters->uuid, phone_service_uuid), "no phone has this service");
    } else {
        world_forbid(!is_long_uuid(parameters->uuid, phone_characteristic_uuid), "no phone has this characteristic");
        world_forbid(parameters->start_handle != PHONE_DECLARATION || parameters->end_handle != PHONE_SERVICE_END,
                     "these are not the service's handles");
        attribute = (struct bt_gatt_attr){.handle = PHONE_DECLARATION, .user_data = &characteristic};
    }
    if (phone_has_service() &&
        parameters->func(&the_link, &attribute, parameters) == BT_GATT_ITER_STOP) {
        return;
    }
    (void)parameters->func(&the_link, NULL, parameters);
}

int bt_gatt_discover(struct bt_conn *connection, struct bt_gatt_discover_params *parameters)
{
    if (!begins(connection, discovery, answer_discovery)) {
        return -ENOTCONN;
    }
    discovery = parameters;
    return 0;
}

/* Reads on from there until a response is not full, unless the callback stops it. */
static void answer_read(uintptr_t nothing)
{
    struct bt_gatt_read_params *parameters = reading;
    uint8_t bytes[600];
    uint16_t size;
    uint8_t error;

    (void)nothing;
    if (parameters == NULL) {
        return;
    }
    if (phone_drops_link(false)) {
        disconnect(8);
        return;
    }
    if (phone_ignores_read()) {
        return;
    }
    error = phone_read(parameters->single.handle, parameters->single.offset, bytes, &size);
    reading = NULL;
    if (error != 0 || size == 0) {
        (void)parameters->func(&the_link, error, parameters, NULL, 0);
    } else if (parameters->func(&the_link, 0, parameters, bytes, size) == BT_GATT_ITER_CONTINUE) {
        parameters->single.offset = (uint16_t)(parameters->single.offset + size);
        if (size < mtu - 1) {
            (void)parameters->func(&the_link, 0, parameters, NULL, 0);
        } else {
            reading = parameters;
            world_after(ANSWER_TIME, answer_read, 0);
        }
    }
}

int bt_gatt_read(struct bt_conn *connection, struct bt_gatt_read_params *parameters)
{
    world_forbid(parameters->handle_count != 1, "read one value at a time");
    if (!begins(connection, reading, answer_read)) {
        return -ENOTCONN;
    }
    reading = parameters;
    return 0;
}

static void answer_subscription(uintptr_t nothing)
{
    struct bt_gatt_subscribe_params *parameters = subscribing;
    uint8_t error;

    (void)nothing;
    if (parameters == NULL) {
        return;
    }
    subscribing = NULL;
    error = phone_write_cccd(parameters->ccc_handle, parameters->value);
    if (error == 0) {
        subscribed = parameters;
    } else {
        (void)parameters->notify(&the_link, parameters, NULL, 0);
    }
    parameters->subscribe(&the_link, error, parameters);
}

int bt_gatt_subscribe(struct bt_conn *connection, struct bt_gatt_subscribe_params *parameters)
{
    world_forbid(parameters->value_handle != PHONE_VALUE, "subscribe to the value");
    world_forbid(parameters->flags[0] != 1L << BT_GATT_SUBSCRIBE_FLAG_VOLATILE, "it must end with the link");
    if (subscribed != NULL) {
        return -EALREADY;
    }
    if (!begins(connection, subscribing, answer_subscription)) {
        return -ENOTCONN;
    }
    subscribing = parameters;
    return 0;
}

void stack_notifies(const uint8_t *bytes, uint16_t size)
{
    if (subscribed != NULL) {
        (void)subscribed->notify(&the_link, subscribed, bytes, size);
    }
}

int bt_uuid_cmp(const struct bt_uuid *one, const struct bt_uuid *other)
{
    const struct bt_uuid_16 *a = (const struct bt_uuid_16 *)(const void *)one;
    const struct bt_uuid_16 *b = (const struct bt_uuid_16 *)(const void *)other;

    world_forbid(one->type != BT_UUID_TYPE_16 || other->type != BT_UUID_TYPE_16, "compare short UUIDs");
    return a->val - b->val;
}
