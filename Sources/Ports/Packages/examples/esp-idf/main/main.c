/*
 * Prints where komoot on the phone says to turn, on a task of its own as a screen needs it. For ESP-IDF with its NimBLE
 * host.
 *
 * Start navigation on the phone, with BLE Connect switched on in komoot. If this prints "pair this
 * display on the phone", accept the pairing that the phone then offers.
 */
#include "describe.h"
#include "esp_err.h"
#include "esp_log.h"
#include "host/ble_hs.h"
#include "komoot_link.h"
#include "nimble/nimble_port.h"
#include "nimble/nimble_port_freertos.h"
#include "nvs_flash.h"
#include "ui_task.h"

/* Defined in NimBLE's store, but declared in no header. */
void ble_store_config_init(void);

static void print(const knav_central_effect *effect)
{
    char text[DESCRIPTION_SIZE];

    if (describe(effect, text, sizeof text)) {
        ESP_LOGI("komoot", "%s", text);
    }
}

/* Runs on the task of the NimBLE host. A screen that is cleared when the link is lost needs the object again. */
static void show(const knav_central_effect *effect)
{
    ui_task_hand_over(effect);
    if (effect->kind == KNAV_EFFECT_FAULT) {
        print(effect);
    } else if (effect->kind == KNAV_EFFECT_REPORT && effect->status == KNAV_STATUS_SEARCHING) {
        komoot_link_show_again();
    }
}

static void run_host(void *argument)
{
    (void)argument;
    nimble_port_run();
    nimble_port_freertos_deinit();
}

/* Pairing keeps its keys in flash. */
static void open_store(void)
{
    esp_err_t status = nvs_flash_init();

    if (status == ESP_ERR_NVS_NO_FREE_PAGES || status == ESP_ERR_NVS_NEW_VERSION_FOUND) {
        ESP_ERROR_CHECK(nvs_flash_erase());
        status = nvs_flash_init();
    }
    ESP_ERROR_CHECK(status);
}

void app_main(void)
{
    int status;

    open_store();
    if (!ui_task_start(print)) {
        ESP_LOGE("komoot", "%s", "no memory for the task that draws");
        return;
    }
    ESP_ERROR_CHECK(nimble_port_init());
    ble_hs_cfg.sm_io_cap = BLE_HS_IO_NO_INPUT_OUTPUT;
    ble_hs_cfg.sm_bonding = 1;
    ble_hs_cfg.sm_sc = 1;
    ble_hs_cfg.sm_our_key_dist = BLE_SM_PAIR_KEY_DIST_ENC | BLE_SM_PAIR_KEY_DIST_ID;
    ble_hs_cfg.sm_their_key_dist = BLE_SM_PAIR_KEY_DIST_ENC | BLE_SM_PAIR_KEY_DIST_ID;
    ble_hs_cfg.store_status_cb = ble_store_util_status_rr;
    ble_store_config_init();
    status = komoot_link_start(show);
    if (status != 0) {
        ESP_LOGE("komoot", "NimBLE did not start the timer, error %d", status);
        return;
    }
    nimble_port_freertos_init(run_host);
}
