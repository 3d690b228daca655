import Foundation
import KomootNav
import RepositorySupport
import Simulation
import SimulationRuns
import Testing

@testable import knav

@Suite("Reports of shards")
struct ShardMergeTests {
    private typealias Merged = MergedReport<CampaignSummary>

    /// A campaign in which each run breaks a promise soon.
    private static func broken(_ seeds: Range<UInt64>) async -> CampaignSummary {
        let contestants = Contestants(makePhone: { configuration in
            var changed = configuration
            changed.notification = configuration.notification == .object ? .identifier : .object
            return PeripheralSession(changed)
        })
        return await summary(of: Campaign(seeds: seeds, jobs: 2, contestants: contestants))
    }

    private static func summary(of campaign: Campaign) async -> CampaignSummary {
        CampaignSummary(await campaign.run(), wallTime: .seconds(campaign.seeds.count))
    }

    private static func work(_ size: UInt64, _ options: [String] = []) -> Work {
        Work(
            command: "campaign", options: ["--seeds", "7..<\(7 + size)"] + options, size: size,
            version: "1", behavior: "b")
    }

    /// Writes the reports as JSON, and reads them again in another order.
    private static func merge<Found>(
        _ reports: [ShardReport<Found>], _ random: inout SplitMix64
    ) throws -> MergedReport<Found> {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var parts: [MergedReport<Found>.Part] = []
        for report in reports {
            let file = folder.appendingPathComponent("\(report.shard.number).json")
            try Data(jsonLine(report).utf8).write(to: file)
            let read = try ReportFile(path: file.path).report(of: Found.self)
            parts.insert(
                (file.path, read), at: random.number(in: 0...parts.count))
        }
        return try MergedReport(parts)
    }

    @Test("Reports of all shards, in any order, are added to the bytes that one run gives")
    func campaigns() async throws {
        var random = SplitMix64(seed: 3)
        for isBroken in [true, true, false] {
            let size = UInt64(random.number(in: isBroken ? 5...25 : 2...6))
            let start = random.next() >> 1
            let all = start..<start + size
            let count = UInt64(random.number(in: 1...Int(size)))
            var reports: [ShardReport<CampaignSummary>] = []
            for shard in Shard.all(of: count) {
                let seeds = shard.part(of: all)
                let found =
                    isBroken
                    ? await Self.broken(seeds) : await Self.summary(of: Campaign(seeds: seeds))
                reports.append(ShardReport(of: Self.work(size), shard, found))
            }
            let merged = try Self.merge(reports, &random)
            let whole =
                isBroken ? await Self.broken(all) : await Self.summary(of: Campaign(seeds: all))
            let expected = ShardReport(of: Self.work(size), .whole, whole)
            #expect(jsonLine(merged.report) == jsonLine(expected), "\(all) in \(count) shards")
            #expect(merged.report.found.text == whole.text)
            #expect(merged.missing.isEmpty)
            #expect(merged.report.isClean == !isBroken)
            if isBroken {
                #expect(whole.failures.count == min(Int(size), CampaignReport.maximumFailures))
                #expect(whole.text.contains("  repeat: "))
            }
        }
    }

    private enum Divisor: String, SimulatedPromise { case two, three, seven }

    private static func divisors(_ seeds: Range<UInt64>) async -> PromiseSummary {
        let report = await PromiseReport<Divisor>(seeds: seeds, jobs: 3, progress: nil) { seed in
            let broken = zip(Divisor.allCases, [2, 3, 7] as [UInt64])
                .filter { seed.isMultiple(of: $0.1) }.map(\.0)
            return (
                broken.map { PromiseBreach(promise: $0, time: seed, evidence: "\(seed)") },
                ["last digit \(seed % 10)"]
            )
        }
        return PromiseSummary(
            report, of: Set(Divisor.allCases), kind: "kind", wallTime: .seconds(seeds.count))
    }

    private static let divisorOptions = ["--kind", "kind", "--promises", "two,three,seven"]

