/* The beginning of a session of one's own, for the suite to judge: it looks for a phone, and connects. */
#include "testee_central.h"

static struct {
    knav_central_effect effects[3];
    uint8_t count, next, phase;
    uint32_t ticket;
    uint64_t deadline;
} session;

static knav_central_effect *add(uint8_t kind)
{
    knav_central_effect *effect = &session.effects[session.count++];

    memset(effect, 0, sizeof *effect);
    effect->kind = kind;
    effect->ticket = kind == KNAV_EFFECT_CONNECT || kind == KNAV_EFFECT_DISCONNECT ? session.ticket : 0;
    return effect;
}

static void enter(uint8_t phase, uint64_t deadline)
{
    session.phase = phase;
    session.deadline = deadline;
}

static void scan(void)
{
    enter(KNAV_PHASE_SCANNING, KNAV_NO_DEADLINE);
    add(KNAV_EFFECT_START_SCAN);
}

static void stop(void)
{
    add(session.phase == KNAV_PHASE_SCANNING ? KNAV_EFFECT_STOP_SCAN : KNAV_EFFECT_DISCONNECT);
    enter(KNAV_PHASE_STOPPED, KNAV_NO_DEADLINE);
    add(KNAV_EFFECT_REPORT)->status = KNAV_STATUS_STOPPED;
}

static void find(uint64_t peer, uint64_t now)
{
    session.ticket++;
    enter(KNAV_PHASE_CONNECTING, now + 10000);
    add(KNAV_EFFECT_STOP_SCAN);
    add(KNAV_EFFECT_CONNECT)->peer = peer;
}

/* ---- What the suite calls: knav.h says when --------------------------------------------------- */

knav_central_configuration knav_central_usual_configuration(uint8_t radio)
{
    knav_central_configuration usual = {5000, 8, 0, KNAV_LAYOUT_AUTO, false, true};

    usual.radio = radio;
    return usual;
}

void knav_central_init(knav_central *central, const knav_central_configuration *configuration)
{
    (void)central; /* for a session that keeps its state there */
    (void)configuration;
    memset(&session, 0, sizeof session);
    enter(KNAV_PHASE_STOPPED, KNAV_NO_DEADLINE);
}

void knav_central_handle(knav_central *central, const knav_central_event *event, uint64_t now)
{
    (void)central;
    session.count = session.next = 0;
    if (event->kind == KNAV_EVENT_START && session.phase == KNAV_PHASE_STOPPED) {
        scan();
        add(KNAV_EFFECT_REPORT)->status = KNAV_STATUS_SEARCHING;
    } else if (event->kind == KNAV_EVENT_STOP && session.phase != KNAV_PHASE_STOPPED) {
        stop();
    } else if (event->kind == KNAV_EVENT_FOUND && session.phase == KNAV_PHASE_SCANNING) {
        find(event->peer, now);
    } else if (event->kind == KNAV_EVENT_DISCONNECTED && event->ticket == session.ticket &&
               session.phase == KNAV_PHASE_CONNECTING) {
        scan();
    } else if (now >= session.deadline) {
        add(KNAV_EFFECT_FAULT)->fault = KNAV_FAULT_TIMED_OUT;
        add(KNAV_EFFECT_DISCONNECT);
        scan();
    }
}

bool knav_central_next_effect(knav_central *central, knav_central_effect *effect)
{
    (void)central;
    if (session.next == session.count) {
        return false;
    }
    *effect = session.effects[session.next++];
    return true;
}

uint64_t knav_central_deadline(const knav_central *central)
{
    (void)central;
    return session.deadline;
}

uint8_t knav_central_phase(const knav_central *central)
{
    (void)central;
    return session.phase;
}

int main(void)
{
    const kbc_operation sessions = {"session/central", NULL, "centralSession", central_session};
    kbc_device device;

    memset(&device, 0, sizeof device);
    device.name = "my session";
    device.version = "1.0";
    device.radios = KBC_OFFSET_READS;
    device.others = &sessions;
    device.other_count = 1;
    return kbc_run(&device);
}
