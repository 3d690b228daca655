import KomootNav

/// One line of JSON output: an instruction, an identifier alone, a read, a status, a fault or an error.
struct OutputRecord: Encodable {
    struct Fault: Encodable {
        let code: String
        let offset: Int
    }

    /// A four-byte identifier is a number, a UUID a string.
    enum Identifier: Encodable {
        case number(UInt32)
        case text(String)

        init(_ identifier: InstructionIdentifier) {
            switch identifier {
            case .uint32(let number): self = .number(number)
            case .uuid(let uuid): self = .text(uuid.description)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            }
        }
    }

    var layout: String?
    var extent: String?
    var identifier: Identifier?
    var arrow: UInt8?
    var arrowName: String?
    var distanceInMeters: UInt32?
    var street: String?
    /// The byte of the object at which the street stops being UTF-8; `street` is repaired then.
    var invalidUTF8At: Int?
    var display: String?
    /// Seconds since the first instruction of a ride: for one of its instructions, when it was due.
    var time: Double?
    /// For a read in a capture: the connection, how the read ended and with what error, and whether its
    /// chunks are of one object.
    var connection: Int?
    var outcome: String?
    var attError: UInt8?
    var attErrorName: String?
    var integrity: String?
    var answers: Int?
    /// The bytes that were read, in hexadecimal.
    var bytes: String?
    /// A session's status.
    var status: String?
    /// What went wrong on a simulated ride.
    var fault: String?
    /// The number of the input that has the error, from 1; empty lines count.
    var input: Int?
    var error: Fault?

    init() {}

    init(_ view: NavigationInstructionView, units: DistanceStyle = .metric) {
        self.init(
            view.identifier, view.arrow, view.distanceInMeters, view.street.description,
            layout: view.layout, units: units)
        extent = view.extent.rawValue
        do throws(KomootNavError) {
            try view.street.validate()
        } catch {
            invalidUTF8At = error.offset
        }
    }

    init(
        _ instruction: NavigationInstruction, layout: InstructionLayout, units: DistanceStyle
    ) {
        self.init(
            instruction.identifier, instruction.arrow, instruction.distanceInMeters,
            instruction.street.description, layout: layout, units: units)
    }

    private init(
        _ identifier: InstructionIdentifier, _ arrow: Arrow, _ distance: UInt32, _ street: String,
        layout: InstructionLayout, units: DistanceStyle
    ) {
        self.layout = layout.description
        self.identifier = Identifier(identifier)
        self.arrow = arrow.rawValue
        arrowName = arrow.name
        distanceInMeters = distance
        self.street = street
        display = DistanceDisplay(distanceInMeters: distance, style: units).description
    }

    /// What a rider was told at a time of a ride.
    init(status: CentralSession.Status, at time: Duration) {
        self.status = status.rawValue
        self.time = Self.seconds(time)
    }

    /// What went wrong at a time of a ride.
    init(fault: String, at time: Duration) {
        self.fault = fault
        self.time = Self.seconds(time)
    }

    /// Seconds, with whole milliseconds.
    static func seconds(_ time: Duration) -> Double {
        Double(time / .milliseconds(1)).rounded() / 1000
    }

    init(errorCode: String, offset: Int) {
        error = Fault(code: errorCode, offset: offset)
    }

    /// The record as one line of JSON.
    var json: String { jsonLine(self) }
}
