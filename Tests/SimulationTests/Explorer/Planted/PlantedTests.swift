import Foundation
import KomootNav
import PropertyTesting
import RepositorySupport
import Testing

@testable import Simulation

@Suite("A planted fault")
struct PlantedTests {
    static let planted = [
        // Faults that campaigns were made to find.
        Planted(
            WithoutTornCheck.self, .deliversWhatWasPublished, steps: 13, seed: 12,
            Planted.Space(publications: 2)),
        Planted(
            FixedOffsets.self, .deliversWhatWasPublished, steps: 15, seed: 0,
            Planted.Space(.android)),
        Planted(TwoRequestsAtOnce.self, .asksOneAtATime, steps: 8, seed: 0, Planted.Space()),
        Planted(ShownTwice.self, .neverRepeats, steps: 9, seed: 0, Planted.Space()),
        Planted(
            SilenceNotTold.self, .tellsSilence, steps: 3, seed: 0,
            Planted.Space(publications: 0, faults: 1)),
        Planted(
            LossNotHeard.self, .searchesAfterLoss, steps: 4, seed: 3,
            Planted.Space(publications: 0, faults: 1)),
        Planted(
            RadioOnNotHeard.self, .searchesAfterLoss, steps: 2, seed: 1,
            Planted.Space(publications: 0, faults: 1)),
        Planted(
            ReadTimeoutIgnored.self, .endsUnansweredLinks, steps: 5, seed: 0,
            Planted.Space(publications: 0, faults: 1)),
        Planted(
            ServesSnapshots.self, .answersEveryRead, steps: 11, seed: 1,
            Planted.Space(publications: 2)),
        Planted(OneByteOff.self, .answersEveryRead, steps: 8, seed: 0, Planted.Space()),
        // Faults that the sessions had, or near relatives of them.
        Planted(
            ReadAgainAtOnce.self, .deliversWhatWasPublished, steps: 18, seed: 15,
            Planted.Space(.ios, .coreBluetooth, publications: 2)
                .campaign([.ios, .published], .coreBluetooth)),
        Planted(
            QuietEndedByAnything.self, .deliversWhatWasPublished, steps: 19, seed: 224,
            Planted.Space(.ios, .coreBluetooth, publications: 2, delays: 1)
                .campaign([.ios, .published], .coreBluetooth)),
        Planted(
            LongestNotificationTakenForWhole.self, .deliversWhatWasPublished, steps: 12, seed: 0,
            Planted.Space(.android, .coreBluetooth).campaign([.android], .coreBluetooth)),
        Planted(
            AnswerNotReadAgain.self, .deliversWhatWasPublished, steps: 19, seed: 8,
            Planted.Space(.ios, .coreBluetooth, publications: 2)
                .campaign([.ios, .published], .coreBluetooth)),
        Planted(
            OneMarkerForAll.self, .deliversWhatWasPublished, steps: 34, seed: nil,
            Planted.Space(.android, .coreBluetooth, publications: 3, delays: 1)
                .phone { phone in
                    phone.chunkSize = .readPayload
                    phone.repeats = false
                }.long().campaign([.android], .coreBluetooth)),
        Planted(
            MTUNotHeld.self, .deliversWhatWasPublished, steps: 18, seed: 701,
            Planted.Space(.ios, .coreBluetooth, publications: 2, faults: 1).only(.mtuChanged)
                .growing(to: 60).campaign([.ios, .published], .coreBluetooth)),
        Planted(
            LimitEndsSearch.self, .advertisesOnTime, steps: 5, seed: 27,
            Planted.Space(publications: 0, faults: 1).phone { $0.lossDetection = .eachCentral }),
        Planted(
            InvalidHandleNotCounted.self, .endsFailingLinks, steps: 18, seed: 47,
            Planted.Space(publications: 0, faults: 4).only(.invalidHandle)),
        Planted(
            NoObjectNotBelieved.self, .tellsWaiting, steps: 21, seed: 0,
            Planted.Space(faults: 1)),
        Planted(
            CutValueTakenForWhole.self, .deliversWhatWasPublished, steps: 11, seed: 0,
            Planted.Space(.android, .wholeValues).campaign([.android], .wholeValues, .blueZ)),
        Planted(
            FirstChunkTakenForProgress.self, .endsFailingLinks, steps: 18, seed: 47,
            Planted.Space(.androidNoCCCD, faults: 4).only(.unlikelyError)),
        Planted(
            SubscriptionOfThePast.self, .recovers, steps: 14, seed: nil,
            Planted.Space(publications: 0, faults: 1)),
        Planted(
            OwesUntilReady.self, .notifiesOnTime, steps: 11, seed: 2, Planted.Space(faults: 1)),
        Planted(
            RefusalInBetweenForgotten.self, .notifiesOnTime, steps: 22, seed: 1,
            Planted.Space(faults: 2).only(.lostForDevice, .queueFull)),
        Planted(
            "OneWatchdogForAll", .recovers, steps: 4, seed: nil,
            Planted.Space(publications: 0).phone { $0.lossDetection = .eachCentral }
        ) {
            $0.lossDetection = .sharedWatchdog
        },
        Planted(
            SubscriptionNotAskedAgain.self, .recovers, steps: 8, seed: nil,
            Planted.Space(publications: 0, faults: 1)),
        Planted(
            DiscoveryWithoutEnd.self, .recovers, steps: 2, seed: nil,
            Planted.Space(publications: 0)),
        Planted(
            AdvertisingWithoutEnd.self, .recovers, steps: 0, seed: nil,
            Planted.Space(publications: 0)),
        Planted(
            MTUNotHeard.self, .deliversWhatWasPublished, steps: 13, seed: 90,
            Planted.Space(.android, .wholeValues, faults: 1)
                .phone { $0.chunkSize = .notificationPayload }
                .campaign([.android], .wholeValues)),
        Planted(
            WholeWithoutEvidence.self, .deliversWhatWasPublished, steps: 13, seed: 470,
            Planted.Space(.ios, .wholeValues, faults: 1).only(.mtuChanged).cut()
                .campaign(PhoneProfile.allCases, .wholeValues)),
        Planted(
            WholeWithoutEvidence.self, .deliversWhatWasPublished, steps: 15, seed: 390,
            Planted.Space(.ios, .coreBluetooth, faults: 1).only(.mtuChanged).cut()
                .campaign(PhoneProfile.allCases, .coreBluetooth)),
        Planted(
            EvidenceKept.self, .deliversWhatWasPublished, steps: 17, seed: 537,
            Planted.Space(.ios, .coreBluetooth, publications: 2, faults: 1).only(.mtuChanged)
                .cut()),
    ]

