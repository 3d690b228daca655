/*
 * Uses knav.h as a program of its own would: in C99, and the same lines in C++11.
 */
#include <stdio.h>
#include <string.h>

#include "knav.h"

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

int main(void)
{
    return read_with_session() == 0 ? 0 : 1;
}
