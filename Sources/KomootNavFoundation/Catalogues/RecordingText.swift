/// What is said of a recording: of a source of directions that is not live, or of an app's own log.
public enum RecordingText: Hashable, Sendable {
    /// Its playback has ended, or that of a simulated ride.
    case ended
    /// So many of its parts can't be read; the others can.
    case damaged(Int)
    /// It can't be read at all.
    case unreadable
    /// It is a Bluetooth log, but of no phone's directions.
    case noDirections
    /// It has nothing yet.
    case empty
    /// It has no room for more.
    case full

    /// One of each kind, with numbers that languages decline in different ways.
    static let samples: [RecordingText] =
        [.ended, .unreadable, .noDirections, .empty, .full]
        + [1, 2, 5, 21].map(RecordingText.damaged)
}
