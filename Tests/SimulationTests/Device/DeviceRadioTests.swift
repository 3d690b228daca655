import KomootNav
import Simulation
import Testing

/// What a device's state machine is told of one read, by each kind of radio.
///
/// The expectations are those of `Docs/Protocol.md`, clause 8.9, and of the list in `Docs/Simulation.md`,
/// *Radios*. At MTU 23, a chunk has 22 bytes.
@Suite("A device's radio")
struct DeviceRadioTests {
    /// What a state machine is to be told, as positions in the object that the phone has published.
    enum Expected: Sendable {
        case answered(Range<Int>)
        case notified(Range<Int>)
        case arrived(Range<Int>)
        /// The read fails, with the error that ends the phone's objects.
        case failed
    }

    /// What a state machine is told of an object of a length, if it ends with an empty chunk, and if it ends with
    /// an error.
    struct Row: Sendable, CustomTestStringConvertible {
        let radio: DeviceRadio
        let length: Int
        let ifEmpty: [Expected]
        let ifError: [Expected]

        init(_ radio: DeviceRadio, _ length: Int, _ ifEmpty: [Expected], ifError: [Expected]) {
            self.radio = radio
            self.length = length
            self.ifEmpty = ifEmpty
            self.ifError = ifError
        }

        var testDescription: String { "\(radio), \(length) bytes" }
    }

    /// The lengths of the objects: shorter than a chunk, a chunk, a chunk and a shorter one, two chunks.
    private static let lengths = [21, 22, 40, 44]

    /// A radio that can read at offsets reads on from where its last answer ended.
    private static let table = [
        // One request for each read: the end is an answer of its own.
        Row(
            .offsetReads, 21, [.answered(0..<21), .answered(21..<21)],
            ifError: [.answered(0..<21), .failed]),
        Row(
            .offsetReads, 22, [.answered(0..<22), .answered(22..<22)],
            ifError: [.answered(0..<22), .failed]),
        Row(
            .offsetReads, 40, [.answered(0..<22), .answered(22..<40), .answered(40..<40)],
            ifError: [.answered(0..<22), .answered(22..<40), .failed]),
        Row(
            .offsetReads, 44, [.answered(0..<22), .answered(22..<44), .answered(44..<44)],
            ifError: [.answered(0..<22), .answered(22..<44), .failed]),
        // Bumble and adapters that keep the parts take the error for the end.
        Row(.wholeValues, 21, [.answered(0..<21)], ifError: [.answered(0..<21)]),
        Row(.wholeValues, 22, [.answered(0..<22)], ifError: [.answered(0..<22)]),
        Row(.wholeValues, 40, [.answered(0..<40)], ifError: [.answered(0..<40)]),
        Row(.wholeValues, 44, [.answered(0..<44)], ifError: [.answered(0..<44)]),
        // On BlueZ any error fails the whole read. A value that was read is also a notification.
        Row(
            .blueZ, 21, [.notified(0..<21), .answered(0..<21)],
            ifError: [.notified(0..<21), .answered(0..<21)]),
        Row(.blueZ, 22, [.notified(0..<22), .answered(0..<22)], ifError: [.failed]),
        Row(
            .blueZ, 40, [.notified(0..<40), .answered(0..<40)],
            ifError: [.notified(0..<40), .answered(0..<40)]),
        Row(.blueZ, 44, [.notified(0..<44), .answered(0..<44)], ifError: [.failed]),
        // The same at offsets, where notifications come apart from reads.
        Row(
            .blueZOffsets, 21, [.answered(0..<21), .answered(21..<21)],
            ifError: [.answered(0..<21), .failed]),
        Row(.blueZOffsets, 22, [.answered(0..<22), .answered(22..<22)], ifError: [.failed]),
        Row(
            .blueZOffsets, 40, [.answered(0..<40), .answered(40..<40)],
            ifError: [.answered(0..<40), .failed]),
        Row(.blueZOffsets, 44, [.answered(0..<44), .answered(44..<44)], ifError: [.failed]),
        // Core Bluetooth follows the specification, so the error fails the read. It has one callback.
        Row(.coreBluetooth, 21, [.arrived(0..<21)], ifError: [.arrived(0..<21)]),
        Row(.coreBluetooth, 22, [.arrived(0..<22)], ifError: [.failed]),
        Row(.coreBluetooth, 40, [.arrived(0..<40)], ifError: [.arrived(0..<40)]),
        Row(.coreBluetooth, 44, [.arrived(0..<44)], ifError: [.failed]),
    ]

    @Test("A device's radio has a row for each length")
    func rows() {
        let rows = Self.table.map { "\($0.radio) \($0.length)" }
        let wanted = DeviceRadio.allCases.flatMap { radio in
            Self.lengths.map { "\(radio) \($0)" }
        }
        #expect(rows == wanted)
    }

