import CCoreBluetooth
import Foundation
import KomootNav
import Simulation

// What centrals ask for, and what the app answers.
extension PeripheralSystem {
    func characteristic(_ uuid: UUID128) -> CBMutableCharacteristic? {
        for service in services {
            for characteristic in service.characteristics ?? []
            where characteristic.uuid.full == uuid {
                return characteristic as? CBMutableCharacteristic
            }
        }
        return nil
    }

    func takeRead(of uuid: UUID128, at offset: Int, on link: Int32, token: UInt32) {
        guard let index = index(of: link), let characteristic = characteristic(uuid) else {
            return linkLayer.respond(.error(.invalidHandle), on: link, token: token)
        }
        if let value = characteristic.servedValue {
            return serve(value, at: offset, on: links[index], token: token)
        }
        let request = CBATTRequest(
            links[index].central, characteristic, offset: offset, link: link, token: token)
        tell(of: request) { $0.delegate?.peripheralManager($0, didReceiveRead: request) }
    }

    /// Serves a value that never changes, without asking the app.
    private func serve(_ value: Data, at offset: Int, on link: Link, token: UInt32) {
        guard offset <= value.count else {
            return linkLayer.respond(.error(.invalidOffset), on: link.number, token: token)
        }
        send(value.dropFirst(offset), on: link.number, token: token)
    }

    private func send(_ rest: Data, on link: Int32, token: UInt32) {
        let mtu = Int(linkLayer.state.links[Int(link)].mtu)
        let chunk = ContiguousArray(rest.prefix(ATT.readPayload(mtu: mtu)))
        let payload = linkLayer.state.payloads.store(chunk.span)
        linkLayer.respond(.value, on: link, token: token, payload: payload)
    }

    func takeWrite(
        to uuid: UUID128, on link: Int32, token: UInt32, _ payload: Span<UInt8>
    ) {
        guard let index = index(of: link), let characteristic = characteristic(uuid) else {
            return linkLayer.respond(.error(.invalidHandle), on: link, token: token)
        }
        let request = CBATTRequest(
            links[index].central, characteristic, offset: 0, value: Data(copying: payload),
            link: link, token: token)
        tell(of: request) { $0.delegate?.peripheralManager($0, didReceiveWrite: [request]) }
    }

    private func tell(
        of request: CBATTRequest, _ call: @escaping (CBPeripheralManager) -> Void
    ) {
        tell { [weak self] manager in
            if !request.isWrite { self?.bluetooth.willTellRead?(request.offset) }
            self?.untilAnswered[ObjectIdentifier(request)] = request
            call(manager)
        }
    }

    func respond(to request: CBATTRequest, _ result: CBATTError.Code) {
        guard mayBeCalled("respond") else { return }
        guard untilAnswered.removeValue(forKey: ObjectIdentifier(request)) != nil else {
            return bluetooth.note(.answeredTwice)
        }
        guard result == .success else {
            let error = ATTError(rawValue: UInt8(clamping: result.rawValue))
            return linkLayer.respond(.error(error), on: request.link, token: request.token)
        }
        if request.isWrite {
            linkLayer.respond(.done, on: request.link, token: request.token)
        } else {
            send(request.value ?? Data(), on: request.link, token: request.token)
        }
    }

    // MARK: Subscriptions

    func subscribed(to uuid: UUID128, on link: Int32) {
        guard let index = index(of: link), let characteristic = characteristic(uuid),
            !links[index].subscriptions.contains(where: { $0 === characteristic })
        else { return }
        let central = links[index].central
        links[index].subscriptions.append(characteristic)
        characteristic.subscribedCentrals?.append(central)
        tell { manager in
            manager.delegate?.peripheralManager(
                manager, central: central, didSubscribeTo: characteristic)
        }
    }

    func unsubscribed(from uuid: UUID128, on link: Int32) {
        guard let index = index(of: link),
            let position = links[index].subscriptions.firstIndex(where: { $0.uuid.full == uuid })
        else { return }
        let central = links[index].central
        let characteristic = links[index].subscriptions.remove(at: position)
        characteristic.subscribedCentrals?.removeAll { $0 === central }
        tell { manager in
            manager.delegate?.peripheralManager(
                manager, central: central, didUnsubscribeFrom: characteristic)
        }
    }

    func update(
        _ value: Data, _ characteristic: CBMutableCharacteristic, _ centrals: [CBCentral]?
    ) -> Bool {
        guard mayBeCalled("updateValue") else { return false }
        let database = linkLayer.state.peripherals[Int(radio.number)].database
        guard let service = services.first(where: { $0 === characteristic.service }) else {
            noteUnlessReset(.notAdded("updateValue"))
            return false
        }
        guard isOn,
            let handle = database.handle(of: characteristic.uuid.full, in: service.uuid.full)
        else { return true }
        let bytes = ContiguousArray(value)
        var hadRoom = true
        for link in links where link.subscriptions.contains(where: { $0 === characteristic }) {
            guard centrals?.contains(where: { $0 === link.central }) ?? true else { continue }
            if !linkLayer.notify(bytes.span, handle: handle, on: link.number) { hadRoom = false }
        }
        if !hadRoom { awaitsRoom = true }
        return hadRoom
    }
}
