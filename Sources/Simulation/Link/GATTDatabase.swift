import KomootNav

/// The attributes of one peripheral: their handles, and what each handle means.
///
/// A service takes one handle for its declaration. A characteristic takes one each for its
/// declaration and its value, and one more if it has a CCCD. The handles of a removed service are
/// never used again.
struct GATTDatabase: Sendable {
    private struct Attribute: Sendable {
        let service: UUID128
        let characteristic: GATTCharacteristic
        let handle: UInt16
    }

    private var attributes: ContiguousArray<Attribute> = []
    private var lastHandle: UInt16 = 0

    mutating func add(_ service: GATTService) {
        lastHandle &+= 1
        for characteristic in service.characteristics {
            let handle = lastHandle &+ 2
            attributes.append(
                Attribute(
                    service: service.uuid, characteristic: characteristic, handle: handle))
            lastHandle = characteristic.hasCCCD ? handle &+ 1 : handle
        }
    }

    mutating func remove(_ service: UUID128) { attributes.removeAll { $0.service == service } }

    mutating func removeAll() { attributes.removeAll() }

    /// The handle of a characteristic's value.
    func handle(of characteristic: UUID128, in service: UUID128) -> UInt16? {
        attributes.first { $0.service == service && $0.characteristic.uuid == characteristic }?
            .handle
    }

    func characteristic(at handle: UInt16) -> GATTCharacteristic? {
        for attribute in attributes where attribute.handle == handle {
            return attribute.characteristic
        }
        return nil
    }

    /// Why a request can't be served; `nil` if it can. It checks in the order of a real server.
    func error(for request: Request, isPaired: Bool) -> ATTError? {
        switch request {
        case .discover: return nil
        case .read(let handle), .readBlob(let handle, _):
            return error(handle, .read, refused: .readNotPermitted, isPaired: isPaired)
        case .write(let handle):
            return error(handle, .write, refused: .writeNotPermitted, isPaired: isPaired)
        case .subscribe(let handle, _):
            guard let characteristic = characteristic(at: handle), characteristic.hasCCCD else {
                return .invalidHandle
            }
            return isPaired ? nil : .insufficientAuthentication
        }
    }

    private func error(
        _ handle: UInt16, _ property: GATTCharacteristic.Properties, refused: ATTError,
        isPaired: Bool
    ) -> ATTError? {
        guard let characteristic = characteristic(at: handle) else { return .invalidHandle }
        guard characteristic.properties.contains(property) else { return refused }
        return isPaired ? nil : .insufficientAuthentication
    }
}
