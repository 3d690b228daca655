/* ESP-IDF around the host: its start, and flash that has to be erased once. */
#include "nimble_host.h"
#include "nimble/nimble_port_freertos.h"
#include "nvs_flash.h"
#include "world.h"

void app_main(void);
void ble_store_config_init(void);

static bool is_erased;

esp_err_t nvs_flash_init(void)
{
    return is_erased ? ESP_OK : ESP_ERR_NVS_NO_FREE_PAGES;
}

esp_err_t nvs_flash_erase(void)
{
    is_erased = true;
    return ESP_OK;
}

void ble_store_config_init(void)
{
    world_forbid(!is_erased, "the store needs flash");
}

void nimble_port_freertos_init(void (*task)(void *))
{
    task(NULL);
}

void nimble_port_freertos_deinit(void)
{
}

int main(void)
{
    app_main();
    return 1; /* the phone's script ends the program */
}