    @Test(
        "A planted fault is found by an exploration, with a shortest trace",
        arguments: planted.filter { !$0.takesLong || asksForMore })
    func explored(_ planted: Planted) throws {
        let report = planted.explore()
        let found = try #require(
            report.counterexamples.first { $0.broken.promise == planted.promise },
            "\(report.counterexamples.map(\.broken))")
        #expect(found.steps.count == planted.steps)
        let chosen = found.steps.count { step in
            switch step {
            case .failed, .published: true
            case .acted(_, let action): action == .vanish
            default: false
            }
        }
        let seed = planted.seed.map { "\($0)" } ?? "none"
        let row =
            "`\(planted.testDescription)` | `\(planted.promise.rawValue)` "
            + "| \(found.steps.count) | \(chosen) | \(seed) |"
        #expect(try Self.page().contains(row), "not in the table of the page: \(row)")
    }

    private static func page() throws -> String {
        try String(
            contentsOf: Repository.root.appendingPathComponent("Docs/Simulation.md"),
            encoding: .utf8)
    }

    /// One for each space, since many share one. The larger spaces are explored if more cases are asked for.
    private static let spaces = Dictionary(grouping: planted, by: \.explored).values.map { $0[0] }
        .filter { planted in
            let explorer = planted.explored.explorer
            return explorer.publications + explorer.faults <= 1 || asksForMore
        }

    @Test(
        "An exploration finds nothing without the planted fault",
        arguments: spaces)
    func honest(_ planted: Planted) {
        let report = planted.exploreHonest()
        #expect(report.isClean, "\(report.counterexamples.map(\.broken))")
    }

    @Test(
        "A planted fault is found by a campaign, unless the page says that none finds it",
        arguments: planted.filter { $0.seed != nil })
    func campaigned(_ planted: Planted) async throws {
        let plan = planted.campaign.plan(for: try #require(planted.seed))
        let broken = await plan.run(planted.campaign.contestants).broken
        #expect(broken?.promise == planted.promise)
        #expect(await plan.run().broken == nil)
    }
}
