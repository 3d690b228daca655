import CCoreBluetooth
import Foundation
import Simulation

// Links: how they come up, and how they end.
extension CentralSystem {
    func connect(_ object: CBPeripheral) {
        guard mayBeCalled("connect"), isValid(object, "connect"), isOn else { return }
        let peer = object.peer
        switch peer.phase {
        case .idle:
            peer.wish += 1
            begin(peer)
        case .connecting: break
        case .connected:
            peer.wish += 1
            tellConnection(of: peer)
        case .ending:
            peer.wish += 1
            if bluetooth.draws(bluetooth.habits.tellsEndsAfterNewLinks) {
                return beginBeforeEnd(peer)
            }
            peer.isWanted = true
            object.state = .connecting
        }
    }

    /// Connects, and tells the end of the link before later.
    private func beginBeforeEnd(_ peer: Peer) {
        end(peer)
        begin(peer)
        let delay = bluetooth.drawTime(bluetooth.habits.lateDisconnection)
        bluetooth.schedule(after: delay) { [weak self] in
            guard let self else { return }
            bluetooth.endsToldAfterNewLinks += 1
            tellDisconnection(of: peer, nil, isOfOldLink: true)
        }
    }

    /// Whether an object is one of this manager, from after the last reset. If not, that is noted.
    func isValid(_ object: CBPeripheral, _ call: String) -> Bool {
        if object.system === self && !object.isInvalid { return true }
        noteUnlessReset(.invalidObject(call))
        return false
    }

    private func begin(_ peer: Peer) {
        peer.phase = .connecting
        peer.object?.state = .connecting
        if let other = radio.user(of: peer.number, besides: peer), let link = other.link {
            peer.attempt = other.attempt
            peer.link = link
            if other.phase == .connected { connected(link, attempt: peer.attempt) }
            return
        }
        let attempt = radio.nextToken()
        peer.attempt = attempt
        if bluetooth.draws(bluetooth.habits.failsToConnect) {
            bluetooth.schedule(after: bluetooth.drawTime(50_000...2_000_000)) { [weak self] in
                guard peer.attempt == attempt, peer.phase == .connecting else { return }
                self?.fail(peer)
            }
        } else {
            peer.link = linkLayer.connect(
                radio.number, to: peer.number, linkToken: attempt)
        }
    }

    private func fail(_ peer: Peer) {
        end(peer)
        if bluetooth.draws(bluetooth.habits.failsAsDisconnection) {
            return tellDisconnection(of: peer, CBError(.connectionTimeout))
        }
        tell(peer) { manager, object in
            manager.delegate?.centralManager(
                manager, didFailToConnect: object, error: CBError(.connectionFailed))
        }
    }

    func connected(_ link: Int32, attempt: UInt32) {
        guard let peer = peers.values.first(where: { $0.link == link && $0.attempt == attempt })
        else { return }
        peer.phase = .connected
        peer.object?.state = .connected
        peer.isRemembering = bluetooth.draws(bluetooth.habits.remembersServices)
        tellConnection(of: peer)
    }

    private func tellConnection(of peer: Peer) {
        let wish = peer.wish
        tell(peer) { manager, object in
            // An app that has cancelled in the meantime is told all the same.
            if peer.wish == wish { peer.isToldConnected = true }
            manager.delegate?.centralManager(manager, didConnect: object)
        }
    }

    /// The link is lost.
    func disconnected(attempt: UInt32) {
        guard let peer = peers.values.first(where: { $0.link != nil && $0.attempt == attempt }),
            peer.phase == .connected
        else { return }
        let failing = takeFailing(of: peer)
        end(peer)
        if let failing { tellFailure(of: failing, of: peer) }
        let code: CBError.Code =
            bluetooth.draws(.sometimes) ? .connectionTimeout : .peripheralDisconnected
        tellDisconnection(of: peer, CBError(code))
    }

    func tellDisconnection(of peer: Peer, _ error: CBError?, isOfOldLink: Bool = false) {
        let wish = peer.wish
        let time = Double(linkLayer.now) / 1_000_000
        tell(peer) { manager, object in
            if peer.wish == wish && !isOfOldLink { peer.isToldConnected = false }
            manager.delegate?.centralManager(
                manager, didDisconnectPeripheral: object,
                timestamp: time, isReconnecting: false,
                error: error)
        }
    }

    func cancel(_ object: CBPeripheral) {
        guard mayBeCalled("cancelPeripheralConnection"),
            isValid(object, "cancelPeripheralConnection")
        else { return }
        cancel(object.peer)
    }

    private func cancel(_ peer: Peer) {
        peer.wish += 1
        peer.isToldConnected = false
        switch peer.phase {
        case .idle: break
        case .ending:
            peer.isWanted = false
            peer.object?.state = .disconnecting
        case .connecting:
            giveUpLink(of: peer)
            if bluetooth.draws(bluetooth.habits.tellsCancelledAttempts) {
                beginEnding(peer)
            } else {
                end(peer)
            }
        case .connected:
            giveUpLink(of: peer)
            beginEnding(peer)
        }
    }

    /// Ends a link, or an attempt, unless another manager uses it.
    func giveUpLink(of peer: Peer) {
        guard let link = peer.link, radio.user(of: peer.number, besides: peer) == nil else {
            return
        }
        linkLayer.disconnect(link)
    }

    private func beginEnding(_ peer: Peer) {
        peer.phase = .ending
        peer.object?.state = .disconnecting
        let attempt = peer.attempt
        let isLate = bluetooth.draws(bluetooth.habits.disconnectsLate)
        let delay = isLate ? bluetooth.habits.lateDisconnection : 1...100_000
        bluetooth.schedule(after: bluetooth.drawTime(delay)) { [weak self] in
            guard peer.attempt == attempt, peer.phase == .ending else { return }
            self?.finishEnding(peer)
        }
    }

    private func finishEnding(_ peer: Peer) {
        let isWanted = peer.isWanted
        end(peer)
        tellDisconnection(of: peer, nil)
        if isWanted { begin(peer) }
    }

    /// The link, or the attempt, is gone, and everything that was known through it.
    func end(_ peer: Peer) {
        peer.phase = .idle
        peer.isWanted = false
        peer.link = nil
        peer.subscribed = []
        peer.object?.state = .disconnected
        loseOperations(of: peer)
        killServices(of: peer)
    }

    /// The app has let go of its object.
    func forget(_ peer: Peer) {
        guard peer.phase == .connecting || peer.phase == .connected || peer.isWanted else { return }
        bluetooth.note(.forgottenPeripheral)
        giveUpLink(of: peer)
        end(peer)
    }
}
