// What the app Navigator does, without SwiftUI.
//
// Never compiled on an Apple system: type-checked on Linux against declarations of SwiftUI.

import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
import KomootNavModels
import KomootNavRecording
import LinkVocabulary
import Observation

/// A phone that navigates along a ride.
@available(macOS 14, iOS 17, *)
@MainActor @Observable
final class Navigator {
    /// The state of the phone's service.
    private(set) var statusText = ""
    /// What was published, the newest first.
    private(set) var published: [String] = []
    /// What could not be done; `nil` if nothing is wrong.
    private(set) var problem: String?

    /// The log of the links to displays; `nil` if they are not recorded.
    let log: LogModel?
    private let phone: NavigationPhone
    private let locale: Locale
    private let clock: AppClock

    init(
        _ phone: NavigationPhone, log: LogModel? = nil, locale: Locale = .current,
        clock: AppClock = AppClock()
    ) {
        self.phone = phone
        self.log = log
        self.locale = locale
        self.clock = clock
    }

    /// A phone whose links are recorded.
    static func live() -> Navigator {
        let recorder = PhoneLinkRecorder(over: GATTPeripheral.systemRadio())
        let phone = NavigationPhone(
            on: GATTPeripheral(recorder), layout: .deployed, name: "Navigator")
        return Navigator(phone, log: LogModel(recorder))
    }

    /// A ride file of which no line can be read.
    struct Unreadable: LocalizedError {
        var errorDescription: String? { "No line of the ride file can be read." }
    }

    /// The ride of a ride file. Lines that can't be read are left out.
    nonisolated static func ride(_ file: [UInt8]) throws -> RecordedRide {
        let ride = RecordedRide(RideFile(ContiguousArray(file).span))
        guard !ride.instructions.isEmpty else { throw Unreadable() }
        return ride
    }

    /// Publishes each turn when the rider got it, and the last one until the task is cancelled.
    func run(_ ride: RecordedRide) async {
        (published, problem) = ([], nil)
        phone.start()
        let publishing = Task { await publish(ride) }
        defer {
            publishing.cancel()
            phone.stop()
        }
        for await update in phone.updates {
            switch update {
            case .status(let status): statusText = status.text(locale: locale)
            case .failure(let failure): problem = failure.text(locale: locale)
            }
        }
    }

    private func publish(_ ride: RecordedRide) async {
        do {
            try await phone.play(ride, clock: clock) { turn in
                let instruction = NavigationInstruction(
                    identifier: 0, arrow: turn.arrow, distanceInMeters: turn.distanceInMeters,
                    street: turn.street)
                published.insert(instruction.spokenText(locale: locale), at: 0)
            }
        } catch is CancellationError {
            // The screen is gone.
        } catch {
            problem = error.localizedDescription
        }
    }
}
