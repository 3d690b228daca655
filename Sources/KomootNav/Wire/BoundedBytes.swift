extension ContiguousArray<UInt8> {
    /// Copies bytes that may be an object: all of them, or one more than an object may have, so that
    /// too many stay too many without a copy of them all.
    init(boundedBytes bytes: some Collection<UInt8>) {
        self.init(bytes.prefix(ATT.maximumValueLength + 1))
    }
}
