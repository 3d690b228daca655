public import ConnectIQBridge

/// How a transport tells a ``WatchCompanion`` what happened: from any thread, at any time, also from within
/// `CompanionTransport.perform(_:)`.
///
/// What is reported is handed to the session later, on the main actor and in the order of the calls. Until then it
/// waits, without a limit. Answers that come late, or twice, do no harm: report them all.
public struct CompanionReporter: Sendable {
    enum Report: Sendable {
        case event(CompanionSession.Event)
        case unreadableMessage(FoundationObjectError, from: WatchApp)
    }

    private let reports: AsyncStream<Report>.Continuation
    private let limits: MonkeyLimits

    init(_ reports: AsyncStream<Report>.Continuation, limits: MonkeyLimits) {
        self.reports = reports
        self.limits = limits
    }

    /// Reports what happened.
    public func report(_ event: CompanionSession.Event) { reports.yield(.event(event)) }

    /// Reports a message that an app on a device sent, as an object of Foundation.
    ///
    /// It becomes a `MonkeyValue` before this returns. If none can be made of it, the companion's app is told so, by
    /// ``WatchCompanion/Update/unreadableMessage(_:from:)``.
    ///
    /// - Parameters:
    ///   - object: the message; `nil` counts as null.
    ///   - app: the app that sent it.
    public func reportMessage(_ object: Any?, from app: WatchApp) {
        do throws(FoundationObjectError) {
            let value = try object.map { object throws(FoundationObjectError) in
                try MonkeyValue(foundationObject: object, limits: limits)
            }
            report(.messageReceived(value ?? .null, from: app))
        } catch {
            reports.yield(.unreadableMessage(error, from: app))
        }
    }
}
