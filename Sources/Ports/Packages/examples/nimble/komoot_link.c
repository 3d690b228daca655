/*
 * Carries out what the central session of knav.h asks for, with NimBLE's host: rules C.1 to C.14 of
 * Docs/Sessions.md are in the session, and only the calls are here.
 *
 * The radio is KNAV_OFFSET_READS: ble_gattc_read_long makes one request at the offset that it is given,
 * and stops if its callback returns another value than 0. So the session sees every chunk, and can prove
 * that an object is whole and not torn. Neither ble_gattc_read, which knows no offset, nor
 * NimBLE-Arduino's readValue can give it that.
 *
 * Everything runs on the host's task: its callbacks come there, and so does the timer.
 */
#include "komoot_link.h"

#include <string.h>

#include "knav_display.h"

/* NimBLE-Arduino keeps the host's headers in folders of its own. */
#if __has_include("nimble/nimble/host/include/host/ble_hs.h")
#include "nimble/nimble/host/include/host/ble_hs.h"
#include "nimble/porting/nimble/include/nimble/nimble_port.h"
#else
#include "host/ble_hs.h"
#include "nimble/nimble_port.h"
#endif

enum {
    RETRY_INTERVAL = 1000,        /* in milliseconds: for a scan or a disconnection that failed */
    LARGEST_MTU = 527,            /* NimBLE's own limit is lower or equal */
    ATT_UNLIKELY_ERROR = 0x0E,    /* stands for a failure that is not the phone's */
    CHARACTERISTIC_UUID = 0x2803, /* of a declaration */
    CCCD_UUID = 0x2902
};

/* The least significant byte first: 71C1E128-D92F-4FA8-A2B2-0F171DB3436C and
 * 503DD605-9BCB-4F6E-B235-270A57483026. */
static const ble_uuid128_t service_uuid =
    BLE_UUID128_INIT(0x6c, 0x43, 0xb3, 0x1d, 0x17, 0x0f, 0xb2, 0xa2, 0xa8, 0x4f, 0x2f, 0xd9, 0x28, 0xe1,
                     0xc1, 0x71);
static const ble_uuid128_t characteristic_uuid =
    BLE_UUID128_INIT(0x26, 0x30, 0x48, 0x57, 0x0a, 0x27, 0x35, 0xb2, 0x6e, 0x4f, 0xcb, 0x9b, 0x05, 0xd6,
                     0x3d, 0x50);

static struct {
    uint32_t ticket;     /* the session's name for it */
    uint16_t connection; /* BLE_HS_CONN_HANDLE_NONE while it comes up */
    uint16_t service_start, service_end, value, cccd; /* handles; 0 if not found */
    bool exists;    /* from the attempt to connect until NimBLE says that the link is gone */
    bool is_wanted; /* the session has not dropped it */
    bool is_past;   /* discovery has come to another characteristic */
} current;

static knav_central session;
static komoot_show *show;
static struct ble_npl_callout alarm_clock;
static bool is_started, is_performing, wants_scan;
static bool is_scanning; /* not if the program scans for something else */
static bool may_scan = true;
static uint8_t received[LARGEST_MTU];

static void settle(bool is_retry);
static void perform(const knav_central_effect *effect);
static int on_gap_event(struct ble_gap_event *event, void *argument);

/* ---- The session -------------------------------------------------------------------------- */

/* NimBLE keeps a request's ticket as the argument of its callback. */
static void *as_argument(uint32_t ticket)
{
    return (void *)(uintptr_t)ticket;
}

static uint32_t as_ticket(const void *argument)
{
    return (uint32_t)(uintptr_t)argument;
}

/* In milliseconds. Only whole seconds leave the count of ticks, which the time takes in without a remainder. So
 * no fraction is lost, whatever the rate of ticks and however often this is asked; and NimBLE converts less
 * than a second, which no rate overflows. The counter of ticks may wrap. */
static uint64_t now(void)
{
    static uint64_t seconds;
    static ble_npl_time_t second_start;
    const ble_npl_time_t ticks = ble_npl_time_get(), second = ble_npl_time_ms_to_ticks32(1000);
    const ble_npl_time_t passed = (ticks - second_start) / second;

    seconds += passed;
    second_start += passed * second;
    return seconds * 1000 + ble_npl_time_ticks_to_ms32(ticks - second_start);
}

static void happen(knav_central_event event)
{
    knav_central_effect effect;

    knav_central_handle(&session, &event, now());
    if (is_performing) {
        return; /* NimBLE refused at once; the session handles that after its last effect */
    }
    is_performing = true;
    while (knav_central_next_effect(&session, &effect)) {
        perform(&effect);
    }
    is_performing = false;
    settle(false);
}

