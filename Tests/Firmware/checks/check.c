#include "check.h"

#include "machine.h"

enum { TEXT_SIZE = 3 * KNAV_MAXIMUM_OBJECT_SIZE + 1 };

static const char *current_id;
static bool has_failed;
static unsigned cases;
static unsigned failures;

static void write_number(uint64_t number)
{
    char digits[21];
    size_t position = sizeof digits - 1;
    digits[position] = 0;
    do {
        digits[--position] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    machine_write(digits + position);
}

void check_case(const char *id)
{
    current_id = id;
    has_failed = false;
    cases++;
}

bool check(bool holds, const char *what)
{
    if (!holds && !has_failed) {
        has_failed = true;
        failures++;
        machine_write("FAILED ");
        machine_write(current_id);
        machine_write(": ");
        machine_write(what);
        machine_write("\n");
    }
    return holds;
}

bool check_number(uint64_t found, uint64_t expected, const char *what)
{
    if (!check(found == expected, what)) {
        machine_write("  found ");
        write_number(found);
        machine_write(", expected ");
        write_number(expected);
        machine_write("\n");
        return false;
    }
    return true;
}

bool check_bytes(const uint8_t *found, size_t size, kbc_bytes expected, const char *what)
{
    if (!check_number(size, expected.size, what)) {
        return false;
    }
    for (size_t position = 0; position < size; position++) {
        if (!check_number(found[position], expected.at[position], what)) {
            return false;
        }
    }
    return true;
}

static size_t length(const char *text)
{
    size_t count = 0;
    while (text[count] != 0) {
        count++;
    }
    return count;
}

bool check_text(const char *found, const char *expected, const char *what)
{
    if (found == NULL || expected == NULL) {
        return check(found == expected, what);
    }
    const kbc_bytes bytes = {(const uint8_t *)expected, (uint16_t)length(expected)};
    return check_bytes((const uint8_t *)found, length(found), bytes, what);
}

bool check_error(knav_error found, kbc_error expected)
{
    return check_number(found.code, expected.code, "error code")
        && check_number(found.offset, expected.offset, "error offset")
        && check_number(found.att_error, expected.att_error, "ATT error");
}

bool check_identifier(const knav_instruction *found, kbc_identifier expected)
{
    if (!check_number(found->identifier_size, expected.size, "identifier size")) {
        return false;
    }
    for (size_t position = 0; position < sizeof expected.bytes; position++) {
        if (!check_number(found->identifier[position], expected.bytes[position], "identifier")) {
            return false;
        }
    }
    return true;
}

/* The header has no name for a reserved value; the vectors have "reserved" and the number. */
static bool check_arrow_name(const char *found, const char *expected)
{
    static const char reserved[] = "reserved";
    if (found != NULL) {
        return check_text(found, expected, "arrow's name");
    }
    for (size_t position = 0; position < sizeof reserved - 1; position++) {
        if (!check(expected[position] == reserved[position], "arrow's name")) {
            return false;
        }
    }
    return true;
}

bool check_object(const uint8_t *bytes, const knav_instruction *found, const kbc_object *expected)
{
    static char text[TEXT_SIZE];
    const uint8_t *street = bytes + found->street_offset;
    size_t needed = 0;
    const knav_error written = knav_street_text(street, found->street_size,
                                                KNAV_STREET_DROP_INCOMPLETE_TAIL, text,
                                                sizeof text, &needed);
    const knav_error strict = knav_street_validate(street, found->street_size);
    return check_number(found->layout, expected->layout, "layout")
        && check_number(found->extent, expected->extent, "extent")
        && check_identifier(found, expected->identifier)
        && check_number(found->distance_in_meters, expected->distance_in_meters, "distance")
        && check_number(found->arrow, expected->arrow, "arrow")
        && check_arrow_name(knav_arrow_name(found->arrow), expected->arrow_name)
        && check_bytes(street, found->street_size, expected->street_bytes, "street's bytes")
        && check_number(written.code, KNAV_OK, "street")
        && check_bytes((const uint8_t *)text, needed, expected->street, "street's text")
        && (expected->strict_error_offset == KBC_NO_OFFSET
                ? check_number(strict.code, KNAV_OK, "street's check")
                : check_number(strict.code, KNAV_INVALID_UTF8, "street's check")
                    && check_number((uint64_t)found->street_offset + strict.offset,
                                    expected->strict_error_offset,
                                    "where the street is ill-formed"));
}

/* Runs a layer, and prints how many cases it had and how much stack they used. */
static void run(check_layer *layer, const char *name)
{
    const unsigned cases_before = cases;
    const unsigned failures_before = failures;
    machine_paint_stack();
    layer();
    const size_t stack = machine_used_stack();
    machine_write(name);
    machine_write(": ");
    write_number(cases - cases_before);
    machine_write(" cases, ");
    write_number(failures - failures_before);
    machine_write(" failed, stack ");
    write_number(stack);
    machine_write(" bytes\n");
}

int main(void)
{
#if defined(CHECK_CENTRAL)
    run(check_central, "session/central");
#elif defined(CHECK_PHONE)
    run(check_encoding, "codec, encode");
    run(check_peripheral, "session/peripheral");
#else
    run(check_codec, "codec");
    run(check_notification, "notification");
    run(check_reassembly, "reassembly");
    run(check_distance, "distance");
#endif
    return failures == 0 && cases > 0 ? 0 : 1;
}
