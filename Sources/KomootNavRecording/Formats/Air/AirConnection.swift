/// What is known of a connection in the air.
struct AirConnection: Sendable {
    /// What a packet of data means for the log.
    enum Outcome {
        case nothing
        /// Data was left out.
        case gap
        /// Data of a connection with this number, after some packets that were missed.
        case data(isFromCentral: Bool, number: Int, controller: UInt16, missedCount: Int)
        /// The connection ends for this reason.
        case end(reason: UInt8, number: Int?, controller: UInt16, missedCount: Int)
    }

    private enum Encryption { case off, beginning, on }

    /// Its number in the log, from 1; `nil` until something of it is there.
    var number: Int?
    var controller: UInt16 = 0
    private(set) var hasEnded = false
    /// The number of the packet that was heard last, of all.
    var lastHeard = 0

    /// Whether the log shows it, and not yet its end.
    var isInLog: Bool { number != nil && !hasEnded }

    private let devices: (central: AirAddress, peripheral: AirAddress)?
    /// The beginning of its checksums.
    private var register: UInt32?
    /// What it would be if the last packet arrived as it was sent. Once two packets agree, it is known.
    private var supposedRegister: UInt32?
    private var turns: AirTurns
    private var order = AirOrder()
    private var encryption = Encryption.off
    private var hasNotedEncryption = false
    private var (wasEncrypted, isEncryptionInLog) = (false, false)

    /// Begins one with what its devices say.
    init(_ request: AirConnectRequest) {
        devices = (request.central, request.peripheral)
        register = request.register
        turns = AirTurns(hasHeardStart: true)
    }

    /// Begins one whose beginning was not heard.
    init() {
        devices = nil
        turns = AirTurns(hasHeardStart: false)
    }

    func isBetween(_ central: AirAddress, _ peripheral: AirAddress) -> Bool {
        devices.map { $0.central == central && $0.peripheral == peripheral } ?? false
    }

    /// Takes a packet, and counts what is left out.
    ///
    /// - Parameter lastNumber: the highest number of a connection so far. This one gets the next when it first has data.
    mutating func take(
        _ frame: AirFrame, _ packet: Span<UInt8>, at time: CaptureTime,
        _ findings: inout AirFindings, lastNumber: inout Int
    ) -> Outcome {
        lastHeard = findings.packetCount
        guard !hasEnded else { return .nothing }
        let isSound = isSound(frame, packet)
        let isFromCentral = turns.take(frame, at: time, isSound: isSound ?? true)
        let hasData = frame.payload.count + frame.missingByteCount > 0
        guard let isSound else {
            findings.undecidedCount += 1
            return .nothing
        }
        guard isSound else {
            findings.wrongChecksumCount += 1
            return .nothing
        }
        guard let isFromCentral else {
            findings.undecidedCount += 1
            order = AirOrder()
            return hasData ? .gap : .nothing
        }
        let payload = packet.extracting(frame.payload)
        let verdict = order.take(flags: frame.flags, payload, isFromCentral: isFromCentral)
        findings.missedCount += verdict.missingCount
        let nothing = verdict.missingCount > 0 ? Outcome.gap : .nothing
        guard !verdict.isRepeated else {
            findings.repetitionCount += 1
            return nothing
        }
        guard hasData else { return nothing }
        let canRead = canRead(frame)
        wasEncrypted = wasEncrypted || frame.remarks.isDecrypted || !canRead
        guard canRead else {
            findings.encryptedCount += 1
            if !hasNotedEncryption { findings.noteEncryption(of: number, at: time) }
            hasNotedEncryption = true
            return nothing
        }
        switch frame.flags & 0b11 {
        case 0b01, 0b10:
            let number = number ?? lastNumber + 1
            lastNumber = max(lastNumber, number)
            self.number = number
            return .data(
                isFromCentral: isFromCentral, number: number, controller: controller,
                missedCount: verdict.missingCount)
        case 0b11:
            guard let reason = takeControl(payload, &findings) else { return nothing }
            hasEnded = true
            // A host's log has the code that was sent only if the other side sent it.
            return .end(
                reason: isFromCentral ? reason : LinkEndReason.byLocalHost, number: number,
                controller: controller,
                missedCount: verdict.missingCount)
        default: return nothing
        }
    }

    /// Its number if the log is to show now, once and for all, that it is encrypted; otherwise `nil`.
    mutating func showEncryption() -> Int? {
        guard wasEncrypted, !isEncryptionInLog, let number else { return nil }
        isEncryptionInLog = true
        return number
    }

    /// Whether a packet arrived as it was sent; `nil` if that is not known yet. A sniffer that waits for any access
    /// address takes noise for packets.
    private mutating func isSound(_ frame: AirFrame, _ packet: Span<UInt8>) -> Bool? {
        if let isSound = frame.isSound(packet, from: register) { return isSound }
        guard register == nil, let checksum = frame.checksum, !frame.remarks.isDecrypted else {
            return true
        }
        let supposed = AirChecksum.register(before: packet.extracting(frame.pdu), with: checksum)
        if supposed == supposedRegister {
            register = supposed
            return true
        }
        supposedRegister = supposed
        return nil
    }

    /// Whether the packet's payload is what the side sent. Between the request for encryption and its beginning, data
    /// may not be sent, so data there shows that the beginning was missed.
    private mutating func canRead(_ frame: AirFrame) -> Bool {
        if frame.remarks.isDecrypted { return true }
        let isData = frame.flags & 0b11 != 0b11
        if frame.remarks.isUnreadable || encryption == .beginning && isData { encryption = .on }
        return encryption != .on
    }

    /// Takes a control packet; the reason if it ends the connection.
    private mutating func takeControl(
        _ payload: Span<UInt8>, _ findings: inout AirFindings
    ) -> UInt8? {
        guard let opcode = payload.isEmpty ? nil : payload[0] else { return nil }
        findings.controlCounts[opcode, default: 0] += 1
        switch opcode {
        case 0x02: return payload.count >= 2 ? payload[1] : nil
        case 0x03: encryption = .beginning  // LL_ENC_REQ
        case 0x05, 0x06: encryption = .on  // LL_START_ENC_REQ, LL_START_ENC_RSP
        case 0x0B: encryption = .off  // LL_PAUSE_ENC_RSP
        case 0x0D, 0x11: if encryption == .beginning { encryption = .off }  // LL_REJECT_…
        default: break
        }
        return nil
    }
}

extension AirFindings {
    mutating func noteEncryption(of connection: Int?, at time: CaptureTime) {
        guard encryptions.count < Self.maximumCount else { return }
        encryptions.append(Encryption(connection: connection, start: time))
    }

    mutating func noteAdvertiser(_ address: AirAddress, at time: CaptureTime) {
        if let place = advertisers.firstIndex(where: { $0.address == address }) {
            advertisers[place].last = time
        } else if advertisers.count < Self.maximumCount {
            advertisers.append(Advertiser(address: address, first: time, last: time))
        }
    }
}
