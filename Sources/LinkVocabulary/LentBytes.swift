extension ContiguousArray<UInt8> {
    /// Copies bytes that are lent for one call.
    public init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe ContiguousArray($0) }
    }
}
