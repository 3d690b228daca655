/*
 * The device's end of the link: events with their time go in, effects and a deadline come out.
 * Each event is handled in this order: first what happened, then what is due at that time, then a
 * changed status.
 */
#include "central.h"

KNAV_STATE_FITS(central, KNAV_CENTRAL_SIZE);

static struct central *state_of(knav_central *central)
{
    return (struct central *)(void *)central;
}

static const struct central *constant_state_of(const knav_central *central)
{
    return (const struct central *)(const void *)central;
}

/* On an overflow, the last possible moment. */
uint64_t knav_session_time_after(uint64_t time, uint32_t interval)
{
    return time > UINT64_MAX - interval ? UINT64_MAX : time + interval;
}

uint32_t knav_session_new_ticket(struct central *central)
{
    central->last_ticket++;
    return central->last_ticket;
}

/* ---- Effects ------------------------------------------------------------------------------ */

struct effect *knav_session_add_effect(struct central *central, uint8_t kind)
{
    struct effect *effect;

    /* There is room for all effects of any event; if not, a new one replaces the last. */
    if (central->effect_count < MAXIMUM_EFFECTS) {
        central->effect_count++;
    }
    effect = &central->effects[central->effect_count - 1];
    memset(effect, 0, sizeof *effect);
    effect->kind = kind;
    return effect;
}

void knav_session_add_request(struct central *central, uint8_t kind, uint32_t ticket)
{
    knav_session_add_effect(central, kind)->ticket = ticket;
}

void knav_session_add_fault(struct central *central, uint8_t fault, knav_error error)
{
    struct effect *effect = knav_session_add_effect(central, KNAV_EFFECT_FAULT);

    effect->detail = fault;
    effect->error = error;
}

/* An event whose ticket is not the expected one changes nothing. */
void knav_session_late(struct central *central)
{
    knav_session_add_fault(central, KNAV_FAULT_LATE_ARRIVAL, knav_no_error());
}

static bool has_effects(const struct central *central)
{
    return central->first_effect < central->effect_count;
}

static void lend(const struct central *central, const struct effect *next,
                 knav_central_effect *effect)
{
    memset(effect, 0, sizeof *effect);
    effect->kind = next->kind;
    effect->ticket = next->ticket;
    effect->offset = next->offset;
    effect->error = next->error;
    switch (next->kind) {
    case KNAV_EFFECT_CONNECT: effect->peer = central->peer; break;
    case KNAV_EFFECT_REPORT: effect->status = next->detail; break;
    case KNAV_EFFECT_FAULT: effect->fault = next->detail; break;
    case KNAV_EFFECT_DELIVER:
        effect->extent = next->detail;
        effect->bytes = knav_reassembler_bytes(&central->reassembler);
        effect->size = central->delivery_size;
        break;
    default: break;
    }
}

/* ---- Questions of the other files --------------------------------------------------------- */

/* Whether that link is up or coming up. */
bool knav_session_is_on(const struct central *central, uint32_t link_ticket)
{
    return central->phase >= KNAV_PHASE_CONNECTING && link_ticket == central->link.ticket;
}

/* Whether that request is outstanding in that phase. */
bool knav_session_awaits(const struct central *central, uint8_t phase, uint32_t ticket)
{
    return central->phase == phase && ticket == central->request;
}

/* Whatever comes next is new to the rider: C.4. */
void knav_session_forget_delivery(struct central *central)
{
    memset(&central->last_delivery, 0, sizeof central->last_delivery);
}

/* Something came from the phone. */
void knav_session_hear(struct central *central)
{
    central->link.last_arrival = central->now;
    central->link.is_silent = false;
}

/* ---- Time --------------------------------------------------------------------------------- */

/* With one callback, only the event for a deadline comes after all that the radio had still to tell
 * (clause 8.9). Any other event may have been told late. So may this one, if the app was suspended: then
 * it waits anew. */
static void pass_marker(struct central *central)
{
    struct link *link = &central->link;
    bool is_late;

    if (central->phase < KNAV_PHASE_DISCOVERING || central->next_deadline > central->now) {
        return;
    }
    is_late = central->now - central->next_deadline > MARKER_TOLERANCE;
    if (link->earlier_mtu_end != 0 && link->earlier_mtu_end <= central->next_deadline) {
        link->earlier_mtu_end = is_late ? knav_session_time_after(central->now, QUIET_INTERVAL) : 0;
        if (!is_late) {
            knav_reassembler_expect_notifications(&central->reassembler);
        }
    }
    if (central->phase != KNAV_PHASE_READY || central->quiet == 0) {
        return;
    }
    if (is_late) {
        knav_session_await_marker(central);
    } else {
        knav_session_confirm(central);
    }
}

