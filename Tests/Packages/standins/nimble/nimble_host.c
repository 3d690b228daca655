/*
 * NimBLE's host with the phone of phone.c behind it, and the strap of strap.h. It answers each request 10 ms later,
 * and refuses what NimBLE refuses. A scan that ends by itself is one for the strap.
 */
#include "nimble_host.h"

#include <string.h>

#include "world.h"

enum { CONNECTION = 1, ANSWER_TIME = 10, ENDING_TIME = 1000, ADVERTISING_INTERVAL = 200, HCI_ERROR = 0x23e };

struct os_mbuf {
    const uint8_t *bytes;
    uint16_t size;
};

enum request_kind { NOTHING, MTU, SERVICE, CHARACTERISTIC, DESCRIPTORS, READ, WRITE };

static struct {
    enum request_kind kind;
    void *argument;
    uint16_t handle, offset, value;
    union {
        ble_gatt_mtu_fn *mtu;
        ble_gatt_disc_svc_fn *service;
        ble_gatt_chr_fn *characteristic;
        ble_gatt_dsc_fn *descriptor;
        ble_gatt_attr_fn *attribute;
    } function;
} request;

static ble_gap_event_fn *gap_function;
static uint16_t mtu;
static bool is_scanning, is_reported, is_connecting, is_late, is_connected;
static bool is_strap_scan; /* that is going on */
static unsigned generation; /* of scans */
static int scans;

struct ble_hs_cfg ble_hs_cfg;

static void tell(struct ble_gap_event event)
{
    (void)gap_function(&event, NULL);
}

#include "strap.h"

/* ---- Scanning and connecting ---- */

static void advertise(uintptr_t scan)
{
    struct ble_gap_event event = {.type = BLE_GAP_EVENT_DISC};

    if (!is_scanning || scan != generation) {
        return;
    }
    if (is_strap_scan) {
        strap_is_scanned();
    } else if (!is_reported && phone_advertises(&event.disc.data, &event.disc.length_data, event.disc.addr.val)) {
        is_reported = true; /* duplicates are filtered */
        event.disc.addr.type = 1;
        tell(event);
    }
    world_after(ADVERTISING_INTERVAL, advertise, scan);
}

/* The program ends whatever scan there is, which NimBLE tells nobody. */
static void end_scan(uintptr_t nothing)
{
    (void)nothing;
    is_scanning = false;
}

int ble_gap_disc(uint8_t own_address_type, int32_t milliseconds, const struct ble_gap_disc_params *parameters,
                 ble_gap_event_fn *callback, void *argument)
{
    (void)argument;
    world_forbid(own_address_type != 0 || parameters == NULL, "scan with the own address");
    world_forbid(!parameters->filter_duplicates || parameters->passive, "scan actively, once for each phone");
    if (milliseconds != BLE_HS_FOREVER) {
        return strap_scan(milliseconds, callback);
    }
    if (++scans == 1) {
        return BLE_HS_ENOTSYNCED; /* the host is not ready at first */
    }
    world_forbid(is_connected, "nobody asked for a scan");
    if (is_connecting) {
        return BLE_HS_EBUSY;
    }
    if (is_scanning || scans <= 1 + WORLD_OTHER_SCANS) {
        return BLE_HS_EALREADY;
    }
    world_forbid(scans == 2 + WORLD_OTHER_SCANS && world_now() > WORLD_SCAN_BEGINS, "scan when the other one ends");
    is_scanning = true;
    is_strap_scan = is_reported = false;
    if (scans == 2 + WORLD_OTHER_SCANS) {
        world_after(ANSWER_TIME / 2, end_scan, 0);
    }
    gap_function = callback;
    world_after(ANSWER_TIME, advertise, ++generation);
    return 0;
}

int ble_gap_disc_cancel(void)
{
    world_forbid(!is_scanning, "this ends another's scan");
    is_scanning = false;
    return 0;
}

int ble_gap_disc_active(void)
{
    return is_scanning || scans < 1 + WORLD_OTHER_SCANS;
}

