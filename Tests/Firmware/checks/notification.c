/* What a notification carries. */
#include "check.h"
#include "kbc_notification.h"

static void check_vector(const kbc_notification_vector *vector)
{
    knav_instruction found = {0};
    uint8_t kind = 0xA5;
    found.arrow = 0xA5;
    check_case(vector->id);
    const knav_error error = knav_notification(vector->bytes.at, vector->bytes.size,
                                               vector->layout, &kind, &found);
    if (!check_error(error, vector->error)) {
        return;
    }
    if (error.code != KNAV_OK) {
        check_number(kind, 0xA5, "changed in spite of the error");
        check_number(found.arrow, 0xA5, "changed in spite of the error");
    } else if (check_number(kind, vector->kind, "kind")) {
        if (kind == KNAV_NOTIFIED_INSTRUCTION) {
            check_object(vector->bytes.at, &found, vector->expected);
        } else {
            check_identifier(&found, vector->identifier);
            check_number(found.layout,
                         vector->identifier.size == 16 ? KNAV_LAYOUT_LEGACY : KNAV_LAYOUT_AUTO,
                         "layout");
        }
    }
}

void check_notification(void)
{
    for (size_t index = 0; index < kbc_notification_count; index++) {
        check_vector(&kbc_notification_vectors[index]);
    }
}
