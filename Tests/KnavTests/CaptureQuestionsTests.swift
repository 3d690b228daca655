import Foundation
import KomootNav
import RepositorySupport
import Simulation
import Testing

@Suite("knav capture questions")
struct CaptureQuestionsTests {
    /// The answers to the log of a ride with a phone.
    private func answers(
        _ profile: String, mtu: Int = 185, ride: String = "city-loop", faults: RideFaults = .none,
        seed: UInt64 = 1
    ) async throws -> [String: String] {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("log").path
        let file = Repository.rides.appendingPathComponent("\(ride).csv").path
        let recorded = try await KnavProcess(
            ["ride", file, "--profile", profile, "--mtu", "\(mtu)", "--record", log]
                + ["--faults", faults.rawValue, "--seed", "\(seed)"])
        #expect(recorded.exitCode == 0)
        let run = try await KnavProcess(["capture", "questions", "--json", log])
        #expect(run.exitCode == 0)
        var found: [String: String] = [:]
        for line in run.lines {
            let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let question = try #require(answer?["question"] as? String)
            #expect(answer?["evidence"] is String)
            found[question] = answer?["answer"] as? String ?? "can't be told"
        }
        #expect(found.count == 10)
        return found
    }

    @Test(
        "Each profile's phone is told by the log of a ride",
        arguments: [
            ("published", "published", "at least the CCCD", "the identifier", true),
            ("kit", "deployed", "at least the CCCD", "the identifier", false),
            ("ios", "deployed", "at least the CCCD", "the identifier", true),
            ("android", "deployed", "at least the CCCD", "9 to ", true),
            ("androidNoCCCD", "deployed", "can't be told", "can't be told", false),
        ])
    func profiles(
        _ profile: String, _ layout: String, _ descriptors: String, _ notifications: String,
        _ isRepeated: Bool
    ) async throws {
        let found = try await answers(profile)
        #expect(found["layout"] == layout)
        #expect(found["descriptors"] == descriptors)
        #expect(found["notifications"]?.hasPrefix(notifications) == true)
        #expect(found["repeats"]?.hasPrefix(isRepeated ? "after " : "can't be told") == true)
        #expect(found["pairing"] == "no")
        for question in ["silence", "background"] { #expect(found[question] == "can't be told") }
    }

    @Test(
        "What a phone's profile leaves open is told as it is or not at all",
        arguments: PhoneProfile.allCases)
    func drawn(_ profile: PhoneProfile) async throws {
        var told: Set<String> = []
        let mtu = 24  // As in `chunks`.
        // These draw each kind of chunk, ending and serving.
        for seed: UInt64 in [1, 2, 3, 5, 8] {
            // What the ride's world draws first.
            var random = SplitMix64(seed: seed)
            let phone = profile.configuration(mtu: mtu, using: &random)
            let truth = [
                "chunks": Self.chunks[phone.chunkSize],
                "ending": Self.endings[phone.ending],
                "replacement": phone.serving == .newestAlways
                    ? "the newest object" : "the object that it began with",
            ]
            for faults in [RideFaults.none, .everyday, .rough] {
                let found = try await answers(
                    profile.rawValue, mtu: mtu, ride: "long-streets", faults: faults, seed: seed)
                for (question, answer) in truth where found[question] != "can't be told" {
                    #expect(found[question] == answer, "\(question), \(faults), seed \(seed)")
                    told.insert(question)
                }
            }
        }
        #expect(told == ["chunks", "ending", "replacement"])
    }

    private static let chunks: [PeripheralSession.ChunkSize: String] = [
        .smallestPayload: "20 at MTU 24",
        .notificationPayload: "21 at MTU 24, MTU − 3",
        .readPayload: "23 at MTU 24, MTU − 1",
    ]
    private static let endings: [PeripheralSession.Ending: String] = [
        .empty: "with an empty answer",
        .invalidOffset: "with 0x07 Invalid Offset",
        .attributeNotLong: "with 0x0B Attribute Not Long",
    ]

    @Test("Only a read of more than one chunk tells how many bytes a phone answers with")
    func chunks() async throws {
        for profile in ["kit", "ios"] {
            #expect(try await answers(profile, mtu: 24)["chunks"] == "23 at MTU 24, MTU − 1")
            #expect(try await answers(profile)["chunks"] == "can't be told")
        }
    }

    @Test("A redacted copy tells neither descriptors nor pairing, and the rest as before")
    func copy() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (log, copy) = (
            folder.appendingPathComponent("log").path, folder.appendingPathComponent("copy").path
        )
        let ride = Repository.rides.appendingPathComponent("city-loop.csv").path
        _ = try await KnavProcess(["ride", ride, "--record", log])
        let redacted = try await KnavProcess(["capture", "redact", "--replace-streets", log, copy])
        #expect(redacted.exitCode == 0)
        let before = try await KnavProcess(["capture", "questions", log]).lines
        let after = try await KnavProcess(["capture", "questions", copy]).lines
        for (before, after) in zip(before, after) {
            if ["descriptors ", "pairing "].contains(where: before.hasPrefix) {
                #expect(after.contains("can't be told"))
                #expect(!before.contains("can't be told"))
            } else {
                #expect(after == before)
            }
        }
        #expect(after.count == 10)
    }

    @Test("A file that isn't a log is refused, as by the other commands")
    func bad() async throws {
        let run = try await KnavProcess(["capture", "questions", "-"], input: "no log")
        #expect(run.exitCode == 65)
        #expect(run.output.isEmpty)
    }
}
