import Foundation
import KomootNav
import KomootNavRecording

/// Measures how fast a Bluetooth log is read. It has objects that are notified and read in two chunks, each record
/// followed by another characteristic's.
struct CaptureBenchmark {
    /// How much more is read than is counted, in percent; not when only looking at every byte.
    let extraPercent: Int

    /// How far the log is read.
    private enum Depth: String, CaseIterable {
        case bytes = "looking at every byte"
        case records
        case navigation
        case reads
    }

    private struct Figures: Encodable {
        let name: String
        let megabytesPerSecond: Double
    }

    private struct Report: Encodable {
        let megabytes: Int
        let workloads: [Figures]
        let peakMegabytes: Int
    }

    private static let blockSize = 4 << 20
    private static let size = 1 << 30
    private static let chunkSize = 1 << 18
    private static let rounds = 3

    func run(isJSON: Bool) {
        let block: ContiguousArray<UInt8>
        do throws(KomootNavError) {
            block = try Self.block()
        } catch {
            preconditionFailure("the benchmark's own instruction can't be encoded: \(error)")
        }
        let depths = Depth.allCases
        var best = [Double](repeating: 0, count: depths.count)
        for _ in 0..<Self.rounds {
            for index in depths.indices {
                let start = processorSeconds()
                keep(pass(depths[index], over: block))
                let seconds = processorSeconds() - start
                best[index] = max(best[index], Double(Self.size) / 1e6 / seconds)
            }
        }
        let figures = zip(depths, best).map {
            Figures(name: $0.rawValue, megabytesPerSecond: $1.rounded())
        }
        let peak = peakMemory() / 1_000_000
        guard isJSON else {
            print(
                "a log of \(Self.size >> 20) MiB in chunks of \(Self.chunkSize >> 10) KiB, one core:"
            )
            for figure in figures {
                print("  \(figure.name): \(Int(figure.megabytesPerSecond)) MB/s")
            }
            return print("memory of the process at most: \(peak) MB")
        }
        let report = Report(
            megabytes: Self.size / 1_000_000, workloads: figures, peakMegabytes: peak)
        print(jsonLine(report))
    }

    /// Goes over the whole log once, to the given depth.
    private func pass(_ depth: Depth, over block: ContiguousArray<UInt8>) -> Int {
        var result = 0
        var records = CaptureReader()
        var navigation = NavigationReader(handle: CaptureWriter.valueHandle)
        let bytes = block.span
        let header = 16
        let size = Self.size + (depth == .bytes ? 0 : Self.size / 100 * extraPercent)
        var done = 0
        while done < size {
            // Give the header once, then the records again and again.
            let first = done == 0 ? 0 : header + (done - header) % (bytes.count - header)
            let chunk = bytes.extracting(first..<min(first + Self.chunkSize, bytes.count))
            done += chunk.count
            do throws(CaptureError) {
                switch depth {
                case .bytes: for position in 0..<chunk.count { result &+= Int(chunk[position]) }
                case .records: try records.read(chunk) { result &+= $1.count }
                case .navigation: try navigation.read(chunk) { result &+= $1.count }
                case .reads:
                    try navigation.read(
                        chunk, { result &+= $1.count }, reads: { result &+= $0.answerCount })
                }
            } catch {
                preconditionFailure("the benchmark's own log can't be read: \(error)")
            }
        }
        return result
    }

    /// A header and some MiB of records.
    private static func block() throws(KomootNavError) -> ContiguousArray<UInt8> {
        var writer = CaptureWriter()
        var block = writer.takeBytes()
        let foreign = ContiguousArray<UInt8>((0..<24).map { UInt8($0) })
        func add(_ kind: CapturedEvent.Kind, _ value: Span<UInt8>, of handle: UInt16) {
            writer.write(.discovered(handle: handle), at: time)
            _ = writer.takeBytes()
            writer.write(kind, value, at: time)
            block += writer.takeBytes()
        }
        var time = CaptureTime(microsecondsSince1970: 1_700_000_000_000_000)
        let chunkSize = ATT.readPayload(mtu: ATT.defaultMTU)
        var number: UInt32 = 0
        while block.count < blockSize {
            number += 1
            let object = try NavigationInstruction(
                identifier: .uint32(number), arrow: .left, distanceInMeters: 1960,
                street: Street(DecodingWorkloads.streets[1])
            ).encoded(as: .deployed)
            let bytes = object.span
            let events: [(CapturedEvent.Kind, Range<Int>)] = [
                (.notified, 0..<4), (.requested(offset: 0), 0..<0),
                (.chunk(offset: 0), 0..<chunkSize), (.requested(offset: chunkSize), 0..<0),
                (.chunk(offset: chunkSize), chunkSize..<bytes.count),
            ]
            for (kind, range) in events {
                time = time.advanced(by: .milliseconds(30))
                add(kind, bytes.extracting(range), of: CaptureWriter.valueHandle)
                add(.notified, foreign.span, of: CaptureWriter.valueHandle + 9)
            }
        }
        return block
    }
}
