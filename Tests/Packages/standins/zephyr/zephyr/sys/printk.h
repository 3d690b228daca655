/* Stands in for zephyr/sys/printk.h of Zephyr 4. */
#pragma once

#include <stdio.h>

#define printk(...) ((void)printf(__VA_ARGS__))
