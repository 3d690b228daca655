/* Decoding, and streets as text. */
#include "check.h"
#include "kbc_codec.h"

static void check_decode(const kbc_decode_vector *vector)
{
    knav_instruction found = {0};
    found.arrow = 0xA5;
    check_case(vector->id);
    const knav_error error = knav_decode(vector->bytes.at, vector->bytes.size, vector->layout,
                                         vector->extent, &found);
    if (!check_error(error, vector->error)) {
        return;
    }
    if (error.code == KNAV_OK) {
        check_object(vector->bytes.at, &found, vector->expected);
    } else {
        check_number(found.arrow, 0xA5, "changed in spite of the error");
    }
}

static void check_street(const kbc_street_vector *vector)
{
    static char text[3 * KNAV_MAXIMUM_OBJECT_SIZE + 1];
    size_t needed = 0;
    check_case(vector->id);
    const knav_error error = knav_street_text(vector->bytes.at, vector->bytes.size, vector->policy,
                                              text, sizeof text, &needed);
    if (check_error(error, vector->error) && error.code == KNAV_OK
        && check_bytes((const uint8_t *)text, needed, vector->expected, "text")) {
        check_number((uint8_t)text[needed], 0, "terminator");
    }
}

void check_codec(void)
{
    for (size_t index = 0; index < kbc_decode_count; index++) {
        check_decode(&kbc_decode_vectors[index]);
    }
    for (size_t index = 0; index < kbc_street_count; index++) {
        check_street(&kbc_street_vectors[index]);
    }
    /* encoding.c checks these, in the image for the phone's end. */
    (void)kbc_encode_vectors;
}
