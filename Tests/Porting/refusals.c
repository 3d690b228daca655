/*
 * Checks the session with a radio that refuses at once: it hands in a failure or a disconnection
 * while effects are still to be taken (Docs/Sessions.md, Feeding a session). The vectors can't show
 * this, because they take all effects of an event before the next.
 *
 *     refusals        prints each difference; the exit code is 1 if there is one
 */
#include <stdio.h>
#include <string.h>

#include "knav.h"

enum { LINK = 1, DISCOVERY = 2, THIRD_REQUEST = 3, FOURTH_REQUEST = 4 }; /* tickets */
enum { SECOND_LINK = 2, LATE = 99 }; /* tickets of a link after the first was lost, and of nothing */
enum { LONGEST_NAME = 12 }; /* of an effect, with a space and a terminator */
enum { UNLIKELY_ERROR = 0x0E, RETRY_INTERVAL = 500, KEEP_ALIVE_READ_INTERVAL = 4000 };
enum { LONGEST_WHOLE = 19 }; /* of a first chunk that is a whole object */

static const char *const effect_names[] = {
    "startScan", "stopScan", "connect", "disconnect", "discover", "subscribe", "read", "deliver",
    "report", "fault",
};

/* An instruction in the layout `deployed`, 22 bytes: the first chunk of an object. */
static const char chunk[] = "\x01\x02\x03\x04\x05\x06\x07\x01\x01" "Unter den Lin";

static knav_central session;
static uint64_t now;
static const char *case_name;
static int differences;

/* What the radio hands in, each when it is first given an effect of that kind. */
static struct {
    knav_central_event event;
    uint32_t delay; /* in milliseconds */
    uint8_t effect;
} refusals[2];
static size_t refusal_count;

/* The effects that were taken, in words, while there is room for one more; the last fault and the
 * last delivery among them. */
static char taken[200];
static uint8_t fault;
static knav_central_effect delivery;

static void check(bool holds, const char *what)
{
    if (!holds) {
        printf("%s: not %s; effects: %s\n", case_name, what, taken);
        differences++;
    }
}

static knav_central_event event_of(uint8_t kind, uint32_t ticket)
{
    knav_central_event event = {0};

    event.kind = kind;
    event.ticket = ticket;
    return event;
}

static knav_central_event failure(uint32_t ticket)
{
    knav_central_event event = event_of(KNAV_EVENT_FAILED, ticket);

    event.att_error = UNLIKELY_ERROR;
    return event;
}

static void refuse_after(uint32_t delay, uint8_t effect, knav_central_event event)
{
    refusals[refusal_count].event = event;
    refusals[refusal_count].delay = delay;
    refusals[refusal_count].effect = effect;
    refusal_count++;
}

static void refuse(uint8_t effect, knav_central_event event)
{
    refuse_after(1, effect, event);
}

static void take_effects(void)
{
    knav_central_effect effect;
    size_t place;

    taken[0] = '\0';
    while (strlen(taken) < sizeof taken - LONGEST_NAME &&
           knav_central_next_effect(&session, &effect)) {
        strcat(taken, taken[0] == '\0' ? "" : " ");
        strcat(taken, effect_names[effect.kind]);
        if (effect.kind == KNAV_EFFECT_FAULT) {
            fault = effect.fault;
        } else if (effect.kind == KNAV_EFFECT_DELIVER) {
            delivery = effect;
        }
        for (place = 0; place < refusal_count; place++) {
            if (refusals[place].effect == effect.kind) {
                refusals[place].effect = UINT8_MAX;
                now += refusals[place].delay;
                knav_central_handle(&session, &refusals[place].event, now);
            }
        }
    }
    refusal_count = 0;
}

/* Hands in an event, and compares the effects up to the last. */
static void happen(knav_central_event event, const char *expected)
{
    knav_central_handle(&session, &event, now);
    take_effects();
    check(strcmp(taken, expected) == 0, expected);
}

/* Begins a case, up to a link that is coming up. */
static void find(const char *name, uint32_t read_timeout)
{
    knav_central_configuration configuration = knav_central_usual_configuration(KNAV_OFFSET_READS);

    configuration.read_timeout_in_ms = read_timeout;
    case_name = name;
    now = 1000;
    knav_central_init(&session, &configuration);
    happen(event_of(KNAV_EVENT_START, 0), "startScan report");
    happen(event_of(KNAV_EVENT_FOUND, 0), "stopScan connect");
}

static void check_failure(void)
{
    find("a failure waits for the last effect", 5000);
    refuse(KNAV_EFFECT_DISCOVER, failure(DISCOVERY));
    happen(event_of(KNAV_EVENT_CONNECTED, LINK),
           "discover report fault disconnect startScan report");
    check(fault == KNAV_FAULT_REFUSED, "refused");
}

static void check_lost_link(void)
{
    find("a lost link counts for more than a failure before it", 5000);
    refuse(KNAV_EFFECT_DISCOVER, failure(DISCOVERY));
    refuse(KNAV_EFFECT_DISCOVER, event_of(KNAV_EVENT_DISCONNECTED, LINK));
    happen(event_of(KNAV_EVENT_CONNECTED, LINK), "discover report startScan report");

    find("a lost link counts for more than a failure, even at the last effect", 5000);
    refuse(KNAV_EFFECT_DISCOVER, failure(DISCOVERY));
    refuse(KNAV_EFFECT_REPORT, event_of(KNAV_EVENT_DISCONNECTED, LINK));
    happen(event_of(KNAV_EVENT_CONNECTED, LINK), "discover report startScan report");

    find("a lost link counts for more than a failure after it", 5000);
    refuse(KNAV_EFFECT_DISCOVER, event_of(KNAV_EVENT_DISCONNECTED, LINK));
    refuse(KNAV_EFFECT_DISCOVER, failure(DISCOVERY));
    happen(event_of(KNAV_EVENT_CONNECTED, LINK), "discover report startScan report");
}

