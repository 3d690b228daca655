// The central session, in memory that the caller provides.
public import CKnav
import KomootNav

extension UnsafeMutablePointer<knav_central> {
    /// The session in that memory.
    fileprivate var state: UnsafeMutablePointer<CentralSession> {
        checkRoom(for: CentralSession.self, in: knav_central.self)
        return unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: CentralSession.self)
    }
}

@c @implementation
public func knav_central_usual_configuration(_ radio: UInt8) -> knav_central_configuration {
    let usual = CentralSession.Configuration(radio: ChunkReassembler.Radio(number: radio))
    return knav_central_configuration(
        read_timeout_in_ms: UInt32(clamping: usual.readTimeoutInMilliseconds),
        maximum_restarts: usual.maximumRestarts.uint16, radio: radio,
        layout: KNAV_LAYOUT_AUTO.byte, trusts_chunk_size: usual.trustsChunkSize,
        subscribes: usual.subscribes)
}

@c @implementation
public func knav_central_init(
    _ central: UnsafeMutablePointer<knav_central>!,
    _ configuration: UnsafePointer<knav_central_configuration>!
) {
    let wanted = unsafe configuration.pointee
    var configuration = CentralSession.Configuration(
        radio: ChunkReassembler.Radio(number: wanted.radio),
        layout: LayoutChoice(wanted.layout)?.pinned)
    configuration.maximumRestarts = Int(wanted.maximum_restarts)
    configuration.trustsChunkSize = wanted.trusts_chunk_size
    configuration.subscribes = wanted.subscribes
    configuration.readTimeoutInMilliseconds = UInt64(wanted.read_timeout_in_ms)
    unsafe central.state.initialize(to: CentralSession(configuration))
}

@c @implementation
public func knav_central_handle(
    _ central: UnsafeMutablePointer<knav_central>!, _ event: UnsafePointer<knav_central_event>!,
    _ now_in_ms: UInt64
) {
    let event = unsafe event.pointee
    let takesBytes = unsafe event.takesBytes
    let mayInterrupt = unsafe event.mayInterrupt
    guard
        let bytes = unsafe borrowed(
            takesBytes ? event.bytes : nil, takesBytes ? event.size : 0),
        let event = unsafe event.event(with: Span(_unsafeElements: bytes))
    else { return }
    let session = unsafe central.state
    if !mayInterrupt { while unsafe session.pointee.nextEffect() != nil {} }
    unsafe session.pointee.handle(event, at: SessionTime(milliseconds: now_in_ms))
}

@c @implementation
public func knav_central_next_effect(
    _ central: UnsafeMutablePointer<knav_central>!,
    _ effect: UnsafeMutablePointer<knav_central_effect>!
) -> Bool {
    let session = unsafe central.state
    guard let next = unsafe session.pointee.nextEffect() else { return false }
    var described = unsafe knav_central_effect(next)
    if case .deliver = next {
        let delivery = unsafe session.pointee.withDelivery { bytes, extent in
            unsafe LentBytes(bytes, extent: extent, within: central)
        }
        if let delivery {
            unsafe described.bytes = delivery.start
            unsafe described.size = delivery.size
        }
    }
    unsafe effect.pointee = unsafe described
    return true
}

@c @implementation
public func knav_central_deadline(_ central: UnsafePointer<knav_central>!) -> UInt64 {
    guard let central = unsafe UnsafeMutablePointer(mutating: central) else { return noDeadline }
    return unsafe central.state.pointee.nextDeadline?.milliseconds ?? noDeadline
}

@c @implementation
public func knav_central_has_instruction(_ central: UnsafePointer<knav_central>!) -> Bool {
    guard let central = unsafe UnsafeMutablePointer(mutating: central) else { return false }
    return unsafe central.state.pointee.hasInstruction
}

@c @implementation
public func knav_central_phase(_ central: UnsafePointer<knav_central>!) -> UInt8 {
    guard let central = unsafe UnsafeMutablePointer(mutating: central) else {
        return KNAV_PHASE_STOPPED.byte
    }
    let phase = unsafe central.state.pointee.phase
    let number =
        switch phase {
        case .stopped: KNAV_PHASE_STOPPED
        case .radioOff: KNAV_PHASE_RADIO_OFF
        case .scanning: KNAV_PHASE_SCANNING
        case .connecting: KNAV_PHASE_CONNECTING
        case .discovering: KNAV_PHASE_DISCOVERING
        case .subscribing: KNAV_PHASE_SUBSCRIBING
        case .ready: KNAV_PHASE_READY
        case .reading: KNAV_PHASE_READING
        }
    return number.byte
}
