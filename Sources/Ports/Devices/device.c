// A whole device that reads at offsets, for `knav judge`. Docs/Judge.md explains it.
//
//     cc -std=c11 -Wall -Wextra -o device device.c

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_VALUE = 512, SHORTEST_CHUNK = 20, LONGEST_LINE = 2048 };
enum { NONE = 0, CONNECTING = -2 };  // no link or request; no request until the link is up
static const long long LATEST = 1LL << 53;

static bool is_on, is_scanning, has_news, is_stale, is_read, is_whole;
static long number, link, ticket, peer;
static long long now, deadline = -1;
static const char *todo = "", *asked = "";
static int offset, failures, pause_time;
// The value that is read, its first chunk, and what was shown last.
static unsigned char value[LONGEST_VALUE], first[LONGEST_VALUE], shown[LONGEST_VALUE];
static size_t value_size, first_size, shown_size;

// The value of a member of an object on one line; NULL if there is none.
static const char *member(const char *line, const char *name) {
    size_t size = strlen(name);
    for (const char *at = line; *at; at++) {
        if (*at != '"') continue;
        const char *text = ++at;
        while (*at && *at != '"') at += *at == '\\' && at[1] ? 2 : 1;
        if (!*at) return NULL;
        const char *next = at + 1;
        while (isspace((unsigned char)*next)) next++;
        if (*next != ':' || (size_t)(at - text) != size || memcmp(text, name, size) != 0) continue;
        do next++; while (isspace((unsigned char)*next));
        return next;
    }
    return NULL;
}

static bool is(const char *text, const char *word) {
    size_t size = strlen(word);
    return text && *text == '"' && strncmp(text + 1, word, size) == 0 && text[1 + size] == '"';
}

// A number, or -1. Numbers above 2147483647 are strings.
static long long integer(const char *line, const char *name) {
    const char *text = member(line, name);
    if (text && *text == '"') text++;
    return text && isdigit((unsigned char)*text) ? strtoll(text, NULL, 10) : -1;
}

static int digit(char letter) {
    const char *digits = "0123456789abcdef", *found = letter ? strchr(digits, tolower((unsigned char)letter)) : NULL;
    return found ? (int)(found - digits) : -1;
}

// Bytes in hexadecimal; no more than there is room for.
static size_t bytes(const char *line, unsigned char *into, size_t room) {
    const char *text = member(line, "bytes");
    size_t count = 0;
    if (!text || *text != '"') return 0;
    for (text++; count < room && digit(text[0]) >= 0 && digit(text[1]) >= 0; text += 2)
        into[count++] = (unsigned char)(digit(text[0]) << 4 | digit(text[1]));
    return count;
}

static void forget(void) {
    link = ticket = NONE;
    deadline = -1;
    is_scanning = has_news = is_stale = is_read = false;
    todo = "discover";
    pause_time = 1000;
    failures = 0;
    value_size = first_size = 0;
}

static void scan(void) {
    forget();
    if (!is_on) return;
    is_scanning = true;
    puts("{\"effect\":\"startScan\"}");
}

static void leave(void) {
    if (link != NONE) printf("{\"effect\":\"disconnect\",\"link\":%ld}\n", link);
    scan();
}

static void ask(const char *request, int limit, int at) {
    ticket = ++number;
    asked = request;
    offset = at;
    deadline = now + limit;
    printf("{\"effect\":\"%s\",\"ticket\":%ld,\"offset\":%d}\n", request, ticket, at);
}

static void ask_for_value(int at) { ask("read", 5000, at); }

// Asks for what is next: the characteristic, the subscription, or a value.
static void act(void) {
    if (is_stale) todo = "discover";
    has_news = is_stale = false;
    if (strcmp(todo, "read") == 0) ask_for_value(0);
    else ask(todo, 10000, 0);
}

static void wait_for_more(void) {
    ticket = NONE;
    is_read = false;
    deadline = now + pause_time;
    if (has_news || is_stale) act();
}

static void done(void) {
    failures = 0;
    wait_for_more();
}

static void show(bool whole) {
    memcpy(shown, value, value_size);
    shown_size = value_size;
    is_whole = whole;
    printf("{\"effect\":\"deliver\",\"extent\":\"%s\",\"bytes\":\"", whole ? "whole" : "possiblyCut");
    for (size_t at = 0; at < value_size; at++) printf("%02x", value[at]);
    puts("\"}");
}