static void check_several(void)
{
    static const char name[] = "an awaited ticket counts for more than a late one";
    static const char refused[] = "discover report fault disconnect startScan report";
    size_t place;

    for (place = 0; place < 4; place++) {
        const knav_central_event late =
            place < 2 ? failure(LATE) : event_of(KNAV_EVENT_DISCONNECTED, LATE);
        const knav_central_event awaited = failure(DISCOVERY);
        const knav_central_event lost = event_of(KNAV_EVENT_DISCONNECTED, SECOND_LINK);

        find(name, 5000);
        refuse(KNAV_EFFECT_DISCOVER, place % 2 == 0 ? late : awaited);
        refuse(KNAV_EFFECT_DISCOVER, place % 2 == 0 ? awaited : late);
        happen(event_of(KNAV_EVENT_CONNECTED, LINK), refused);
        check(fault == KNAV_FAULT_REFUSED, "refused");

        find("a lost link counts for more than a late refusal", 5000);
        happen(event_of(KNAV_EVENT_DISCONNECTED, LINK), "startScan");
        refuse(KNAV_EFFECT_STOP_SCAN, place % 2 == 0 ? late : lost);
        refuse(KNAV_EFFECT_STOP_SCAN, place % 2 == 0 ? lost : late);
        happen(event_of(KNAV_EVENT_FOUND, 0), "stopScan connect startScan");
    }

    find("of late refusals one is reported", 5000);
    refuse(KNAV_EFFECT_DISCOVER, failure(LATE));
    refuse(KNAV_EFFECT_DISCOVER, event_of(KNAV_EVENT_DISCONNECTED, LATE));
    happen(event_of(KNAV_EVENT_CONNECTED, LINK), "discover report fault");
    check(fault == KNAV_FAULT_LATE_ARRIVAL, "late");
}

/* A second failure, told later, changes nothing. */
static void check_delivery(uint32_t second)
{
    knav_central_event answer = event_of(KNAV_EVENT_ANSWERED, THIRD_REQUEST);

    find("a delivery stays, and the failure's own time counts", 5000);
    happen(event_of(KNAV_EVENT_CONNECTED, LINK), "discover report");
    happen(event_of(KNAV_EVENT_DISCOVERED, DISCOVERY), "read");
    answer.bytes = (const uint8_t *)chunk;
    answer.size = sizeof chunk - 1;
    refuse(KNAV_EFFECT_READ, failure(FOURTH_REQUEST));
    refuse(KNAV_EFFECT_REPORT, failure(second));
    happen(answer, "deliver read report fault");
    check(fault == KNAV_FAULT_UNREADABLE, "unreadable");
    check(delivery.size == answer.size && memcmp(delivery.bytes, chunk, answer.size) == 0,
          "the delivered bytes");
    check(knav_central_deadline(&session) == 1001 + RETRY_INTERVAL, "the deadline");
}

/* The last request was answered, so its ticket is not awaited: of two late refusals the first is
 * handled, at its own time. At the second's, a read is due. */
static void check_answered_request(void)
{
    knav_central_event answer = event_of(KNAV_EVENT_ANSWERED, THIRD_REQUEST);
    uint8_t first;

    for (first = 0; first < 2; first++) {
        find("a failure of an answered request does not displace a late one", 5000);
        happen(event_of(KNAV_EVENT_CONNECTED, LINK), "discover report");
        happen(event_of(KNAV_EVENT_DISCOVERED, DISCOVERY), "read");
        answer.bytes = (const uint8_t *)chunk;
        answer.size = LONGEST_WHOLE;
        refuse(KNAV_EFFECT_DELIVER,
               first == 0 ? event_of(KNAV_EVENT_DISCONNECTED, LATE) : failure(LATE));
        refuse_after(KEEP_ALIVE_READ_INTERVAL, KNAV_EFFECT_REPORT, failure(THIRD_REQUEST));
        check(!knav_central_has_instruction(&session), "no instruction before the first");
        happen(answer, "deliver report fault");
        check(knav_central_has_instruction(&session), "an instruction once it is delivered");
        check(fault == KNAV_FAULT_LATE_ARRIVAL, "late");
        check(knav_central_phase(&session) == KNAV_PHASE_READY, "at the time of the first");
    }
}

static void check_most_effects(void)
{
    knav_central_event discovered = event_of(KNAV_EVENT_DISCOVERED, DISCOVERY);

    find("the most effects of one event", 0);
    happen(event_of(KNAV_EVENT_CONNECTED, LINK), "discover report");
    discovered.has_cccd = true;
    happen(discovered, "subscribe");
    refuse(KNAV_EFFECT_READ, failure(FOURTH_REQUEST));
    happen(failure(THIRD_REQUEST), "fault read fault disconnect startScan report fault");
    check(fault == KNAV_FAULT_LATE_ARRIVAL, "late");
}

static void check_other_event(void)
{
    const knav_central_event connected = event_of(KNAV_EVENT_CONNECTED, LINK);
    const knav_central_event failed = failure(DISCOVERY);

    find("effects are lost to any other event, a refusal is not", 5000);
    knav_central_handle(&session, &connected, now);
    knav_central_handle(&session, &failed, now);
    happen(event_of(KNAV_EVENT_STOP, 0), "disconnect report fault");
    check(fault == KNAV_FAULT_LATE_ARRIVAL, "late");
}

int main(void)
{
    check_failure();
    check_lost_link();
    check_several();
    check_delivery(LATE);
    check_delivery(FOURTH_REQUEST);
    check_answered_request();
    check_most_effects();
    check_other_event();
    return differences == 0 ? 0 : 1;
}
