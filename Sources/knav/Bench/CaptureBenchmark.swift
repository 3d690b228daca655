import Foundation
import KomootNav
import KomootNavRecording

/// Measures the reading of a Bluetooth log: 60-byte records, every second one of the navigation
/// characteristic.
enum CaptureBenchmark {
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

    static func run(isJSON: Bool) {
        let block = block()
        let names = ["looking at every byte", "records", "navigation", "reads"]
        var best = [Double](repeating: 0, count: names.count)
        for _ in 0..<rounds {
            for index in names.indices {
                let start = ContinuousClock.now
                keep(pass(index, over: block))
                let seconds = start.duration(to: .now) / .seconds(1)
                best[index] = max(best[index], Double(size) / 1e6 / seconds)
            }
        }
        let figures = zip(names, best).map { Figures(name: $0, megabytesPerSecond: $1.rounded()) }
        let peak = peakMemory() / 1_000_000
        guard isJSON else {
            print("a log of \(size >> 20) MiB in chunks of \(chunkSize >> 10) KiB, one core:")
            for figure in figures {
                print("  \(figure.name): \(Int(figure.megabytesPerSecond)) MB/s")
            }
            return print("memory of the process at most: \(peak) MB")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let report = Report(
            megabytes: size / 1_000_000, workloads: figures, peakMegabytes: peak)
        guard let data = try? encoder.encode(report) else {
            preconditionFailure("finite numbers and strings always have a JSON form")
        }
        print(String(decoding: data, as: UTF8.self))
    }

    /// Goes over the whole log, and does so much with it.
    private static func pass(_ depth: Int, over block: ContiguousArray<UInt8>) -> Int {
        var result = 0
        var reader = CaptureReader()
        var traffic = NavigationTraffic(handle: CaptureWriter.valueHandle)
        var tracker = ReadTracker()
        let bytes = block.span
        let header = 16
        var done = 0
        while done < size {
            // The header once, then the records again and again.
            let first = done == 0 ? 0 : header + (done - header) % (bytes.count - header)
            let chunk = bytes.extracting(first..<min(first + chunkSize, bytes.count))
            done += chunk.count
            if depth == 0 {
                for position in 0..<chunk.count { result &+= Int(chunk[position]) }
                continue
            }
            do throws(CaptureError) {
                try reader.read(chunk) { record, packet in
                    result &+= packet.count
                    guard depth > 1 else { return }
                    traffic.take(record, packet) { event, value in
                        result &+= value.count
                        if depth > 2 { tracker.take(event, value) { result &+= $0.answerCount } }
                    }
                }
            } catch {
                preconditionFailure("the benchmark's own log can't be read: \(error)")
            }
        }
        return result
    }

    /// A header and some MiB of records: notifications, in turn of the navigation characteristic and of
    /// something else.
    private static func block() -> ContiguousArray<UInt8> {
        var writer = CaptureWriter()
        let value = ContiguousArray<UInt8>((0..<24).map { UInt8($0) })
        var block = writer.takeBytes()
        let foreign = CaptureWriter.valueHandle + 9
        while block.count < 4 << 20 {
            for handle in [CaptureWriter.valueHandle, foreign] {
                writer.write(.discovered(handle: handle), at: 0)
                _ = writer.takeBytes()
                writer.write(.notified, value.span, at: 1_700_000_000_000_000)
                block += writer.takeBytes()
            }
        }
        precondition((block.count - 16) % recordSize == 0)
        return block
    }
}
