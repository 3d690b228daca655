import KomootNav
import KomootNavPipe
import KomootNavRecording

/// Why a command can't use its input file.
enum InputFailure: Error {
    case log(LogFiles.Failure)
    /// It is read as a whole, and is not.
    case notWhole(WholeFile.Failure)
    /// A ride file with more lines than ``RideFile/maximumLineCount``.
    case oversizedRide
    case withoutPackets
    /// It has no navigation traffic, and perhaps shows that the given handle is something else's.
    case withoutTraffic(deniedHandle: UInt16? = nil, givenHandle: UInt16? = nil)
    /// There is traffic, but the log has only this many connections.
    case noSuchConnection(Int, count: Int)
    /// There is traffic, but not in the part that was chosen.
    case withoutSelectedTraffic
    case withoutInstruction
    /// A ride file without a position, or a log, which never has any.
    case withoutCoordinates
    case withoutSensor
    /// This connection has no values of a sensor, and the others have.
    case connectionWithoutSensor(Int, others: [Int])
    /// An instruction of a ride file does not fit the layout.
    case unencodable(KomootNavError)
    /// It is a Bluetooth log where a ride file must be.
    case logAsRideFile
    /// The option is only for a file of the other kind.
    case uselessOption(String, isLog: Bool)
    /// The copy would overwrite the file at this path.
    case copiedOntoItself(String)
    case doubtful(CaptureSurvey.Doubt)
    /// What the phone published can't be read from a trace: its path, why, and the exit code.
    case uselessTrace(String, String, ExitCode)
    /// The library delivers an object that the log does not show.
    case disagreement

    var exitCode: ExitCode {
        switch self {
        case .log(let failure):
            if case .notACapture = failure.reason { .badData } else { .noInput }
        case .logAsRideFile: .noInput
        case .notWhole(let failure): failure.exitCode
        case .copiedOntoItself, .uselessOption: .usage
        case .withoutPackets, .withoutTraffic, .noSuchConnection, .withoutSelectedTraffic,
            .withoutInstruction, .withoutCoordinates, .withoutSensor, .connectionWithoutSensor,
            .unencodable, .doubtful, .oversizedRide:
            .badData
        case .uselessTrace(_, _, let exitCode): exitCode
        case .disagreement: .failed
        }
    }

    /// The files of which it is the failure; `nil` if it is all files' or the only one's.
    var paths: [String]? {
        switch self {
        case .log(let failure): failure.paths
        case .copiedOntoItself(let path): [path]
        default: nil
        }
    }

    /// The failure in words.
    var explanation: String {
        switch self {
        case .log(let failure): failure.explanation
        case .notWhole(let failure): failure.explanation
        case .oversizedRide: "oversized: more than \(RideFile.maximumLineCount) lines"
        case .withoutPackets: "no packets found"
        case .withoutTraffic(let deniedHandle, let givenHandle):
            "no navigation traffic found; "
                + (deniedHandle.map { "the log shows that handle \($0) is not navigation's" }
                    ?? givenHandle.map { "nothing was read or notified at handle \($0)" }
                    ?? "if the log does not show how the characteristic was found, name the log before it too "
                    + "('btsnoop_hci.log.last'), or give its handle with '--handle'")
        case .noSuchConnection(let number, let count):
            "there is no connection \(number); the log has \(counted(count, "connection"))"
        case .withoutSelectedTraffic:
            "the chosen part has no navigation traffic; the rest of the log has some"
        case .withoutInstruction: "no instruction found"
        case .withoutCoordinates:
            "no coordinates found; they are in columns 1 and 2 of a ride file, and a log has none"
        case .withoutSensor:
            "no values of a sensor found; if the log shows no discovery, say with "
                + "'--handle HANDLE=NAME' what is where"
        case .connectionWithoutSensor(let connection, let others):
            "connection \(connection) has no values of a sensor; with '--connection', choose "
                + others.map { "\($0)" }.listed
        case .unencodable(let error): "\(error)"
        case .logAsRideFile:
            "a Bluetooth log can't come from standard input or a pipe here; name its file"
        case .uselessOption(let option, isLog: true):
            "'\(option)' is for ride files, and this is a Bluetooth log"
        case .uselessOption(let option, isLog: false):
            "'\(option)' is for Bluetooth logs, and this is a ride file"
        case .copiedOntoItself: "the copy would overwrite the log"
        case .doubtful(let doubt): doubt.explanation
        case .uselessTrace(let path, let reason, _):
            "can't be compared with '\(printable(path))': \(reason)"
        case .disagreement: "the log and the library disagree; nothing was written"
        }
    }
}

extension NavigationReader {
    /// The failure if it found no navigation traffic.
    var withoutTraffic: InputFailure {
        lacks(nil) ?? .withoutTraffic(deniedHandle: deniedHandle, givenHandle: givenHandle)
    }

    /// The failure if it found no navigation traffic on a connection, or on any.
    func withoutTraffic(_ connection: Int?) -> InputFailure {
        connectionCount > 0 ? lacks(connection) ?? withoutTraffic : withoutTraffic
    }

    /// The failure if the log does not have a connection, or nothing at all; `nil` if it has it.
    func lacks(_ connection: Int?) -> InputFailure? {
        if records.firstTime == nil { return .withoutPackets }
        guard let connection, connection > connectionCount else { return nil }
        return .noSuchConnection(connection, count: connectionCount)
    }
}

extension CaptureSelection {
    /// Why nothing was found in this part of a log that has traffic elsewhere.
    func withoutTraffic(in reader: NavigationReader) -> InputFailure {
        reader.lacks(connection) ?? .withoutSelectedTraffic
    }
}

extension CaptureSurvey.Doubt {
    /// The doubt in words, with the option that settles it.
    fileprivate var explanation: String {
        switch self {
        case .withoutTraffic: InputFailure.withoutTraffic().explanation
        case .connectionWithoutTraffic, .servedByBothSides: description
        case .perhapsForeign, .withoutInstruction:
            "\(description); name all connections to copy with '--connection N[,N...]'"
        }
    }
}

extension Arguments {
    /// What the phone published, as the trace says that `--published` names; `nil` without the option.
    func published() throws(InputFailure) -> PublishedObjects? {
        guard let path = options["--published"] else { return nil }
        let trace: ContiguousArray<UInt8>
        do throws(WholeFile.Failure) {
            trace = try WholeFile.read(path)
        } catch {
            throw .uselessTrace(path, error.explanation, error.exitCode)
        }
        do throws(PublishedObjects.TraceError) {
            return try PublishedObjects(trace: trace.span)
        } catch {
            throw .uselessTrace(path, "\(error)", .badData)
        }
    }
}
