/* Central for an nRF52832 dongle in a 3D printed stem cap. Zephyr 3.5, bt_gatt_read()
 * with an explicit offset; single.offset is whatever rx.want says. */
#include "kbc_harness.h"

#define NAV_VALUE_MAX 512
#define NAV_HDR_LEN   9
#define NAV_MIN_CHUNK 20
#define BT_ATT_ERR_INVALID_OFFSET     0x07
#define BT_ATT_ERR_ATTRIBUTE_NOT_LONG 0x0b
#define MIN(a, b) ((a) < (b) ? (a) : (b)) /* sys/util.h */

enum rx_state { RX_IDLE, RX_FIRST, RX_MORE, RX_CHECK };

static struct {
	enum rx_state state;
	uint8_t buf[NAV_VALUE_MAX];
	size_t len, first_len; /* bytes so far (the next offset), and those of the first response */
	uint32_t restarts, max_restarts;
} rx;

static uint32_t sys_get_le32(const uint8_t src[4])
{
	return (uint32_t)src[3] << 24 | (uint32_t)src[2] << 16 | (uint32_t)src[1] << 8 | src[0];
}

static kbc_result nav_decode(const uint8_t *buf, size_t len, kbc_instruction *ins)
{
	if (len < NAV_HDR_LEN || len > NAV_VALUE_MAX) {
		return len < NAV_HDR_LEN ? KBC_TRUNCATED : KBC_OVERSIZED;
	}
	ins->identifier = sys_get_le32(&buf[0]);
	ins->arrow = buf[4];
	ins->distance_in_meters = sys_get_le32(&buf[5]);
	ins->street = &buf[NAV_HDR_LEN];
	ins->street_size = len - NAV_HDR_LEN;
	return KBC_OK;
}

static kbc_result nav_notified(const uint8_t *buf, size_t len, kbc_instruction *ins)
{
	if (len != 4) {
		return len < NAV_HDR_LEN ? KBC_MALFORMED_NOTIFICATION : nav_decode(buf, len, ins);
	}
	ins->is_identifier_only = true;
	ins->identifier = sys_get_le32(buf);
	return KBC_OK;
}

static void rx_reset(const kbc_reading *cfg)
{
	memset(&rx, 0, sizeof(rx));
	rx.max_restarts = cfg->maximum_restarts;
}

static void rx_fail(kbc_step *out, kbc_result why, size_t offset)
{
	out->kind = KBC_FAILED;
	out->error = why;
	out->error_offset = offset;
	rx.state = RX_IDLE;
}

static void rx_give(kbc_step *out, kbc_step_kind kind, enum rx_state next)
{
	out->kind = kind;
	out->bytes = rx.buf;
	out->size = rx.len;
	rx.state = next;
}

static void rx_first(const uint8_t *data, size_t len, kbc_step *out)
{
	memcpy(rx.buf, data, len);
	rx.len = rx.first_len = len;
	const bool all = len < NAV_MIN_CHUNK || len == NAV_VALUE_MAX;

	rx_give(out, all ? KBC_OBJECT : KBC_PARTIAL, all ? RX_IDLE : RX_MORE);
}

static void rx_data(const uint8_t *data, size_t len, kbc_step *out)
{
	const size_t base = rx.state == RX_MORE ? rx.len : 0;

	if (base + len >= sizeof(rx.buf)) {
		rx_fail(out, KBC_OVERSIZED, NAV_VALUE_MAX);
	} else if (rx.state == RX_FIRST) {
		rx_first(data, len, out);
	} else if (rx.state == RX_MORE) {
		memcpy(rx.buf + rx.len, data, len);
		rx.len += len;
		if (len < rx.first_len || rx.len == NAV_VALUE_MAX) {
			rx.state = RX_CHECK;
		}
	} else if (memcmp(rx.buf, data, MIN(len, rx.first_len)) == 0) {
		rx_give(out, KBC_OBJECT, RX_IDLE);
	} else if (rx.restarts == rx.max_restarts) {
		rx_fail(out, KBC_RESTARTS_EXHAUSTED, 0);
	} else {
		rx.restarts++;
		rx_first(data, len, out);
	}
}

static void rx_att_error(uint8_t err, kbc_step *out)
{
	if (err != BT_ATT_ERR_INVALID_OFFSET && err != BT_ATT_ERR_ATTRIBUTE_NOT_LONG) {
		out->att_error = err;
		rx_fail(out, KBC_ATT_ERROR, rx.state == RX_MORE ? rx.len : 0);
	} else if (rx.state == RX_FIRST) {
		rx_give(out, KBC_OBJECT, RX_IDLE);
	} else {
		rx.state = RX_CHECK; /* that was all of it */
	}
}

static void rx_event(const kbc_event *ev, kbc_step *out)
{
	const size_t want = rx.state == RX_MORE ? rx.len : 0;

	if (ev->kind == KBC_BEGIN) {
		rx.state = RX_FIRST;
		rx.len = rx.restarts = 0;
	} else if (ev->kind == KBC_CANCEL) {
		rx.state = RX_IDLE;
	} else if (ev->kind == KBC_CHUNK || ev->kind == KBC_ERROR) {
		if (rx.state == RX_IDLE || ev->offset != want) {
			out->kind = KBC_FAILED;
			out->error = KBC_UNEXPECTED_OFFSET;
			out->error_offset = ev->offset;
		} else if (ev->kind == KBC_CHUNK) {
			rx_data(ev->bytes, ev->size, out);
		} else {
			rx_att_error(ev->att_error, out);
		}
	}
	out->restarts = rx.restarts;
	out->awaits = rx.state == RX_IDLE ? -1 : rx.state == RX_MORE ? (long)rx.len : 0;
}

int main(void)
{
	kbc_device dev = kbc_device_with(nav_decode);

	dev.name = "stem cap dongle";
	dev.notification = nav_notified;
	dev.reset = rx_reset;
	dev.step = rx_event;
	dev.radios = KBC_OFFSET_READS;
	return kbc_run(&dev);
}
