import Simulation

/// A run that once failed.
struct FailedSeed: Hashable {
    let seed: UInt64
    let profile: PhoneProfile
    let faults: FaultLevel
}

/// Why a file of failed seeds can't be used.
enum FailedSeedsError: Error {
    case unreadable(String, WholeFile.Failure)
    case badLine(Int, String)
}

/// The runs of a file: one a line, seed, profile and faults; `#` begins a comment.
func failedSeeds(inFile path: String) throws(FailedSeedsError) -> [FailedSeed] {
    let text: String
    do throws(WholeFile.Failure) {
        text = String(decoding: try WholeFile.read(path), as: UTF8.self)
    } catch {
        throw .unreadable(path, error)
    }
    var seeds: [FailedSeed] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
        let content = line.prefix { $0 != "#" }
        let words = content.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.isEmpty { continue }
        guard words.count == 3, let seed = UInt64(words[0]), seed < .max,
            let profile = PhoneProfile(rawValue: words[1]),
            let faults = FaultLevel(rawValue: words[2])
        else { throw .badLine(index + 1, String(line)) }
        seeds.append(FailedSeed(seed: seed, profile: profile, faults: faults))
    }
    return seeds
}
