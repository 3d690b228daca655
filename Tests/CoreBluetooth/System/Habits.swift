/// What Apple's systems do in one way or another. Times are in microseconds.
package struct Habits: Sendable {
    /// How often something happens.
    package enum Frequency: Sendable {
        case never
        /// Once in 16 times.
        case rarely
        /// Every other time.
        case sometimes
        case always
    }

    /// How long a delegate waits to be told.
    package var callbackDelay = 1...20_000
    /// Whether a delegate waits longer, because its queue is busy.
    package var isBusy = Frequency.rarely
    /// How long it waits then.
    package var busyDelay = 20_000...200_000
    /// Whether two values that arrive while the delegate waits are told with one call.
    package var savesCallbacks = Frequency.sometimes
    /// Whether a disconnection that the app asked for takes long.
    package var disconnectsLate = Frequency.sometimes
    /// How long it takes then.
    package var lateDisconnection = 500_000...5_000_000
    /// Whether an app that wants a new link before that is given one, and told of the old link's end afterwards.
    package var tellsEndsAfterNewLinks = Frequency.rarely
    /// Whether the delegate is told that an attempt to connect, which the app cancelled, has ended.
    package var tellsCancelledAttempts = Frequency.sometimes
    /// Whether an attempt to connect fails.
    package var failsToConnect = Frequency.rarely
    /// Whether that is told as a disconnection, of a link that was never told.
    package var failsAsDisconnection = Frequency.sometimes
    /// Whether delegates are told that links are gone which ended because Bluetooth was switched off.
    package var tellsLinksEndedBySwitchingOff = Frequency.sometimes
    /// Whether requests that are owed when a link is lost are told as failed.
    package var failsOwedRequests = Frequency.sometimes
    /// Whether a peripheral's delegate is told that subscriptions ended because Bluetooth was switched off.
    package var tellsSubscriptionsEndedBySwitchingOff = Frequency.sometimes

    /// How long the user takes to allow that a peripheral is paired, which the system asks inside the first read; `nil`
    /// if peripherals need not be paired.
    package var pairing: ClosedRange<Int>?
    /// Whether the system says that a subscription was made, and that there is none.
    package var refusesSubscriptions = false
    /// Whether a request that stays unanswered ends its link.
    package var endsUnansweredLinks = Frequency.always
    /// Whether a discovery that succeeded is never told. The link stays.
    package var losesDiscoveries = Frequency.never
    /// Whether the discoveries on a new link give what was found on earlier ones, even if the services have changed in the
    /// meantime. The system forgets it when the peripheral says that they changed, or Bluetooth is switched off.
    package var remembersServices = Frequency.never

    /// The habits of systems that differ from run to run.
    package init() {}

    /// Nothing fails, nothing takes long, and everything is told.
    package static var plain: Habits {
        var habits = Habits()
        habits.isBusy = .never
        habits.savesCallbacks = .never
        habits.disconnectsLate = .never
        habits.tellsEndsAfterNewLinks = .never
        habits.tellsCancelledAttempts = .always
        habits.failsToConnect = .never
        habits.failsAsDisconnection = .never
        habits.tellsLinksEndedBySwitchingOff = .always
        habits.failsOwedRequests = .always
        habits.tellsSubscriptionsEndedBySwitchingOff = .always
        return habits
    }
}

/// What an app should not do. Apple's systems ignore it, and log it at best.
package enum Misuse: Hashable, Sendable {
    /// It called a manager, or a peripheral of one, that it was not told is powered on.
    case notPoweredOn(String)
    /// It called a peripheral of which it was not told that it is connected.
    case notConnected(String)
    /// It used an object from before Bluetooth was reset, or of another manager.
    case invalidObject(String)
    /// It let go of a peripheral to which it was connected or connecting.
    case forgottenPeripheral
    /// It answered a request twice, or one that it never got.
    case answeredTwice
    /// It added a service twice.
    case addedTwice
    /// It changed or notified a service or a characteristic that it has not added.
    case notAdded(String)
    /// It made a manager without a restoration identifier, with a delegate that has `willRestoreState`.
    case noRestoreIdentifier
    /// It made a manager with a restoration identifier, with a delegate without `willRestoreState`.
    case noRestoration
    /// It asked for something that the simulated link can't do.
    case notSimulated(String)
}

/// What a central's app can ask of a peripheral.
package enum RequestKind: Hashable, Sendable {
    case discoverServices
    case discoverCharacteristics
    case read
    case setNotify
    case write
}

/// How such a request ends.
package enum RequestEnd: Hashable, Sendable {
    /// The delegate is told of success.
    case succeeded
    /// The delegate is told of a failure.
    case failed
    /// The delegate is not told: the link is gone.
    case lost
}
