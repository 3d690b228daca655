/*
 * Uses the headers as a program of its own would: in C99, and the same lines in C++11.
 */
#include <stdio.h>
#include <string.h>

#include "knav.h"
#include "knav_display.h"
#include "knav_phone.h"

static int check(bool is_right, const char *what)
{
    if (!is_right) {
        printf("wrong: %s\n", what);
    }
    return is_right ? 0 : 1;
}

/* The example of Docs/Protocol.md, clause 2, in chunks of 22 bytes. */
static const uint8_t object[] = {0x04, 0x03, 0x02, 0x01, 0x05, 0xd2, 0x00, 0x00, 0x00, 0x47, 0x72, 0x6f,
                                 0xc3, 0x9f, 0x65, 0x20, 0x57, 0x65, 0x69, 0x6e, 0x6d, 0x65, 0x69, 0x73,
                                 0x74, 0x65, 0x72, 0x73, 0x74, 0x72, 0x61, 0xc3, 0x9f, 0x65};

static knav_central session;

static bool tell(knav_central_event *event, uint8_t kind, knav_central_effect *effect, uint8_t wanted)
{
    event->kind = kind;
    knav_central_handle(&session, event, 0);
    while (knav_central_next_effect(&session, effect)) {
        if (effect->kind == wanted) {
            return true;
        }
    }
    return false;
}

static int read_with_session(void)
{
    const knav_central_configuration usual = knav_central_usual_configuration(KNAV_OFFSET_READS);
    knav_central_event event;
    knav_central_effect effect;
    knav_instruction instruction;
    char street[64];
    uint32_t link;
    int wrong = 0, reads = 0;

    memset(&event, 0, sizeof event);
    knav_central_init(&session, &usual);
    knav_central_deliver_again(&session);
    wrong += check(knav_central_last_delivery(&session, &event.size, &effect.extent) == NULL, "nothing was delivered");
    wrong += check(strcmp(knav_status_name(KNAV_STATUS_RADIO_OFF), "radioOff") == 0, "statuses have names");
    wrong += check(tell(&event, KNAV_EVENT_START, &effect, KNAV_EFFECT_START_SCAN), "it scans");
    event.peer = 7;
    wrong += check(tell(&event, KNAV_EVENT_FOUND, &effect, KNAV_EFFECT_CONNECT), "it connects");
    link = event.ticket = effect.ticket;
    event.mtu = 23;
    wrong += check(tell(&event, KNAV_EVENT_CONNECTED, &effect, KNAV_EFFECT_DISCOVER), "it discovers");
    wrong += check(link != effect.ticket, "each request has its own ticket");
    event.ticket = effect.ticket;
    wrong += check(tell(&event, KNAV_EVENT_DISCOVERED, &effect, KNAV_EFFECT_READ), "it reads");
    do {
        const size_t rest = sizeof object - effect.offset;

        event.ticket = effect.ticket;
        event.bytes = object + effect.offset;
        event.size = rest < 22 ? rest : 22;
        reads++;
    } while (tell(&event, KNAV_EVENT_ANSWERED, &effect, reads < 3 ? KNAV_EFFECT_READ : KNAV_EFFECT_DELIVER) &&
             effect.kind == KNAV_EFFECT_READ);
    wrong += check(reads == 3, "it reads two chunks, and the first one again");
    wrong += check(effect.kind == KNAV_EFFECT_DELIVER && effect.extent == KNAV_WHOLE, "it delivers the object");
    wrong += check(knav_central_last_delivery(&session, &event.size, &effect.extent) == effect.bytes,
                   "it still has what it delivered");
    wrong += check(knav_decode(effect.bytes, effect.size, KNAV_LAYOUT_AUTO, effect.extent, &instruction).code ==
                       KNAV_OK,
                   "it decodes");
    wrong += check(knav_street_text(effect.bytes + instruction.street_offset, instruction.street_size,
                                    KNAV_STREET_STRICT, street, sizeof street, NULL)
                           .code == KNAV_OK,
                   "the street is a text");
    printf("%s, %u m, %s\n", knav_arrow_name(instruction.arrow), (unsigned)instruction.distance_in_meters, street);
    return wrong;
}

static knav_peripheral phone;

static bool happens(knav_peripheral_event *event, uint8_t kind, knav_peripheral_effect *effect, uint8_t wanted)
{
    event->kind = kind;
    knav_peripheral_handle(&phone, event, 0);
    while (knav_peripheral_next_effect(&phone, effect)) {
        if (effect->kind == wanted) {
            return true;
        }
    }
    return false;
}

static int serve_with_session(void)
{
    const knav_peripheral_configuration usual = knav_peripheral_usual_configuration(KNAV_LAYOUT_DEPLOYED);
    uint8_t encoded[KNAV_MAXIMUM_OBJECT_SIZE];
    knav_instruction instruction;
    knav_peripheral_event event;
    knav_peripheral_effect effect;
    int wrong = 0;

    memset(&instruction, 0, sizeof instruction);
    memset(&event, 0, sizeof event);
    knav_set_identifier_number(&instruction, 0x01020304);
    instruction.arrow = 5;
    instruction.distance_in_meters = 210;
    wrong += check(knav_encode(&instruction, KNAV_LAYOUT_DEPLOYED, object + 9, sizeof object - 9, encoded,
                               sizeof encoded, &event.size).code == KNAV_OK,
                   "it encodes");
    wrong += check(event.size == sizeof object && memcmp(encoded, object, sizeof object) == 0, "the same object");
    wrong += check(knav_peripheral_init(&phone, &usual).code == KNAV_OK, "the usual configuration is one");
    wrong += check(happens(&event, KNAV_PERIPHERAL_EVENT_START_NAVIGATION, &effect,
                           KNAV_PERIPHERAL_EFFECT_START_ADVERTISING),
                   "it advertises");
    event.central = 7;
    event.mtu = 23;
    happens(&event, KNAV_PERIPHERAL_EVENT_CONNECTED, &effect, KNAV_PERIPHERAL_EFFECT_FAULT);
    wrong += check(happens(&event, KNAV_PERIPHERAL_EVENT_SUBSCRIBED, &effect, KNAV_PERIPHERAL_EFFECT_STOP_ADVERTISING),
                   "it advertises no more");
    event.bytes = encoded;
    wrong += check(happens(&event, KNAV_PERIPHERAL_EVENT_PUBLISH, &effect, KNAV_PERIPHERAL_EFFECT_NOTIFY),
                   "it notifies");
    event.offset = 22;
    wrong += check(happens(&event, KNAV_PERIPHERAL_EVENT_READ, &effect, KNAV_PERIPHERAL_EFFECT_ANSWER) &&
                       effect.central == 7 && effect.size == sizeof object - 22 &&
                       memcmp(effect.bytes, object + 22, effect.size) == 0,
                   "it answers");
    return wrong;
}

int main(void)
{
    return read_with_session() + serve_with_session() == 0 ? 0 : 1;
}
