// Navigator: a phone that publishes the turns of a GPX file or a recorded ride, for testing a display without riding.
//
// Put this folder into an app target for iOS 17 or macOS 14 that has this package's products KomootNav,
// KomootNavCoreBluetooth, KomootNavFoundation, KomootNavModels, KomootNavRecording, LinkVocabulary and Simulation.
// Among the target's resources it looks for ride.gpx, with turns, and for a ride file ride.csv.
//
// Info.plist: NSBluetoothAlwaysUsageDescription; UIBackgroundModes with bluetooth-peripheral if it is to serve displays
// while another app is in front. A sandboxed Mac app needs the entitlement com.apple.security.device.bluetooth.
//
// Never compiled on an Apple system: type-checked on Linux against declarations of SwiftUI.

import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavModels
import KomootNavRecording
import Simulation
import SwiftUI

@main
struct NavigatorApp: App {
    @State private var navigator = Navigator.live()

    var body: some Scene {
        WindowGroup { NavigatorView(navigator: navigator, ride: Self.ride, skipped: Self.skipped) }
    }

    /// The ride, or why it can't be played, and the points of a route whose turns have no arrow.
    private static let (ride, skipped) = load()

    private static func load() -> (Result<RecordedRide, any Error>, [Int]) {
        var skipped: [Int] = []
        let ride = Result {
            if let file = Bundle.main.url(forResource: "ride", withExtension: "gpx") {
                return try RecordedRide(gpx: Data(contentsOf: file)) { skipped.append($0) }
            }
            if let file = Bundle.main.url(forResource: "ride", withExtension: "csv") {
                return try Navigator.ride([UInt8](Data(contentsOf: file)))
            }
            return RecordedRide.sample
        }
        return (ride, skipped)
    }
}

struct NavigatorView: View {
    let navigator: Navigator
    let ride: Result<RecordedRide, any Error>
    var skipped: [Int] = []
    @State private var isNavigating = false

    var body: some View {
        VStack {
            switch ride {
            case .success(let ride):
                Button(isNavigating ? "Stop" : "Start") { isNavigating.toggle() }
                    .font(.title3)
                if isNavigating {
                    Text(navigator.statusText)
                        .task { await navigator.run(ride) }
                }
            case .failure(let error):
                Text(error.localizedDescription)
                    .foregroundStyle(.red)
            }
            if !skipped.isEmpty {
                Text(
                    "Without an arrow: turns at the points \(skipped.map(String.init).joined(separator: ", "))"
                )
            }
            if let problem = navigator.problem ?? navigator.log?.problem {
                Text(problem)
                    .foregroundStyle(.red)
            }
            if let log = navigator.log {
                Button("Save the log") { Task { await log.save() } }
                if let file = log.file { ShareLink(item: file) }
            }
            List(Array(navigator.published.enumerated()), id: \.offset) { _, turn in
                Text(turn)
            }
        }
        .padding()
    }
}

struct NavigatorPreviews: PreviewProvider {
    static var previews: some View { SimulatedView() }
}

/// The app in a simulated world, whose time passes while it is shown.
struct SimulatedView: View {
    @State private var navigator: Navigator?

    var body: some View {
        VStack {
            if let navigator { NavigatorView(navigator: navigator, ride: .success(.sample)) }
        }
        .task {
            let world = World(seed: 1)
            navigator = Navigator(
                NavigationPhone(on: await world.addPeripheral(), layout: .deployed))
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(100))
                await world.run(for: .milliseconds(100))
            }
        }
    }
}