static void end_connecting(uintptr_t status)
{
    if (!is_connecting) {
        return;
    }
    is_connecting = false;
    is_connected = status == 0;
    if (is_connected) {
        mtu = PHONE_SMALL_MTU;
        phone_is_connected();
    }
    tell((struct ble_gap_event){.type = BLE_GAP_EVENT_CONNECT,
                                .connect = {.status = (int)status, .conn_handle = CONNECTION}});
}

int ble_gap_connect(uint8_t own_address_type, const ble_addr_t *peer, int32_t milliseconds,
                    const struct ble_gap_conn_params *parameters, ble_gap_event_fn *callback, void *argument)
{
    (void)own_address_type, (void)milliseconds, (void)parameters, (void)argument;
    if (peer->type == 0) {
        return strap_connect(peer, callback);
    }
    world_forbid(peer->type != 1, "the phone's address is random");
    world_forbid(is_connecting || is_connected, "there is a link already");
    if (is_scanning) {
        return BLE_HS_EBUSY;
    }
    gap_function = callback;
    is_late = false;
    switch (phone_is_called(peer->val)) {
    case PHONE_REFUSES_AT_ONCE: return BLE_HS_EINVAL;
    case PHONE_FAILS: world_after(300, end_connecting, HCI_ERROR); break;
    case PHONE_NEVER_ANSWERS: break;
    case PHONE_ANSWERS_LATE: is_late = true; break;
    case PHONE_CONNECTS: world_after(300, end_connecting, 0); break;
    }
    is_connecting = true;
    return 0;
}

int ble_gap_conn_cancel(void)
{
    if (!is_connecting) {
        return BLE_HS_EALREADY;
    }
    world_after(ENDING_TIME, end_connecting, is_late ? 0 : BLE_HS_EAPP);
    return 0;
}

static void answer(uintptr_t nothing);

static void disconnect(uintptr_t reason)
{
    if (!is_connected) {
        return;
    }
    is_connected = false;
    phone_is_disconnected();
    answer(0); /* a request that is outstanding fails first */
    tell((struct ble_gap_event){.type = BLE_GAP_EVENT_DISCONNECT,
                                .disconnect = {.reason = (int)reason, .conn = {.conn_handle = CONNECTION}}});
}

int ble_gap_terminate(uint16_t connection, uint8_t reason)
{
    if (connection == STRAP) {
        return strap_terminate();
    }
    world_forbid(connection != CONNECTION, "this is not the link's handle");
    if (!is_connected) {
        return BLE_HS_ENOTCONN;
    }
    world_after(ENDING_TIME, disconnect, reason);
    return 0;
}

static void end_pairing(uintptr_t nothing)
{
    (void)nothing;
    if (is_connected) {
        phone_is_paired();
    }
}

int ble_gap_security_initiate(uint16_t connection)
{
    world_forbid(connection != CONNECTION || !is_connected, "pairing needs a link");
    world_after(500, end_pairing, 0);
    return 0;
}

void stack_notifies(const uint8_t *bytes, uint16_t size)
{
    struct os_mbuf buffer = {bytes, size};

    tell((struct ble_gap_event){
        .type = BLE_GAP_EVENT_NOTIFY_RX,
        .notify_rx = {.om = &buffer, .attr_handle = PHONE_VALUE, .conn_handle = CONNECTION}});
}

/* ---- Requests ---- */

static int send(enum request_kind kind, uint16_t connection, void *argument)
{
    world_forbid(request.kind != NOTHING, "one request at a time (clause 8.2)");
    world_forbid(connection != CONNECTION, "this is not the link's handle");
    if (!is_connected) {
        return BLE_HS_ENOTCONN;
    }
    request.kind = kind;
    request.argument = argument;
    world_after(ANSWER_TIME, answer, 0);
    return 0;
}