static void happen_to_link(uint8_t kind)
{
    happen((knav_central_event){.kind = kind, .ticket = current.ticket});
}

/* A request failed: `status` is NimBLE's. */
static void fail(uint32_t ticket, int status)
{
    uint8_t att_error = ATT_UNLIKELY_ERROR;

    if (status == BLE_HS_ENOTCONN && !is_performing) {
        return; /* NimBLE tells next that the link is gone */
    }
    if (status > BLE_HS_ERR_ATT_BASE && status <= BLE_HS_ERR_ATT_BASE + UINT8_MAX) {
        att_error = (uint8_t)(status - BLE_HS_ERR_ATT_BASE);
    }
    happen((knav_central_event){.kind = KNAV_EVENT_FAILED, .ticket = ticket, .att_error = att_error});
}

static void happen_with_bytes(uint8_t kind, uint32_t ticket, const struct os_mbuf *buffer)
{
    uint16_t size = 0;

    if (ble_hs_mbuf_to_flat(buffer, received, sizeof received, &size) != 0) {
        fail(ticket, BLE_HS_EMSGSIZE);
        return;
    }
    happen((knav_central_event){.kind = kind, .ticket = ticket, .bytes = received, .size = size});
}

static void on_timer(struct ble_npl_event *event)
{
    (void)event;
    settle(true);
    happen((knav_central_event){.kind = is_started ? KNAV_EVENT_TIME_PASSED : KNAV_EVENT_START});
    is_started = true;
}

/* ---- Scanning and connecting -------------------------------------------------------------- */

/* A phone's address in six bytes, and its type. */
static uint64_t peer_of(const ble_addr_t *address)
{
    uint64_t peer = address->type;

    for (int i = 5; i >= 0; i--) {
        peer = peer << 8 | address->val[i];
    }
    return peer;
}

static ble_addr_t address_of(uint64_t peer)
{
    ble_addr_t address;

    for (int i = 0; i < 6; i++) {
        address.val[i] = (uint8_t)(peer >> (8 * i));
    }
    address.type = (uint8_t)(peer >> 48);
    return address;
}

static void scan(void)
{
    const struct ble_gap_disc_params parameters = {.filter_duplicates = 1};
    uint8_t own_type;
    int status = ble_hs_id_infer_auto(0, &own_type);

    if (status == 0) {
        status = ble_gap_disc(own_type, BLE_HS_FOREVER, &parameters, on_gap_event, NULL);
    }
    is_scanning = status == 0; /* BLE_HS_EALREADY: the program scans, and its callback gets the reports */
}

static void stop_scan(void)
{
    if (is_scanning) {
        (void)ble_gap_disc_cancel();
    }
    is_scanning = false;
}

static void hang_up(void)
{
    /* A call that fails is repeated by settle. */
    if (current.connection == BLE_HS_CONN_HANDLE_NONE) {
        (void)ble_gap_conn_cancel();
    } else {
        (void)ble_gap_terminate(current.connection, BLE_ERR_REM_USER_CONN_TERM);
    }
}

/* Does what had to wait, and sets the timer. NimBLE can't scan while it connects, so a scan begins when
 * the last link is gone. */
static void settle(bool is_retry)
{
    const uint64_t deadline = knav_central_deadline(&session), time = now();
    uint64_t delay;

    if (is_retry && current.exists && !current.is_wanted) {
        hang_up();
    }
    if (!ble_gap_disc_active()) {
        is_scanning = false; /* the program has ended it */
    }
    if (wants_scan && may_scan && !is_scanning && !current.exists) {
        scan();
    }
    if (deadline == KNAV_NO_DEADLINE || deadline > time + RETRY_INTERVAL) {
        delay = RETRY_INTERVAL;
    } else {
        delay = deadline > time ? deadline - time : 1;
    }
    (void)ble_npl_callout_reset(&alarm_clock, ble_npl_time_ms_to_ticks32((uint32_t)delay));
}

static void connect_to(const knav_central_effect *effect)
{
    const ble_addr_t address = address_of(effect->peer);
    uint8_t own_type;
    int status;

    memset(&current, 0, sizeof current);
    current.ticket = effect->ticket;
    current.connection = BLE_HS_CONN_HANDLE_NONE;
    status = ble_hs_id_infer_auto(0, &own_type);
    if (status == 0) {
        status = ble_gap_connect(own_type, &address, BLE_HS_FOREVER, NULL, on_gap_event, NULL);
    }
    current.exists = current.is_wanted = status == 0;
    if (status != 0) {
        happen_to_link(KNAV_EVENT_DISCONNECTED);
    }
}

static void on_link_gone(void)
{
    const bool was_wanted = current.is_wanted;

    current.exists = current.is_wanted = false;
    if (was_wanted) {
        happen_to_link(KNAV_EVENT_DISCONNECTED);
    } else {
        settle(false);
    }
}

