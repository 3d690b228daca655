/* nRF Connect SDK: one ATT Read / Read Blob at a time, put together here. */
#include "kbc_harness.h"

#define MAX_VALUE 512

static struct {
    enum { IDLE, READING, CHECKING } state;
    uint8_t value[MAX_VALUE];
    size_t len, first, last;
    unsigned restarts, max_restarts;
} rd;

static void finish(kbc_step *out)
{
    rd.state = IDLE;
    out->kind = KBC_OBJECT;
    out->bytes = rd.value;
    out->size = rd.len;
}

static void fail(kbc_step *out, kbc_result error, size_t at)
{
    rd.state = IDLE;
    out->kind = KBC_FAILED;
    out->error = error;
    out->error_offset = at;
}

static void chunk(const uint8_t *p, size_t n, kbc_step *out)
{
    if (rd.state == CHECKING) {
        if (n <= MAX_VALUE && memcmp(rd.value, p, n < rd.first ? n : rd.first) == 0)
            return finish(out);
        if (n <= MAX_VALUE && rd.restarts == rd.max_restarts)
            return fail(out, KBC_RESTARTS_EXHAUSTED, 0);
        if (n <= MAX_VALUE) rd.restarts++;
        rd.state = READING;
        rd.len = 0;
    }
    if (rd.len + n > MAX_VALUE)
        return fail(out, KBC_OVERSIZED, MAX_VALUE);
    memcpy(rd.value + rd.len, p, n);
    if (rd.len == 0) {
        rd.first = rd.len = n;
        if (n < 20 || n == MAX_VALUE)
            return finish(out);
        out->kind = KBC_PARTIAL;
        out->bytes = rd.value;
        out->size = n;
    } else {
        rd.len += n;
        if (n < rd.last || n < 20 || rd.len == MAX_VALUE)
            rd.state = CHECKING;
    }
    rd.last = n;
}

static void step(const kbc_event *ev, kbc_step *out)
{
    size_t wanted = rd.state == READING ? rd.len : 0;

    switch (ev->kind) {
    case KBC_BEGIN: rd.state = READING; rd.len = 0; break;
    case KBC_CANCEL: rd.state = IDLE; break;
    case KBC_FORGET_CHUNK_SIZE: break;
    case KBC_CHUNK:
    case KBC_ERROR:
        if (rd.state == IDLE || ev->offset != wanted) {
            out->kind = KBC_FAILED;
            out->error = KBC_UNEXPECTED_OFFSET;
            out->error_offset = ev->offset;
        } else if (ev->kind == KBC_CHUNK) {
            chunk(ev->bytes, ev->size, out);
        } else if (wanted > 0 && ev->att_error == 0x07) {
            rd.state = CHECKING;
        } else {
            fail(out, KBC_ATT_ERROR, wanted);
            out->att_error = ev->att_error;
        }
    }
    out->restarts = rd.restarts;
    if (rd.state != IDLE) out->awaits = rd.state == READING ? (long)rd.len : 0;
}

static kbc_result decode(const uint8_t *v, size_t n, kbc_instruction *shown)
{
    if (n < 9 || n > MAX_VALUE) return n < 9 ? KBC_TRUNCATED : KBC_OVERSIZED;
    memcpy(&shown->identifier, v, 4);
    shown->arrow = v[4];
    memcpy(&shown->distance_in_meters, v + 5, 4);
    shown->street = v + 9;
    shown->street_size = n - 9;
    return KBC_OK;
}

static void reset(const kbc_reading *reading)
{
    memset(&rd, 0, sizeof rd);
    rd.max_restarts = reading->maximum_restarts;
}

int main(void)
{
    kbc_device device = kbc_device_with(decode);
    device.name = "offset reader";
    device.reset = reset;
    device.step = step;
    device.radios = KBC_OFFSET_READS;
    return kbc_run(&device);
}
