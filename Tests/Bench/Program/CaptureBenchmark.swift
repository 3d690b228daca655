import Foundation
import KomootNav
import KomootNavRecording

/// Measures how fast Bluetooth logs are read, beside a loop over the bytes of the first.
struct CaptureBenchmark {
    /// How much more is read than is counted, in percent; not when only looking at every byte.
    let extraPercent: Int

    /// How far the log is read.
    private enum Depth: String, CaseIterable {
        case bytes
        case records
        case navigation
        case reads
        case statistics
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

    private static let size = 1 << 28
    private static let chunkSize = 1 << 18
    private static let rounds = 3

    func run(isJSON: Bool) {
        let shapes: [LogShape]
        do throws(KomootNavError) {
            shapes = try LogShape.all()
        } catch {
            preconditionFailure("the benchmark's own instruction can't be encoded: \(error)")
        }
        let workloads =
            [("looking at every byte", Depth.bytes, shapes[0])]
            + shapes.flatMap { shape in
                Depth.allCases.dropFirst().map { ("\(shape.name): \($0)", $0, shape) }
            }
        var best = [Double](repeating: 0, count: workloads.count)
        for _ in 0..<Self.rounds {
            for (index, (_, depth, shape)) in workloads.enumerated() {
                let start = processorSeconds()
                keep(pass(depth, over: shape))
                let seconds = processorSeconds() - start
                best[index] = max(best[index], Double(Self.size) / 1e6 / seconds)
            }
        }
        let figures = zip(workloads, best).map {
            Figures(name: $0.0, megabytesPerSecond: $1.rounded())
        }
        let peak = peakMemory() / 1_000_000
        guard isJSON else {
            print(
                "logs of \(Self.size >> 20) MiB in chunks of \(Self.chunkSize >> 10) KiB, one core:"
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
    private func pass(_ depth: Depth, over shape: LogShape) -> Int {
        var result = 0
        var records = CaptureReader()
        var navigation = NavigationReader(handle: CaptureWriter.valueHandle)
        var statistics = CaptureStatistics()
        let bytes = shape.bytes.span
        let header = shape.headerSize
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
                case .statistics:
                    try navigation.read(chunk) { statistics.handle($0, $1) }
                }
            } catch {
                preconditionFailure("the benchmark's own log can't be read: \(error)")
            }
        }
        return result
    }
}
