// Refused on tvos and watchos: init(delegate:queue:options:)
import CoreBluetooth

public func serve() { _ = CBPeripheralManager(delegate: nil, queue: nil, options: nil) }
