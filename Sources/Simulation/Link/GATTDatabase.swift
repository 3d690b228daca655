package import LinkVocabulary

/// The attributes of one peripheral: their handles, and what each handle means.
///
/// A service takes one handle for its declaration. A characteristic takes one each for its
/// declaration and its value, and one more if it has a CCCD. The handles of a removed service are
/// never used again.
package struct GATTDatabase: Sendable {
    private struct Attribute: Sendable {
        let service: UUID128
        /// The handle of the service's declaration.
        let declaration: UInt16
        let characteristic: GATTCharacteristic
        let handle: UInt16
    }

    private var attributes: ContiguousArray<Attribute> = []
    private var lastHandle: UInt16 = 0

    package mutating func add(_ service: GATTService) {
        lastHandle &+= 1
        let declaration = lastHandle
        for characteristic in service.characteristics {
            let handle = lastHandle &+ 2
            attributes.append(
                Attribute(
                    service: service.uuid, declaration: declaration,
                    characteristic: characteristic, handle: handle))
            lastHandle = characteristic.hasCCCD ? handle &+ 1 : handle
        }
    }

    package mutating func remove(_ service: UUID128) {
        attributes.removeAll { $0.service == service }
    }

    package mutating func removeAll() { attributes.removeAll() }

    /// The handle of a characteristic's value.
    package func handle(of characteristic: UUID128, in service: UUID128) -> UInt16? {
        attributes.first { $0.service == service && $0.characteristic.uuid == characteristic }?
            .handle
    }

    /// The services that have characteristics.
    package var services: [UUID128] {
        var services: [UUID128] = []
        for attribute in attributes where !services.contains(attribute.service) {
            services.append(attribute.service)
        }
        return services
    }

    /// The characteristics of a service.
    package func characteristics(of service: UUID128) -> [UUID128] {
        attributes.lazy.filter { $0.service == service }.map(\.characteristic.uuid)
    }

    /// The services with this UUID that have characteristics.
    func services(_ uuid: UUID128) -> [GATTService] {
        var characteristics: [(declaration: UInt16, [GATTCharacteristic])] = []
        for attribute in attributes where attribute.service == uuid {
            if characteristics.last?.declaration == attribute.declaration {
                characteristics[characteristics.count - 1].1.append(attribute.characteristic)
            } else {
                characteristics.append((attribute.declaration, [attribute.characteristic]))
            }
        }
        return characteristics.map { GATTService(uuid: uuid, characteristics: $0.1) }
    }

    package func characteristic(at handle: UInt16) -> GATTCharacteristic? {
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
        case .writeCommand(let handle):
            return error(
                handle, .writeWithoutResponse, refused: .writeNotPermitted, isPaired: isPaired)
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
