// What the app Navigator does, without SwiftUI.
//
// Never compiled on an Apple system: type-checked on Linux against declarations of SwiftUI.

import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
import KomootNavRecording
import LinkVocabulary
import Observation

/// A phone that navigates along a recorded ride.
@available(macOS 14, iOS 17, *)
@MainActor @Observable
final class Navigator {
    /// The state of the phone's service.
    private(set) var statusText = ""
    /// What was published, the newest first.
    private(set) var published: [String] = []
    /// What could not be done; `nil` if nothing is wrong.
    private(set) var problem: String?

    private let phone: NavigationPhone
    private let locale: Locale
    private let clock: AppClock

    init(_ phone: NavigationPhone, locale: Locale = .current, clock: AppClock = AppClock()) {
        self.phone = phone
        self.locale = locale
        self.clock = clock
    }

    /// The ride of a ride file. Lines that can't be read are left out.
    nonisolated static func ride(_ file: [UInt8]) -> RecordedRide {
        RecordedRide(RideFile(ContiguousArray(file).span))
    }

    /// Publishes each turn when the rider got it, and the last one until the task is cancelled.
    func run(_ ride: RecordedRide) async {
        (published, problem) = ([], nil)
        phone.start()
        let publishing = Task { try await publish(ride) }
        defer {
            publishing.cancel()
            phone.stop()
        }
        for await update in phone.updates {
            switch update {
            case .status(let status): statusText = status.text(locale: locale)
            case .failure(let failure): problem = failure.localizedDescription
            }
        }
    }

    private func publish(_ ride: RecordedRide) async throws {
        let start = clock.now
        do {
            for (time, object) in try ride.objects(in: .deployed) {
                try await clock.sleep(until: start.advanced(by: .milliseconds(time.milliseconds)))
                let instruction = try NavigationInstruction(decoding: object, layout: .deployed)
                try phone.publish(instruction)
                published.insert(instruction.spokenText(locale: locale), at: 0)
            }
        } catch is CancellationError {
            // The screen is gone.
        } catch {
            problem = error.localizedDescription
        }
    }
}
