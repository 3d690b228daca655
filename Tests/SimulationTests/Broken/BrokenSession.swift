import KomootNav
import Simulation
import Testing

/// A pair of ends, one of them broken, and the promises by which the referee must find it.
struct BrokenSession: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let promises: Set<Promise>
    let contestants: Contestants
    /// The phones with which the fault can show.
    private(set) var profiles = PhoneProfile.allCases
    /// Whether the fault can show in a run of a plan. Runs of other plans are left out.
    private(set) var mayShow: @Sendable (RunPlan) -> Bool = { _ in true }

    init<Device: BrokenCentral>(
        _ device: Device.Type, _ promises: Promise...,
        profiles: [PhoneProfile] = PhoneProfile.allCases,
        in mayShow: @escaping @Sendable (RunPlan) -> Bool = { _ in true }
    ) {
        testDescription = "\(device)"
        self.promises = Set(promises)
        contestants = Contestants(device: device)
        self.profiles = profiles
        self.mayShow = mayShow
    }

    init<Phone: BrokenPeripheral>(_ phone: Phone.Type, _ promises: Promise...) {
        testDescription = "\(phone)"
        self.promises = Set(promises)
        contestants = Contestants(phone: phone)
    }

    /// A phone that does not serve what its profile says.
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

    /// All broken sessions.
    static let all: [BrokenSession] = [
        // Reading.
        BrokenSession(WithoutTornCheck.self, .deliversWhatWasPublished),
        BrokenSession(TornCheckByNotification.self, .deliversWhatWasPublished),
        BrokenSession(EmptyAnswerTrusted.self, .deliversWhatWasPublished),
        BrokenSession(FixedOffsets.self, .deliversWhatWasPublished),
        BrokenSession(ChunkSizeByMTU.self, .deliversWhatWasPublished),
        BrokenSession(LateAnswerTaken.self, .asksOneAtATime, .deliversWhatWasPublished),
        BrokenSession(TwoRequestsAtOnce.self, .asksOneAtATime),
        // Showing.
        BrokenSession(OlderShownAgain.self, .neverGoesBack),
        BrokenSession(OlderBeginningShown.self, .neverGoesBack),
        BrokenSession(SilenceNotEnded.self, .tellsSilence),
        BrokenSession(
            SetupTimeoutIgnored.self, .endsUnansweredLinks, in: { $0.radio != .offsetReads }),
        BrokenSession(SearchesLate.self, .recovers),
        BrokenSession(ShownTwice.self, .neverRepeats),
        BrokenSession(IdentifierShownAsWhole.self, .deliversWhatWasPublished),
        BrokenSession(IdentifierShownAsBeginning.self, .showsBeginnings),
        BrokenSession(NeverWhole.self, .recovers),
        BrokenSession(SilenceNotTold.self, .tellsSilence),
        BrokenSession(SilenceToldEarly.self, .tellsSilence),
        BrokenSession(MuchToSay.self, .boundsItsWork),
        BrokenSession(NoObjectNotBelieved.self, .tellsWaiting),
        // Links.
        BrokenSession(KeepAliveOnlyWhenNotified.self, .keepsAlive),
        // With one callback, the time-out comes first; but nothing is ever shown.
        BrokenSession(PollModeMissing.self, .keepsAlive, .recovers),
        BrokenSession(GrowthPerConnection.self, .boundsItsMemory),
        BrokenSession(EndsWithLink.self, .goesOn),
        BrokenSession(NoScanAfterLoss.self, .searchesAfterLoss),
        BrokenSession(FoundOnlyOnce.self, .recovers),
        BrokenSession(ReadTimeoutIgnored.self, .endsUnansweredLinks),
        BrokenSession(InvalidHandleNotCounted.self, .endsFailingLinks),
        BrokenSession(FirstChunkTakenForProgress.self, .endsFailingLinks),
        BrokenSession(LossNotHeard.self, .searchesAfterLoss),
        BrokenSession(RadioOnNotHeard.self, .searchesAfterLoss),
        BrokenSession(
            MTUNotHeard.self, .deliversWhatWasPublished, profiles: [.android],
            in: MTUNotHeard.mayShow),
        // The phone.
        BrokenSession(NeverAdvertisesAgain.self, .advertisesOnTime),
        BrokenSession(AdvertisesEarly.self, .advertisesOnTime),
        BrokenSession(AdvertisesLate.self, .advertisesOnTime),
        BrokenSession(ArmedByFirstReads.self, .advertisesOnTime),
        BrokenSession(ArmedByErrors.self, .advertisesOnTime),
        BrokenSession(WatchdogForgotten.self, .advertisesOnTime),
        BrokenSession(AdvertisesForever.self, .advertisesOnTime),
        BrokenSession(EndOfLinkNotHeard.self, .advertisesOnTime),
        BrokenSession("OneWatchdogForAll", .advertisesOnTime) {
            $0.lossDetection = .sharedWatchdog
        },
        BrokenSession("WatchdogForEach", .advertisesOnTime) { $0.lossDetection = .eachCentral },
        BrokenSession(OversleepsWatchdog.self, .advertisesOnTime),
        BrokenSession(OversleepsLimit.self, .advertisesOnTime),
        BrokenSession(OversleepsRepeat.self, .notifiesOnTime),
        BrokenSession(RepeatsLate.self, .notifiesOnTime),
        BrokenSession(NotifiesPreviousObject.self, .notifiesOnTime),
        BrokenSession(RefusedNotRetried.self, .notifiesOnTime),
        BrokenSession(LastByteRefused.self, .answersEveryRead),
        BrokenSession(OneByteOff.self, .answersEveryRead),
        BrokenSession(AnswersLate.self, .answersEveryRead),
        BrokenSession(ServesSnapshots.self, .answersEveryRead),
        BrokenSession("AnotherEnding", .answersEveryRead) {
            $0.ending = $0.ending == .empty ? .invalidOffset : .empty
        },
        BrokenSession("ChunksOfTwenty", .answersEveryRead) { $0.chunkSize = .smallestPayload },
        BrokenSession("NewestForSnapshot", .answersEveryRead) { $0.serving = .newestAlways },
        BrokenSession("RepeatsUnasked", .notifiesOnTime) { $0.repeats = true },
        BrokenSession("AnotherNotification", .notifiesOnTime) {
            $0.notification = $0.notification == .object ? .identifier : .object
        },
    ]
}

extension Contestants {
    /// A broken device, and the library's phone.
    init<Device: BrokenCentral>(device: Device.Type) {
        self.init(makeDevice: { radio in
            Device(HeldCentral(CentralSession(CentralSession.Configuration(radio: radio.reads))))
        })
    }

    /// The library's device, and a broken phone.
    init<Phone: BrokenPeripheral>(phone: Phone.Type) {
        self.init(makePhone: { Phone(HeldPeripheral(PeripheralSession($0))) })
    }
}
