// Data objects and notifications.
public import CKnav
import KomootNav

@c @implementation
public func knav_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ layout: UInt8, _ extent: UInt8,
    _ instruction: UnsafeMutablePointer<knav_instruction>!
) -> knav_error {
    guard let bytes = unsafe borrowed(bytes, size), let layout = LayoutChoice(layout),
        let extent = ObjectExtent(number: extent), let instruction = unsafe instruction
    else { return .invalidArgument }
    let span = unsafe Span(_unsafeElements: bytes)
    do throws(KomootNavError) {
        let view = try NavigationInstructionView(
            decoding: span, layout: layout.pinned, extent: extent)
        unsafe instruction.pointee = knav_instruction(view, in: span)
        return .none
    } catch {
        return knav_error(error)
    }
}

@c @implementation
public func knav_notification(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ layout: UInt8,
    _ kind: UnsafeMutablePointer<UInt8>!, _ instruction: UnsafeMutablePointer<knav_instruction>!
) -> knav_error {
    guard let bytes = unsafe borrowed(bytes, size), let layout = LayoutChoice(layout),
        let kind = unsafe kind, let instruction = unsafe instruction
    else { return .invalidArgument }
    let span = unsafe Span(_unsafeElements: bytes)
    do throws(KomootNavError) {
        switch try NotificationPayload(decoding: span, layout: layout.pinned) {
        case .identifier:
            var named = knav_instruction()
            named.takeIdentifier(in: span, at: 0, size: span.count)
            if span.count == UUID128.byteCount { named.layout = KNAV_LAYOUT_LEGACY.byte }
            unsafe instruction.pointee = named
            unsafe kind.pointee = KNAV_NOTIFIED_IDENTIFIER.byte
        case .instruction(let view):
            unsafe instruction.pointee = knav_instruction(view, in: span)
            unsafe kind.pointee = KNAV_NOTIFIED_INSTRUCTION.byte
        }
        return .none
    } catch {
        return knav_error(error)
    }
}

extension knav_instruction {
    /// The fields of an object that was decoded from these bytes.
    fileprivate init(_ view: NavigationInstructionView, in bytes: Span<UInt8>) {
        self.init()
        let layout = view.layout
        let street = min(layout.streetOffset, bytes.count)
        distance_in_meters = view.distanceInMeters
        street_offset = street.uint16
        street_size = (bytes.count - street).uint16
        self.layout = layout.number
        extent = view.extent.number
        arrow = view.arrow.rawValue
        takeIdentifier(
            in: bytes, at: layout.identifierOffset, size: layout.identifierFormat.byteCount)
    }

    /// Copies an identifier as it is on the wire.
    fileprivate mutating func takeIdentifier(in bytes: Span<UInt8>, at offset: Int, size: Int) {
        identifier_size = UInt8(truncatingIfNeeded: size)
        unsafe withUnsafeMutableBytes(of: &identifier) { storage in
            for position in 0..<min(size, storage.count) {
                unsafe storage[position] = bytes[offset + position]
            }
        }
    }
}

@c @implementation
public func knav_identifier_number(_ instruction: UnsafePointer<knav_instruction>!) -> UInt32 {
    guard let instruction = unsafe instruction, unsafe instruction.pointee.identifier_size == 4
    else { return 0 }
    let bytes = unsafe instruction.pointee.identifier
    return UInt32(bytes.0) | UInt32(bytes.1) << 8 | UInt32(bytes.2) << 16 | UInt32(bytes.3) << 24
}