static void meet_deadlines(struct central *central)
{
    const bool is_due = central->due <= central->now &&
                        (central->phase != KNAV_PHASE_READY || central->quiet == 0);
    const uint64_t timeout = central->phase == KNAV_PHASE_READING ? central->timeout : 0;
    const bool is_doubtful = central->due < timeout;

    if (central->phase < KNAV_PHASE_CONNECTING) {
        return;
    }
    if (is_due && central->phase != KNAV_PHASE_READY && !is_doubtful) {
        knav_session_drop(central, KNAV_FAULT_TIMED_OUT, knav_no_error());
        return;
    }
    if (is_due && !is_doubtful && central->link.owes_subscription) {
        knav_session_request_subscription(central);
    } else if (is_due) {
        knav_session_read(central);
        if (is_doubtful) {
            central->due = timeout;
            central->timeout = timeout;
        }
    }
    if (central->phase != KNAV_PHASE_CONNECTING &&
        knav_session_time_after(central->link.last_arrival, SILENCE_INTERVAL) <= central->now) {
        central->link.is_silent = true;
    }
}

static uint64_t earliest_deadline(const struct central *central)
{
    const uint64_t silence = knav_session_time_after(central->link.last_arrival, SILENCE_INTERVAL);
    uint64_t deadline = central->due;

    if (central->phase < KNAV_PHASE_CONNECTING) {
        return KNAV_NO_DEADLINE;
    }
    if (central->phase == KNAV_PHASE_CONNECTING) {
        return central->due;
    }
    if (central->phase == KNAV_PHASE_READY && central->quiet != 0) {
        /* No other deadline may be taken for this one. */
        return central->quiet;
    }
    if (!central->link.is_silent && silence < deadline) {
        deadline = silence;
    }
    if (central->link.earlier_mtu_end != 0 && central->link.earlier_mtu_end < deadline) {
        deadline = central->link.earlier_mtu_end;
    }
    return deadline;
}

/* ---- What the rider is told: C.13 --------------------------------------------------------- */

static uint8_t current_status(const struct central *central)
{
    const struct link *link = &central->link;

    switch (central->phase) {
    case KNAV_PHASE_STOPPED: return KNAV_STATUS_STOPPED;
    case KNAV_PHASE_RADIO_OFF: return KNAV_STATUS_RADIO_OFF;
    case KNAV_PHASE_SCANNING:
    case KNAV_PHASE_CONNECTING:
        return central->has_ended ? KNAV_STATUS_ENDED : KNAV_STATUS_SEARCHING;
    default: break;
    }
    if (link->is_silent) {
        return KNAV_STATUS_SILENT;
    }
    if (link->is_pairing_required || link->owes_subscription) {
        return KNAV_STATUS_PAIRING_REQUIRED;
    }
    if (!link->has_instruction) {
        return central->has_ended ? KNAV_STATUS_ENDED : KNAV_STATUS_WAITING;
    }
    return KNAV_STATUS_NAVIGATING;
}

static void report_status(struct central *central)
{
    const uint8_t status = current_status(central);

    if (status != central->status) {
        central->status = status;
        knav_session_add_effect(central, KNAV_EFFECT_REPORT)->detail = status;
    }
}

/* ---- The interface ------------------------------------------------------------------------ */

knav_central_configuration knav_central_usual_configuration(uint8_t radio)
{
    knav_central_configuration usual;

    memset(&usual, 0, sizeof usual);
    usual.read_timeout_in_ms = READ_TIMEOUT;
    usual.maximum_restarts = 8;
    usual.radio = radio;
    usual.layout = KNAV_LAYOUT_AUTO;
    usual.trusts_chunk_size = false;
    usual.subscribes = true;
    return usual;
}

void knav_central_init(knav_central *central, const knav_central_configuration *configuration)
{
    struct central *state = state_of(central);

    memset(central, 0, sizeof *central);
    state->configuration = *configuration;
    if (configuration->layout > KNAV_LAYOUT_LEGACY) {
        state->configuration.layout = KNAV_LAYOUT_AUTO;
    }
    if (configuration->radio > KNAV_ONE_CALLBACK) {
        state->configuration.radio = KNAV_OFFSET_READS;
    }
    state->next_deadline = KNAV_NO_DEADLINE;
    state->is_radio_on = true;
    knav_reassembler_init(&state->reassembler, state->configuration.radio,
                          configuration->maximum_restarts, configuration->trusts_chunk_size);
}

