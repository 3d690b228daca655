package import KomootNav

/// What a radio can do for a device, whoever wrote the device.
package final class RadioRules {
    private var peers: Set<UInt64> = []
    private var usedLinks: Set<UInt32> = []
    private var usedTickets: Set<UInt32> = []
    /// The link that it has, or tries to get.
    private var link: Ticket?
    private var isLinkUp = false
    private var isRadioOn = true
    /// The last request for the characteristic on the link, and whether it was found.
    private var discovery: Ticket?
    private var isDiscovered = false

    private let readsWholeValues: Bool

    package init(_ radio: ChunkReassembler.Radio) { readsWholeValues = radio.readsWholeValues }

    /// Notes what the device is told.
    package func note(_ event: CentralSession.OwnedEvent) {
        switch event {
        case .found(let peer): peers.insert(peer.rawValue)
        case .connected(let link, _) where link == self.link: isLinkUp = true
        case .disconnected(let link) where link == self.link: endLink()
        case .discovered(let ticket, _) where ticket == discovery: isDiscovered = true
        case .radioOff:
            isRadioOn = false
            endLink()
        case .radioOn: isRadioOn = true
        default: break
        }
    }

    /// Notes what the device asks for.
    ///
    /// - Returns: why that can't be done, as the end of a sentence that begins with the device; `nil` if it can.
    package func fault(of effect: CentralSession.OwnedEffect) -> String? {
        switch effect {
        case .connect(let peer, let link):
            guard isRadioOn else { return "connects while Bluetooth is off" }
            guard peers.contains(peer.rawValue) else {
                return "connects to peer \(peer.rawValue), which was not found"
            }
            guard self.link == nil else { return "connects while it has a link, or tries to" }
            self.link = link
            return Self.faultOfNumber(link, in: &usedLinks, "link")
        case .disconnect(let link):
            if link == self.link { endLink() }
            return nil
        case .discover(let ticket):
            discovery = ticket
            return faultOfRequest(ticket)
        case .subscribe(let ticket):
            return faultOfRequest(ticket) ?? faultWithoutCharacteristic("subscribes")
        case .read(let ticket, let offset):
            guard offset <= (readsWholeValues ? 0 : Int(UInt16.max)) else {
                return "reads at \(offset), which its radio can't"
            }
            return faultOfRequest(ticket) ?? faultWithoutCharacteristic("reads")
        case .startScan, .stopScan, .deliver, .report, .fault: return nil
        }
    }

    private func faultOfRequest(_ ticket: Ticket) -> String? {
        guard isLinkUp else { return "asks for something without a link" }
        return Self.faultOfNumber(ticket, in: &usedTickets, "ticket")
    }

    private func faultWithoutCharacteristic(_ verb: String) -> String? {
        isDiscovered ? nil : "\(verb) before it has found the characteristic on this link"
    }

    private static func faultOfNumber(
        _ ticket: Ticket, in used: inout Set<UInt32>, _ name: String
    ) -> String? {
        let number = ticket.rawValue
        guard number > 0 && number <= Int32.max else {
            return "numbers a \(name) \(number), which is not from 1 to \(Int32.max)"
        }
        return used.insert(number).inserted ? nil : "uses \(name) \(number) a second time"
    }

    private func endLink() {
        link = nil
        discovery = nil
        isLinkUp = false
        isDiscovered = false
    }
}
