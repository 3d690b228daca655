import CompanionPairing
import LinkVocabulary
import Simulation

extension PairingCentral {
    /// Takes the answer to the outstanding request.
    func receive(_ response: Response, _ payload: Span<UInt8>) {
        guard let link, let operation = link.operation else { return }
        self.link?.operation = nil
        switch (operation, response) {
        case (.discoveringServerName(let ticket), .characteristic(let handle, _)):
            send(
                .discover, .discoveringPairedName(ticket, serverName: handle),
                bytes(PairingService.pairedClientNameCharacteristic))
        case (.discoveringPairedName(let ticket, let serverName), .characteristic(let handle, _)):
            self.link?.handles = (serverName, handle)
            self.handle(.discovered(ticket))
        case (.discoveringServerName(let ticket), .error),
            (.discoveringPairedName(let ticket, _), .error):
            self.handle(.notDiscovered(ticket))
        case (.reading(let ticket, let handle, let bytes), .value):
            let all = bytes + ContiguousArray(copying: payload)
            guard payload.count == ATT.readPayload(mtu: link.mtu), all.count < 512 else {
                return self.handle(.answered(ticket, all.span))
            }
            send(
                .read(handle: handle, at: all.count), .reading(ticket, handle: handle, all))
        case (.reading(let ticket, _, let bytes), .error(let error)):
            // Past the end of a value that fills its last chunk.
            if !bytes.isEmpty, error == .invalidOffset {
                return self.handle(.answered(ticket, bytes.span))
            }
            self.handle(.failed(ticket, error))
        case (.writing(let ticket), .done): self.handle(.written(ticket))
        case (.writing(let ticket), .error(let error)): self.handle(.failed(ticket, error))
        default: break
        }
    }

}
