import ConnectIQBridge
import LinkVocabulary

/// A store that takes its calls in order, one at a time. Each call takes a while.
struct SimulatedDeviceStore {
    enum Call {
        case load(Ticket)
        case store([WatchDevice], Ticket)
    }

    /// What was stored last.
    private var devices: [WatchDevice]
    private var lastEnd = SessionTime.zero

    init(_ devices: [WatchDevice]) { self.devices = devices }

    /// Takes a call that lasts so long, and returns when it ends.
    mutating func take(at now: SessionTime, milliseconds: Int) -> SessionTime {
        lastEnd = max(lastEnd, now).advanced(by: .milliseconds(milliseconds))
        return lastEnd
    }

    /// Does what a call asks for, and returns the answer.
    mutating func finish(_ call: Call, storeFails: Bool) -> CompanionSession.Event {
        switch call {
        case .load(let ticket): return .loaded(devices, ticket)
        case .store(_, let ticket) where storeFails: return .storeFailed(ticket)
        case .store(let devices, let ticket):
            self.devices = devices
            return .stored(ticket)
        }
    }
}
