package import Foundation
import KomootNav
import Simulation

/// A peripheral of the world, as the system of a simulated central knows it for one manager.
final class Peer {
    /// What has become of the wish to be connected.
    enum Phase {
        case idle
        case connecting
        case connected
        /// The link, or the attempt, has ended, but the delegate is not told yet.
        case ending
    }

    /// Its number among the peripherals of its world.
    let number: Int32
    let identifier: UUID
    /// The app's object. The app has to keep it.
    weak var object: CBPeripheral?
    var phase = Phase.idle
    /// Whether the user has allowed to pair it.
    var isPaired = false
    /// Whether the app asked for a link while another one was ending.
    var isWanted = false
    /// The attempt of this phase, and its link if there is one.
    var attempt: UInt32 = 0
    var link: Int32?
    /// Grows with each call of the app that begins or ends an attempt.
    var wish: UInt32 = 0
    /// Whether the app was told that it is connected, and has not cancelled that since.
    var isToldConnected = false
    /// The requests of the app; the first one is under way.
    var operations: [Operation] = []
    /// The discoveries of this link whose end is never told.
    var untold: [Operation] = []
    /// What was found on all links, and whether the discoveries of this link give that.
    var remembered: [Operation.Found] = []
    var isRemembering = false
    /// The services that were discovered on this link, and the characteristics by their handles.
    var services: [CBService]?
    var characteristics: [UInt16: CBCharacteristic] = [:]
    /// The handles that the app has subscribed to on this link.
    var subscribed: Set<UInt16> = []

    /// - Parameter device: the number of the central that knows it.
    init(number: Int32, device: Int32) {
        self.number = number
        identifier = UUID(device: device, peer: number)
    }
}

extension UUID {
    /// An identifier that depends on both numbers only.
    package init(device: Int32, peer: Int32) {
        let uuid = UUID128(device: device, peer: peer)
        self.init(
            uuid: (
                uuid[0], uuid[1], uuid[2], uuid[3], uuid[4], uuid[5], uuid[6], uuid[7], uuid[8],
                uuid[9], uuid[10], uuid[11], uuid[12], uuid[13], uuid[14], uuid[15]
            ))
    }
}
