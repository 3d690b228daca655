public import ConnectIQBridge
public import Foundation
import LinkVocabulary

/// Devices in a file. A crash of the program leaves the old list or the new one, never a part.
///
/// Each `store` writes another file in the same folder and gives that the file's name. After a power failure the file may be
/// older than the last `store`, or `unreadable`; then the user chooses the devices again. A crash in the middle leaves the other
/// file in the folder. Nothing removes that, so give the file a folder of its own if you clean up or back up. On Linux, each
/// `store` gives the file the mode of a new one.
///
/// On iOS an app may run while the phone is locked, because Bluetooth wakes it. So the file has the protection
/// `completeUntilFirstUserAuthentication` there, each time that it is written: it can be read from the first time on that the user
/// unlocks the phone after it was switched on. Before that, `load` throws `system(_:)`, and not `nil`: try again later, and don't
/// ask the user to choose, nor tell the session that the load failed. A ``DeviceStoreQueue`` does that.
///
/// The store makes one call at a time, and does not order its callers: tasks may enter an actor in another order than that in
/// which they were made. A session relies on the order of its effects, and a ``DeviceStoreQueue`` keeps it.
///
/// One program at a time may use a file. Neither a locked phone nor a crash in the middle was tried.
///
/// Source: `Docs/Watch.md`, clause 3.6.
public actor FileDeviceStore: DeviceStore {
    /// The largest file that is read or written, in bytes. All devices of one answer of Connect Mobile fit in.
    public static let maximumByteCount = 65_536

    private let file: URL

    /// Creates a store.
    ///
    /// - Parameter file: the file, for example in the app's folder for application support. Its folder is created when
    ///   devices are stored.
    public init(file: URL) { self.file = file }

    /// What was stored last; `nil` if there is no file.
    ///
    /// - Throws: `DeviceStoreError.unreadable` if the file has more than ``maximumByteCount`` bytes, another version, or is not
    ///   a list of devices; `DeviceStoreError.system(_:)` if it can't be read, with `errno`, or `other(domain:number:)` if
    ///   Foundation does not say which.
    public func load() throws(DeviceStoreError) -> [WatchDevice]? {
        guard let bytes = try Self.bytes(of: file) else { return nil }
        guard bytes.count <= Self.maximumByteCount else { throw .unreadable }
        return try DevicesFile.devices(in: bytes)
    }

    /// Stores devices in place of those before, all or none.
    ///
    /// - Throws: `DeviceStoreError.system(_:)` or `other(domain:number:)`, like ``load()``; `system(EFBIG)` if they need more
    ///   than ``maximumByteCount`` bytes.
    public func store(_ devices: [WatchDevice]) throws(DeviceStoreError) {
        do {
            let bytes = try DevicesFile.bytes(of: devices)
            guard bytes.count <= Self.maximumByteCount else {
                throw DeviceStoreError.system(EFBIG)
            }
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: file, options: Self.writingOptions)
        } catch let error as DeviceStoreError {
            throw error
        } catch {
            throw SystemFailure(error).error
        }
    }

    /// The file's bytes, and one too many if there are more than are allowed; `nil` if there is no file. A pipe does not
    /// hold up the program: it has no bytes.
    private static func bytes(of file: URL) throws(DeviceStoreError) -> Data? {
        let number = unsafe open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else {
            if errno == ENOENT { return nil }
            throw .system(errno)
        }
        let handle = FileHandle(fileDescriptor: number, closeOnDealloc: true)
        var bytes = Data()
        do {
            while bytes.count <= maximumByteCount {
                let next = try handle.read(upToCount: maximumByteCount + 1 - bytes.count)
                guard let next, !next.isEmpty else { break }
                bytes.append(contentsOf: next)
            }
        } catch {
            throw SystemFailure(error).error
        }
        return bytes
    }

    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        private static let writingOptions: Data.WritingOptions = [
            .atomic, .completeFileProtectionUntilFirstUserAuthentication,
        ]
    #else
        private static let writingOptions: Data.WritingOptions = .atomic
    #endif
}

/// What the system said when a file could not be read or written.
struct SystemFailure {
    /// `system(_:)` with `errno`, or else the domain and the number of Foundation's error.
    let error: DeviceStoreError

    init(_ error: any Error) {
        let error = error as NSError
        // On Linux this is a value that is no `NSError`.
        let underlying = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        for each in [underlying, error] {
            guard let each, each.domain == NSPOSIXErrorDomain else { continue }
            self.error = .system(Int32(truncatingIfNeeded: each.code))
            return
        }
        self.error = .other(domain: error.domain, number: error.code)
    }
}

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
        /// `nil` if it was not given. Files of earlier versions never have it.
        let partNumber: String?

        init(_ device: WatchDevice) {
            id = device.id.description
            model = device.model
            name = device.name
            partNumber = device.partNumber.isEmpty ? nil : device.partNumber
        }
    }

    static func bytes(of devices: [WatchDevice]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(
            Contents(version: version, devices: devices.map(Device.init)))
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
            devices.append(
                WatchDevice(
                    id: id, model: device.model, name: device.name,
                    partNumber: device.partNumber ?? ""))
        }
        return devices
    }
}