// Reads the beginning again: it differs if the instruction has changed meanwhile.
static void end(void) {
    is_read = true;
    ask_for_value(0);
}

static void answered(const char *line) {
    unsigned char chunk[LONGEST_VALUE];
    size_t size = bytes(line, chunk, sizeof chunk);
    if (offset > 0) {
        size_t room = LONGEST_VALUE - value_size, taken = size < room ? size : room;
        memcpy(value + value_size, chunk, taken);
        value_size += taken;
        if (size < SHORTEST_CHUNK || value_size == LONGEST_VALUE) end();
        else ask_for_value((int)value_size);
    } else if (is_read && size == first_size && memcmp(chunk, first, size) == 0) {
        show(true);
        done();
    } else {
        memcpy(first, chunk, size);
        memcpy(value, chunk, size);
        first_size = value_size = size;
        is_read = false;
        if (is_whole && size <= shown_size && memcmp(chunk, shown, size) == 0) {
            done();  // nothing new
        } else if (size < SHORTEST_CHUNK) {  // no phone's chunks are shorter
            show(true);
            done();
        } else {
            show(false);
            ask_for_value((int)size);
        }
    }
}

static void failed(long long error) {
    bool is_reading = strcmp(asked, "read") == 0;
    if (is_reading && offset > 0 && (error == 0x07 || error == 0x0B)) {
        end();  // nothing is left to read
    } else if (is_reading && error == 0x0A) {
        is_whole = false;  // the phone has no instruction
        done();
    } else {
        if (strcmp(asked, "subscribe") == 0) todo = "read";
        if (++failures == 4) leave();
        else wait_for_more();
    }
}

static void handle(const char *line) {
    const char *event = member(line, "event"), *has_cccd = member(line, "hasCCCD");
    // Another request or link than the newest is late news.
    if (member(line, "ticket") && (ticket == NONE || integer(line, "ticket") != ticket)) return;
    if (member(line, "link") && (link == NONE || integer(line, "link") != link)) return;
    if (is(event, "start")) {
        is_on = true;
        scan();
    } else if (is(event, "stop")) {
        is_on = false;
        if (is_scanning) puts("{\"effect\":\"stopScan\"}");
        leave();
    } else if (is(event, "radioOff")) {
        forget();
    } else if (is(event, "radioOn") || is(event, "disconnected")) {
        scan();
    } else if (is(event, "found") && is_scanning) {
        is_scanning = false;
        link = ++number;
        peer = (long)integer(line, "peer");
        ticket = CONNECTING;
        deadline = now + 10000;
        puts("{\"effect\":\"stopScan\"}");
        printf("{\"effect\":\"connect\",\"peer\":%ld,\"link\":%ld}\n", peer, link);
    } else if (is(event, "connected")) {
        act();
    } else if (is(event, "discovered")) {
        todo = has_cccd && *has_cccd == 't' ? "subscribe" : "read";
        act();
    } else if (is(event, "notDiscovered")) {
        leave();
    } else if (is(event, "subscribed")) {
        todo = "read";
        pause_time = 3000;
        act();
    } else if (is(event, "answered")) {
        answered(line);
    } else if (is(event, "failed")) {
        failed(integer(line, "attError"));
    } else if (is(event, "notified") || is(event, "serviceChanged")) {
        if (is(event, "notified")) has_news = true;
        else is_stale = true;
        if (ticket == NONE) act();
    } else if (is(event, "timePassed") && deadline >= 0 && now >= deadline) {
        if (ticket != NONE) leave();
        else act();
    }
}

int main(void) {
    char line[LONGEST_LINE];
    forget();
    puts("{\"pipe\":1,\"role\":\"central\",\"clock\":\"given\",\"radio\":\"offsetReads\"}");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        if (!strchr(line, '\n') && !feof(stdin)) return 1;  // longer than any event
        long long at = integer(line, "at");
        if (at > now && at <= LATEST) now = at;
        handle(line);
        printf("{\"at\":%lld,\"deadline\":", now);
        if (deadline >= 0) printf("%lld}\n", deadline);
        else puts("null}");
        fflush(stdout);
    }
}
