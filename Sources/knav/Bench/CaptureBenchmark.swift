import Foundation
import KomootNav
import KomootNavRecording

/// Measures how fast a Bluetooth log is read: 60-byte records, every second one of the navigation
/// characteristic.
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

    private static let recordSize = 60
    private static let size = 1 << 30
    private static let chunkSize = 1 << 18
    private static let rounds = 3

    func run(isJSON: Bool) {
        let block = Self.block()
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

    /// A header and some MiB of records: notifications, alternately of the navigation characteristic and
    /// of another one.
    private static func block() -> ContiguousArray<UInt8> {
        var writer = CaptureWriter()
        let value = ContiguousArray<UInt8>((0..<24).map { UInt8($0) })
        var block = writer.takeBytes()
        let foreign = CaptureWriter.valueHandle + 9
        let time = CaptureTime(microsecondsSince1970: 1_700_000_000_000_000)
        while block.count < 4 << 20 {
            for handle in [CaptureWriter.valueHandle, foreign] {
                writer.write(.discovered(handle: handle), at: time)
                _ = writer.takeBytes()
                writer.write(.notified, value.span, at: time)
                block += writer.takeBytes()
            }
        }
        precondition((block.count - 16) % recordSize == 0)
        return block
    }
}
