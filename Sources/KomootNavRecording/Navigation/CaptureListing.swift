package import KomootNav

/// The reads of a log and the silences between them, in the order in which they are shown, and how many there were.
package struct CaptureListing {
    /// One of them.
    package enum Item {
        case silence(CapturedSilence)
        /// A read, the instruction that it brought, and whether the phone published it; `nil` if nobody knows.
        case read(CapturedRead, NavigationInstruction?, isPublished: Bool?)
    }

    /// What of the log is listed.
    package private(set) var selection: CaptureSelection
    /// How many reads were listed.
    package private(set) var readCount = 0
    /// How many silences were listed.
    package private(set) var gapCount = 0

    private var instructionCount = 0
    private var tornCount = 0
    private var unprovenCount = 0
    /// How many complete reads brought what the phone never published, as far as anybody knows.
    package private(set) var inventedCount = 0
    private var unfinishedCount = 0
    private var refusedCount = 0
    private var tracker = SilenceTracker()
    /// Each connection's silences that wait until the reads before them are listed.
    private var silences: [Int: [CapturedSilence]] = [:]

    private let published: PublishedObjects?

    /// - Parameter published: what the phone published, if anybody knows.
    package init(_ selection: CaptureSelection, published: PublishedObjects? = nil) {
        self.selection = selection
        self.published = published
    }

    /// Takes an event.
    package mutating func take(_ event: CapturedEvent, _ list: (Item) -> Void) {
        selection.note(event.time)
        var found: CapturedSilence?
        tracker.handle(event) { found = $0 }
        if let found { silences[event.connection, default: []].append(found) }
        if case .disconnected = event.kind { listSilences(event.connection, list) }
    }

    /// Takes a read.
    package mutating func take(_ read: CapturedRead, _ list: (Item) -> Void) {
        listSilences(read.connection, by: read.start, list)
        guard selection.contains(read.connection, read.end) else { return }
        readCount += 1
        var instruction: NavigationInstruction?
        switch read.outcome {
        case .unfinished: unfinishedCount += 1
        case .refused: refusedCount += 1
        case .complete:
            instruction = try? NavigationInstruction(decoding: read.bytes.span)
            if read.integrity == .unproven { unprovenCount += 1 }
        }
        if read.integrity == .torn { tornCount += 1 }
        if instruction != nil { instructionCount += 1 }
        let isPublished = published?.have(read)
        if isPublished == false { inventedCount += 1 }
        list(.read(read, instruction, isPublished: isPublished))
    }

    /// Lists the silences that are left at the log's end.
    package mutating func finish(_ list: (Item) -> Void) {
        tracker.finish { silences[$0.connection, default: []].append($0) }
        for connection in silences.keys.sorted() { listSilences(connection, list) }
    }

    /// Lists the silences of a connection that ended by this time.
    private mutating func listSilences(
        _ connection: Int, by time: CaptureTime = .latest, _ list: (Item) -> Void
    ) {
        for silence in silences[connection] ?? []
        where silence.end <= time && selection.contains(connection, silence.end) {
            gapCount += 1
            list(.silence(silence))
        }
        silences[connection]?.removeAll { $0.end <= time }
    }

    /// How many there were of what, as words.
    package var sums: [String] {
        let longestPause = SilenceTracker.longestPause.components.seconds
        var sums = [
            counted(instructionCount, "instruction"), counted(readCount, "read"),
            "\(tornCount) torn", "\(unprovenCount) unproven", "\(unfinishedCount) unfinished",
            "\(counted(gapCount, "gap")) above \(longestPause) s",
        ]
        if refusedCount > 0 { sums.insert("\(refusedCount) refused", at: 2) }
        if published != nil { sums.append("\(inventedCount) never published") }
        return sums
    }
}

extension CaptureTime {
    /// No moment is later.
    fileprivate static let latest = CaptureTime(microsecondsSince1970: .max)
}
