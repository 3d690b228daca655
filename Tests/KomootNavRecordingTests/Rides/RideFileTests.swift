import Foundation
import KomootNav
import KomootNavRecording
import RepositorySupport
import Testing

@Suite("A ride file")
struct RideFileTests {
    private static let line =
        "TYPE,52.4,13.0,0,-1,5,1,-1,\"Am Wall\",In 210 m,icon,4,1469106318564.4,app"

    @Test("A ride file reports bad lines by their numbers and goes on")
    func faults() {
        let text =
            "stray\r\n\(Self.line)\r\n\r\n\(Self.line.replacing(",4,", with: ",x,"))\n\(Self.line)"
        let ride = RideFile(ContiguousArray(text.utf8).span)
        #expect(ride.instructions.count == 2)
        #expect(ride.lines.map(\.number) == [1, 2, 4, 5])
        #expect(ride.lines[0].content == .failure(.columnCount(1)))
        #expect(ride.lines[2].content == .failure(.malformedArrow))
    }

    @Test("A ride file may be empty")
    func empty() {
        for text in ["", "\n", "\r\n\r\n"] {
            let ride = RideFile(ContiguousArray(text.utf8).span)
            #expect(ride.lines.isEmpty && ride.instructions.isEmpty)
        }
    }

    @Test(
        "A ride file of any bytes is read without a crash, and every line is an instruction or a fault"
    )
    func anyBytes() {
        var state: UInt64 = 1
        for _ in 0..<300 {
            var bytes = ContiguousArray("\(Self.line)\n\(Self.line)".utf8)
            for _ in 0..<8 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let place = Int(state >> 33) % bytes.count
                bytes[place] = UInt8(truncatingIfNeeded: state >> 20)
            }
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
                .filter { !($0.count == 1 && $0.first == 0x0D) }
            let ride = RideFile(bytes.span)
            #expect(ride.lines.count == lines.count)
        }
    }

    @Test(
        "A ride file from the fixtures comes out as it went in, through every layout and chunk size",
        arguments: [InstructionLayout.published, .deployed, .legacy])
    func playback(_ layout: InstructionLayout) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Repository.rides.path)
            .filter { $0.hasSuffix(".csv") }
        #expect(names.count >= 4)
        for name in names {
            let data = try Data(contentsOf: Repository.rides.appendingPathComponent(name))
            let ride = RideFile(ContiguousArray(data).span)
            #expect(!ride.instructions.isEmpty, "\(name)")
            for chunkSize in [20, 22, 47, 184, 512] {
                var playback = RidePlayback(layout: layout, chunkSize: chunkSize)
                for instruction in ride.instructions {
                    let outcome = try playback.send(instruction)
                    #expect(outcome.detectedLayout == layout)
                    #expect(outcome.instruction.arrow == instruction.arrow)
                    #expect(outcome.instruction.distanceInMeters == instruction.distanceInMeters)
                    #expect(outcome.instruction.street == instruction.street)
                }
            }
        }
    }

    @Test(
        "A ride file plays with any chunk size, and in the chosen layout, whatever the bytes look like"
    )
    func oddPlayback() throws {
        let far = RideInstruction(
            time: .microseconds(0), arrow: .left, distanceInMeters: 0x8000_4000,
            street: "Lange Straße im Westen")
        for chunkSize in [Int.min, -1, 0, 19, 513, Int.max] {
            var playback = RidePlayback(layout: .deployed, chunkSize: chunkSize)
            let outcome = try playback.send(far)
            #expect(outcome.instruction.distanceInMeters == far.distanceInMeters)
            #expect(outcome.instruction.street == far.street)
        }
        let own = try InstructionLayout(
            identifierFormat: .uint32, identifierOffset: 0, arrowOffset: 4, distanceOffset: 6,
            streetOffset: 12)
        var playback = RidePlayback(layout: own, chunkSize: 22)
        #expect(try playback.send(far).instruction.street == far.street)
    }

    @Test(
        "A ride file with a street that fits only the shorter layout fails to send in the longer one"
    )
    func oversized() throws {
        let instruction = RideInstruction(
            time: .microseconds(0), arrow: .left, distanceInMeters: 1,
            street: Street(String(repeating: "x", count: 500)))
        var deployed = RidePlayback(layout: .deployed, chunkSize: 22)
        #expect(try deployed.send(instruction).objectByteCount == 509)
        var published = RidePlayback(layout: .published, chunkSize: 22)
        #expect(throws: KomootNavError(.oversized, at: 512)) { try published.send(instruction) }
    }
}

@Suite("Identifiers of played rides")
struct IdentifierSequenceTests {
    @Test(
        "Identifiers of played rides do not repeat, are the same on every run, and UUIDs are of version 4"
    )
    func sequence() {
        var one = IdentifierSequence()
        var other = IdentifierSequence()
        var seen: Set<InstructionIdentifier> = []
        for _ in 0..<20_000 {
            let identifier = one.next(.uint32)
            #expect(identifier == other.next(.uint32))
            #expect(seen.insert(identifier).inserted)
            guard case .uuid(let uuid) = one.next(.uuid) else {
                Issue.record("not a UUID")
                return
            }
            _ = other.next(.uuid)
            #expect(uuid[6] >> 4 == 4 && uuid[8] >> 6 == 0b10)
        }
    }
}
