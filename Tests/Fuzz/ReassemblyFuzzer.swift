// The input is a script. Its first byte chooses who is at the other end of the link: an honest
// phone or a liar. With an honest phone, a completed object must be one that it published; with a
// liar, only the bounds are checked. In both cases every step is compared with the state table.
//
// With: Tests/Fuzz/Reassembly{Phone,Witness}.swift

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReassembly(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var script = Script(copied(unsafe Span(_unsafeStart: start, count: count)))
    let kind = script.next()
    if kind.isMultiple(of: 2) {
        playHonestPhone(&script, kind)
    } else {
        playLiar(&script, kind)
    }
    return 0
}

/// The radio that the first byte and the setting choose.
private func chosenRadio(_ kind: Int, _ setting: Int) -> ChunkReassembler.Radio {
    ChunkReassembler.Radio.allCases[setting & 1 | kind & 2]
}

// MARK: - An honest phone

private func playHonestPhone(_ script: inout Script, _ kind: Int) {
    let setting = script.next()
    let radio = chosenRadio(kind, setting)
    let trusts = setting & 2 != 0
    var phone = Phone(&script, kind, mayChangeChunkSize: !trusts && !radio.goesOn)
    var reassembler = ChunkReassembler(
        radio: radio, maximumRestarts: setting >> 2 & 7, trustsChunkSize: trusts)
    reassembler.mtu = kind & 4 == 0 ? phone.toldMTU(radio, kind) : nil
    var witness = Witness(reassembler)
    for _ in 0...(setting >> 5) {
        witness.begin()
        read(&witness, &phone, &script)
    }
}

/// Does one read, from its first request to its end.
private func read(_ witness: inout Witness, _ phone: inout Phone, _ script: inout Script) {
    let changesBefore = phone.changes
    while let offset = witness.awaited {
        let event = script.next()
        if event & 3 == 1 { phone.publishNext() }
        if event & 4 != 0 { phone.changeChunkSize() }
        if event & 8 != 0 {
            let isTaken = witness.receive(.chunk([UInt8(event)]), at: offset + 1)
            check(!isTaken, "an answer to another request is taken")
        }
        if event & 16 != 0 { return }
        if event & 32 != 0 {
            check(!witness.receive(.error(.unlikelyError), at: offset), "an error is not an answer")
            return
        }
        let published = phone.object
        let goesOn = witness.reassembler.radio.goesOn
        let answer =
            goesOn ? longAnswer(&phone, at: offset, &script) : phone.answer(at: offset, &script)
        let isTaken = witness.receive(answer, at: offset)
        // A change within an answer makes it differ from the one before it and from the next.
        let restartsPerChange = goesOn ? 2 : 1
        check(
            witness.reassembler.restarts <= restartsPerChange * (phone.changes - changesBefore),
            "restarted, but nothing had changed")
        guard isTaken else {
            // A radio that goes on by itself meets the error at the end of the object.
            let isExcused =
                published == nil || phone.changes > changesBefore || goesOn && answer.isError
            check(isExcused, "the read fails, but the phone is honest")
            return
        }
        // After later requests, what can be shown may be the beginning of an older object.
        if offset == 0 { checkPromise(witness.reassembler, published) }
    }
}

/// What can be shown is the object that was the newest when the first chunk was read, or its
/// beginning.
private func checkPromise(_ reassembler: ChunkReassembler, _ published: [UInt8]?) {
    // One copy lends the bytes; the other gives the instruction.
    var lender = reassembler
    var other = reassembler
    lender.withObject { bytes, extent in
        let decoded = outcome { () throws(KomootNavError) -> NavigationInstruction? in
            try NavigationInstruction(decoding: bytes, extent: extent)
        }
        let lent = outcome { () throws(KomootNavError) in try other.instruction() }
        check(lent == decoded, "\(lent), but the bytes that are lent say \(decoded)")
        let object = published ?? []
        if extent == .whole {
            check(isSame(bytes, object[...]), "\(hex(copied(bytes))) was never published")
        } else {
            check(isSame(bytes, object.prefix(bytes.count)), "a partial of no object")
        }
    }
}

// MARK: - A liar

private func playLiar(_ script: inout Script, _ kind: Int) {
    let setting = script.next()
    let restarts = [-1, 0, 1, 2, 3, 8, 100, Int.max][setting >> 2 & 7]
    var witness = Witness(
        ChunkReassembler(
            radio: chosenRadio(kind, setting), maximumRestarts: restarts,
            trustsChunkSize: setting & 2 != 0))
    var steps = 0
    while !script.isOver && steps < 200 {
        steps += 1
        lie(&witness, &script)
    }
}

private func lie(_ witness: inout Witness, _ script: inout Script) {
    let offset = witness.awaited ?? 0
    let kind = script.next()
    switch kind % 8 {
    case 0:
        witness.begin()
    case 1:
        _ = witness.receive(.chunk(anyChunk(&script)), at: offset)
    case 2:
        let first = witness.collected.prefix(witness.firstChunkCount)
        _ = witness.receive(.chunk(Array(first)), at: offset)
    case 3:
        var chunk = Array(witness.collected.prefix(witness.firstChunkCount))
        let position = script.next(below: 512)
        if position < chunk.count { chunk[position] ^= 1 } else { chunk.append(0) }
        _ = witness.receive(.chunk(chunk), at: offset)
    case 4:
        _ = witness.receive(.error(ATTError(rawValue: UInt8(script.next()))), at: offset)
    case 5:
        _ = witness.receive(.chunk(anyChunk(&script)), at: anyOffset(near: offset, &script))
    case 6:
        let error = ATTError(rawValue: UInt8(script.next()))
        _ = witness.receive(.error(error), at: anyOffset(near: offset, &script))
    default:
        let mtus: [Int?] = [nil, 23, 25, 50, 185, 300, 512, 517]
        if kind & 8 == 0 { witness.cancel() } else { witness.changeMTU(mtus[kind >> 5]) }
    }
}

private func anyChunk(_ script: inout Script) -> [UInt8] {
    let count = script.next(below: 601)
    return [UInt8](repeating: UInt8(count & 0xFF), count: count)
}

private func anyOffset(near offset: Int, _ script: inout Script) -> Int {
    let byte = script.next()
    switch byte {
    case 0: return Int.min
    case 1: return Int.max
    default: return offset + byte - 128
    }
}
