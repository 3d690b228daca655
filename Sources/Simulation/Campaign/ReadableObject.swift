import KomootNav

/// What a radio can read of an object, in chunks of a phone's size (clause 8.9).
struct ReadableObject {
    /// The number of its bytes.
    let count: Int
    /// In bytes.
    let chunkSize: Int
    /// The link's MTU, in bytes.
    let mtu: Int
    let radio: DeviceRadio
    let ending: PeripheralSession.Ending

    private var fullResponse: Int { mtu - 1 }
    private var endsWithFullResponse: Bool {
        chunkSize == fullResponse && count > 0 && count % fullResponse == 0
            && count < ATT.maximumValueLength
    }

    /// Whether it gives anything at all: an error after a full response fails the read of some.
    var isReadable: Bool {
        radio.takesErrorsForEndings || ending == .empty || !endsWithFullResponse
    }

    /// Whether all of it can be read and is then known to be whole.
    func isKnownWhole(tellsMTU: Bool) -> Bool {
        guard isReadable else { return false }
        guard radio.reads.readsWholeValues else { return true }
        if count < 20 || count == ATT.maximumValueLength { return chunkSize >= count }
        let mayBeChunk =
            count == 20 || count == mtu - 3 || count == 22 && mtu > 23
            || count > mtu - 3 && radio.reads == .oneCallback
        return tellsMTU && !mayBeChunk && (count < chunkSize || chunkSize == fullResponse)
    }
}
