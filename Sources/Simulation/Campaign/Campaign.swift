package import KomootNav

/// Runs many seeds on as many cores as you want, and checks every promise in each run.
///
/// ```swift
/// let report = await Campaign(seeds: 0..<1000).run()
/// print(report)
/// ```
///
/// To judge code of your own, set ``contestants``.
public struct Campaign: Sendable {
    /// One in this many seeds is run twice, to check that the same thing happens again.
    static let repetitionInterval: UInt64 = 64

    /// The seeds.
    public var seeds: Range<UInt64>
    /// The profiles. A seed takes the one whose index is the seed modulo the number of profiles.
    public var profiles: [PhoneProfile]
    /// How much goes wrong.
    public var faults: FaultLevel
    /// What the phones publish.
    public var workload: Workload
    /// The radios of the devices; each seed draws one. A device that is an asynchronous function reads at offsets:
    /// leave these as they are, or choose ``DeviceRadio/offsetReads``.
    public var radios: [DeviceRadio]
    /// The promises to judge.
    public var promises: Set<Promise>
    /// How many runs are done at the same time; less than one counts as one.
    public var jobs: Int
    /// The two ends to judge.
    public var contestants: Contestants
    /// How every phone behaves; `nil` to draw what its profile leaves open.
    package var phone: PeripheralSession.Configuration?

    /// Creates a campaign. It needs at least one seed, one profile, one radio and one promise (``obstacle``).
    public init(
        seeds: Range<UInt64>, profiles: [PhoneProfile] = PhoneProfile.allCases,
        faults: FaultLevel = .heavy, workload: Workload = .drawn,
        radios: [DeviceRadio] = RunPlan.usualRadios,
        promises: Set<Promise> = Set(Promise.allCases), jobs: Int = 1,
        contestants: Contestants = Contestants()
    ) {
        self.seeds = seeds
        self.profiles = profiles
        self.faults = faults
        self.workload = workload
        self.radios = radios
        self.promises = promises
        self.jobs = jobs
        self.contestants = contestants
    }

    /// Why the campaign could not find anything; `nil` if it can.
    public var obstacle: ImpossibleCampaign? {
        if seeds.isEmpty { return .noSeeds }
        if profiles.isEmpty { return .noProfiles }
        if radios.isEmpty { return .noRadios }
        if promises.isEmpty { return .noPromises }
        guard contestants.hasProgram else { return nil }
        if promises.isDisjoint(with: Promise.judgedForPrograms) { return .noPromisesForProgram }
        let hasChosenOthers =
            radios != RunPlan.usualRadios && radios.contains { $0 != .offsetReads }
        return hasChosenOthers ? .otherRadiosForProgram : nil
    }

    /// The plan of the run that a seed gives. It traps without a profile or a radio.
    public func plan(for seed: UInt64) -> RunPlan {
        precondition(!profiles.isEmpty, "a campaign needs a profile")
        return RunPlan(
            seed: seed, profile: profiles[Int(seed % UInt64(profiles.count))], faults: faults,
            workload: workload, radios: contestants.hasProgram ? [.offsetReads] : radios,
            promises: promises, phone: phone)
    }

    /// Does all runs; none if there is an ``obstacle``, which the report has then, and is not clean.
    ///
    /// If the task is cancelled, it ends early: the report has the results of the first seeds, as many as its
    /// ``CampaignReport/runCount`` says, and failures may not be shrunk.
    ///
    /// - Parameter progress: called now and then, from any thread, with the report so far.
    public func run(progress: (@Sendable (CampaignReport) -> Void)? = nil) async -> CampaignReport {
        if let obstacle { return CampaignReport(obstacle) }
        let queue = SeedQueue(seeds)
        let total = Lock(CampaignReport())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<max(jobs, 1) {
                group.addTask {
                    while let batch = queue.batch() {
                        var part = CampaignReport()
                        for seed in batch { await judge(seed, &part) }
                        let sum = total.with { total in
                            total.add(part)
                            return total
                        }
                        progress?(sum)
                    }
                }
            }
        }
        return await shrunk(total.with { $0 })
    }

    /// How a seed's run broke a promise, with the shortest script that was found in this time.
    package func shrunkFailure(
        of seed: UInt64, _ broken: BrokenPromise, within time: Duration
    ) async -> RunFailure {
        let failure = failure(of: plan(for: seed), broken)
        var shrinking = RunShrinking(failure, contestants, until: .now + time)
        return await shrinking.shrink()
    }

    package func failure(of plan: RunPlan, _ broken: BrokenPromise) -> RunFailure {
        RunFailure(plan: plan, faults: faults, broken: broken, origin: origin)
    }

    /// Whether `knav campaign` can do the same runs: it chooses neither radios nor promises, and no ends but the
    /// library's own.
    private var origin: RunFailure.Origin {
        guard radios == RunPlan.usualRadios, promises.count == Promise.allCases.count,
            phone == nil
        else {
            return .code
        }
        if contestants.areDrivers { return .knavWithDrivers }
        return contestants.areSessions ? .knav : .code
    }

    private func judge(_ seed: UInt64, _ report: inout CampaignReport) async {
        let plan = plan(for: seed)
        let result = await plan.run(contestants)
        report.add(result, of: plan)
        if let broken = result.broken {
            report.add(failure(of: plan, broken))
        } else if seed % Self.repetitionInterval == 0 {
            report.repetitions += 1
            if await plan.run(contestants) != result { report.differentRepetitions.append(seed) }
        }
    }

    private func shrunk(_ report: CampaignReport) async -> CampaignReport {
        var report = report
        for index in report.failures.indices {
            var shrinking = RunShrinking(report.failures[index], contestants)
            report.failures[index] = await shrinking.shrink()
        }
        return report
    }
}

