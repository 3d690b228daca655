/*
 * The phone's script. What the display must print is in ../expected.txt.
 *
 *   calls 1 to 4   refused at once, failed, never answered, answered when the display has given up
 *   link 1         wants pairing; MTU 23. It replaces its first object between two chunks, and later
 *                  sends one with a long street, and tells it by a notification. It ends during a read.
 *   link 2         ends during the discovery.
 *   link 3         a read is never answered.
 *   link 4         MTU 65, no CCCD. It sends a new object, and then stops navigating.
 *
 * After each link the phone has another address.
 */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INVALID_HANDLE = 0x01, INSUFFICIENT_AUTHENTICATION = 0x05, INVALID_OFFSET = 0x07 };
enum { OBJECT_SIZE = 160, ADVERTISEMENT_SIZE = 21, LINK_1_LASTS = 16000, LINK_4_LASTS = 20000 };

/* 71C1E128-D92F-4FA8-A2B2-0F171DB3436C and 503DD605-9BCB-4F6E-B235-270A57483026, from the last byte. */
const uint8_t phone_service_uuid[16] = {0x6c, 0x43, 0xb3, 0x1d, 0x17, 0x0f, 0xb2, 0xa2,
                                        0xa8, 0x4f, 0x2f, 0xd9, 0x28, 0xe1, 0xc1, 0x71};
const uint8_t phone_characteristic_uuid[16] = {0x26, 0x30, 0x48, 0x57, 0x0a, 0x27, 0x35, 0xb2,
                                               0x6e, 0x4f, 0xcb, 0x9b, 0x05, 0xd6, 0x3d, 0x50};

/* The second characteristic has a CCCD too, which is not the first one's. */
static const struct phone_attribute with_cccd[] = {
    {0x13, 0x2901}, {0x14, 0x2902}, {0x15, 0x2803}, {0x16, 0x2a00}, {0x17, 0x2902}};
static const struct phone_attribute without_cccd[] = {
    {0x13, 0x2901}, {0x15, 0x2803}, {0x16, 0x2a00}, {0x17, 0x2902}};

static uint8_t object[OBJECT_SIZE];
static size_t object_size;
static uint16_t mtu = PHONE_SMALL_MTU;
static int calls, links, answers;
static bool is_connected, is_paired, is_subscribed, has_ended;
static uint64_t link_began;
uint64_t phone_begins = 500;

static void publish(uint8_t identifier, uint8_t arrow, uint8_t metres, const char *street)
{
    const uint8_t fields[] = {identifier, 0x5a, 0x5a, 0x5a, arrow, metres, 0, 0, 0};

    object_size = sizeof fields + strlen(street);
    world_forbid(object_size > sizeof object, "the script's street is too long");
    memcpy(object, fields, sizeof fields);
    memcpy(object + sizeof fields, street, strlen(street));
    if (is_connected && is_subscribed) {
        const size_t room = (size_t)mtu - 3;

        stack_notifies(object, (uint16_t)(object_size < room ? object_size : room));
    }
}

bool phone_advertises(const uint8_t **bytes, uint8_t *size, uint8_t address[6])
{
    static uint8_t advertisement[ADVERTISEMENT_SIZE] = {2, 0x01, 0x06, 17, 0x07};
    static const uint8_t any[6] = {0x11, 0x22, 0x33, 0x44, 0x55, 0xc6};

    memcpy(advertisement + 5, phone_service_uuid, sizeof phone_service_uuid);
    *bytes = advertisement;
    *size = sizeof advertisement;
    memcpy(address, any, sizeof any);
    address[0] = (uint8_t)(address[0] + links);
    return !is_connected && world_now() >= phone_begins;
}

enum phone_connecting phone_is_called(const uint8_t address[6])
{
    const uint8_t *bytes;
    uint8_t size, own[6];

    (void)phone_advertises(&bytes, &size, own);
    world_forbid(memcmp(own, address, sizeof own) != 0, "nobody has this address");
    calls++;
    return calls == 1   ? PHONE_REFUSES_AT_ONCE
           : calls == 2 ? PHONE_FAILS
           : calls == 3 ? PHONE_NEVER_ANSWERS
           : calls == 4 ? PHONE_ANSWERS_LATE
                        : PHONE_CONNECTS;
}

static void say_long_street(uintptr_t nothing)
{
    (void)nothing;
    publish(3, 4, 120, "Stra\xc3\x9f" "e des Siebzehnten Juni und der Sch\xc3\xb6nen Aussicht");
}

static void say_new_street(uintptr_t nothing)
{
    (void)nothing;
    publish(4, 3, 3, "Lustgarten");
}

static void end_navigation(uintptr_t nothing)
{
    (void)nothing;
    has_ended = true;
}

static void end_world(uintptr_t nothing)
{
    (void)nothing;
    printf("the end\n");
    exit(0);
}

void phone_is_connected(void)
{
    is_connected = true;
    mtu = PHONE_SMALL_MTU;
    if (calls == 4) {
        return; /* nobody wants this link */
    }
    links++;
    link_began = world_now();
    if (links == 1) {
        publish(1, 5, 210, "Gro\xc3\x9f" "e Weinmeisterstra\xc3\x9f" "e");
        world_after(10000, say_long_street, 0);
    } else if (links == 4) {
        world_after(6000, say_new_street, 0);
        world_after(12000, end_navigation, 0);
        world_after(LINK_4_LASTS, end_world, 0);
    }
}

void phone_is_disconnected(void)
{
    is_connected = is_subscribed = false;
}

bool phone_drops_link(bool is_discovery)
{
    return is_discovery ? links == 2 : links == 1 && world_now() >= link_began + LINK_1_LASTS;
}

bool phone_ignores_read(void)
{
    return links == 3;
}

uint16_t phone_exchange_mtu(void)
{
    mtu = links > 3 ? 65 : PHONE_SMALL_MTU;
    return mtu;
}

bool phone_has_service(void)
{
    return !has_ended;
}

const struct phone_attribute *phone_attributes(size_t *count)
{
    *count = links > 3 ? sizeof without_cccd / sizeof *without_cccd : sizeof with_cccd / sizeof *with_cccd;
    return links > 3 ? without_cccd : with_cccd;
}

uint8_t phone_read(uint16_t handle, uint16_t offset, uint8_t *bytes, uint16_t *size)
{
    const uint16_t room = (uint16_t)(mtu - 1);

    world_forbid(handle != PHONE_VALUE, "only the navigation characteristic is to be read");
    *size = 0;
    if (has_ended) {
        return INVALID_HANDLE;
    }
    if (!is_paired) {
        return INSUFFICIENT_AUTHENTICATION;
    }
    if (offset > object_size) {
        return INVALID_OFFSET;
    }
    *size = (uint16_t)(object_size - offset < room ? object_size - offset : room);
    memcpy(bytes, object + offset, *size);
    if (++answers == 1) {
        publish(2, 8, 40, "Am Neuen Garten"); /* between two chunks of the first object */
    }
    return 0;
}

uint8_t phone_write_cccd(uint16_t handle, uint16_t value)
{
    world_forbid(links > 3 || handle != 0x14, "this is not the CCCD of the navigation characteristic");
    world_forbid(value != 1, "only notifications are to be subscribed to");
    if (!is_paired) {
        return INSUFFICIENT_AUTHENTICATION;
    }
    is_subscribed = true;
    return 0;
}

void phone_is_paired(void)
{
    is_paired = true;
}