static void happen(struct central *central, const knav_central_event *event)
{
    const uint32_t ticket = event->ticket;
    const uint8_t *bytes = event->bytes;
    const size_t size = event->size;

    switch (event->kind) {
    case KNAV_EVENT_START: knav_session_start(central); break;
    case KNAV_EVENT_STOP: knav_session_stop(central); break;
    case KNAV_EVENT_RADIO_OFF: knav_session_lose_radio(central); break;
    case KNAV_EVENT_RADIO_ON: knav_session_regain_radio(central); break;
    case KNAV_EVENT_FOUND: knav_session_find(central, event->peer); break;
    case KNAV_EVENT_CONNECTED: knav_session_connect(central, ticket, event->mtu); break;
    case KNAV_EVENT_DISCONNECTED: knav_session_disconnect(central, ticket); break;
    case KNAV_EVENT_DISCOVERED: knav_session_discover(central, ticket, event->has_cccd); break;
    case KNAV_EVENT_NOT_DISCOVERED: knav_session_discover_nothing(central, ticket); break;
    case KNAV_EVENT_SUBSCRIBED: knav_session_subscribe(central, ticket); break;
    case KNAV_EVENT_ANSWERED: knav_session_answer(central, ticket, bytes, size); break;
    case KNAV_EVENT_FAILED: knav_session_fail(central, ticket, event->att_error); break;
    case KNAV_EVENT_NOTIFIED: knav_session_notify(central, ticket, bytes, size); break;
    case KNAV_EVENT_ARRIVED: knav_session_arrive(central, ticket, bytes, size); break;
    case KNAV_EVENT_MTU_CHANGED: knav_session_change_mtu(central, ticket, event->mtu); break;
    case KNAV_EVENT_SERVICE_CHANGED: knav_session_change_services(central, ticket); break;
    case KNAV_EVENT_TIME_PASSED: pass_marker(central); break;
    default: break;
    }
}

static void handle(struct central *central, const knav_central_event *event, uint64_t time)
{
    if (time > central->now) {
        central->now = time;
    }
    central->first_effect = 0;
    central->effect_count = 0;
    happen(central, event);
    meet_deadlines(central);
    report_status(central);
    central->next_deadline = earliest_deadline(central);
}

static bool has_refusal(const struct central *central)
{
    return central->refusal.kind != KNAV_EVENT_START;
}

/* How much a refusal counts among several: most if the link is lost, because a lost link has no
 * requests, and nothing if its ticket is not awaited. The last request's is kept after its answer. */
static int weight(const struct central *central, const knav_central_event *refusal)
{
    if (refusal->kind == KNAV_EVENT_DISCONNECTED) {
        return knav_session_is_on(central, refusal->ticket) ? 2 : 0;
    }
    if (central->phase < KNAV_PHASE_DISCOVERING || central->phase == KNAV_PHASE_READY) {
        return 0;
    }
    return refusal->ticket == central->request ? 1 : 0;
}

static void keep_refusal(struct central *central, const knav_central_event *event, uint64_t time)
{
    if (!has_refusal(central) || weight(central, event) > weight(central, &central->refusal)) {
        central->refusal = *event;
        central->refusal_time = time;
    }
}

void knav_central_handle(knav_central *central, const knav_central_event *event, uint64_t now_in_ms)
{
    struct central *state = state_of(central);
    const bool is_refusal =
        event->kind == KNAV_EVENT_FAILED || event->kind == KNAV_EVENT_DISCONNECTED;

    if (event->kind > KNAV_EVENT_TIME_PASSED) {
        return;
    }
    if (is_refusal && (has_effects(state) || has_refusal(state))) {
        keep_refusal(state, event, now_in_ms);
    } else {
        handle(state, event, now_in_ms);
    }
}

bool knav_central_next_effect(knav_central *central, knav_central_effect *effect)
{
    struct central *state = state_of(central);

    if (!has_effects(state) && has_refusal(state)) {
        const knav_central_event refusal = state->refusal;
        state->refusal.kind = KNAV_EVENT_START;
        handle(state, &refusal, state->refusal_time);
    }
    if (!has_effects(state)) {
        return false;
    }
    lend(state, &state->effects[state->first_effect], effect);
    state->first_effect++;
    return true;
}

uint64_t knav_central_deadline(const knav_central *central)
{
    return constant_state_of(central)->next_deadline;
}

uint8_t knav_central_phase(const knav_central *central)
{
    return constant_state_of(central)->phase;
}

bool knav_central_has_instruction(const knav_central *central)
{
    return constant_state_of(central)->last_delivery.prefix_hash != 0;
}
