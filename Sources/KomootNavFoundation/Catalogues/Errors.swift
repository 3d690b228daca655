import KomootNav

extension KomootNavError {
    /// Errors of every code, with offsets that languages decline in different ways.
    static let samples = Code.all.flatMap { code in
        if case .attError = code {
            ATTError.samples.flatMap { error in
                [0, 22].map { KomootNavError(.attError(error), at: $0) }
            }
        } else {
            [1, 12].map { KomootNavError(code, at: $0) }
        }
    }
}

extension ATTError {
    /// The codes that have a name, and one that has none.
    static let samples: [ATTError] = [
        .invalidHandle, .readNotPermitted, .writeNotPermitted, .insufficientAuthentication,
        .invalidOffset, .attributeNotFound, .attributeNotLong, .invalidAttributeValueLength,
        .unlikelyError, .insufficientEncryption, ATTError(rawValue: 0x80),
    ]
}

extension ATTError {
    /// Whether the code says more than that the phone refused.
    var isExplained: Bool {
        requiresPairing || self == .invalidHandle || self == .attributeNotFound
    }
}