static void answer_descriptors(ble_gatt_dsc_fn *function, void *argument, uint16_t start)
{
    struct ble_gatt_error error = {0, 0};
    size_t count;
    const struct phone_attribute *attributes = phone_attributes(&count);

    for (size_t i = 0; i < count; i++) {
        const struct ble_gatt_dsc descriptor = {
            .handle = attributes[i].handle,
            .uuid = {.u16 = {.u = {.type = BLE_UUID_TYPE_16}, .value = attributes[i].uuid}}};

        if (function(CONNECTION, &error, start, &descriptor, argument) != 0) {
            return;
        }
    }
    error.status = BLE_HS_EDONE;
    (void)function(CONNECTION, &error, start, NULL, argument);
}

/* Long reads go on until a response is not full, unless the callback returns another value than 0. */
static void answer_read(ble_gatt_attr_fn *function, void *argument, uint16_t handle, uint16_t offset)
{
    for (;;) {
        uint8_t bytes[600];
        struct os_mbuf buffer = {bytes, 0};
        struct ble_gatt_attr attribute = {handle, offset, &buffer};
        const uint8_t att_error = phone_read(handle, offset, bytes, &buffer.size);
        struct ble_gatt_error error = {
            (uint16_t)(att_error != 0 ? BLE_HS_ERR_ATT_BASE + att_error : 0), handle};

        if (function(CONNECTION, &error, att_error != 0 ? NULL : &attribute, argument) != 0 || att_error != 0) {
            return;
        }
        offset = (uint16_t)(offset + buffer.size);
        if (buffer.size < mtu - 1) {
            error.status = BLE_HS_EDONE;
            (void)function(CONNECTION, &error, NULL, argument);
            return;
        }
    }
}

static void answer(uintptr_t nothing)
{
    const __typeof__(request) answered = request;
    struct ble_gatt_error error = {(uint16_t)(is_connected ? 0 : BLE_HS_ENOTCONN), 0};
    const struct ble_gatt_error done = {BLE_HS_EDONE, 0};
    const struct ble_gatt_svc service = {.start_handle = PHONE_SERVICE_START, .end_handle = PHONE_SERVICE_END};
    const struct ble_gatt_chr characteristic = {.def_handle = PHONE_DECLARATION, .val_handle = PHONE_VALUE};

    (void)nothing;
    if (is_connected && (answered.kind == READ || answered.kind == SERVICE) &&
        phone_drops_link(answered.kind == SERVICE)) {
        disconnect(8);
        return;
    }
    if (is_connected && answered.kind == READ && phone_ignores_read()) {
        return;
    }
    request.kind = NOTHING;
    switch (answered.kind) {
    case NOTHING: break;
    case MTU:
        if (is_connected) {
            mtu = phone_exchange_mtu();
            tell((struct ble_gap_event){.type = BLE_GAP_EVENT_MTU,
                                        .mtu = {.conn_handle = CONNECTION, .value = mtu}});
        }
        (void)answered.function.mtu(CONNECTION, &error, mtu, answered.argument);
        break;
    case SERVICE:
        if (!is_connected) {
            (void)answered.function.service(CONNECTION, &error, NULL, answered.argument);
            break;
        }
        if (phone_has_service()) {
            (void)answered.function.service(CONNECTION, &error, &service, answered.argument);
        }
        (void)answered.function.service(CONNECTION, &done, NULL, answered.argument);
        break;
    case CHARACTERISTIC:
        if (!is_connected) {
            (void)answered.function.characteristic(CONNECTION, &error, NULL, answered.argument);
            break;
        }
        (void)answered.function.characteristic(CONNECTION, &error, &characteristic, answered.argument);
        (void)answered.function.characteristic(CONNECTION, &done, NULL, answered.argument);
        break;
    case DESCRIPTORS:
        if (is_connected) {
            answer_descriptors(answered.function.descriptor, answered.argument, answered.handle);
        } else {
            (void)answered.function.descriptor(CONNECTION, &error, answered.handle, NULL, answered.argument);
        }
        break;
    case READ:
        if (is_connected) {
            answer_read(answered.function.attribute, answered.argument, answered.handle, answered.offset);
        } else {
            (void)answered.function.attribute(CONNECTION, &error, NULL, answered.argument);
        }
        break;
    case WRITE:
        if (is_connected) {
            const uint8_t att_error = phone_write_cccd(answered.handle, answered.value);

            error.status = (uint16_t)(att_error != 0 ? BLE_HS_ERR_ATT_BASE + att_error : 0);
        }
        (void)answered.function.attribute(CONNECTION, &error, NULL, answered.argument);
        break;
    }
}

