// swift-tools-version: 6.2

import PackageDescription

/// The settings of every target. Warnings are errors here; the package manager
/// drops that setting when it builds the package as a dependency.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "komoot-nav",
    platforms: [.macOS(.v13), .iOS(.v16), .watchOS(.v9), .tvOS(.v16), .visionOS(.v1)],
    products: [
        .library(name: "LinkVocabulary", targets: ["LinkVocabulary"]),
        .library(name: "KomootNav", targets: ["KomootNav"]),
        .library(name: "KomootNavFoundation", targets: ["KomootNavFoundation"]),
        .library(name: "KomootNavCoreBluetooth", targets: ["KomootNavCoreBluetooth"]),
        .library(name: "KomootNavModels", targets: ["KomootNavModels"]),
        .library(name: "Simulation", targets: ["Simulation"]),
        .library(name: "CompanionPairing", targets: ["CompanionPairing"]),
        .library(name: "CompanionPairingStore", targets: ["CompanionPairingStore"]),
        .library(name: "ConnectIQBridge", targets: ["ConnectIQBridge"]),
        .library(name: "ConnectIQBridgeFoundation", targets: ["ConnectIQBridgeFoundation"]),
        .library(name: "KomootNavRecording", targets: ["KomootNavRecording"]),
        .library(name: "KomootNavJSON", targets: ["KomootNavJSON"]),
        .library(name: "KomootNavPipe", targets: ["KomootNavPipe"]),
        .library(name: "KomootNavConformance", targets: ["KomootNavConformance"]),
        .library(name: "KomootNavVectors", targets: ["KomootNavVectors"]),
        .library(name: "KomootNavFixtures", targets: ["KomootNavFixtures"]),
        .library(name: "CyclingSensors", targets: ["CyclingSensors"]),
        .executable(name: "knav", targets: ["knav"]),
    ],
    targets: [
        .target(name: "LinkVocabulary", swiftSettings: settings),
        .target(name: "KomootNav", dependencies: ["LinkVocabulary"], swiftSettings: settings),
        .target(
            name: "KomootNavFoundation", dependencies: ["CompanionPairing", "KomootNav"],
            swiftSettings: settings),
        .target(
            name: "KomootNavCoreBluetooth",
            dependencies: ["CompanionPairing", "KomootNav", "KomootNavFoundation"],
            swiftSettings: settings),
        .target(
            name: "KomootNavModels",
            dependencies: [
                "CompanionPairing", "CyclingSensors", "KomootNav", "KomootNavCoreBluetooth",
                "KomootNavFoundation", "KomootNavRecording", "LinkVocabulary", "Simulation",
            ],
            swiftSettings: settings),
        .target(
            name: "Simulation", dependencies: ["KomootNav", "LinkVocabulary"],
            swiftSettings: settings),
        .target(
            name: "CompanionPairing", dependencies: ["LinkVocabulary"], swiftSettings: settings),
        .target(
            name: "CompanionPairingStore", dependencies: ["CompanionPairing", "LinkVocabulary"],
            swiftSettings: settings),
        .target(
            name: "PairingSimulation",
            dependencies: [
                "CompanionPairing", "KomootNavRecording", "LinkVocabulary", "Simulation",
            ],
            swiftSettings: settings),
        .target(
            name: "ConnectIQBridge", dependencies: ["KomootNav", "LinkVocabulary"],
            swiftSettings: settings),
        .target(
            name: "ConnectIQBridgeFoundation",
            dependencies: ["ConnectIQBridge", "LinkVocabulary"],
            swiftSettings: settings),
        .target(
            name: "WatchSimulation",
            dependencies: [
                "ConnectIQBridge", "KomootNav", "KomootNavRecording", "LinkVocabulary",
                "Simulation",
            ],
            swiftSettings: settings),
        .target(name: "KomootNavRecording", dependencies: ["KomootNav"], swiftSettings: settings),
        .target(name: "KomootNavJSON", dependencies: ["KomootNav"], swiftSettings: settings),
        .target(
            name: "LinkForms",
            dependencies: [
                "CompanionPairing", "ConnectIQBridge", "CyclingSensors", "KomootNav",
                "KomootNavJSON", "KomootNavRecording", "LinkVocabulary",
            ],
            swiftSettings: settings),
        .target(
            name: "KomootNavPipe",
            dependencies: [
                "ConnectIQBridge", "CyclingSensors", "KomootNav", "KomootNavJSON",
                "KomootNavRecording", "LinkForms", "LinkVocabulary",
            ],
            swiftSettings: settings),
        .target(
            name: "KomootNavVectors", dependencies: ["KomootNavJSON"], swiftSettings: settings),
        .target(
            name: "KomootNavConformance",
            dependencies: [
                "CompanionPairing", "ConnectIQBridge", "CyclingSensors", "KomootNav",
                "KomootNavJSON", "KomootNavRecording", "KomootNavVectors", "LinkForms",
            ],
            swiftSettings: settings),
        .target(
            name: "KomootNavFixtures", dependencies: ["KomootNavVectors"], path: "Fixtures",
            exclude: ["Clauses.md", "README.md", "generator", "schema", "campaign", "habits"],
            sources: ["Fixtures.swift"],
            resources: [
                .copy("codec"), .copy("notification"), .copy("reassembly"), .copy("distance"),
                .copy("session"), .copy("sensor"), .copy("pairing"), .copy("watch"),
                .copy("rides"),
            ],
            swiftSettings: settings),
        .target(name: "CyclingSensors", dependencies: ["LinkVocabulary"], swiftSettings: settings),
        .target(name: "CKnav"),
        .target(name: "KnavC", dependencies: ["CKnav", "KomootNav"], swiftSettings: settings),
        .target(name: "CAllocationCounter"),
        // The benchmark's peer. Its header is that of CKnav. Nothing may link it together with KnavC: both have
        // the same functions.
        .target(
            name: "CKnavPort", dependencies: ["CKnav"], path: "Sources/Ports/C",
            exclude: ["Makefile", "README.md"], sources: ["codec.c", "street.c"],
            publicHeadersPath: "."),
        .target(
            name: "SimulationRuns",
            dependencies: [
                "KomootNav", "KomootNavConformance", "KomootNavJSON", "KomootNavRecording",
                "Simulation",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "knav",
            dependencies: [
                "KomootNav", "Simulation", "SimulationRuns", "KomootNavRecording",
                "KomootNavPipe", "KomootNavConformance", "ConnectIQBridge", "CyclingSensors",
                "CompanionPairing", "PairingSimulation", "WatchSimulation", "LinkForms",
            ],
            swiftSettings: settings),
        // Not a product for others: it replaces malloc, and has the codec of the C99 port beside the library's.
        .executableTarget(
            name: "knav-bench",
            dependencies: [
                "CAllocationCounter", "CKnav", "CKnavPort", "KomootNav", "KomootNavRecording",
                "Simulation",
            ],
            path: "Tests/Bench/Program", swiftSettings: settings),
        .target(
            name: "PropertyTesting", dependencies: ["Simulation"], path: "Tests/PropertyTesting",
            swiftSettings: settings),
        .testTarget(
            name: "PropertyTestingTests", dependencies: ["PropertyTesting", "Simulation"],
            swiftSettings: settings),
        .testTarget(
            name: "KomootNavTests",
            dependencies: ["KomootNav", "PropertyTesting", "CAllocationCounter"],
            swiftSettings: settings),
        .testTarget(
            name: "KomootNavFoundationTests",
            dependencies: [
                "CompanionPairing", "KomootNav", "KomootNavFoundation", "KomootNavJSON",
                "KomootNavRecording",
                "PropertyTesting", "RepositorySupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "KomootNav", "LinkVocabulary", "PropertyTesting", "Simulation",
                "RepositorySupport",
            ],
            swiftSettings: settings),
        .target(
            name: "RepositorySupport",
            dependencies: ["CyclingSensors", "LinkVocabulary", "Simulation"],
            path: "Tests/RepositorySupport", swiftSettings: settings),
        .testTarget(
            name: "KomootNavConformanceTests",
            dependencies: [
                "CompanionPairing", "ConnectIQBridge", "KomootNav", "KomootNavConformance",
                "KomootNavFixtures", "KomootNavJSON", "KomootNavPipe", "KomootNavRecording",
                "LinkForms", "PropertyTesting", "RepositorySupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "KomootNavJSONTests",
            dependencies: ["KomootNav", "KomootNavJSON"],
            swiftSettings: settings),
        .testTarget(
            name: "LinkFormsTests",
            dependencies: ["ConnectIQBridge", "KomootNavJSON", "LinkForms"],
            swiftSettings: settings),
        .testTarget(
            name: "KomootNavPipeTests",
            dependencies: [
                "KomootNav", "KomootNavPipe", "KomootNavRecording", "RepositorySupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "KomootNavRecordingTests",
            dependencies: [
                "KomootNav", "KomootNavRecording", "PropertyTesting", "RepositorySupport",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "pairing-store-writer",
            dependencies: ["CompanionPairing", "CompanionPairingStore"],
            path: "Tests/PairingStoreWriter", swiftSettings: settings),
        .testTarget(
            name: "CompanionPairingTests",
            dependencies: [
                "CompanionPairing", "CompanionPairingStore", "KomootNav", "PairingSimulation",
                "PropertyTesting", "Simulation", "CAllocationCounter", "RepositorySupport",
                "pairing-store-writer",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "CyclingSensorsTests",
            dependencies: [
                "CyclingSensors", "KomootNav", "PropertyTesting", "Simulation",
                "CAllocationCounter", "RepositorySupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ConnectIQBridgeTests",
            dependencies: [
                "ConnectIQBridge", "KomootNav", "PropertyTesting", "Simulation", "WatchSimulation",
                "CAllocationCounter", "RepositorySupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ConnectIQBridgeFoundationTests",
            dependencies: [
                "ConnectIQBridge", "ConnectIQBridgeFoundation", "KomootNav", "PropertyTesting",
                "RepositorySupport", "Simulation",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "KnavTests",
            dependencies: [
                "knav", "KomootNav", "KomootNavConformance", "KomootNavRecording", "Simulation",
                "SimulationRuns", "RepositorySupport",
            ],
            swiftSettings: settings),
    ]
)

// A module named CoreBluetooth stands in for Apple's framework, on the simulator's link.
//
// `#if os` asks for the system that reads this manifest. There must be no such target on Apple's systems, because its
// module would be found in place of the framework. So a build for Linux on an Apple system has no stand-in, and the
// module KomootNavCoreBluetooth is empty there. The dependency's condition asks for the system that is built for:
// a build for any other than Linux needs no stand-in. Neither could be tried on an Apple system.
#if os(Linux)
    package.targets.first { $0.name == "KomootNavCoreBluetooth" }?.dependencies.append(
        .byName(name: "CoreBluetooth", condition: .when(platforms: [.linux])))
    package.products.append(.library(name: "SimulatedApps", targets: ["SimulatedApps"]))
    package.targets += [
        .target(name: "CCoreBluetooth", path: "Tests/CCoreBluetooth"),
        .target(
            name: "CoreBluetooth", dependencies: ["CCoreBluetooth", "KomootNav", "Simulation"],
            path: "Tests/CoreBluetooth", swiftSettings: settings),
        .target(
            name: "SimulatedApps",
            dependencies: [
                "CompanionPairing", "CoreBluetooth", "KomootNav", "KomootNavCoreBluetooth",
                "KomootNavFoundation", "PairingSimulation", "Simulation",
            ],
            path: "Tests/SimulatedApps", swiftSettings: settings),
        .executableTarget(
            name: "core-bluetooth-campaign",
            dependencies: ["PairingSimulation", "Simulation", "SimulationRuns", "SimulatedApps"],
            path: "Tests/CoreBluetoothCampaign", swiftSettings: settings),
        .testTarget(
            name: "KomootNavCoreBluetoothTests",
            dependencies: [
                "CompanionPairing", "CoreBluetooth", "CyclingSensors", "KomootNav",
                "KomootNavCoreBluetooth", "KomootNavFoundation", "KomootNavRecording",
                "PairingSimulation", "PropertyTesting", "RepositorySupport", "Simulation",
                "SimulatedApps",
            ],
            swiftSettings: settings),
        // All but the views.
        .target(
            name: "ExampleApps",
            dependencies: [
                "CyclingSensors", "KomootNav", "KomootNavCoreBluetooth", "KomootNavFoundation",
                "KomootNavModels", "KomootNavRecording", "LinkVocabulary", "Simulation",
            ],
            path: "Docs/Examples",
            exclude: [
                "README.md", "Handlebar/HandlebarApp.swift", "Navigator/NavigatorApp.swift", "Pair",
                "Trainer/TrainerApp.swift",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "KomootNavModelsTests",
            dependencies: [
                "CompanionPairing", "CompanionPairingStore", "CyclingSensors", "ExampleApps",
                "KomootNav", "KomootNavCoreBluetooth", "KomootNavFoundation", "KomootNavModels",
                "KomootNavRecording", "RepositorySupport", "Simulation",
            ],
            swiftSettings: settings),
        .target(
            name: "ConnectIQ",
            dependencies: [
                "ConnectIQBridge", "ConnectIQBridgeFoundation", "LinkVocabulary", "Simulation",
                "WatchSimulation",
            ],
            path: "Tests/ConnectIQ", swiftSettings: settings),
        .target(
            name: "ConnectIQAdapter",
            dependencies: ["ConnectIQ", "ConnectIQBridge", "ConnectIQBridgeFoundation"],
            swiftSettings: settings),
        .testTarget(
            name: "ConnectIQAdapterTests",
            dependencies: [
                "ConnectIQ", "ConnectIQAdapter", "ConnectIQBridge", "ConnectIQBridgeFoundation",
                "KomootNav", "LinkVocabulary", "PropertyTesting", "RepositorySupport", "Simulation",
                "WatchSimulation",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "CoreBluetoothTests",
            dependencies: ["CoreBluetooth", "KomootNav", "PropertyTesting", "Simulation"],
            swiftSettings: settings),
    ]
#endif
