/* Stands in for zephyr/bluetooth/hci.h of Zephyr 4. */
#pragma once

#define BT_HCI_ERR_REMOTE_USER_TERM_CONN 0x13
