import CCoreBluetooth
import Foundation
import KomootNav
import Simulation

final class PeripheralSystem: @unchecked Sendable {
    unowned let bluetooth: SimulatedBluetooth
    var number: Int32 = -1
    var untilAnswered: Set<ObjectIdentifier> = []
    init(_ bluetooth: SimulatedBluetooth) { self.bluetooth = bluetooth }
    func follow(_ state: CBManagerState) {}
    func terminate(keepsState: Bool) {}
    func attach(_ manager: CBPeripheralManager, _ identifier: String?) {}
    func detach(_ manager: ObjectIdentifier) {}
    func startAdvertising(_ data: [String: Any]?) {}
    func stopAdvertising() {}
    func add(_ service: CBMutableService) {}
    func remove(_ service: CBMutableService) {}
    func removeAllServices() {}
    func respond(to request: CBATTRequest, _ result: CBATTError.Code) {}
    func update(_ value: Data, _ characteristic: CBMutableCharacteristic, _ centrals: [CBCentral]?)
        -> Bool
    { true }
    func maximumUpdateValueLength(of central: Int32) -> Int { 20 }
}
