/*
 * Checks what the C port remembers of the last delivery: knav_display.h, and whether it is over.
 *
 *     display        prints each difference; the exit code is 1 if there is one
 */
#include <stdio.h>
#include <string.h>

#include "knav_display.h"

/* An instruction in the layout `deployed`, 13 bytes. */
static const uint8_t object[] = {1, 2, 3, 4, 5, 6, 0, 0, 0, 'Q', 'u', 'a', 'i'};

static knav_central session;
static uint64_t now;
static int differences;

static void check(bool holds, const char *what)
{
    if (!holds) {
        printf("not %s\n", what);
        differences++;
    }
}

/* What the phone has. */
static const uint8_t *value = object;
static size_t value_size = sizeof object;

static bool has_delivered(const uint8_t *bytes, size_t size, uint8_t extent)
{
    size_t found_size = 1;
    uint8_t found_extent = 0;
    const uint8_t *found = knav_central_last_delivery(&session, &found_size, &found_extent);

    if (bytes == NULL) {
        return found == NULL && found_size == 0;
    }
    return found != NULL && found_size == size && found_extent == extent && memcmp(found, bytes, size) == 0;
}

/* Hands in an event; returns how many deliveries it has, and the ticket of its last request. */
static int deliveries_of(uint8_t kind, uint32_t ticket, uint32_t *request)
{
    knav_central_event event = {0};
    knav_central_effect effect;
    int count = 0;

    event.kind = kind;
    event.ticket = ticket;
    event.mtu = 100;
    event.bytes = value;
    event.size = value_size;
    knav_central_handle(&session, &event, now++);
    while (knav_central_next_effect(&session, &effect)) {
        if (effect.kind == KNAV_EFFECT_DELIVER) {
            count++;
            check(effect.size == value_size && memcmp(effect.bytes, value, value_size) == 0, "what the phone has");
            check(has_delivered(effect.bytes, effect.size, effect.extent), "the delivery that is being taken");
        } else if (effect.kind != KNAV_EFFECT_REPORT && effect.kind != KNAV_EFFECT_STOP_SCAN) {
            *request = effect.ticket;
        }
    }
    return count;
}

/* A link on which the phone has the same object as ever, and which is lost then. */
static int deliveries_of_link(void)
{
    uint32_t link = 0, request = 0;
    int count = 0;

    count += deliveries_of(KNAV_EVENT_FOUND, 0, &link);
    count += deliveries_of(KNAV_EVENT_CONNECTED, link, &request);
    count += deliveries_of(KNAV_EVENT_DISCOVERED, request, &request);
    count += deliveries_of(KNAV_EVENT_ANSWERED, request, &request);
    check(knav_central_phase(&session) == KNAV_PHASE_READY, "ready");
    count += deliveries_of(KNAV_EVENT_DISCONNECTED, link, &request);
    return count;
}

static void check_deliveries(void)
{
    const knav_central_configuration configuration = knav_central_usual_configuration(KNAV_OFFSET_READS);
    uint32_t request;

    knav_central_init(&session, &configuration);
    check(has_delivered(NULL, 0, 0) && !knav_central_has_instruction(&session), "nothing before the first delivery");
    (void)deliveries_of(KNAV_EVENT_START, 0, &request);
    check(deliveries_of_link() == 1, "one delivery of a new object");
    check(has_delivered(object, sizeof object, KNAV_WHOLE), "the last delivery after a lost link");
    check(knav_central_has_instruction(&session), "an instruction after a lost link");
    check(deliveries_of_link() == 0, "no delivery of the same object");
    check(has_delivered(object, sizeof object, KNAV_WHOLE), "the last delivery after another read");
    knav_central_deliver_again(&session);
    check(has_delivered(NULL, 0, 0), "nothing after the request to deliver again");
    check(deliveries_of_link() == 1, "one delivery of the same object, asked for");
    check(deliveries_of_link() == 0, "no other delivery of it");
    (void)deliveries_of(KNAV_EVENT_STOP, 0, &request);
    (void)deliveries_of(KNAV_EVENT_START, 0, &request);
    check(!knav_central_has_instruction(&session), "no instruction after another start");
}

/* Objects of two chunks, of which the second is alike but for its last byte. */
static void check_last_delivery(void)
{
    static const uint8_t begun[99] = {1, 2, 3, 4, 5, 6};
    static const uint8_t other[99] = {1, 2, 3, 4, 5, 6, [98] = 'X'};
    const knav_central_configuration configuration = knav_central_usual_configuration(KNAV_OFFSET_READS);
    uint32_t link = 0, request = 0;

    knav_central_init(&session, &configuration);
    (void)deliveries_of(KNAV_EVENT_START, 0, &request);
    (void)deliveries_of(KNAV_EVENT_FOUND, 0, &link);
    (void)deliveries_of(KNAV_EVENT_CONNECTED, link, &request);
    (void)deliveries_of(KNAV_EVENT_DISCOVERED, request, &request);
    value = begun;
    value_size = sizeof begun;
    check(deliveries_of(KNAV_EVENT_ANSWERED, request, &request) == 1, "one delivery of a first chunk");
    check(has_delivered(begun, sizeof begun, KNAV_POSSIBLY_CUT), "a first chunk");
    value_size = 0;
    (void)deliveries_of(KNAV_EVENT_ANSWERED, request, &request);
    check(has_delivered(begun, sizeof begun, KNAV_POSSIBLY_CUT), "a first chunk until it is confirmed");
    value_size = sizeof begun;
    check(deliveries_of(KNAV_EVENT_ANSWERED, request, &request) == 1, "one delivery of the whole object");
    check(has_delivered(begun, sizeof begun, KNAV_WHOLE), "the whole object");
    now += 4000;
    value = other;
    (void)deliveries_of(KNAV_EVENT_TIME_PASSED, 0, &request);
    check(has_delivered(begun, sizeof begun, KNAV_WHOLE), "the whole object while it is read again");
    (void)deliveries_of(KNAV_EVENT_ANSWERED, request, &request);
    check(has_delivered(NULL, 0, 0), "nothing while another object is read");
    (void)deliveries_of(KNAV_EVENT_DISCONNECTED, link, &request);
    check(has_delivered(NULL, 0, 0), "nothing after it was lost");
}

static void check_names(const char *(*name)(uint8_t value), const char *first, uint8_t last_value, const char *last)
{
    check(strcmp(name(0), first) == 0, first);
    check(strcmp(name(last_value), last) == 0, last);
    for (int value = 0; value <= UINT8_MAX; value++) {
        const char *found = name((uint8_t)value);

        check((found != NULL) == (value <= last_value), "a name for each value, and for no other");
        check(found == NULL || found[0] != '\0', "a name");
    }
}

int main(void)
{
    check_deliveries();
    check_last_delivery();
    check_names(knav_status_name, "stopped", KNAV_STATUS_PAIRING_REQUIRED, "pairingRequired");
    check_names(knav_fault_name, "lateArrival", KNAV_FAULT_GAVE_UP, "gaveUp");
    return differences == 0 ? 0 : 1;
}
