// Events and effects of the peripheral session.
import CKnav
import KomootNav

extension knav_peripheral_event {
    /// The library's event; `nil` if no event has this number, or no identifier this size.
    @_lifetime(copy bytes)
    func event(with bytes: Span<UInt8>) -> PeripheralSession.Event? {
        let central = unsafe PeripheralSession.Central(rawValue: self.central)
        switch unsafe kind {
        case KNAV_PERIPHERAL_EVENT_START_NAVIGATION.byte: return .startNavigation
        case KNAV_PERIPHERAL_EVENT_STOP_NAVIGATION.byte: return .stopNavigation
        case KNAV_PERIPHERAL_EVENT_START_ADVERTISING.byte: return .startAdvertising
        case KNAV_PERIPHERAL_EVENT_PUBLISH.byte: return .publish(bytes)
        case KNAV_PERIPHERAL_EVENT_NOTIFICATIONS_READY.byte: return .notificationsReady
        case KNAV_PERIPHERAL_EVENT_RADIO_OFF.byte: return .radioOff
        case KNAV_PERIPHERAL_EVENT_RADIO_ON.byte: return .radioOn
        case KNAV_PERIPHERAL_EVENT_TIME_PASSED.byte: return .timePassed
        case KNAV_PERIPHERAL_EVENT_CONNECTED.byte:
            return unsafe .connected(central, mtu: Int(mtu))
        case KNAV_PERIPHERAL_EVENT_DISCONNECTED.byte: return .disconnected(central)
        case KNAV_PERIPHERAL_EVENT_MTU_CHANGED.byte:
            return unsafe .mtuChanged(central, mtu: Int(mtu))
        case KNAV_PERIPHERAL_EVENT_SUBSCRIBED.byte: return .subscribed(central)
        case KNAV_PERIPHERAL_EVENT_UNSUBSCRIBED.byte: return .unsubscribed(central)
        case KNAV_PERIPHERAL_EVENT_READ.byte: return unsafe read(by: central)
        case KNAV_PERIPHERAL_EVENT_NOTIFICATION_REFUSED.byte: return .notificationRefused(central)
        default: return nil
        }
    }

    /// A read. It has no bytes, so it lives as long as the caller likes.
    @_lifetime(immortal)
    private func read(by central: PeripheralSession.Central) -> PeripheralSession.Event? {
        let offset = unsafe Int(self.offset)
        let size = unsafe identifier_size
        if size == 0 { return .read(central, offset: offset, identifier: nil) }
        let named = unsafe withUnsafeBytes(of: identifier) {
            unsafe InstructionIdentifier($0, size: size)
        }
        guard let named else { return nil }
        return .read(central, offset: offset, identifier: named)
    }
}

extension knav_peripheral_effect {
    /// Converts the library's effect, without the bytes.
    init(_ effect: PeripheralSession.Effect) {
        unsafe self.init()
        let kind: knav_peripheral_effect_kind
        switch effect {
        case .addService: kind = KNAV_PERIPHERAL_EFFECT_ADD_SERVICE
        case .removeService: kind = KNAV_PERIPHERAL_EFFECT_REMOVE_SERVICE
        case .startAdvertising: kind = KNAV_PERIPHERAL_EFFECT_START_ADVERTISING
        case .stopAdvertising: kind = KNAV_PERIPHERAL_EFFECT_STOP_ADVERTISING
        case .notify(let reader, _):
            kind = KNAV_PERIPHERAL_EFFECT_NOTIFY
            unsafe central = reader.rawValue
        case .answer(let reader, _):
            kind = KNAV_PERIPHERAL_EFFECT_ANSWER
            unsafe central = reader.rawValue
        case .reject(let reader, let error):
            kind = KNAV_PERIPHERAL_EFFECT_REJECT
            unsafe central = reader.rawValue
            unsafe att_error = error.rawValue
        case .fault(let fault):
            kind = KNAV_PERIPHERAL_EFFECT_FAULT
            unsafe take(fault)
        }
        unsafe self.kind = kind.byte
    }

    private mutating func take(_ fault: PeripheralSession.Fault) {
        let number: knav_peripheral_fault
        switch fault {
        case .unpublishable(let error):
            number = KNAV_PERIPHERAL_FAULT_UNPUBLISHABLE
            unsafe self.error = knav_error(error)
        case .notNavigating: number = KNAV_PERIPHERAL_FAULT_NOT_NAVIGATING
        case .unknownCentral: number = KNAV_PERIPHERAL_FAULT_UNKNOWN_CENTRAL
        }
        unsafe self.fault = number.byte
    }
}
