import KomootNav
import Simulation
import Testing

/// A pair of ends, one of them broken, and the promises that it must be found by.
struct BrokenSession: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let promises: Set<Promise>
    let contestants: Contestants

    init<Device: BrokenCentral>(_ device: Device.Type, _ promises: Promise...) {
        testDescription = "\(device)"
        self.promises = Set(promises)
        contestants = Contestants(device: device)
    }

    init<Phone: BrokenPeripheral>(_ phone: Phone.Type, _ promises: Promise...) {
        testDescription = "\(phone)"
        self.promises = Set(promises)
        contestants = Contestants(phone: phone)
    }

    /// A phone that serves something else than its profile says.
    init(
        _ name: String, _ promises: Promise...,
        change: @escaping @Sendable (inout PeripheralSession.Configuration) -> Void
    ) {
        testDescription = name
        self.promises = Set(promises)
        contestants = Contestants(makePhone: { configuration in
            var changed = configuration
            change(&changed)
            return PeripheralSession(changed)
        })
    }

    /// All of them.
    static let all: [BrokenSession] = [
        // Reading.
        BrokenSession(WithoutTornCheck.self, .deliversWhatWasPublished),
        BrokenSession(TornCheckByNotification.self, .deliversWhatWasPublished),
        BrokenSession(EmptyAnswerTrusted.self, .deliversWhatWasPublished),
        BrokenSession(FixedOffsets.self, .deliversWhatWasPublished),
        BrokenSession(PieceSizeByMTU.self, .deliversWhatWasPublished),
        BrokenSession(LateAnswerTaken.self, .asksOneAtATime, .deliversWhatWasPublished),
        BrokenSession(TwoRequestsAtOnce.self, .asksOneAtATime),
        // Showing.
        BrokenSession(OlderShownAgain.self, .neverGoesBack),
        BrokenSession(ShownTwice.self, .neverRepeats),
        BrokenSession(IdentifierShownAsWhole.self, .deliversWhatWasPublished),
        BrokenSession(IdentifierShownAsBeginning.self, .showsBeginnings),
        BrokenSession(NeverWhole.self, .recovers),
        BrokenSession(SilenceNotTold.self, .tellsSilence),
        BrokenSession(SilenceToldEarly.self, .tellsSilence),
        BrokenSession(MuchToSay.self, .boundsItsWork),
        // Links.
        BrokenSession(KeepAliveOnlyWhenNotified.self, .keepsAlive),
        // Behind one callback the time-out comes first, but nothing is ever shown.
        BrokenSession(PollModeMissing.self, .keepsAlive, .recovers),
        BrokenSession(GrowthPerConnection.self, .boundsItsMemory),
        BrokenSession(NoScanAfterLoss.self, .searchesAfterLoss),
        BrokenSession(FoundOnlyOnce.self, .recovers),
        BrokenSession(ReadTimeoutIgnored.self, .endsUnansweredLinks),
        BrokenSession(LossNotHeard.self, .searchesAfterLoss),
        BrokenSession(RadioOnNotHeard.self, .searchesAfterLoss),
        BrokenSession(MTUNotHeard.self, .deliversWhatWasPublished),
        // The phone.
        BrokenSession(NeverAdvertisesAgain.self, .advertisesOnTime),
        BrokenSession(AdvertisesEarly.self, .advertisesOnTime),
        BrokenSession(AdvertisesLate.self, .advertisesOnTime),
        BrokenSession(ArmedByFirstReads.self, .advertisesOnTime),
        BrokenSession(AdvertisesForever.self, .advertisesOnTime),
        BrokenSession(RepeatsLate.self, .notifiesOnTime),
        BrokenSession(RefusedNotRetried.self, .notifiesOnTime),
        BrokenSession(LastByteRefused.self, .answersEveryRead),
        BrokenSession(OneByteOff.self, .answersEveryRead),
        BrokenSession(AnswersLate.self, .answersEveryRead),
        BrokenSession(ServesSnapshots.self, .answersEveryRead),
        BrokenSession("AnotherEnding", .answersEveryRead) {
            $0.ending = $0.ending == .empty ? .invalidOffset : .empty
        },
        BrokenSession("PiecesOfTwenty", .answersEveryRead) { $0.pieceSize = .smallestPayload },
        BrokenSession("NewestForSnapshot", .answersEveryRead) { $0.serving = .newestAlways },
        BrokenSession("AnotherNotification", .notifiesOnTime) {
            $0.notification = $0.notification == .object ? .identifier : .object
        },
    ]
}

extension Contestants {
    /// A device of one's own, and the library's phone.
    init<Device: BrokenCentral>(device: Device.Type) {
        self.init(makeDevice: { radio in
            let reads: ChunkReassembler.Radio = radio == .offsetReads ? .offsetReads : .wholeValues
            return Device(
                HeldCentral(CentralSession(CentralSession.Configuration(radio: reads))))
        })
    }

    /// The library's device, and a phone of one's own.
    init<Phone: BrokenPeripheral>(phone: Phone.Type) {
        self.init(makePhone: { Phone(HeldPeripheral(PeripheralSession($0))) })
    }
}
