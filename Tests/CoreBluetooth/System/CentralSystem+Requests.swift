import CCoreBluetooth
import Foundation
import KomootNav
import Simulation

// Requests of the app: one at a time on each link, in order.
extension CentralSystem {
    func request(_ request: Operation.Request, of object: CBPeripheral) {
        let call = "\(request.kind)"
        guard mayBeCalled(call), isValid(object, call) else { return }
        let peer = object.peer
        guard peer.isToldConnected else { return bluetooth.note(.notConnected(call)) }
        let operation = Operation(request)
        bluetooth.owedRequests += 1
        bluetooth.willRequest?(request.kind)
        guard peer.phase == .connected else { return settle(operation, .lost) }
        peer.operations.append(operation)
        if peer.operations.count == 1 { startFirst(of: peer) }
    }

    func maximumWriteValueLength(for type: CBCharacteristicWriteType, to peer: Peer) -> Int {
        guard type == .withoutResponse else { return ATT.maximumValueLength }
        return ATT.notificationPayload(mtu: mtu(of: peer))
    }

    private func mtu(of peer: Peer) -> Int {
        peer.link.map { Int(linkLayer.state.links[Int($0)].mtu) } ?? ATT.defaultMTU
    }

    private func database(of peer: Peer) -> GATTDatabase {
        linkLayer.state.peripherals[Int(peer.number)].database
    }

    // MARK: What is sent

    private func startFirst(of peer: Peer) {
        guard let request = peer.operations.first?.request else { return }
        if request.isDead { return finishFirst(of: peer, CBATTError(.invalidHandle)) }
        let known = remembered(request, of: peer)
        guard known.isEmpty else {
            peer.operations[0].found = known
            return finishFirst(of: peer, nil)
        }
        switch request {
        case .discoverServices(let wanted):
            let services = wanted?.map(\.full) ?? database(of: peer).services
            look(
                for: services.map { service in
                    let first = database(of: peer).characteristics(of: service).first
                    return Operation.Step(
                        service: service, characteristic: first ?? UUID128(high: 0, low: 0))
                }, on: peer)
        case .discoverCharacteristics(let wanted, let service):
            let uuid = service.uuid.full
            let all = wanted?.map(\.full) ?? database(of: peer).characteristics(of: uuid)
            let database = database(of: peer)
            let steps = all.map { characteristic in
                let handle = database.handle(of: characteristic, in: uuid)
                let known = handle.flatMap { database.characteristic(at: $0) }
                return Operation.Step(
                    service: uuid, characteristic: characteristic,
                    properties: known?.properties ?? [])
            }
            look(for: steps, on: peer)
        case .read(let characteristic):
            if let time = bluetooth.habits.pairing,
                !radio.peers(peer.number).contains(where: \.isPaired)
            {
                return pair(peer, time)
            }
            send(.read(handle: characteristic.handle), on: peer)
        case .setNotify(let isOn, let characteristic):
            let handle = characteristic.handle
            if isOn { peer.subscribed.insert(handle) }
            // The peripheral goes on notifying while another manager wants that.
            let others = radio.peers(peer.number).filter { $0 !== peer && $0.link == peer.link }
            if !isOn && others.contains(where: { $0.subscribed.contains(handle) }) {
                return finishFirst(of: peer, nil)
            }
            send(.subscribe(handle: handle, on: isOn), on: peer)
        case .write(let value, let characteristic, .withoutResponse):
            send(.writeCommand(handle: characteristic.handle), on: peer, ContiguousArray(value))
        case .write(let value, let characteristic, _):
            send(.write(handle: characteristic.handle), on: peer, ContiguousArray(value))
        }
    }

    /// Lets the user decide, and then goes on with the request.
    private func pair(_ peer: Peer, _ time: ClosedRange<Int>) {
        let attempt = peer.attempt
        bluetooth.schedule(after: bluetooth.drawTime(time)) { [weak self] in
            guard peer.attempt == attempt, peer.phase == .connected else { return }
            peer.isPaired = true
            self?.startFirst(of: peer)
        }
    }

    private func look(for steps: [Operation.Step], on peer: Peer) {
        peer.operations[0].steps = steps
        lookForNext(on: peer)
    }

    private func lookForNext(on peer: Peer) {
        guard let next = peer.operations.first?.steps.first else {
            return finishFirst(of: peer, nil)
        }
        send(
            .discover, on: peer, Simulation.Request.uuids(of: next.characteristic, in: next.service)
        )
    }

    private func send(
        _ request: Simulation.Request, on peer: Peer, _ bytes: ContiguousArray<UInt8> = []
    ) {
        guard let link = peer.link else { return }
        if case .writeCommand = request {
            let payload = linkLayer.state.payloads.store(bytes.span)
            linkLayer.send(
                request, on: link, token: Simulation.Request.noResponse, payload: payload)
            return finishFirst(of: peer, nil)
        }
        let token = radio.nextToken()
        peer.operations[0].token = token
        radio.send(request, on: link, token: token, bytes)
    }

    // MARK: What arrives