    @Test("Reports of promises are refused if they checked other promises than their options say")
    func otherChecks() async {
        let found = await Self.divisors(0..<10)
        for options in [
            [], ["--kind", "kind"], ["--kind", "kind", "--promises", "two,three"],
            ["--kind", "other", "--promises", "two,three,seven"], Self.divisorOptions,
        ] {
            let report = ShardReport(of: Self.work(10, options), .whole, found)
            let difference = report.difference(from: report.work, .whole)
            guard options != Self.divisorOptions else {
                #expect(difference == nil)
                continue
            }
            #expect(difference != nil)
            #expect(throws: MergeRefusal.otherChecks("a")) {
                try MergedReport([(path: "a", report: report)])
            }
        }
    }

    @Test("Reports of shards are printed without what would steer a terminal")
    func terminal() async throws {
        let found = await Self.divisors(0..<10)
        let text = jsonLine(found).replacingOccurrences(
            of: "last digit 3", with: #"last\u001b[2J\u009b2J\u202edigit\r\n3"#)
        let summary = try JSONDecoder().decode(PromiseSummary.self, from: Data(text.utf8))
        let lines = summary.printableText.split(separator: "\n")
        #expect(lines.contains("last\u{FFFD}[2J\u{FFFD}2J\u{FFFD}digit\u{FFFD}\u{FFFD}3: 1 run"))
        #expect(found.printableText == found.text)
    }

    @Test("Reports of promises from all shards are added in the same way")
    func promises() async throws {
        var random = SplitMix64(seed: 4)
        for _ in 0..<12 {
            let size = UInt64(random.number(in: 1...80))
            let start = UInt64(random.number(in: 0...1000))
            let all = start..<start + size
            let count = UInt64(random.number(in: 1...Int(size)))
            var reports: [ShardReport<PromiseSummary>] = []
            for shard in Shard.all(of: count) {
                let found = await Self.divisors(shard.part(of: all))
                reports.append(
                    ShardReport(of: Self.work(size, Self.divisorOptions), shard, found))
            }
            let merged = try Self.merge(reports, &random)
            let expected = ShardReport(
                of: Self.work(size, Self.divisorOptions), .whole, await Self.divisors(all))
            #expect(jsonLine(merged.report) == jsonLine(expected), "\(all) in \(count) shards")
        }
    }

    @Test("Reports of explorations in shards stand in the order of the pairs")
    func explorations() throws {
        let pairs = ExploredPair.usual.map { pair in
            let few = ExploredPair(
                pair.profile, pair.radio, publications: 0, faults: 0, delays: 0)
            return few.explore { _ in }.withoutTime
        }
        var random = SplitMix64(seed: 5)
        for count in 1...UInt64(pairs.count) {
            let reports = Shard.all(of: count).map { shard in
                let part = shard.part(of: 0..<UInt64(pairs.count))
                return ShardReport(
                    of: Self.work(UInt64(pairs.count)), shard,
                    PairExplorations(part.map { pairs[Int($0)] }))
            }
            let merged = try Self.merge(reports, &random)
            #expect(merged.report.found == PairExplorations(pairs))
            #expect(merged.report.isClean)
        }
    }

    @Test("Reports of shards are added without the missing ones, which are named")
    func missing() async throws {
        var reports: [Merged.Part] = []
        for shard in Shard.all(of: 5) where ![2, 5].contains(shard.number) {
            let found = await Self.broken(shard.part(of: 7..<27))
            reports.append(("\(shard)", ShardReport(of: Self.work(20), shard, found)))
        }
        let merged = try Merged(reports)
        #expect(merged.missing.map { "\($0)" } == ["2/5", "5/5"])
        #expect(merged.report.found.size == 12)
        #expect(!merged.report.isWhole)
        #expect(
            !String(decoding: try JSONEncoder().encode(merged), as: UTF8.self).contains(#""shard""#)
        )
        let command = merged.report.work.command(for: merged.missing[0], report: "it's.json")
        #expect(
            command
                == #"knav campaign --seeds '7..<27' --shard 2/5 --report 'it'\''s.json'"#)
    }

    /// A report of a shard of four runs.
    private static func report(
        _ shard: String, _ change: (inout [String: Any]) -> Void = { _ in }
    ) throws -> ShardReport<CampaignSummary> {
        var object: [String: Any] = [
            "runs": 1, "broken": 0, "simulatedSeconds": 300, "linkEvents": 5, "wallSeconds": 1.5,
            "linkEventsPerSecond": 1, "timesRealTime": 1, "traceHash": "ff", "repeatedRuns": 0,
            "differentRepetitions": [Int](), "marksReached": 36, "marksMissing": [String](),
            "failures": [Any](), "freshness": [Any](), "shard": shard,
            "work": [
                "command": "campaign", "options": ["--seeds", "0..<4"], "size": 4, "version": "1",
                "behavior": "b",
            ] as [String: Any],
        ]
        change(&object)
        return try JSONDecoder().decode(
            ShardReport<CampaignSummary>.self,
            from: JSONSerialization.data(withJSONObject: object))
    }

    private static func refusal(
        _ reports: ShardReport<CampaignSummary>...
    ) -> MergeRefusal? {
        do throws(MergeRefusal) {
            _ = try Merged(reports.enumerated().map { ("\($0)", $1) })
            return nil
        } catch {
            return error
        }
    }

    @Test("Reports of shards that don't belong together are refused, and the reason is told")
    func refusals() throws {
        func changed(_ name: String, _ value: Any) throws -> ShardReport<CampaignSummary> {
            try Self.report("2/4") { object in
                var work = object["work"] as? [String: Any] ?? [:]
                work[name] = value
                object["work"] = work
            }
        }
        let first = try Self.report("1/4")
        #expect(Self.refusal(first, try Self.report("2/4")) == nil)
        #expect(
            Self.refusal(first, try changed("version", "2"))
                == .otherWork("1", "0", difference: "version 2 instead of 1"))
        #expect(
            Self.refusal(first, try changed("options", ["--seeds", "4..<8"]))
                == .otherWork(
                    "1", "0", difference: "--seeds '4..<8' instead of --seeds '0..<4'"))
        #expect(
            Self.refusal(first, try changed("behavior", "c"))
                == .otherWork(
                    "1", "0",
                    difference: "a build that simulates differently: c instead of b"))
        #expect(
            Self.refusal(first, try changed("command", "watch campaign"))
                == .otherWork(
                    "1", "0", difference: "'watch campaign' instead of 'campaign'"))
        #expect(
            Self.refusal(first, try changed("size", 5))
                == .otherWork("1", "0", difference: "5 runs instead of 4"))
        #expect(Self.refusal(first, first) == .sameShard("0", "1", first.shard))
        let half = try Self.report("2/2") { $0["runs"] = 2 }
        #expect(Self.refusal(first, half) == .otherCount("1", half.shard, "0", first.shard))
        for runs in [0, 2, -1, Int.max] {
            let other = try Self.report("2/4") { $0["runs"] = runs }
            #expect(
                Self.refusal(first, other)
                    == .otherSize("1", runs: UInt64(clamping: runs), expected: 1))
        }
    }

    @Test(
        "Reports of shards with counts that can't be are refused, and nothing traps",
        arguments: [
            ("broken", "1"), ("broken", "2"), ("broken", "-1"), ("repeatedRuns", "2"),
            ("repeatedRuns", "-3"),
            ("linkEvents", "18446744073709551615"), ("wallSeconds", "-1"),
            ("wallSeconds", "1e300"), ("differentRepetitions", "[1]"),
            ("marksMissing", "[\"luck\"]"),
            (
                "failures",
                #"[{"seed":1,"profile":"ios","faults":"none","description":"bad luck"}]"#
            ),
        ])
    func implausible(_ name: String, _ value: String) throws {
        let other = try Self.report("2/4") { object in
            object[name] = try? JSONSerialization.jsonObject(
                with: Data(value.utf8), options: .fragmentsAllowed)
        }
        #expect(Self.refusal(try Self.report("1/4"), other) == .implausible("1"))
    }

    /// A row of a report's freshness.
    private static var freshness: [String: Any] {
        [
            "radio": "blueZ", "profile": "ios", "milliseconds": 9, "newestMilliseconds": 8,
            "wholeMilliseconds": 7, "advertisedMilliseconds": 6, "reads": 5, "publications": 4,
            "possible": 3, "shown": 2, "becameWhole": 1, "delays": [0, 0, 1, 1],
        ]
    }

    @Test(
        "Reports of shards whose freshness can't be are refused, and nothing traps",
        arguments: [
            ("radio", "\"wire\""), ("profile", "\"\\u001b\""), ("mtu", "22"), ("milliseconds", "7"),
            ("milliseconds", "300001"), ("newestMilliseconds", "-1"), ("newestMilliseconds", "6"),
            ("wholeMilliseconds", "9"), ("advertisedMilliseconds", "10"), ("reads", "-1"),
            ("reads", "9223372036854775807"), ("publications", "2"), ("possible", "5"),
            ("shown", "3"), ("becameWhole", "3"), ("delays", "[0,3,-1]"), ("delays", "[2,0]"),
            ("delays", "[9223372036854775807,1]"),
        ])
    func implausibleFreshness(_ name: String, _ value: String) throws {
        func report(_ change: (inout [String: Any]) -> Void) throws -> MergeRefusal? {
            let other = try Self.report("2/4") { object in
                var row = Self.freshness
                change(&row)
                object["freshness"] = [row]
            }
            return Self.refusal(try Self.report("1/4"), other)
        }
        #expect(try report { _ in } == nil)
        let refusal = try report { row in
            row[name] = try? JSONSerialization.jsonObject(
                with: Data(value.utf8), options: .fragmentsAllowed)
        }
        #expect(refusal == .implausible("1"))
        let twice = try Self.report("2/4") { $0["freshness"] = [Self.freshness, Self.freshness] }
        #expect(Self.refusal(try Self.report("1/4"), twice) == .implausible("1"))
    }

    @Test("Reports of more runs than anybody does are refused")
    func endless() throws {
        let endless = try Self.report("1/1") { object in
            object["runs"] = 1 << 62
            var work = object["work"] as? [String: Any] ?? [:]
            work["size"] = 1 << 62
            object["work"] = work
        }
        #expect(Self.refusal(endless) == .implausible("0"))
    }

    @Test("Reports of promises with counts that can't be are refused, and nothing traps")
    func implausiblePromises() async throws {
        let whole = await Self.divisors(0..<10)
        let text = jsonLine(whole)
        #expect(whole.isPlausible)
        let changes = [
            (#""brokenRuns":8"#, #""brokenRuns":0"#), (#""brokenRuns":8"#, #""brokenRuns":11"#),
            (#""brokenRuns":8"#, #""brokenRuns":-8"#), (#""runs":5"#, #""runs":1"#),
            (#""runs":5"#, #""runs":9"#),
            (#""runs":5"#, #""runs":0"#), (#""promise":"two""#, #""promise":"three""#),
            (#""promise":"two""#, #""promise":"ten""#), (#"digit 3":1"#, #"digit 3":11"#),
            (#"digit 3":1"#, #"digit 3":-1"#),
        ]
        let list = try #require(text.range(of: #""broken":\[.*?\]"#, options: .regularExpression))
        for (old, new) in changes + [(String(text[list]), #""broken":[]"#)] {
            let changed = text.replacingOccurrences(of: old, with: new)
            try #require(changed != text, "\(old) in \(text)")
            let summary = try JSONDecoder().decode(PromiseSummary.self, from: Data(changed.utf8))
            #expect(!summary.isPlausible, "\(new)")
        }
    }
}
