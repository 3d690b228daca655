// Accepted
public func fine(_ bytes: Span<UInt8>, _ space: inout MutableSpan<UInt8>) -> Int {
    for index in bytes.indices where index < space.count { space[index] = bytes[index] }
    return bytes.count
}
