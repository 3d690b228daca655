package import KomootNav

/// What a radio can do for a phone, whoever wrote the phone.
package final class PhoneRules {
    /// How often its radio may refuse a notification while no time passes.
    private static let mostRefusals = 100

    private var openReads: [PeripheralSession.Central: Int] = [:]
    private var subscribed: Set<PeripheralSession.Central> = []
    private var isNavigating = false
    private var isRadioOn = true
    private var isServed = false
    private var refusals = 0

    package init() {}

    /// Notes what the phone is told.
    package func note(_ event: PeripheralSession.OwnedEvent) {
        if case .notificationRefused = event { refusals += 1 } else { refusals = 0 }
        switch event {
        case .startNavigation: isNavigating = true
        case .stopNavigation: isNavigating = false
        case .read(let central, _, _): openReads[central, default: 0] += 1
        case .subscribed(let central): subscribed.insert(central)
        case .unsubscribed(let central), .connected(let central, _): subscribed.remove(central)
        case .disconnected(let central):
            subscribed.remove(central)
            openReads[central] = nil
        case .radioOff:
            isRadioOn = false
            isServed = false
            subscribed.removeAll()
            openReads.removeAll()
        case .radioOn: isRadioOn = true
        case .startAdvertising, .publish, .mtuChanged, .notificationRefused, .notificationsReady,
            .timePassed:
            break
        }
    }

    /// Notes what the phone does.
    ///
    /// - Returns: why that can't be done, as the end of a sentence that begins with the phone; `nil` if it can.
    package func fault(of effect: PeripheralSession.OwnedEffect) -> String? {
        switch effect {
        case .addService:
            guard isRadioOn else { return "adds its service while Bluetooth is off" }
            guard !isServed else { return "adds its service twice" }
            isServed = true
        case .removeService:
            guard isServed else { return "removes a service that it does not have" }
            isServed = false
            subscribed.removeAll()
        case .startAdvertising:
            guard isServed else { return "advertises a service that it does not have" }
        case .notify(let central, _):
            guard subscribed.contains(central) else {
                return "notifies central \(central.rawValue), which has not subscribed"
            }
            guard refusals <= Self.mostRefusals else {
                return "notifies again and again while there is no room"
            }
        case .answer(let central, _), .reject(let central, _):
            guard let count = openReads[central], count > 0 else {
                return "answers central \(central.rawValue), which has no read open"
            }
            openReads[central] = count - 1
        case .stopAdvertising, .fault: break
        }
        return nil
    }

    /// What is wrong after an event, as the end of such a sentence; `nil` if all is well.
    package func faultAtEnd() -> String? {
        if isNavigating && isRadioOn && !isServed {
            return "does not serve, although somebody navigates"
        }
        return !isNavigating && isServed ? "still serves, although nobody navigates" : nil
    }
}
