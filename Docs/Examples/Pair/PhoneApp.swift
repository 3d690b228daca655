// Phone: navigates for one display only, with which its user has paired it. DisplayApp.swift is the other end.
//
// Put this file into an app target for iOS 17 or macOS 14 that has this package's products CompanionPairing,
// CompanionPairingStore, KomootNavCoreBluetooth, KomootNavModels, KomootNavRecording and LinkVocabulary.
//
// Info.plist: NSBluetoothAlwaysUsageDescription; UIBackgroundModes with bluetooth-peripheral if it is to serve the
// display while another app is in front. A sandboxed Mac app needs the entitlement com.apple.security.device.bluetooth.
//
// Never compiled on an Apple system: type-checked on Linux against declarations of SwiftUI.

import CompanionPairing
import CompanionPairingStore
import Foundation
import KomootNavCoreBluetooth
import KomootNavModels
import KomootNavRecording
import LinkVocabulary
import SwiftUI

@main
struct PhoneApp: App {
    @State private var model = PairedPhoneModel(
        PairedPhone(on: GATTPeripheral(), names: FileNameStore(path: Self.file)))

    var body: some Scene {
        WindowGroup { ServerView(model: model) }
    }

    /// Where the phone keeps its name and its display's. A new app has no such folder yet.
    private static var file: String {
        let folder = FileManager.default.urls(
            for: .applicationSupportDirectory, in: .userDomainMask)[0]
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appendingPathComponent("phone-names").path
    }
}

struct ServerView: View {
    let model: PairedPhoneModel

    var body: some View {
        VStack {
            if let text = model.bluetoothText {
                Text(text)
            } else {
                Text(model.screenText)
                    .font(.title3)
                if model.canUnpair {
                    Button(model.unpairText) { model.unpair() }
                }
                TurnsView(phone: model.phone)
            }
            if let fault = model.faultText {
                Text(fault)
                    .foregroundStyle(.red)
            }
        }
        .multilineTextAlignment(.center)
        .padding()
        .task { await model.run() }
    }
}

/// In place of navigation: buttons that publish a made-up ride's turns.
struct TurnsView: View {
    let phone: PairedPhone
    @State private var next = 0
    @State private var problem: String?

    var body: some View {
        VStack {
            Button("Next turn") { publish() }
            Button("End navigation") { phone.endNavigation() }
            if let problem {
                Text(problem)
                    .foregroundStyle(.red)
            }
        }
    }

    private func publish() {
        let turns = RecordedRide.sample.instructions
        let turn = turns[next % turns.count]
        next += 1
        do {
            try phone.publish(
                arrow: turn.arrow, distanceInMeters: turn.distanceInMeters, street: turn.street)
            problem = nil
        } catch {
            problem = error.localizedDescription
        }
    }
}

struct PhonePreviews: PreviewProvider {
    static var previews: some View {
        ServerView(model: .simulated())
    }
}
