package import KomootNav

/// One line of JSON output: an instruction, an identifier alone, a read, a status, a fault or an error.
package struct OutputRecord: Encodable {
    package struct Fault: Encodable {
        package let code: String
        package let offset: Int
    }

    /// A four-byte identifier is a number, a UUID a string.
    package enum Identifier: Encodable {
        case number(UInt32)
        case text(String)

        package init(_ identifier: InstructionIdentifier) {
            switch identifier {
            case .uint32(let number): self = .number(number)
            case .uuid(let uuid): self = .text(uuid.description)
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            }
        }
    }

    package var layout: String?
    package var extent: String?
    package var identifier: Identifier?
    package var arrow: UInt8?
    package var arrowName: String?
    package var distanceInMeters: UInt32?
    package var street: String?
    /// The byte of the object at which the street stops being UTF-8; `street` is repaired then.
    package var invalidUTF8At: Int?
    package var display: String?
    /// Why the bytes may not be a whole instruction; absent if nothing speaks against it.
    package var doubts: [String]?
    /// Seconds since the first instruction of a ride: for one of its instructions, when it was due.
    package var time: Double?
    /// For a read in a capture: the connection, how the read ended and with what error, and whether its
    /// chunks are of one object.
    package var connection: Int?
    package var outcome: String?
    package var attError: UInt8?
    package var attErrorName: String?
    package var integrity: String?
    /// Whether the phone published what was read; absent if nobody knows.
    package var isPublished: Bool?
    package var answers: Int?
    /// The bytes that were read, in hexadecimal.
    package var bytes: String?
    /// A session's status.
    package var status: String?
    /// What went wrong on a simulated ride.
    package var fault: String?
    /// The number of the input that has the error, from 1; empty lines count.
    package var input: Int?
    package var error: Fault?

    package init() {}

    package init(_ view: NavigationInstructionView, units: DistanceStyle = .metric) {
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

    package init(
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
    package init(status: CentralSession.Status, at time: Duration) {
        self.status = status.rawValue
        self.time = Self.seconds(time)
    }

    /// What went wrong at a time of a ride.
    package init(fault: String, at time: Duration) {
        self.fault = fault
        self.time = Self.seconds(time)
    }

    /// Seconds, with whole milliseconds.
    package static func seconds(_ time: Duration) -> Double {
        Double(time / .milliseconds(1)).rounded() / 1000
    }

    package init(errorCode: String, offset: Int) {
        error = Fault(code: errorCode, offset: offset)
    }
}
