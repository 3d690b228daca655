import CKnav
import Foundation
import KomootNav

/// Decoding, and what it is compared with.
enum DecodingWorkloads {
    /// A short street, one with letters beyond ASCII and one without.
    static let streets = [
        "Weg", "Lennéstraße am Großen Wäldchen", "Alte Poststrasse hinter dem Bahnhof 123",
    ]

    static func all() throws(KomootNavError) -> [Workload] {
        var workloads: [Workload] = []
        for street in streets {
            let objects = try Objects(street: street)
            workloads += [
                Workload(name: borrowedName(street)) { try borrow(objects, $0) },
                Workload(name: portName(street), isPeer: true) { try runPort(objects, $0) },
                Workload(name: ownedName(street)) { try own(objects, $0) },
                Workload(name: stringName(street), isPeer: true) { makeString(objects, $0) },
            ]
        }
        let objects = try Objects(street: streets[1])
        workloads.append(
            Workload(name: vendorName, isPeer: true) { decodeVendorStyle(objects, $0) })
        return workloads
    }

    static var comparisons: [Comparison] {
        streets.flatMap { street in
            [
                Comparison(workload: borrowedName(street), peer: portName(street)),
                Comparison(workload: ownedName(street), peer: stringName(street)),
            ]
        } + [Comparison(workload: ownedName(streets[1]), peer: vendorName)]
    }

    private static let vendorName = "\"\(streets[1])\": vendor style (NSData, getBytes)"

    private static func borrowedName(_ street: String) -> String {
        "\"\(street)\": borrowed view"
    }

    private static func portName(_ street: String) -> String { "\"\(street)\": C99 port" }

    private static func ownedName(_ street: String) -> String {
        "\"\(street)\": owned instruction"
    }

    private static func stringName(_ street: String) -> String { "\"\(street)\": its String" }

    private static func borrow(
        _ objects: Objects, _ repetitions: Int
    ) throws(KomootNavError) -> Int {
        var sum = 0
        let bytes = objects.bytes.span
        for repetition in 0..<repetitions {
            let object = bytes.extracting(objects.range(for: repetition))
            let view = try NavigationInstructionView(decoding: object)
            let street = view.street
            try street.validate()
            sum &+= Int(view.distanceInMeters) &+ Int(view.arrow.rawValue) &+ street.bytes.count
        }
        return sum
    }

    /// The same with the port: it detects the layout and checks the street.
    private static func runPort(_ objects: Objects, _ repetitions: Int) throws -> Int {
        var sum = 0
        let bytes = objects.bytes.span
        for repetition in 0..<repetitions {
            let object = bytes.extracting(objects.range(for: repetition))
            try unsafe object.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                var instruction = knav_instruction()
                try check(
                    unsafe knav_decode(
                        start, bytes.count, UInt8(KNAV_LAYOUT_AUTO.rawValue),
                        UInt8(KNAV_WHOLE.rawValue), &instruction))
                try check(
                    unsafe knav_street_validate(
                        start + Int(instruction.street_offset), Int(instruction.street_size)))
                sum &+=
                    Int(instruction.distance_in_meters) &+ Int(instruction.arrow)
                    &+ Int(instruction.street_size)
            }
        }
        return sum
    }

    private struct PortError: Error {
        let code: UInt8
    }

    @inline(__always)
    private static func check(_ error: knav_error) throws(PortError) {
        guard error.code == UInt8(KNAV_OK.rawValue) else { throw PortError(code: error.code) }
    }

    private static func own(
        _ objects: Objects, _ repetitions: Int
    ) throws(KomootNavError) -> Int {
        var sum = 0
        let bytes = objects.bytes.span
        for repetition in 0..<repetitions {
            let object = bytes.extracting(objects.range(for: repetition))
            let instruction = try NavigationInstruction(decoding: object)
            sum &+= Int(instruction.distanceInMeters) &+ instruction.street.byteCount
        }
        return sum
    }

    /// What an owned instruction can't do without.
    private static func makeString(_ objects: Objects, _ repetitions: Int) -> Int {
        var sum = 0
        let bytes = objects.bytes.span
        let streetOffset = InstructionLayout.deployed.streetOffset
        for repetition in 0..<repetitions {
            let object = bytes.extracting(objects.range(for: repetition))
            let street = unsafe object.extracting(streetOffset...).withUnsafeBufferPointer {
                unsafe String(decoding: $0, as: UTF8.self)
            }
            sum &+= street.utf8.count
        }
        return sum
    }

    private static func decodeVendorStyle(_ objects: Objects, _ repetitions: Int) -> Int {
        let decoder = VendorStyleDecoder()
        let data = NSData(data: Data(objects.bytes[objects.range(for: 0)]))
        var sum = 0
        for _ in 0..<repetitions {
            guard let instruction = decoder.decode(data), let street = instruction.street else {
                return 0
            }
            sum &+= Int(instruction.distance) &+ street.utf8.count
        }
        return sum
    }
}
