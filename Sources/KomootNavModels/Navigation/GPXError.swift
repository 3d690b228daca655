public import Foundation

/// Why a GPX file is not a ride.
public enum GPXError: LocalizedError, Hashable, Sendable {
    /// It has more than 8 MiB, or a track and more than 2000 turns.
    case tooLong
    /// It is not well-formed XML, or has an invalid coordinate: in this line, from 1.
    case malformed(line: Int)
    /// It has a track perhaps, but no turns.
    case noTurns
    /// A turn is not within 250 m of the track, or not after the one before it: this point of the route, or this
    /// waypoint with a turn, from 1.
    case offTrack(Int)

    /// What is wrong, in English.
    public var errorDescription: String? {
        switch self {
        case .tooLong: "The GPX file is too long."
        case .malformed(let line): "Line \(line) of the GPX file can't be read."
        case .offTrack(let number): "Turn \(number) of the GPX file is not on its track."
        case .noTurns:
            "The GPX file has no turns. Plan the route with instructions, and export it with them."
        }
    }
}
