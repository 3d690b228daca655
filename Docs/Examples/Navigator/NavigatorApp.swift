// Navigator: a phone that publishes the turns of a recorded ride, for testing a display without riding.
//
// Put this folder into an app target for iOS 17 or macOS 14 that has this package's products KomootNav,
// KomootNavCoreBluetooth, KomootNavFoundation, KomootNavModels, KomootNavRecording and LinkVocabulary. With a ride file
// named ride.csv among the target's resources it plays that one.
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
import SwiftUI

@main
struct NavigatorApp: App {
    @State private var navigator = Navigator(NavigationPhone(layout: .deployed, name: "Navigator"))

    var body: some Scene {
        WindowGroup { NavigatorView(navigator: navigator, ride: Self.ride) }
    }

    private static var ride: RecordedRide {
        guard let url = Bundle.main.url(forResource: "ride", withExtension: "csv"),
            let file = try? Data(contentsOf: url)
        else { return .sample }
        return Navigator.ride([UInt8](file))
    }
}

struct NavigatorView: View {
    let navigator: Navigator
    let ride: RecordedRide
    @State private var isNavigating = false

    var body: some View {
        VStack {
            Button(isNavigating ? "Stop" : "Start") { isNavigating.toggle() }
                .font(.title3)
            if isNavigating {
                Text(navigator.statusText)
                    .task { await navigator.run(ride) }
            }
            if let problem = navigator.problem {
                Text(problem)
                    .foregroundStyle(.red)
            }
            List(Array(navigator.published.enumerated()), id: \.offset) { _, turn in
                Text(turn)
            }
        }
        .padding()
    }
}

struct NavigatorPreviews: PreviewProvider {
    static var previews: some View {
        let phone = NavigationPhone(layout: .deployed)
        NavigatorView(navigator: Navigator(phone), ride: .sample)
    }
}