/// Why a campaign could not find anything, so it was not run.
public enum ImpossibleCampaign: Hashable, Sendable, CaseIterable {
    /// The range of seeds is empty.
    case noSeeds
    /// There is no profile.
    case noProfiles
    /// There is no radio.
    case noRadios
    /// There is no promise to judge.
    case noPromises
    /// The device is an asynchronous function, and none of the promises can be judged for it.
    case noPromisesForProgram
    /// The device is an asynchronous function, which reads at offsets, and other radios were chosen.
    case otherRadiosForProgram
}

extension ImpossibleCampaign: CustomStringConvertible {
    /// The reason, as a sentence.
    public var description: String {
        switch self {
        case .noSeeds: "the range of seeds is empty"
        case .noProfiles: "no profile was chosen"
        case .noRadios: "no radio was chosen"
        case .noPromises: "no promise was chosen"
        case .noPromisesForProgram:
            "none of these promises can be judged for a device that is an asynchronous function"
        case .otherRadiosForProgram:
            "a device that is an asynchronous function has no radio but offsetReads"
        }
    }
}

/// Hands out the seeds of a campaign in order, a few at a time.
struct SeedQueue: Sendable {
    private static let batchSize: UInt64 = 16

    private let end: UInt64
    private let next: Lock<UInt64>

    init(_ seeds: Range<UInt64>) {
        end = seeds.upperBound
        next = Lock(seeds.lowerBound)
    }

    /// The next few seeds; `nil` if there are none, or if the task is cancelled.
    func batch() -> Range<UInt64>? {
        guard !Task.isCancelled else { return nil }
        return next.with { next in
            guard next < end else { return nil }
            let start = next
            next += min(Self.batchSize, end - start)
            return start..<next
        }
    }
}

/// One of the parts, all about as large, into which many runs are split.
package struct Shard: Hashable, Sendable {
    /// Everything, in one part.
    package static let whole = Shard(number: 1, count: 1)

    /// Which part it is, from 1.
    package let number: UInt64
    /// How many parts there are.
    package let count: UInt64

    private init(number: UInt64, count: UInt64) {
        self.number = number
        self.count = count
    }

    /// Reads `I/N`; `nil` if that is not a part, as `0/4` or `5/4`, or written in another way.
    package init?(_ text: String) {
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, let number = UInt64(words[0]), let count = UInt64(words[1]),
            1 <= number, number <= count, "\(number)/\(count)" == text
        else { return nil }
        self.init(number: number, count: count)
    }

    /// All parts.
    package static func all(of count: UInt64) -> some Collection<Shard> & Sendable {
        (0..<count).lazy.map { Shard(number: $0 + 1, count: count) }
    }

    /// The part of a range that it has: the ranges of all parts follow each other, and differ by at most one in
    /// length. Empty if there are more parts than numbers.
    package func part(of range: Range<UInt64>) -> Range<UInt64> {
        let (quotient, remainder) = (range.upperBound - range.lowerBound)
            .quotientAndRemainder(dividingBy: count)
        func end(ofParts parts: UInt64) -> UInt64 {
            range.lowerBound + quotient * parts + min(parts, remainder)
        }
        return end(ofParts: number - 1)..<end(ofParts: number)
    }

    /// How many of so many runs it has.
    package func size(of all: UInt64) -> UInt64 {
        let part = part(of: 0..<all)
        return part.upperBound - part.lowerBound
    }
}

extension Shard: CustomStringConvertible {
    /// The form that ``init(_:)`` reads.
    package var description: String { "\(number)/\(count)" }
}
