/* Stands in for nimble/nimble_port_freertos.h of ESP-IDF 5. */
#pragma once

void nimble_port_freertos_init(void (*task)(void *));
void nimble_port_freertos_deinit(void);
