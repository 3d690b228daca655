// Refused: span
// `Span` itself may be used.
public func tooNew(_ bytes: [UInt8]) -> Int { bytes.span.count }
