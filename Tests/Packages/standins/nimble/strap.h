/*
 * A heart-rate strap, in nimble_host.c. It comes late, after the phone, so that the link has to stop
 * a scan. It measures each second, and after five goes away for a while.
 */

enum { STRAP = 2, STRAP_VALUE = 0x22, STRAP_CCCD = 0x23, PHONE_COMES = 15000, STRAP_COMES = 25000, STRAP_MEASURES = 5 };

static ble_gap_event_fn *strap_function;
static ble_gatt_chr_fn *strap_characteristic;
static ble_gatt_dsc_fn *strap_descriptor;
static void *strap_argument;
static bool is_strap_connected;
static int measurements;

static void strap_tells(struct ble_gap_event event)
{
    (void)strap_function(&event, NULL);
}

/* ---- Scanning and connecting ---- */

static void strap_is_scanned(void)
{
    static const uint8_t bytes[] = {2, 0x01, 0x06, 3, 0x03, 0x0d, 0x18};

    if (!is_strap_connected && world_now() >= STRAP_COMES) {
        strap_tells((struct ble_gap_event){
            .type = BLE_GAP_EVENT_DISC,
            .disc = {.data = bytes, .length_data = sizeof bytes, .addr = {.type = 0, .val = {9}}}});
    }
}

static void end_strap_scan(uintptr_t scan)
{
    if (is_scanning && is_strap_scan && scan == generation) {
        is_scanning = false;
        strap_tells((struct ble_gap_event){.type = BLE_GAP_EVENT_DISC_COMPLETE});
    }
}

static void advertise(uintptr_t scan);

static int strap_scan(int32_t milliseconds, ble_gap_event_fn *callback)
{
    world_forbid(is_strap_connected, "the strap is there already");
    if (is_connecting) {
        return BLE_HS_EBUSY;
    }
    world_forbid(is_scanning, "tell the link to stop its scan");
    is_scanning = is_strap_scan = true;
    phone_begins = PHONE_COMES;
    strap_function = callback;
    world_after(ANSWER_TIME, advertise, ++generation);
    world_after((uint64_t)milliseconds, end_strap_scan, generation);
    return 0;
}

static void end_connecting_strap(uintptr_t nothing)
{
    (void)nothing;
    is_connecting = false;
    is_strap_connected = true;
    strap_tells((struct ble_gap_event){.type = BLE_GAP_EVENT_CONNECT, .connect = {.conn_handle = STRAP}});
}

static int strap_connect(const ble_addr_t *peer, ble_gap_event_fn *callback)
{
    world_forbid(peer->val[0] != 9 || callback != strap_function, "this is not the strap");
    world_forbid(is_scanning || is_connecting, "the radio is in use");
    is_connecting = true;
    world_after(300, end_connecting_strap, 0);
    return 0;
}

static int strap_terminate(void)
{
    world_forbid(true, "nothing is wrong with the strap");
    return 0;
}

/* ---- Requests ---- */

static void answer_strap_characteristic(uintptr_t nothing)
{
    const struct ble_gatt_error found = {0, 0}, done = {BLE_HS_EDONE, 0};
    const struct ble_gatt_chr characteristic = {.val_handle = STRAP_VALUE};

    (void)nothing;
    (void)strap_characteristic(STRAP, &found, &characteristic, strap_argument);
    (void)strap_characteristic(STRAP, &done, NULL, strap_argument);
}

static int strap_discover(const ble_uuid_t *uuid, ble_gatt_chr_fn *callback, void *argument)
{
    world_forbid(ble_uuid_u16(uuid) != 0x2a37, "the strap has no such characteristic");
    strap_characteristic = callback;
    strap_argument = argument;
    world_after(ANSWER_TIME, answer_strap_characteristic, 0);
    return 0;
}

static void answer_strap_descriptors(uintptr_t nothing)
{
    const struct ble_gatt_error found = {0, 0};
    struct ble_gatt_dsc descriptor = {.handle = STRAP_CCCD, .uuid = {.u16 = {{BLE_UUID_TYPE_16}, 0x2902}}};

    (void)nothing;
    if (strap_descriptor(STRAP, &found, STRAP_VALUE, &descriptor, strap_argument) == 0) {
        descriptor.handle += 3; /* the next characteristic's */
        (void)strap_descriptor(STRAP, &found, STRAP_VALUE, &descriptor, strap_argument);
    }
}

static int strap_describe(uint16_t start, ble_gatt_dsc_fn *callback, void *argument)
{
    world_forbid(start != STRAP_VALUE, "descriptors follow the value");
    strap_descriptor = callback;
    strap_argument = argument;
    world_after(ANSWER_TIME, answer_strap_descriptors, 0);
    return 0;
}

static void measure(uintptr_t nothing)
{
    static const uint8_t one_byte[] = {0x10, 72, 1, 2}, two_bytes[] = {0x11, 0x2c, 0x01, 1, 2};
    struct os_mbuf buffer = {one_byte, sizeof one_byte};

    (void)nothing;
    if (++measurements % 2 == 0) {
        buffer = (struct os_mbuf){two_bytes, sizeof two_bytes};
    }
    strap_tells((struct ble_gap_event){
        .type = BLE_GAP_EVENT_NOTIFY_RX,
        .notify_rx = {.om = &buffer, .attr_handle = STRAP_VALUE, .conn_handle = STRAP}});
    if (measurements % STRAP_MEASURES != 0) {
        world_after(1000, measure, 0);
        return;
    }
    is_strap_connected = false;
    strap_tells((struct ble_gap_event){.type = BLE_GAP_EVENT_DISCONNECT});
}

static int strap_write(uint16_t handle, const uint8_t *value)
{
    world_forbid(handle != STRAP_CCCD || value[0] != 1 || value[1] != 0, "subscribe to the measurement");
    world_after(1000, measure, 0);
    return 0;
}
