import KomootNavRecording

/// What the module does with a log.
class Job {
    /// What the page has not taken yet.
    final var output = Output()
    /// Reads the log.
    final var reader: NavigationReader

    init(_ reader: NavigationReader = NavigationReader()) { self.reader = reader }

    /// Takes the next bytes of the log.
    final func read(_ chunk: Span<UInt8>) throws(CaptureError) {
        try reader.read(chunk, { self.take($0, $1) }, damage: { self.take($0) })
    }

    /// Ends the log.
    ///
    /// - Returns: whether the log is needed once more, from its beginning.
    final func finish() throws(CaptureError) -> Bool {
        try reader.finish({ self.take($0, $1) }, damage: { self.take($0) })
        return end()
    }

    /// Takes an event of the log, and the bytes that belong to it.
    func take(_ event: CapturedEvent, _ value: Span<UInt8>) {}

    /// Takes a place that can't be used.
    func take(_ damage: CaptureDamage) {}

    /// Does what is left to do at the log's end.
    ///
    /// - Returns: whether the log is needed once more.
    func end() -> Bool { false }
}
