/*
 * Answers requests on standard input with lines on standard output, each one JSON object. Run it
 * with `knav conformance run -- ./testee`.
 */
#include "testee.h"

#include <stdio.h>
#include <string.h>

struct operation {
    const char *name;
    bool (*answer)(const struct json_value *input);
};

static const struct operation operations[] = {
    {"decode", testee_decode},
    {"street", testee_street},
    {"notification", testee_notification},
    {"distance", testee_distance},
    {"reassembly", testee_reassembly},
    {"centralSession", testee_central},
};

static const char *const layers[] = {
    "codec", "notification", "reassembly", "distance", "session/central", NULL,
};
static const char *const features[] = {
    "street", "pinnedLayouts", "legacy", "offsetReads", "wholeValues", "longReads", "oneCallback",
    "trustsChunkSize", "vendor", "metric", "imperial", "uk", NULL,
};

/* ---- Members of requests ------------------------------------------------------------------ */

bool testee_bytes(const struct json_value *object, const char *name, const uint8_t **bytes,
                  size_t *size)
{
    static uint8_t memory[TESTEE_MAXIMUM_BYTES];
    const struct json_value *member = json_member(object, name);
    const size_t count = member->size / 2;
    uint8_t *destination;
    size_t place;

    if (member->kind != JSON_STRING || member->size % 2 != 0 || count > sizeof memory) {
        return false;
    }
    destination = memory + (sizeof memory - count);
    for (place = 0; place < count; place++) {
        uint8_t high;
        uint8_t low;
        if (!json_hex_digit(member->text[2 * place], &high) ||
            !json_hex_digit(member->text[2 * place + 1], &low)) {
            return false;
        }
        destination[place] = (uint8_t)(high << 4 | low);
    }
    *bytes = destination;
    *size = count;
    return true;
}

bool testee_integer(const struct json_value *object, const char *name, uint64_t limit,
                    uint64_t *integer)
{
    return json_integer(json_member(object, name), limit, integer);
}

bool testee_usual_integer(const struct json_value *object, const char *name, uint64_t limit,
                          uint64_t *integer)
{
    const struct json_value *member = json_member(object, name);

    return member->kind == JSON_MISSING || json_integer(member, limit, integer);
}

bool testee_usual_boolean(const struct json_value *object, const char *name, bool *boolean)
{
    const struct json_value *member = json_member(object, name);

    return member->kind == JSON_MISSING || json_boolean(member, boolean);
}

bool testee_mtu(const struct json_value *object, uint16_t *mtu)
{
    const struct json_value *member = json_member(object, "mtu");
    uint64_t integer = 0;

    if (member->kind != JSON_MISSING && member->kind != JSON_NULL &&
        !json_integer(member, UINT64_MAX, &integer)) {
        return false;
    }
    *mtu = (uint16_t)(integer < UINT16_MAX ? integer : UINT16_MAX);
    return true;
}

bool testee_radio(const struct json_value *object, uint8_t *radio)
{
    static const char *const radios[] = {"offsetReads", "wholeValues", "longReads", "oneCallback",
                                         NULL};

    return json_choice(json_member(object, "radio"), radios, radio);
}

/* ---- Requests ----------------------------------------------------------------------------- */

static void answer_list(const char *name, const char *const *words)
{
    answer_name(name);
    answer_open('[');
    while (*words != NULL) {
        answer_word(*words);
        words++;
    }
    answer_close(']');
}

static void describe(void)
{
    answer_clear();
    answer_open('{');
    answer_name("protocol");
    answer_integer(1);
    answer_name("name");
    answer_word("komoot BLE Connect in C99");
    answer_name("version");
    answer_word("1.0");
    answer_list("layers", layers);
    answer_list("features", features);
    answer_close('}');
}

static void begin_answer(const struct json_value *id)
{
    answer_clear();
    answer_open('{');
    answer_name("id");
    answer_text(id->text, id->size);
}

static void skip(const struct json_value *id, const char *reason)
{
    begin_answer(id);
    answer_name("skip");
    answer_word(reason);
    answer_close('}');
}

static void complain(const char *reason)
{
    answer_clear();
    answer_open('{');
    answer_name("error");
    answer_word(reason);
    answer_close('}');
}

static void do_case(const struct json_value *request, const struct json_value *id)
{
    const struct json_value *name = json_member(request, "operation");
    size_t place;

    for (place = 0; place < sizeof operations / sizeof operations[0]; place++) {
        if (json_is(name, operations[place].name)) {
            begin_answer(id);
            answer_name("answer");
            answer_open('{');
            if (operations[place].answer(json_member(request, "input"))) {
                answer_close('}');
                answer_close('}');
            } else {
                skip(id, "the input is not understood");
            }
            return;
        }
    }
    skip(id, "no such operation");
}

static void answer_request(char *line, size_t size)
{
    const struct json_value *request;
    const struct json_value *kind;
    const struct json_value *id;

    if (!json_read(line, size)) {
        complain("the line is not JSON");
        return;
    }
    request = json_root();
    kind = json_member(request, "request");
    id = json_member(request, "id");
    if (json_is(kind, "describe")) {
        uint64_t protocol;
        if (testee_integer(request, "protocol", 1, &protocol) && protocol == 1) {
            describe();
        } else {
            complain("only version 1 of the protocol is known");
        }
    } else if (json_is(kind, "case") && id->kind == JSON_STRING) {
        do_case(request, id);
    } else {
        complain("the request is not understood");
    }
}

/* ---- Lines -------------------------------------------------------------------------------- */

/* One byte more than a request may have, to notice one that is too long. */
static char line[TESTEE_MAXIMUM_REQUEST + 1];

/* Reads a line without its end, and only as much as fits. Returns false after the last one. */
static bool read_line(size_t *size)
{
    int character = getchar();

    *size = 0;
    if (character == EOF) {
        return false;
    }
    while (character != EOF && character != '\n') {
        if (*size < sizeof line) {
            line[*size] = (char)character;
            (*size)++;
        }
        character = getchar();
    }
    return true;
}

int main(void)
{
    size_t size;

    while (read_line(&size)) {
        if (size > TESTEE_MAXIMUM_REQUEST) {
            complain("the line is too long");
        } else {
            answer_request(line, size);
        }
        if (!answer_send()) {
            complain("the answer is too long");
            answer_send();
        }
    }
    return 0;
}
