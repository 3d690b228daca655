// Reassembly, in memory that the caller provides.
public import CKnav
import KomootNav

extension UnsafeMutablePointer<knav_reassembler> {
    /// The reassembler in that memory.
    fileprivate var state: UnsafeMutablePointer<ChunkReassembler> {
        checkRoom(for: ChunkReassembler.self, in: knav_reassembler.self)
        return unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: ChunkReassembler.self)
    }
}

@c @implementation
public func knav_reassembler_init(
    _ reassembler: UnsafeMutablePointer<knav_reassembler>!, _ radio: UInt8,
    _ maximum_restarts: UInt16, _ trusts_chunk_size: Bool
) {
    unsafe reassembler.state.initialize(
        to: ChunkReassembler(
            radio: ChunkReassembler.Radio(number: radio), maximumRestarts: Int(maximum_restarts),
            trustsChunkSize: trusts_chunk_size))
}

@c @implementation
public func knav_reassembler_begin(
    _ reassembler: UnsafeMutablePointer<knav_reassembler>!
) -> knav_step {
    knav_step(unsafe reassembler.state.pointee.begin())
}

@c @implementation
public func knav_reassembler_chunk(
    _ reassembler: UnsafeMutablePointer<knav_reassembler>!, _ bytes: UnsafePointer<UInt8>!,
    _ size: Int, _ offset: UInt16
) -> knav_step {
    guard let bytes = unsafe borrowed(bytes, size) else { return knav_step(.invalidArgument) }
    do throws(KomootNavError) {
        return knav_step(
            try unsafe reassembler.state.pointee.receive(
                Span(_unsafeElements: bytes), at: Int(offset)))
    } catch {
        return knav_step(knav_error(error))
    }
}

@c @implementation
public func knav_reassembler_error(
    _ reassembler: UnsafeMutablePointer<knav_reassembler>!, _ att_error: UInt8, _ offset: UInt16
) -> knav_step {
    do throws(KomootNavError) {
        return knav_step(
            try unsafe reassembler.state.pointee.receive(
                ATTError(rawValue: att_error), at: Int(offset)))
    } catch {
        return knav_step(knav_error(error))
    }
}

@c @implementation
public func knav_reassembler_cancel(_ reassembler: UnsafeMutablePointer<knav_reassembler>!) {
    unsafe reassembler.state.pointee.cancel()
}

@c @implementation
public func knav_reassembler_forget_chunk_size(
    _ reassembler: UnsafeMutablePointer<knav_reassembler>!
) {
    unsafe reassembler.state.pointee.forgetChunkSize()
}

@c @implementation
public func knav_reassembler_set_mtu(
    _ reassembler: UnsafeMutablePointer<knav_reassembler>!, _ mtu: UInt16
) {
    unsafe reassembler.state.pointee.mtu = mtu == 0 ? nil : Int(mtu)
}

@c @implementation
public func knav_reassembler_awaited_offset(
    _ reassembler: UnsafePointer<knav_reassembler>!
) -> UInt16 {
    guard let reassembler = unsafe UnsafeMutablePointer(mutating: reassembler) else {
        return noOffset
    }
    return unsafe reassembler.state.pointee.awaitedOffset?.uint16 ?? noOffset
}

@c @implementation
public func knav_reassembler_restarts(
    _ reassembler: UnsafePointer<knav_reassembler>!
) -> UInt16 {
    guard let reassembler = unsafe UnsafeMutablePointer(mutating: reassembler) else { return 0 }
    return unsafe reassembler.state.pointee.restarts.uint16
}

@c @implementation
public func knav_reassembler_object(
    _ reassembler: UnsafeMutablePointer<knav_reassembler>!, _ size: UnsafeMutablePointer<Int>!,
    _ extent: UnsafeMutablePointer<UInt8>!
) -> UnsafePointer<UInt8>! {
    let object = unsafe reassembler.state.pointee.withObject { bytes, extent in
        unsafe LentBytes(bytes, extent: extent, within: reassembler)
    }
    if let size = unsafe size { unsafe size.pointee = object?.size ?? 0 }
    if let extent = unsafe extent, let object {
        unsafe extent.pointee = object.extent
    }
    return unsafe object?.start
}

extension knav_step {
    /// What to do next.
    fileprivate init(_ step: ChunkReassembler.Step) {
        let kind =
            switch step {
            case .read: KNAV_STEP_READ
            case .partial: KNAV_STEP_PARTIAL
            case .complete: KNAV_STEP_COMPLETE
            }
        self.init(
            kind: kind.byte, next_offset: step.nextOffset?.uint16 ?? noOffset, error: .none)
    }

    /// What went wrong.
    fileprivate init(_ error: knav_error) {
        self.init(kind: KNAV_STEP_FAILED.byte, next_offset: noOffset, error: error)
    }
}
