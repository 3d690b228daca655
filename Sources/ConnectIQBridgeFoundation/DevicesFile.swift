import ConnectIQBridge
import Foundation
import LinkVocabulary

/// The form in which a file holds devices: JSON.
///
/// ```
/// {"devices":[{"id":"A6230408-B526-A5D6-8929-7791342EB4AF","model":"fenix 5","name":"mine"}],"version":1}
/// ```
enum DevicesFile {
    /// The only version. A file of another one is refused.
    private static let version = 1

    private struct Heading: Decodable {
        let version: Int
    }

    private struct Contents: Codable {
        let version: Int
        let devices: [Device]
    }

    private struct Device: Codable {
        let id: String
        let model: String
        let name: String
    }

    static func bytes(of devices: [WatchDevice]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(
            Contents(
                version: version,
                devices: devices.map {
                    Device(id: $0.id.description, model: $0.model, name: $0.name)
                }))
    }

    static func devices(in bytes: Data) throws(DeviceStoreError) -> [WatchDevice] {
        let decoder = JSONDecoder()
        guard let heading = try? decoder.decode(Heading.self, from: bytes),
            heading.version == version,
            let contents = try? decoder.decode(Contents.self, from: bytes)
        else { throw .unreadable }
        var devices: [WatchDevice] = []
        for device in contents.devices {
            guard let id = UUID128(device.id) else { throw .unreadable }
            devices.append(WatchDevice(id: id, model: device.model, name: device.name))
        }
        return devices
    }
}
