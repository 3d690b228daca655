/*
 * A clock that moves only from one planned action to the next, and a phone that navigates.
 *
 * The phone's script is in phone.c. The stand-ins of the stacks carry what it does to the example, and
 * stop the program with a message if the example does what the real stack forbids.
 */
#ifndef WORLD_H
#define WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void world_action(uintptr_t argument);

uint64_t world_now(void); /* in milliseconds */
void world_after(uint64_t delay, world_action *action, uintptr_t argument);
/* Runs the next action that is due by `limit`. If there is none, the time becomes `limit`. */
bool world_step(uint64_t limit);
/* Stops the program: the example broke a rule of the stack. */
void world_forbid(bool is_wrong, const char *rule);

/* At first the program scans for something else: a stack refuses so many scans as begun already, and the next must
 * come by that time. */
enum { WORLD_OTHER_SCANS = 5, WORLD_SCAN_BEGINS = 10000 };

/* ---- The phone ------------------------------------------------------------------------------ */

enum {
    PHONE_SERVICE_START = 0x10,
    PHONE_DECLARATION = 0x11,
    PHONE_VALUE = 0x12,
    PHONE_SERVICE_END = 0x17,
    PHONE_SMALL_MTU = 23
};

enum phone_connecting { PHONE_REFUSES_AT_ONCE, PHONE_FAILS, PHONE_NEVER_ANSWERS, PHONE_ANSWERS_LATE, PHONE_CONNECTS };

struct phone_attribute {
    uint16_t handle, uuid; /* the UUID of a descriptor or declaration */
};

extern const uint8_t phone_service_uuid[16], phone_characteristic_uuid[16]; /* as on the air */

extern uint64_t phone_begins; /* to advertise */
/* An advertisement and its address, or false while it does not advertise. */
bool phone_advertises(const uint8_t **bytes, uint8_t *size, uint8_t address[6]);
/* What becomes of the next attempt to connect. */
enum phone_connecting phone_is_called(const uint8_t address[6]);
void phone_is_connected(void);
void phone_is_disconnected(void);
/* Whether it drops the link now, before it answers a read or a discovery. */
bool phone_drops_link(bool is_discovery);
/* Whether it never answers this read. */
bool phone_ignores_read(void);
/* The MTU that it agrees to. */
uint16_t phone_exchange_mtu(void);
bool phone_has_service(void);
/* The attributes after the characteristic's value, to the end of the service. */
const struct phone_attribute *phone_attributes(size_t *count);
/* Both return an ATT error, or 0. `bytes` has room for an MTU. */
uint8_t phone_read(uint16_t handle, uint16_t offset, uint8_t *bytes, uint16_t *size);
uint8_t phone_write_cccd(uint16_t handle, uint16_t value);
void phone_is_paired(void);

/* What a stack's stand-in provides: a notification. */
void stack_notifies(const uint8_t *bytes, uint16_t size);

#ifdef __cplusplus
}
#endif

#endif