/* The MTU stays at 23 if the phone refuses to change it; that is enough. */
static int on_mtu(uint16_t connection, const struct ble_gatt_error *error, uint16_t mtu, void *argument)
{
    (void)mtu;
    if (error->status != BLE_HS_ENOTCONN) {
        happen((knav_central_event){.kind = KNAV_EVENT_CONNECTED,
                                    .ticket = as_ticket(argument),
                                    .mtu = ble_att_mtu(connection)});
    }
    return 0;
}

/* NimBLE does not keep requests back while another one is outstanding. So the session learns that the
 * link is up when the MTU has been agreed. */
static void on_connected(uint16_t connection)
{
    const struct ble_gatt_error none = {.status = 0};

    current.connection = connection;
    if (!current.is_wanted) {
        hang_up(); /* it came up just when the session gave it up */
    } else if (ble_gattc_exchange_mtu(connection, on_mtu, as_argument(current.ticket)) != 0) {
        (void)on_mtu(connection, &none, 0, as_argument(current.ticket));
    }
}

static bool offers_navigation(const struct ble_gap_disc_desc *advertisement)
{
    struct ble_hs_adv_fields fields;

    if (ble_hs_adv_parse_fields(&fields, advertisement->data, advertisement->length_data) != 0) {
        return false;
    }
    for (int i = 0; i < fields.num_uuids128; i++) {
        if (ble_uuid_cmp(&fields.uuids128[i].u, &service_uuid.u) == 0) {
            return true;
        }
    }
    return false;
}

/* The phone has lost the keys of an earlier pairing: forget them too, and pair again. */
static int pair_again(uint16_t connection)
{
    struct ble_gap_conn_desc description;

    if (ble_gap_conn_find(connection, &description) == 0) {
        (void)ble_store_util_delete_peer(&description.peer_id_addr);
    }
    return BLE_GAP_REPEAT_PAIRING_RETRY;
}

static int on_gap_event(struct ble_gap_event *event, void *argument)
{
    (void)argument;
    switch (event->type) {
    case BLE_GAP_EVENT_DISC:
        if (is_scanning && offers_navigation(&event->disc)) {
            happen((knav_central_event){.kind = KNAV_EVENT_FOUND, .peer = peer_of(&event->disc.addr)});
        }
        break;
    case BLE_GAP_EVENT_DISC_COMPLETE: is_scanning = false; break; /* the timer begins anew */
    case BLE_GAP_EVENT_CONNECT:
        if (event->connect.status == 0) {
            on_connected(event->connect.conn_handle);
        } else {
            on_link_gone();
        }
        break;
    case BLE_GAP_EVENT_DISCONNECT: on_link_gone(); break;
    case BLE_GAP_EVENT_MTU:
        if (!current.is_wanted) {
            break;
        }
        happen((knav_central_event){
            .kind = KNAV_EVENT_MTU_CHANGED, .ticket = current.ticket, .mtu = event->mtu.value});
        break;
    case BLE_GAP_EVENT_NOTIFY_RX:
        if (current.is_wanted && event->notify_rx.attr_handle == current.value) {
            happen_with_bytes(KNAV_EVENT_NOTIFIED, current.ticket, event->notify_rx.om);
        }
        break;
    case BLE_GAP_EVENT_REPEAT_PAIRING: return pair_again(event->repeat_pairing.conn_handle);
    default: break;
    }
    return 0;
}

/* ---- Requests ------------------------------------------------------------------------------- */

static void finish_discovery(uint32_t ticket)
{
    happen((knav_central_event){.kind = current.value != 0 ? KNAV_EVENT_DISCOVERED : KNAV_EVENT_NOT_DISCOVERED,
                                .ticket = ticket,
                                .has_cccd = current.cccd != 0});
}

static int on_descriptor(uint16_t connection, const struct ble_gatt_error *error, uint16_t value,
                         const struct ble_gatt_dsc *descriptor, void *argument)
{
    (void)connection;
    (void)value;
    if (error->status == 0) {
        const uint16_t uuid = ble_uuid_u16(&descriptor->uuid.u);

        current.is_past = current.is_past || uuid == CHARACTERISTIC_UUID;
        if (uuid == CCCD_UUID && !current.is_past) {
            current.cccd = descriptor->handle;
        }
    } else if (error->status == BLE_HS_EDONE) {
        finish_discovery(as_ticket(argument));
    } else {
        fail(as_ticket(argument), error->status);
    }
    return 0;
}

