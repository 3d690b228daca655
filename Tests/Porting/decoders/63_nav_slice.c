/* no_std in spirit: borrowed slices, explicit results, nothing on the heap. */
#include "kbc_harness.h"

typedef struct slice { const uint8_t *ptr; size_t len; } slice;
enum { MAX_LEN = 512, HEAD = 9, HEAD_PUBLISHED = 21 };

static slice slice_of(const uint8_t *ptr, size_t len) { return (slice){ptr, len}; }

/* &s[from..to], clamped */
static slice slice_sub(slice s, size_t from, size_t to)
{
    if (to > s.len) to = s.len;
    return from < to ? slice_of(s.ptr + from, to - from) : slice_of(s.ptr, 0);
}

static bool slice_eq(slice a, slice b)
{
    const size_t n = a.len < b.len ? a.len : b.len;
    return memcmp(a.ptr, b.ptr, n) == 0;
}

static bool slice_all_zero(slice s)
{
    while (s.len > 0 && s.ptr[s.len - 1] == 0) s.len--;
    return s.len == 0;
}

static uint32_t u32_from_le(slice s)
{
    uint32_t v = 0;
    for (size_t i = 4; i-- > 0;) v = v << 8 | s.ptr[i];
    return v;
}

static uint32_t u32_saturating_add(uint32_t a, uint32_t b) { return a > UINT32_MAX - b ? UINT32_MAX : a + b; }

static kbc_layout detect(slice s, bool cut)
{
    const size_t head = cut ? HEAD_PUBLISHED - 1 : HEAD_PUBLISHED;

    return s.len > head && slice_all_zero(slice_sub(s, HEAD, HEAD_PUBLISHED)) ? KBC_PUBLISHED : KBC_DEPLOYED;
}

static kbc_result parse(const uint8_t *bytes, size_t size, kbc_instruction *out)
{
    const slice s = slice_of(bytes, size);
    const bool cut = out->extent == KBC_POSSIBLY_CUT && s.len >= 20;

    if (s.len > MAX_LEN) return KBC_OVERSIZED;
    if (s.len < HEAD) return KBC_TRUNCATED;
    out->layout = detect(s, cut);
    out->extent = cut ? KBC_POSSIBLY_CUT : KBC_WHOLE;
    out->identifier = u32_from_le(slice_sub(s, 0, 4));
    out->arrow = s.ptr[4];
    out->distance_in_meters = u32_from_le(slice_sub(s, 5, 9));
    const slice street = slice_sub(s, out->layout == KBC_PUBLISHED ? HEAD_PUBLISHED : HEAD, s.len);
    out->street = street.ptr;
    out->street_size = street.len;
    return KBC_OK;
}

static kbc_result display(uint32_t meters, int style, kbc_distance *out)
{
    static char value[16];

    if (meters <= 5 || style != KBC_VENDOR) return KBC_OK; /* None */
    snprintf(value, sizeof value, "%lu0", (unsigned long)(u32_saturating_add(meters, 5) / 10));
    out->value = value, out->unit = "m";
    return KBC_OK;
}

/* ---- enum Reader { Idle, First, More, Verify } ---- */

static struct {
    enum { IDLE, FIRST, MORE, VERIFY } state;
    uint8_t buf[MAX_LEN];
    size_t len, first;
    uint32_t restarts, max_restarts;
} rd;

static void reader_new(const kbc_reading *r) { memset(&rd, 0, sizeof rd), rd.max_restarts = r->maximum_restarts; }

static void fail(kbc_step *out, kbc_result e, size_t at, uint8_t att)
{
    if (e != KBC_UNEXPECTED_OFFSET) rd.state = IDLE;
    out->kind = KBC_FAILED, out->error = e, out->error_offset = at, out->att_error = att;
}

static void emit(kbc_step *out, kbc_step_kind kind)
{
    rd.state = kind == KBC_OBJECT ? IDLE : MORE;
    out->kind = kind, out->bytes = rd.buf, out->size = rd.len;
}

static void on_chunk(slice chunk, kbc_step *out)
{
    if (rd.state == MORE) {
        if (rd.len + chunk.len > MAX_LEN) {
            fail(out, KBC_OVERSIZED, MAX_LEN, 0);
            return;
        }
        memcpy(rd.buf + rd.len, chunk.ptr, chunk.len);
        rd.len += chunk.len;
        if (chunk.len < rd.first || rd.len == MAX_LEN) rd.state = VERIFY;
        return;
    }
    if (rd.state == VERIFY && slice_eq(chunk, slice_of(rd.buf, rd.first))) {
        emit(out, KBC_OBJECT);
    } else if (chunk.len > MAX_LEN) {
        fail(out, KBC_OVERSIZED, MAX_LEN, 0);
    } else if (rd.state == VERIFY && rd.restarts > rd.max_restarts) {
        fail(out, KBC_RESTARTS_EXHAUSTED, 0, 0);
    } else {
        rd.restarts += rd.state == VERIFY;
        memcpy(rd.buf, chunk.ptr, chunk.len);
        rd.len = rd.first = chunk.len;
        emit(out, chunk.len < 20 || chunk.len == MAX_LEN ? KBC_OBJECT : KBC_PARTIAL);
    }
}

static void reader_step(const kbc_event *ev, kbc_step *out)
{
    const size_t wanted = rd.state == MORE ? rd.len : 0;

    if (ev->kind == KBC_BEGIN) {
        rd.restarts = 0, rd.state = FIRST;
    } else if (ev->kind == KBC_CANCEL) {
        rd.state = IDLE;
    } else if (ev->kind != KBC_FORGET_CHUNK_SIZE) {
        if (rd.state == IDLE || ev->offset != wanted) fail(out, KBC_UNEXPECTED_OFFSET, ev->offset, 0);
        else if (ev->kind == KBC_CHUNK) on_chunk(slice_of(ev->bytes, ev->size), out);
        else if (rd.state == MORE && (ev->att_error == 0x07 || ev->att_error == 0x0B)) rd.state = VERIFY;
        else fail(out, KBC_ATT_ERROR, wanted, ev->att_error);
    }
    out->restarts = rd.restarts;
    out->awaits = rd.state == IDLE ? -1 : rd.state == MORE ? (long)rd.len : 0;
}

int main(void)
{
    kbc_device dev = kbc_device_with(parse);

    dev.name = "nav slice";
    dev.members |= KBC_HAS_LAYOUT | KBC_HAS_EXTENT;
    dev.published = true;
    dev.distance = display, dev.styles = KBC_VENDOR;
    dev.reset = reader_new, dev.step = reader_step;
    dev.radios = KBC_OFFSET_READS;
    return kbc_run(&dev);
}
