// Trainer: holds a power, or makes a hill felt on a smart trainer, with a game.
//
// Put this folder into an app target for iOS 17 or macOS 14 that has this package's products CyclingSensors,
// KomootNavCoreBluetooth, KomootNavModels and LinkVocabulary.
//
// Info.plist: NSBluetoothAlwaysUsageDescription. A sandboxed Mac app needs the entitlement
// com.apple.security.device.bluetooth.
//
// Never compiled on an Apple system: type-checked on Linux against declarations of SwiftUI.

import CyclingSensors
import KomootNavCoreBluetooth
import KomootNavModels
import LinkVocabulary
import SwiftUI

#if os(iOS)
    import UIKit
#endif

@main
struct TrainerApp: App {
    // Instead of `.live(GATTCentral())`: `.simulated(.sample)`, or `.recorded { … }` with the bytes of a log.
    @State private var trainer = Trainer(.live(GATTCentral()))

    var body: some Scene { WindowGroup { TrainerView(trainer: trainer) } }
}

struct TrainerView: View {
    @Bindable var trainer: Trainer

    var body: some View {
        VStack {
            Picker("Mode", selection: $trainer.mode) {
                Text("Free").tag(Trainer.Mode.free)
                Text("Power").tag(Trainer.Mode.power)
                Text("Hill").tag(Trainer.Mode.hill)
            }
            .pickerStyle(.segmented)
            Text(trainer.powerText)
                .font(.largeTitle).monospacedDigit()
                .accessibilityLabel("Your power")
                .accessibilityValue(trainer.powerText)
                .opacity(trainer.ride?.isOld == true ? 0.5 : 1)
            if let goal = trainer.goal {
                Text(goal).font(.title3)
                    .accessibilityLabel(trainer.mode == .power ? "Goal" : "Grade")
                    .accessibilityValue(goal)
                Text("Choose Free before you leave, so that the trainer stops holding power")
            }
            if trainer.mode == .power {
                HStack {
                    Button("Easier") { trainer.add(watts: -10) }
                    Button("Harder") { trainer.add(watts: 10) }
                }
            } else if trainer.mode == .hill {
                Text(trainer.progress)
            }
            Text(trainer.ride?.problemText ?? trainer.stateText).foregroundStyle(.secondary)
        }
        .padding()
        #if os(iOS)  // Nobody touches the screen, and it must not go dark.
            .onAppear { UIApplication.shared.isIdleTimerDisabled = true }
            .onDisappear { UIApplication.shared.isIdleTimerDisabled = false }
        #endif
        .task { await trainer.run() }
    }
}

struct TrainerPreviews: PreviewProvider {
    static var previews: some View { TrainerView(trainer: Trainer(.simulated(.sample))) }
}