uint16_t ble_att_mtu(uint16_t connection)
{
    return connection == CONNECTION && is_connected ? mtu : 0;
}

int ble_gattc_exchange_mtu(uint16_t connection, ble_gatt_mtu_fn *callback, void *argument)
{
    request.function.mtu = callback;
    return send(MTU, connection, argument);
}

int ble_gattc_disc_svc_by_uuid(uint16_t connection, const ble_uuid_t *uuid, ble_gatt_disc_svc_fn *callback,
                               void *argument)
{
    const ble_uuid128_t *wanted = (const ble_uuid128_t *)(const void *)uuid;

    world_forbid(memcmp(wanted->value, phone_service_uuid, 16) != 0, "no phone has this service");
    request.function.service = callback;
    return send(SERVICE, connection, argument);
}

int ble_gattc_disc_chrs_by_uuid(uint16_t connection, uint16_t start, uint16_t end, const ble_uuid_t *uuid,
                                ble_gatt_chr_fn *callback, void *argument)
{
    const ble_uuid128_t *wanted = (const ble_uuid128_t *)(const void *)uuid;

    if (connection == STRAP) {
        return strap_discover(uuid, callback, argument);
    }
    world_forbid(memcmp(wanted->value, phone_characteristic_uuid, 16) != 0, "no phone has this characteristic");
    world_forbid(start != PHONE_SERVICE_START || end != PHONE_SERVICE_END, "these are not the service's handles");
    request.function.characteristic = callback;
    return send(CHARACTERISTIC, connection, argument);
}

int ble_gattc_disc_all_dscs(uint16_t connection, uint16_t start, uint16_t end, ble_gatt_dsc_fn *callback,
                            void *argument)
{
    if (connection == STRAP) {
        return strap_describe(start, callback, argument);
    }
    world_forbid(start != PHONE_VALUE || end != PHONE_SERVICE_END, "descriptors follow the value");
    request.function.descriptor = callback;
    request.handle = start;
    return send(DESCRIPTORS, connection, argument);
}

int ble_gattc_read_long(uint16_t connection, uint16_t handle, uint16_t offset, ble_gatt_attr_fn *callback,
                        void *argument)
{
    request.function.attribute = callback;
    request.handle = handle;
    request.offset = offset;
    return send(READ, connection, argument);
}

int ble_gattc_write_flat(uint16_t connection, uint16_t handle, const void *bytes, uint16_t size,
                         ble_gatt_attr_fn *callback, void *argument)
{
    const uint8_t *value = bytes;

    world_forbid(size != 2, "a CCCD has two bytes");
    if (connection == STRAP) {
        return strap_write(handle, value);
    }
    request.function.attribute = callback;
    request.handle = handle;
    request.value = (uint16_t)(value[0] | value[1] << 8);
    return send(WRITE, connection, argument);
}

/* ---- What reads bytes ---- */

int ble_uuid_cmp(const ble_uuid_t *one, const ble_uuid_t *other)
{
    const ble_uuid128_t *a = (const ble_uuid128_t *)(const void *)one;
    const ble_uuid128_t *b = (const ble_uuid128_t *)(const void *)other;

    if (one->type != other->type) {
        return one->type - other->type;
    }
    if (one->type == BLE_UUID_TYPE_16) {
        return ble_uuid_u16(one) - ble_uuid_u16(other);
    }
    return memcmp(a->value, b->value, sizeof a->value);
}

