import Foundation
import Simulation

/// What the commands that simulate have in common.
extension Arguments {
    /// The value of `--seeds`, which must be given.
    func seeds() throws(UsageError) -> Range<UInt64> {
        try required("--seeds", "a range of seeds such as 0..<1000", seedRange)
    }

    /// The value of `--seed`, which must be given.
    func requiredSeed() throws(UsageError) -> UInt64 {
        try required("--seed", "a number from 0 to \(UInt64.max)") { UInt64($0) }
    }

    /// The value of `--jobs`; usually one for each core.
    func jobs() throws(UsageError) -> Int {
        try number("--jobs", in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount
    }

    /// The value of an option that takes a number.
    func number(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        try value(option, "a number from \(range.lowerBound) to \(range.upperBound)") {
            Int($0).flatMap { range ~= $0 ? $0 : nil }
        }
    }

    /// The value of `--promises`; `nil` if it is not given.
    ///
    /// - Parameter all: what 'all' stands for; usually every promise.
    func promises<Promise: SimulatedPromise>(
        of type: Promise.Type, all: Set<Promise> = Set(Promise.allCases)
    ) throws(UsageError) -> Set<Promise>? {
        let names = type.allCases.map(\.rawValue).joined(separator: ", ")
        return try value("--promises", "'all', or some of \(names), with commas between them") {
            if $0 == "all" { return all }
            let words = $0.split(separator: ",", omittingEmptySubsequences: false)
            let promises = words.compactMap { Promise(rawValue: String($0)) }
            return promises.count == words.count ? Set(promises) : nil
        }
    }
}
