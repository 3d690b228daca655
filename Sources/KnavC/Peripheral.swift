// The peripheral session, in memory that the caller provides.
public import CKnav
import KomootNav

// The caller's memory holds all of it in Embedded Swift, for which this module is made. Elsewhere a session's objects are
// on the heap, and this would need an end that releases them.

extension UnsafeMutablePointer<knav_peripheral> {
    /// The session in that memory.
    fileprivate var state: UnsafeMutablePointer<PeripheralSession> {
        checkRoom(for: PeripheralSession.self, in: knav_peripheral.self)
        return unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: PeripheralSession.self)
    }
}

@c @implementation
public func knav_peripheral_usual_configuration(_ layout: UInt8) -> knav_peripheral_configuration {
    // Without a layout, any serves to learn the rest.
    let usual = PeripheralSession.Configuration(layout: LayoutChoice(layout)?.pinned ?? .deployed)
    return knav_peripheral_configuration(
        layout: layout, notification: usual.notification.number,
        retried_notification: usual.retriedNotification.number, serving: usual.serving.number,
        ending: usual.ending.number, chunk_size: usual.chunkSize.number,
        loss_detection: usual.lossDetection.number, has_cccd: usual.hasCCCD,
        repeats: usual.repeats)
}

@c @implementation
public func knav_peripheral_init(
    _ peripheral: UnsafeMutablePointer<knav_peripheral>!,
    _ configuration: UnsafePointer<knav_peripheral_configuration>!
) -> knav_error {
    guard let configuration = PeripheralSession.Configuration(unsafe configuration.pointee) else {
        return .invalidArgument
    }
    unsafe peripheral.state.initialize(to: PeripheralSession(configuration))
    return .none
}

@c @implementation
public func knav_peripheral_handle(
    _ peripheral: UnsafeMutablePointer<knav_peripheral>!,
    _ event: UnsafePointer<knav_peripheral_event>!, _ now_in_ms: UInt64
) {
    let event = unsafe event.pointee
    let takesBytes = unsafe event.kind == KNAV_PERIPHERAL_EVENT_PUBLISH.byte
    let mayInterrupt = unsafe event.kind == KNAV_PERIPHERAL_EVENT_NOTIFICATION_REFUSED.byte
    guard
        let bytes = unsafe borrowed(
            takesBytes ? event.bytes : nil, takesBytes ? event.size : 0),
        let event = unsafe event.event(with: Span(_unsafeElements: bytes))
    else { return }
    let session = unsafe peripheral.state
    if !mayInterrupt { while unsafe session.pointee.nextEffect() != nil {} }
    unsafe session.pointee.handle(event, at: SessionTime(milliseconds: now_in_ms))
}

@c @implementation
public func knav_peripheral_next_effect(
    _ peripheral: UnsafeMutablePointer<knav_peripheral>!,
    _ effect: UnsafeMutablePointer<knav_peripheral_effect>!
) -> Bool {
    let session = unsafe peripheral.state
    guard let next = unsafe session.pointee.nextEffect() else { return false }
    var described = unsafe knav_peripheral_effect(next)
    switch next {
    case .notify(_, let value), .answer(_, let value):
        let lent = unsafe session.pointee.withBytes(of: value) { bytes in
            unsafe LentBytes(bytes, extent: .whole, within: peripheral)
        }
        unsafe described.bytes = lent.start
        unsafe described.size = lent.size
    case .addService, .removeService, .startAdvertising, .stopAdvertising, .reject, .fault: break
    }
    unsafe effect.pointee = unsafe described
    return true
}

@c @implementation
public func knav_peripheral_deadline(_ peripheral: UnsafePointer<knav_peripheral>!) -> UInt64 {
    guard let peripheral = unsafe UnsafeMutablePointer(mutating: peripheral) else {
        return noDeadline
    }
    return unsafe peripheral.state.pointee.nextDeadline?.milliseconds ?? noDeadline
}

@c @implementation
public func knav_peripheral_phase(_ peripheral: UnsafePointer<knav_peripheral>!) -> UInt8 {
    guard let peripheral = unsafe UnsafeMutablePointer(mutating: peripheral) else {
        return KNAV_PERIPHERAL_PHASE_STOPPED.byte
    }
    let phase = unsafe peripheral.state.pointee.phase
    let number =
        switch phase {
        case .stopped: KNAV_PERIPHERAL_PHASE_STOPPED
        case .radioOff: KNAV_PERIPHERAL_PHASE_RADIO_OFF
        case .advertising: KNAV_PERIPHERAL_PHASE_ADVERTISING
        case .advertisingAgain: KNAV_PERIPHERAL_PHASE_ADVERTISING_AGAIN
        case .serving: KNAV_PERIPHERAL_PHASE_SERVING
        }
    return number.byte
}
