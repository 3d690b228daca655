/* Stands in for esp_log.h of ESP-IDF 5, without the time and the tag. */
#pragma once

#include <stdio.h>

#define ESP_LOGI(tag, format, ...) ((void)(tag), printf(format "\n", __VA_ARGS__))
#define ESP_LOGE(tag, format, ...) ESP_LOGI(tag, format, __VA_ARGS__)
