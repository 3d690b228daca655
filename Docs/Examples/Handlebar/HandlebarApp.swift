// Handlebar: a phone's directions and a rider's sensors in large type, on a display on the handlebar.
//
// Put this folder into an app target for iOS 17 or macOS 14 that has this package's products CyclingSensors,
// KomootNavCoreBluetooth, KomootNavModels, KomootNavRecording, LinkVocabulary and Simulation.
//
// Info.plist: NSBluetoothAlwaysUsageDescription. All orientations. No background mode: the screen stays on. A sandboxed
// Mac app needs the entitlement com.apple.security.device.bluetooth.
//
// Never compiled on an Apple system: type-checked on Linux against declarations of SwiftUI.

import Foundation
import KomootNavCoreBluetooth
import KomootNavModels
import LinkVocabulary
import Simulation
import SwiftUI

#if os(iOS)
    import UIKit
#endif

@main
struct HandlebarApp: App {
    // Instead of `.live`: `.simulated(.rough)`, or `.recorded { … }` with the bytes of a log.
    @State private var handlebar = Handlebar.live(chosen: Choice.load())

    var body: some Scene {
        WindowGroup {
            HandlebarView(handlebar: handlebar)
                .onChange(of: handlebar.sensors?.chosen) { Choice.save(handlebar.sensors) }
        }
    }
}

/// The rider's sensors, kept between launches.
@MainActor enum Choice {
    static func load() -> [GATTPeer] {
        let texts = UserDefaults.standard.stringArray(forKey: "sensors") ?? []
        return texts.compactMap { UUID128($0) }.map { GATTPeer(identifier: $0) }
    }

    static func save(_ sensors: SensorChoice?) {
        let texts = sensors?.chosen.map(\.identifier.description)
        UserDefaults.standard.set(texts, forKey: "sensors")
    }
}

struct HandlebarView: View {
    let handlebar: Handlebar
    @State private var isChoosing = false

    var body: some View {
        GeometryReader { screen in
            let isWide = screen.size.width > screen.size.height
            let layout = isWide ? AnyLayout(HStackLayout()) : AnyLayout(VStackLayout())
            layout {
                DirectionsView(model: handlebar.directions)
                TilesView(model: handlebar.ride)
                if handlebar.sensors != nil {
                    Button("Sensors") { isChoosing = true }
                }
            }
            .frame(maxWidth: .infinity, maxHeight: .infinity)
        }
        .padding()
        .preferredColorScheme(.dark)
        #if os(iOS)
            // A display that nobody touches must not go dark.
            .onAppear { UIApplication.shared.isIdleTimerDisabled = true }
            .onDisappear { UIApplication.shared.isIdleTimerDisabled = false }
        #endif
        .task { await handlebar.directions.run() }
        .task { await handlebar.ride.run() }
        .sheet(isPresented: $isChoosing) {
            if let sensors = handlebar.sensors { SensorList(sensors: sensors) }
            if let log = handlebar.log { LogView(log: log) }
        }
    }
}

/// The turn, for VoiceOver as one sentence.
struct DirectionsView: View {
    let model: NavigationModel
    @ScaledMetric(relativeTo: .largeTitle) private var arrow = 120.0
    @ScaledMetric(relativeTo: .largeTitle) private var digits = 72.0

    var body: some View {
        VStack {
            Image(systemName: model.symbolName ?? "ellipsis")
                .resizable()
                .scaledToFit()
                .frame(maxWidth: arrow, maxHeight: arrow)
            Text(model.distance)
                .font(.system(size: digits, weight: .bold))
            Text(model.street)
                .font(.largeTitle)
            Text(model.advice ?? model.statusText)
                .font(.title3)
                .foregroundStyle(.secondary)
            if let damage = model.damageText { Text(damage).foregroundStyle(.secondary) }
        }
        .lineLimit(2)
        .minimumScaleFactor(0.5)
        .multilineTextAlignment(.center)
        .opacity(model.isOld ? 0.5 : 1)
        .frame(maxWidth: .infinity)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(model.spoken)
        .accessibilityValue(model.spokenStatus)
        .accessibilityAddTraits(.updatesFrequently)
    }
}

/// The rider's values. Without any, the directions say what is wrong: a ride file has no sensors.
struct TilesView: View {
    let model: RideModel
    @ScaledMetric(relativeTo: .largeTitle) private var digits = 48.0

    var body: some View {
        VStack {
            ForEach(model.values, id: \.name) { value in
                VStack {
                    Text(value.text)
                        .font(.system(size: digits, weight: .semibold))
                        .monospacedDigit()
                    Text(value.name)
                        .font(.title3)
                        .foregroundStyle(.secondary)
                }
                .lineLimit(1)
                .minimumScaleFactor(0.5)
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(value.name)
                .accessibilityValue(value.text)
            }
            if model.isOld, let problem = model.problemText {
                Text(problem).foregroundStyle(.secondary)
            }
        }
        .opacity(model.isOld ? 0.5 : 1)
    }
}

struct SensorList: View {
    let sensors: SensorChoice
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack {
            if let text = sensors.bluetoothText { Text(text) }
            List(sensors.nearby, id: \.peer) { sensor in
                let isChosen = sensors.chosen.contains(sensor.peer)
                Button {
                    sensors.toggle(sensor.peer)
                } label: {
                    HStack {
                        Text(sensor.name ?? "Sensor")
                        Spacer()
                        Image(systemName: isChosen ? "checkmark.circle.fill" : "circle")
                    }
                }
                .accessibilityAddTraits(isChosen ? .isSelected : [])
            }
            Button("Done") { dismiss() }
        }
        .padding()
        .task { await sensors.look() }
    }
}

/// Lets the rider send the log of a ride to whoever asked for it.
struct LogView: View {
    let log: LogModel

    var body: some View {
        VStack {
            Button("Save the log") { Task { await log.save() } }
            if let file = log.file { ShareLink(item: file) }
            if let problem = log.problem {
                Text(problem)
                    .foregroundStyle(.red)
            }
        }
        .padding()
    }
}

struct HandlebarPreviews: PreviewProvider {
    static var previews: some View {
        HandlebarView(handlebar: .simulated(.rough))
    }
}
