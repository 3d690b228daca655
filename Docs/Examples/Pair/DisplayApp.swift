// Display: shows the directions of one phone only, with which its user has paired it. PhoneApp.swift is the other end.
//
// Put this file into an app target for iOS 17 or macOS 14 that has this package's products CompanionPairing,
// CompanionPairingStore, KomootNavCoreBluetooth, KomootNavModels and LinkVocabulary.
//
// Info.plist: NSBluetoothAlwaysUsageDescription. A sandboxed Mac app needs the entitlement
// com.apple.security.device.bluetooth.
//
// Never compiled on an Apple system: type-checked on Linux against declarations of SwiftUI.

import CompanionPairing
import CompanionPairingStore
import Foundation
import KomootNavCoreBluetooth
import KomootNavModels
import LinkVocabulary
import SwiftUI

@main
struct DisplayApp: App {
    @State private var model = PairingModel(
        PairedDisplay(on: GATTCentral(), names: FileNameStore(path: Self.file)))

    var body: some Scene {
        WindowGroup { DisplayView(model: model) }
    }

    /// Where the display keeps its name and its phone's. A new app has no such folder yet.
    private static var file: String {
        let folder = FileManager.default.urls(
            for: .applicationSupportDirectory, in: .userDomainMask)[0]
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appendingPathComponent("display-names").path
    }
}

struct DisplayView: View {
    let model: PairingModel

    var body: some View {
        VStack {
            if let text = model.bluetoothText {
                Text(text)
            } else {
                PairingView(model: model)
            }
        }
        .multilineTextAlignment(.center)
        .padding()
        .task { await model.run() }
    }
}

struct PairingView: View {
    let model: PairingModel

    var body: some View {
        VStack {
            Text(model.screenText)
                .font(.title3)
            if case .connected = model.screen {
                PhoneView(model: model.navigation)
            }
            if let fault = model.faultText {
                Text(fault)
                    .foregroundStyle(.red)
            }
            ForEach(model.buttons, id: \.self) { button in
                Button(model.text(on: button)) { model.press(button) }
            }
        }
    }
}

/// The directions of the phone.
struct PhoneView: View {
    let model: NavigationModel

    var body: some View {
        VStack {
            Image(systemName: model.symbolName ?? "ellipsis")
            Text(model.distance)
            Text(model.street)
            Text(model.statusText)
        }
        .font(.largeTitle)
        .opacity(model.isOld ? 0.5 : 1)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(model.spoken)
        .accessibilityValue(model.statusText)
    }
}

struct DisplayPreviews: PreviewProvider {
    static var previews: some View {
        DisplayView(model: .simulated())
    }
}