    @Test(
        "A device's radio tells of a read what its stack would, whatever the phone's ending",
        arguments: table,
        PeripheralSession.Ending.allCases)
    func reads(_ row: Row, _ ending: PeripheralSession.Ending) async throws {
        var phone = PeripheralSession.Configuration(layout: .deployed)
        phone.ending = ending
        let heard = try await heard(by: row.radio, from: phone, byteCount: row.length)
        let expected = ending == .empty ? row.ifEmpty : row.ifError
        #expect(heard.read == expected.map { .init($0, heard.object, ending) })
        let identifier = ContiguousArray(heard.object[..<4])
        #expect(
            heard.published
                == [row.radio == .coreBluetooth ? .arrived(identifier) : .notified(identifier)])
    }

    @Test(
        "A device's radio tells the same of a read without a subscription, but nothing as a notification",
        arguments: table, PeripheralSession.Ending.allCases)
    func unsubscribed(_ row: Row, _ ending: PeripheralSession.Ending) async throws {
        var phone = PeripheralSession.Configuration(layout: .deployed)
        phone.ending = ending
        let heard = try await heard(
            by: row.radio, from: phone, byteCount: row.length, subscribes: false)
        var expected = ending == .empty ? row.ifEmpty : row.ifError
        expected.removeAll { if case .notified = $0 { true } else { false } }
        #expect(heard.read == expected.map { .init($0, heard.object, ending) })
        #expect(heard.published.isEmpty)
    }

    @Test(
        "A device's radio goes on only after a full response, whatever the phone's chunks are",
        arguments: DeviceRadio.allCases)
    func shortChunks(_ radio: DeviceRadio) async throws {
        var phone = PeripheralSession.Configuration(layout: .deployed)
        phone.chunkSize = .smallestPayload
        let heard = try await heard(by: radio, from: phone, byteCount: 40)
        let expected: [Expected] =
            switch radio {
            case .offsetReads, .blueZOffsets:
                [.answered(0..<20), .answered(20..<40), .answered(40..<40)]
            case .wholeValues: [.answered(0..<20)]
            case .blueZ: [.notified(0..<20), .answered(0..<20)]
            case .coreBluetooth: [.arrived(0..<20)]
            }
        #expect(heard.read == expected.map { .init($0, heard.object, phone.ending) })
    }

    @Test(
        "A device's radio fails a read at an error in its first response, and later at any that ends no object",
        arguments: DeviceRadio.allCases.filter { $0 != .offsetReads })
    func otherErrors(_ radio: DeviceRadio) async throws {
        let phone = PeripheralSession.Configuration(layout: .deployed)
        for error in [ATTError.invalidOffset, .attributeNotLong, .unlikelyError] {
            let heard = try await heard(
                by: radio, from: phone, byteCount: 44, faults: [.failed(error)])
            #expect(heard.read == [.failed(error)])
        }
        let later = try await heard(
            by: radio, from: phone, byteCount: 44,
            faults: [.delayed(.zero), .failed(.unlikelyError)])
        #expect(later.read == [.failed(.unlikelyError)])
    }

    /// What a state machine was told.
    private struct Heard {
        let object: ContiguousArray<UInt8>
        /// When the object was published.
        let published: [ReadRecorder.Told]
        /// After the device had asked for the object.
        let read: [ReadRecorder.Told]
    }

    /// Lets a device read an object from a phone at MTU 23, half a second after it was published.
    ///
    /// - Parameter faults: what happens to the answers.
    private func heard(
        by radio: DeviceRadio, from configuration: PeripheralSession.Configuration, byteCount: Int,
        subscribes: Bool = true, faults: [AnswerFault] = []
    ) async throws -> Heard {
        let (stream, told) = AsyncStream.makeStream(of: ReadRecorder.Told.self)
        let (laterStream, toldLater) = AsyncStream.makeStream(of: ReadRecorder.Told.self)
        let world = World(seed: 1)
        let phone = await world.addPhone(configuration) { PeripheralSession(configuration) }
        let recorder = ReadRecorder(
            reads: radio, at: SessionTime(milliseconds: 5000), subscribes: subscribes, told,
            toldLater)
        let device = await world.addDevice(recorder, radio: radio)
        await phone.startNavigation()
        await device.start()
        await world.run(for: .milliseconds(4500))
        let streetByteCount = byteCount - configuration.layout.streetOffset
        await phone.startPublishing(every: .seconds(60), streetByteCount: streetByteCount)
        for fault in faults { try await world.inject(.answer(fault)) }
        // The phone repeats its notification only after two seconds.
        await world.run(for: .milliseconds(1500))
        told.finish()
        toldLater.finish()
        #expect(await world.waitingFaults.isEmpty)
        let object = try #require(await phone.publications.first).bytes
        #expect(object.count == byteCount)
        return Heard(object: object, published: await stream.all, read: await laterStream.all)
    }
}

extension ReadRecorder.Told {
    /// - Parameters:
    ///   - object: the object that the phone has published.
    ///   - ending: how the phone ends it.
    fileprivate init(
        _ expected: DeviceRadioTests.Expected, _ object: ContiguousArray<UInt8>,
        _ ending: PeripheralSession.Ending
    ) {
        switch expected {
        case .answered(let range): self = .answered(ContiguousArray(object[range]))
        case .notified(let range): self = .notified(ContiguousArray(object[range]))
        case .arrived(let range): self = .arrived(ContiguousArray(object[range]))
        case .failed:
            self = .failed(ending == .attributeNotLong ? .attributeNotLong : .invalidOffset)
        }
    }
}

extension AsyncStream {
    /// All elements, once the stream has finished.
    fileprivate var all: [Element] {
        get async {
            var elements: [Element] = []
            for await element in self { elements.append(element) }
            return elements
        }
    }
}
