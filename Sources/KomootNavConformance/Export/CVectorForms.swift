import KomootNav

extension CExport {
    private static let id = "const char *id;"
    private static let titledID = """
        const char *id;
            const char *title; /* what the case shows */
            const char *flags; /* of the bugs that it catches, with blanks between; "" if it names none */
        """

    private static let levels = "enum { KBC_REQUIRED = 0, KBC_RECOMMENDED = 1 };"
    private static let flag = """
        typedef struct kbc_flag {
            const char *flag;
            const char *effect; /* what a device with the bug does, in a sentence */
        } kbc_flag;
        """

    /// The header with the types of the arrays' elements, with a title and flags in each, and with the type of a flag.
    static var titledForms: String {
        forms.replacing(id, with: titledID).replacing(levels, with: "\(levels)\n\n\(flag)")
    }

    /// The header with the types of the arrays' elements.
    static let forms = """
        /*
         * kbc_vectors.h: the types of the conformance vectors of komoot BLE Connect, for targets without
         * standard input and output. Each layer has a header with static const arrays of these types.
         *
         * C99: compile the files that include them as C, not as C++. Times are in milliseconds, sizes and
         * offsets in bytes. Fixtures/README.md says what each vector expects.
         */
        #ifndef KBC_VECTORS_H
        #define KBC_VECTORS_H

        #include <stdbool.h>
        #include <stddef.h>
        #include <stdint.h>

        #define KBC_NO_OFFSET UINT16_MAX   /* no offset */
        #define KBC_NO_DEADLINE UINT32_MAX /* no deadline */

        typedef struct kbc_bytes {
            const uint8_t *at; /* never NULL */
            uint16_t size;
        } kbc_bytes;

        \(levels)

        \(CConstants.enumeration(CConstants.errors))

        typedef struct kbc_error {
            uint8_t code;
            uint8_t att_error; /* with KBC_ATT_ERROR */
            uint16_t offset;
        } kbc_error;

        /* ---- codec, notification ------------------------------------------------------------------ */

        \(CConstants.enumeration(LayoutChoice.names))
        \(CConstants.enumeration(of: ObjectExtent.self))
        \(CConstants.enumeration(of: StreetPolicy.self))
        enum { KBC_IDENTIFIER = 0, KBC_INSTRUCTION = 1 };

        typedef struct kbc_identifier {
            uint8_t size;      /* 4 (little-endian integer) or 16 (UUID in the order of its text) */
            uint8_t bytes[16]; /* as on the wire; zero after size */
        } kbc_identifier;

        /* The fields of an object that is not refused. */
        typedef struct kbc_object {
            kbc_bytes street_bytes;
            kbc_bytes street; /* the text under KBC_DROP_INCOMPLETE_TAIL, UTF-8 */
            const char *arrow_name; /* "reserved" and the number for a reserved value */
            uint32_t distance_in_meters;
            uint16_t strict_error_offset; /* in the object; KBC_NO_OFFSET if the street is well-formed */
            uint8_t layout;
            uint8_t extent;
            uint8_t arrow;
            kbc_identifier identifier;
        } kbc_object;

        typedef struct kbc_decode_vector {
            \(id)
            kbc_bytes bytes;
            const kbc_object *expected; /* NULL if error.code is not KBC_OK */
            kbc_error error;
            uint8_t level;
            uint8_t layout;
            uint8_t extent;
        } kbc_decode_vector;

        typedef struct kbc_encode_vector {
            \(id)
            kbc_bytes street;
            kbc_bytes expected;
            uint32_t distance_in_meters;
            kbc_error error;
            uint8_t level;
            uint8_t layout;
            uint8_t arrow;
            kbc_identifier identifier;
        } kbc_encode_vector;

        typedef struct kbc_street_vector {
            \(id)
            kbc_bytes bytes;
            kbc_bytes expected; /* UTF-8 */
            kbc_error error;
            uint8_t level;
            uint8_t policy;
        } kbc_street_vector;

        typedef struct kbc_notification_vector {
            \(id)
            kbc_bytes bytes;
            const kbc_object *expected; /* with KBC_INSTRUCTION, else NULL */
            kbc_error error;
            uint8_t level;
            uint8_t layout;
            uint8_t kind;
            kbc_identifier identifier; /* with KBC_IDENTIFIER */
        } kbc_notification_vector;

        /* ---- distance ----------------------------------------------------------------------------- */

        \(CConstants.enumeration(of: DistanceStyle.self))

        typedef struct kbc_distance_vector {
            \(id)
            const char *value; /* "" for "Now" */
            const char *unit;  /* "" for "Now" */
            const char *text;
            uint32_t distance_in_meters;
            uint8_t level;
            uint8_t style;
        } kbc_distance_vector;

        /* ---- reassembly --------------------------------------------------------------------------- */

        \(CConstants.enumeration(ChunkReassembler.Radio.names))
        \(CConstants.enumeration(of: ReassemblyVector.Event.self))
        enum {
            KBC_SHOWS_NOTHING = 0,
            KBC_SHOWS_PARTIAL = 1,
            KBC_SHOWS_OBJECT = 2,
            KBC_SHOWS_ERROR = 3,
            KBC_SHOWS_BEGINNING = 4 /* complete, perhaps cut */
        };

        typedef struct kbc_reassembly_step {
            kbc_bytes bytes;  /* of the chunk */
            kbc_bytes shown;  /* the partial, the object or the beginning */
            uint16_t offset;  /* of the chunk or the error */
            uint16_t awaits;  /* afterwards; KBC_NO_OFFSET if nothing is awaited */
            uint16_t restarts; /* afterwards */
            kbc_error error;  /* with KBC_SHOWS_ERROR */
            uint8_t event;
            uint8_t att_error; /* of the event KBC_ERROR */
            uint8_t shows;
        } kbc_reassembly_step;

        typedef struct kbc_reassembly_vector {
            \(id)
            const kbc_reassembly_step *steps;
            uint16_t count;
            uint16_t mtu; /* 0 if it is not known */
            uint16_t maximum_restarts;
            uint8_t level;
            uint8_t radio;
            bool trusts_chunk_size;
        } kbc_reassembly_vector;

        /* ---- session/central ---------------------------------------------------------------------- */

        /* Events, effects, statuses, faults and phases have the numbers that they have in knav.h. */
        \(CConstants.enumeration(constants: CConstants.centralEvents))
        \(CConstants.enumeration(constants: CConstants.centralEffects))

        typedef struct kbc_central_effect {
            kbc_bytes bytes; /* KBC_DELIVER */
            uint32_t ticket; /* a link's or a request's */
            uint32_t peer;   /* KBC_CONNECT */
            uint16_t offset; /* KBC_READ */
            uint8_t kind;
            uint8_t detail;  /* KBC_DELIVER: extent; KBC_REPORT: status; KBC_FAULT: fault */
            kbc_error error; /* KBC_FAULT; if the fault has only an ATT error, only that */
        } kbc_central_effect;

        typedef struct kbc_central_step {
            kbc_bytes bytes;
            const kbc_central_effect *effects;
            uint32_t at;
            uint32_t deadline; /* afterwards */
            uint32_t ticket;   /* a link's or a request's; KBC_FOUND: the peer */
            uint16_t mtu;
            uint8_t event;
            uint8_t detail;    /* KBC_DISCOVERED: has a CCCD; KBC_FAILED: the ATT error */
            uint8_t phase;     /* afterwards */
            uint8_t effect_count;
        } kbc_central_step;

        typedef struct kbc_central_vector {
            \(id)
            const kbc_central_step *steps;
            uint32_t read_timeout;
            uint16_t count;
            uint16_t maximum_restarts;
            uint8_t level;
            uint8_t radio;
            uint8_t layout;
            bool trusts_chunk_size;
            bool subscribes;
        } kbc_central_vector;

        /* ---- session/peripheral ------------------------------------------------------------------- */

        /* Events, effects, faults, phases and settings have the numbers that they have in knav_phone.h. */
        \(CConstants.enumeration(constants: CConstants.peripheralEvents))
        \(CConstants.enumeration(constants: CConstants.peripheralEffects))
        \(CConstants.enumeration(of: PeripheralSession.Fault.Kind.self))

        typedef struct kbc_peripheral_effect {
            kbc_bytes bytes; /* KBC_NOTIFY, KBC_ANSWER */
            uint32_t central;
            uint8_t kind;
            uint8_t detail;  /* KBC_REJECT: the ATT error; KBC_PERIPHERAL_FAULT: the fault */
            kbc_error error; /* KBC_UNPUBLISHABLE */
        } kbc_peripheral_effect;

        typedef struct kbc_peripheral_step {
            kbc_bytes bytes; /* KBC_PUBLISH */
            const kbc_peripheral_effect *effects;
            const kbc_identifier *identifier; /* KBC_CENTRAL_READ by identifier; else NULL */
            uint32_t at;
            uint32_t deadline; /* afterwards */
            uint32_t central;
            uint16_t mtu_or_offset;
            uint8_t event;
            uint8_t phase; /* afterwards: 0 stopped, 1 radioOff, 2 advertising, 3 advertisingAgain, 4 serving */
            uint8_t effect_count;
        } kbc_peripheral_step;

        \(CConstants.enumeration(of: PeripheralSession.NotificationForm.self, prefix: "KBC_NOTIFIES_"))
        \(CConstants.enumeration(of: PeripheralSession.Serving.self))
        \(CConstants.enumeration(of: PeripheralSession.Ending.self, prefix: "KBC_ENDS_"))
        \(CConstants.enumeration(of: PeripheralSession.ChunkSize.self))
        \(CConstants.enumeration(of: PeripheralSession.LossDetection.self))

        typedef struct kbc_peripheral_vector {
            \(id)
            const kbc_peripheral_step *steps;
            uint16_t count;
            uint8_t level;
            uint8_t layout;
            uint8_t notification;
            uint8_t retried_notification;
            uint8_t serving;
            uint8_t ending;
            uint8_t chunk_size;
            uint8_t loss_detection;
            bool has_cccd;
            bool repeats;
        } kbc_peripheral_vector;

        #endif

        """
}