uint16_t ble_uuid_u16(const ble_uuid_t *uuid)
{
    return uuid->type == BLE_UUID_TYPE_16 ? ((const ble_uuid16_t *)(const void *)uuid)->value : 0;
}

int ble_hs_mbuf_to_flat(const struct os_mbuf *buffer, void *flat, uint16_t capacity, uint16_t *copied)
{
    *copied = buffer->size < capacity ? buffer->size : capacity;
    memcpy(flat, buffer->bytes, *copied);
    return buffer->size > capacity ? BLE_HS_EMSGSIZE : 0;
}

int ble_hs_adv_parse_fields(struct ble_hs_adv_fields *fields, const uint8_t *bytes, uint8_t size)
{
    static ble_uuid128_t found;
    static ble_uuid16_t short_found;

    memset(fields, 0, sizeof *fields);
    for (uint8_t i = 0; i + 1 < size; i = (uint8_t)(i + bytes[i] + 1)) {
        if (bytes[i + 1] == 0x06 || bytes[i + 1] == 0x07) {
            found.u.type = BLE_UUID_TYPE_128;
            memcpy(found.value, bytes + i + 2, sizeof found.value);
            fields->uuids128 = &found;
            fields->num_uuids128 = 1;
        } else if (bytes[i + 1] == 0x02 || bytes[i + 1] == 0x03) {
            short_found.u.type = BLE_UUID_TYPE_16;
            short_found.value = (uint16_t)(bytes[i + 2] | bytes[i + 3] << 8);
            fields->uuids16 = &short_found;
            fields->num_uuids16 = 1;
        }
    }
    return 0;
}

/* ---- The rest ---- */

int ble_gap_conn_find(uint16_t connection, struct ble_gap_conn_desc *description)
{
    memset(description, 0, sizeof *description);
    return connection == CONNECTION && is_connected ? 0 : BLE_HS_ENOTCONN;
}

int ble_hs_id_infer_auto(int is_private, uint8_t *own_address_type)
{
    *own_address_type = 0;
    return is_private;
}

int ble_store_util_delete_peer(const ble_addr_t *peer)
{
    (void)peer;
    return 0;
}

int ble_store_util_status_rr(struct ble_store_status_event *event, void *argument)
{
    (void)event, (void)argument;
    return 0;
}

ble_npl_time_t ble_npl_time_get(void)
{
    return (ble_npl_time_t)(world_now() / 10 + UINT32_MAX - 300); /* ticks of 10 ms, soon to wrap */
}

uint32_t ble_npl_time_ticks_to_ms32(ble_npl_time_t ticks)
{
    return ticks * 10;
}

ble_npl_time_t ble_npl_time_ms_to_ticks32(uint32_t milliseconds)
{
    return milliseconds / 10;
}

static struct ble_npl_callout *callouts[2];
static uint32_t callout_count;

static void call_out(uintptr_t wanted)
{
    struct ble_npl_callout *callout = callouts[wanted >> 32];

    if (callout->generation == (uint32_t)wanted) {
        callout->function(NULL);
    }
}

void ble_npl_callout_init(struct ble_npl_callout *callout, struct ble_npl_eventq *queue,
                          ble_npl_event_fn *function, void *argument)
{
    (void)queue, (void)argument;
    world_forbid(callout_count == sizeof callouts / sizeof *callouts, "there is no room for this timer");
    callout->function = function;
    callout->number = callout_count;
    callouts[callout_count++] = callout;
}

ble_npl_error_t ble_npl_callout_reset(struct ble_npl_callout *callout, ble_npl_time_t ticks)
{
    const uintptr_t wanted = (uintptr_t)callout->number << 32 | ++callout->generation;

    world_after((ticks > 0 ? ticks : 1) * 10, call_out, wanted);
    return BLE_NPL_OK;
}

struct ble_npl_eventq *nimble_port_get_dflt_eventq(void)
{
    return NULL;
}

int nimble_port_init(void)
{
    return 0;
}

void nimble_port_run(void)
{
    while (world_step(UINT64_MAX)) {
    }
}