    func take(_ response: Response, token: UInt32, from peer: Peer, _ payload: Span<UInt8>) {
        guard let first = peer.operations.first, first.token == token else { return }
        switch response {
        case .value: takeChunk(payload, from: peer)
        case .done: finishFirst(of: peer, nil)
        case .characteristic(let handle, let hasCCCD):
            guard let step = first.steps.first else { return }
            peer.operations[0].found.append(
                .init(step: step, handle: handle, hasCCCD: hasCCCD))
            peer.operations[0].steps.removeFirst()
            lookForNext(on: peer)
        case .error(.attributeNotFound) where !first.steps.isEmpty:
            // A discovery ends with this error.
            peer.operations[0].steps.removeFirst()
            lookForNext(on: peer)
        case .error(let error):
            let code = CBATTError.Code(rawValue: Int(error.rawValue)) ?? .unlikelyError
            finishFirst(of: peer, CBATTError(code))
        }
    }

    private func takeChunk(_ payload: Span<UInt8>, from peer: Peer) {
        guard case .read(let characteristic) = peer.operations[0].request else { return }
        switch peer.operations[0].read?.receive(payload, mtu: mtu(of: peer)) {
        case .readOn(let offset):
            send(.read(handle: characteristic.handle, at: offset), on: peer)
        case .finished: finishFirst(of: peer, nil)
        case .failed, nil: break
        }
    }

    func takeNotification(of handle: UInt16, from peer: Peer, _ payload: Span<UInt8>) {
        guard let characteristic = peer.characteristics[handle], !characteristic.isDead,
            peer.subscribed.contains(handle)
        else { return }
        characteristic.storedValue = Data(copying: payload)
        let mayBeSaved =
            callbacks.count > 0 && callbacks.lastTold == ObjectIdentifier(characteristic)
        if mayBeSaved && bluetooth.draws(bluetooth.habits.savesCallbacks) { return }
        tell(peer, telling: ObjectIdentifier(characteristic)) { [bluetooth] _, object in
            bluetooth.willTellNotification?()
            object.delegate?.peripheral(object, didUpdateValueFor: characteristic, error: nil)
            bluetooth.didTellNotification?()
        }
    }

    // MARK: How it ends

    /// Ends the request that is under way, and begins the next one.
    private func finishFirst(of peer: Peer, _ error: (any Error)?) {
        let operation = peer.operations.removeFirst()
        let error = operation.request.isDead ? error ?? CBATTError(.invalidHandle) : error
        if error == nil { keepResult(of: operation, from: peer) }
        if error == nil, operation.request.isDiscovery,
            bluetooth.draws(bluetooth.habits.losesDiscoveries)
        {
            peer.untold.append(operation)
        } else {
            tellEnd(of: operation, of: peer, error)
        }
        startFirst(of: peer)
    }

    private func keepResult(of operation: Operation, from peer: Peer) {
        switch operation.request {
        case .discoverServices: keepServices(operation.found.map(\.step.service), of: peer)
        case .discoverCharacteristics(_, let service):
            keepCharacteristics(operation.found, of: service, on: peer)
        case .read(let characteristic):
            characteristic.storedValue = Data(operation.read?.bytes ?? [])
        case .setNotify(let isOn, let characteristic):
            if !isOn { peer.subscribed.remove(characteristic.handle) }
            characteristic.isNotifying = isOn && !bluetooth.habits.refusesSubscriptions
        case .write: break
        }
    }

    private func tellEnd(of operation: Operation, of peer: Peer, _ error: (any Error)?) {
        callbacks.post { [weak self] in
            guard let self else { return }
            guard self.manager != nil, let object = peer.object else {
                return settle(operation, .lost)
            }
            settle(operation, error == nil ? .succeeded : .failed)
            let delegate = object.delegate
            switch operation.request {
            case .discoverServices: delegate?.peripheral(object, didDiscoverServices: error)
            case .discoverCharacteristics(_, let service):
                delegate?.peripheral(
                    object, didDiscoverCharacteristicsFor: service, error: error)
            case .read(let characteristic):
                delegate?.peripheral(object, didUpdateValueFor: characteristic, error: error)
            case .setNotify(_, let characteristic):
                delegate?.peripheral(
                    object, didUpdateNotificationStateFor: characteristic, error: error)
            case .write(_, _, .withoutResponse): break
            case .write(_, let characteristic, _):
                delegate?.peripheral(object, didWriteValueFor: characteristic, error: error)
            }
        }
    }

    /// Takes out the request that is under way, if it is to be told as failed when its link is gone.
    func takeFailing(of peer: Peer) -> Operation? {
        guard !peer.operations.isEmpty, bluetooth.draws(bluetooth.habits.failsOwedRequests) else {
            return nil
        }
        return peer.operations.removeFirst()
    }

    func tellFailure(of operation: Operation, of peer: Peer) {
        tellEnd(of: operation, of: peer, CBError(.peripheralDisconnected))
    }

    /// Forgets all requests of a link that is gone.
    func loseOperations(of peer: Peer) {
        let lost = peer.operations + peer.untold
        peer.operations = []
        peer.untold = []
        for operation in lost { settle(operation, .lost) }
    }

    private func settle(_ operation: Operation, _ end: RequestEnd) {
        bluetooth.owedRequests -= 1
        bluetooth.didAnswer?(operation.request.kind, end)
    }
}

extension Data {
    init(copying bytes: Span<UInt8>) {
        self.init(capacity: bytes.count)
        for position in bytes.indices { append(bytes[position]) }
    }
}