static int on_characteristic(uint16_t connection, const struct ble_gatt_error *error,
                             const struct ble_gatt_chr *characteristic, void *argument)
{
    int status = error->status;

    if (status == 0) {
        current.value = characteristic->val_handle;
        return 0;
    }
    if (status == BLE_HS_EDONE && (current.value == 0 || current.value >= current.service_end)) {
        finish_discovery(as_ticket(argument)); /* nothing follows the value: there is no CCCD */
        return 0;
    }
    if (status == BLE_HS_EDONE) {
        status = ble_gattc_disc_all_dscs(connection, current.value, current.service_end, on_descriptor, argument);
    }
    if (status != 0) {
        fail(as_ticket(argument), status);
    }
    return 0;
}

static int on_service(uint16_t connection, const struct ble_gatt_error *error,
                      const struct ble_gatt_svc *service, void *argument)
{
    int status = error->status;

    if (status == 0) {
        current.service_start = service->start_handle;
        current.service_end = service->end_handle;
        return 0;
    }
    if (status == BLE_HS_EDONE && current.service_start == 0) {
        finish_discovery(as_ticket(argument));
        return 0;
    }
    if (status == BLE_HS_EDONE) {
        status = ble_gattc_disc_chrs_by_uuid(connection, current.service_start, current.service_end,
                                             &characteristic_uuid.u, on_characteristic, argument);
    }
    if (status != 0) {
        fail(as_ticket(argument), status);
    }
    return 0;
}

static int discover(uint32_t ticket)
{
    current.service_start = current.service_end = current.value = current.cccd = 0;
    current.is_past = false;
    return ble_gattc_disc_svc_by_uuid(current.connection, &service_uuid.u, on_service, as_argument(ticket));
}

static int on_subscribed(uint16_t connection, const struct ble_gatt_error *error,
                         struct ble_gatt_attr *attribute, void *argument)
{
    (void)connection;
    (void)attribute;
    if (error->status == 0) {
        happen((knav_central_event){.kind = KNAV_EVENT_SUBSCRIBED, .ticket = as_ticket(argument)});
    } else {
        fail(as_ticket(argument), error->status);
    }
    return 0;
}

static int subscribe(uint32_t ticket)
{
    static const uint8_t notifications[] = {1, 0};

    return ble_gattc_write_flat(current.connection, current.cccd, notifications, sizeof notifications,
                                on_subscribed, as_argument(ticket));
}

static int on_chunk(uint16_t connection, const struct ble_gatt_error *error,
                    struct ble_gatt_attr *attribute, void *argument)
{
    (void)connection;
    if (error->status == 0) {
        happen_with_bytes(KNAV_EVENT_ANSWERED, as_ticket(argument), attribute->om);
    } else {
        fail(as_ticket(argument), error->status);
    }
    return BLE_HS_EDONE; /* one request: don't read on */
}

static void show_and_pair(const knav_central_effect *effect)
{
    show(effect);
    if (effect->kind == KNAV_EFFECT_REPORT && effect->status == KNAV_STATUS_PAIRING_REQUIRED) {
        /* If this fails, the rider can still pair from the phone. The session asks again by itself. */
        (void)ble_gap_security_initiate(current.connection);
    }
}

static void perform(const knav_central_effect *effect)
{
    int status = 0;

    switch (effect->kind) {
    case KNAV_EFFECT_START_SCAN: wants_scan = true; break; /* settle scans */
    case KNAV_EFFECT_STOP_SCAN:
        wants_scan = false;
        stop_scan();
        break;
    case KNAV_EFFECT_CONNECT: connect_to(effect); break;
    case KNAV_EFFECT_DISCONNECT:
        current.is_wanted = false;
        hang_up();
        break;
    case KNAV_EFFECT_DISCOVER: status = discover(effect->ticket); break;
    case KNAV_EFFECT_SUBSCRIBE: status = subscribe(effect->ticket); break;
    case KNAV_EFFECT_READ:
        status = ble_gattc_read_long(current.connection, current.value, effect->offset, on_chunk,
                                     as_argument(effect->ticket));
        break;
    default: show_and_pair(effect); break;
    }
    if (status != 0) {
        fail(effect->ticket, status);
    }
}

int komoot_link_start(komoot_show *shows)
{
    const knav_central_configuration configuration =
        knav_central_usual_configuration(KNAV_OFFSET_READS);

    show = shows;
    knav_central_init(&session, &configuration);
    ble_npl_callout_init(&alarm_clock, nimble_port_get_dflt_eventq(), on_timer, NULL);
    return (int)ble_npl_callout_reset(&alarm_clock, 1); /* the session starts on the host's task */
}

void komoot_link_may_scan(bool may)
{
    may_scan = may;
    if (may) {
        settle(false);
    } else {
        stop_scan();
    }
}

void komoot_link_show_again(void)
{
    knav_central_deliver_again(&session);
}
