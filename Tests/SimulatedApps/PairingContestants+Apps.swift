import CompanionPairing
import KomootNav
package import PairingSimulation

extension PairingContestants {
    /// The clients are apps with a `PairedDisplay`, on Core Bluetooth. The server runs on a phone that shows navigation to
    /// anybody.
    ///
    /// - Parameters:
    ///   - misuses: takes what the apps did that they must not do.
    ///   - kind: whose the server is.
    package static func pairedDisplays(
        _ misuses: MisuseLog, _ kind: Kind = .library
    ) -> PairingContestants {
        var contestants = PairingContestants(kind)
        contestants.makeClientHost = { world, app in
            PairedDisplayApp(app, in: world, misuses: misuses)
        }
        contestants.makeServerHost = { [contestants] _, app, tellsLinks in
            PairingPeripheral(app, tellsLinks: tellsLinks, beside: .navigation) {
                contestants.makeServer($0, tellsDisconnections: tellsLinks)
            }
        }
        return contestants
    }

    /// The clients are apps with a `PairedDisplay`, and the server is one with a `PairedPhone`, all on Core Bluetooth.
    ///
    /// - Parameter misuses: takes what the apps did that they must not do.
    package static func pairedApps(_ misuses: MisuseLog) -> PairingContestants {
        var contestants = PairingContestants.pairedDisplays(misuses)
        contestants.showsToAnybody = false
        contestants.makeServerHost = { world, app, _ in
            PairedPhoneApp(app, in: world, misuses: misuses)
        }
        return contestants
    }
}

extension ShownBeside {
    /// Instructions, each with its number as the distance.
    static var navigation: ShownBeside {
        ShownBeside(NavigationService.uuid, NavigationService.instructionCharacteristic) { number in
            let instruction = NavigationInstruction(
                identifier: .uint32(number), arrow: .left, distanceInMeters: number, street: "")
            return (try? instruction.encoded(as: .deployed)) ?? []
        }
    }
}
