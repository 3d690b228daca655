import ConnectIQBridge
import Foundation
import KomootNav
import RepositorySupport
import Testing

@testable import ConnectIQBridgeFoundation

@Suite("A file of devices")
final class FileDeviceStoreTests {
    private let folder: URL
    private let file: URL
    private let devices = [
        WatchDevice(id: UUID128(high: 1, low: 2), model: "fenix 5", name: "a \"/\\\u{0}é\u{1F6B2}"),
        WatchDevice(id: UUID128(high: 1, low: 3)),
        WatchDevice(id: UUID128(high: 1, low: 4), partNumber: "006-B2697-00"),
    ]
    private let text =
        #"{"devices":[{"id":"A6230408-B526-A5D6-8929-7791342EB4AF","model":"fenix 5","name":"mine"}],"version":1}"#

    init() throws {
        folder = try FileManager.default.makeTemporaryFolder()
        file = folder.appendingPathComponent("devices.json")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test("A file of devices gives back what was stored last, even to another store")
    func roundTrip() async throws {
        let store = FileDeviceStore(file: file)
        for list in [devices, [], devices.reversed()] {
            try await store.store(list)
            #expect(try await store.load() == list)
            #expect(try await FileDeviceStore(file: file).load() == list)
        }
    }

    @Test(
        "A file of devices has no list without a file, or without its folder, and makes the folder")
    func missing() async throws {
        #expect(try await FileDeviceStore(file: file).load() == nil)
        let deep = folder.appendingPathComponent("a/b/devices.json")
        let store = FileDeviceStore(file: deep)
        #expect(try await store.load() == nil)
        try await store.store(devices)
        #expect(try await store.load() == devices)
    }

    @Test("A file of devices is JSON with a version, and its form stays the same")
    func form() async throws {
        let id = try #require(UUID128("A6230408-B526-A5D6-8929-7791342EB4AF"))
        let mine = WatchDevice(id: id, model: "fenix 5", name: "mine")
        let store = FileDeviceStore(file: file)
        try await store.store([mine])
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        try Data(text.utf8).write(to: file)
        #expect(try await store.load() == [mine])
    }

    @Test("A part number is written if there is one, and a file without it is read")
    func partNumber() async throws {
        let id = try #require(UUID128("A6230408-B526-A5D6-8929-7791342EB4AF"))
        let mine = WatchDevice(id: id, model: "fenix 5", name: "mine", partNumber: "006-B2697-00")
        let store = FileDeviceStore(file: file)
        try await store.store([mine])
        let newText = text.replacing(#""mine"}"#, with: #""mine","partNumber":"006-B2697-00"}"#)
        #expect(try String(contentsOf: file, encoding: .utf8) == newText)
        #expect(try await store.load() == [mine])
        try Data(newText.replacing(#""006-B2697-00""#, with: "7").utf8).write(to: file)
        await #expect(throws: DeviceStoreError.unreadable) { try await store.load() }
    }

    @Test("A file of devices is unreadable if it is anything else, or of another version")
    func unreadable() async throws {
        var texts = ["", "{}", "[]", "null", #"{"version":1}"#, #"{"devices":[]}"#]
        texts += [#"{"devices":[],"version":2}"#, #"{"devices":[],"version":"1"}"#]
        texts += [#"{"devices":[],"version":0}"#, #"{"devices":[],"version":1.5}"#]
        texts.append(text.replacingOccurrences(of: "A6230408", with: "G6230408"))
        texts.append(text.replacingOccurrences(of: "\"name\"", with: "\"title\""))
        texts.append(text + text)
        texts += text.indices.map { String(text[..<$0]) }
        for text in texts {
            try Data(text.utf8).write(to: file)
            await #expect(throws: DeviceStoreError.unreadable, "\(text)") {
                try await FileDeviceStore(file: self.file).load()
            }
        }
        try Data(text.utf8 + [0xFF]).write(to: file)
        await #expect(throws: DeviceStoreError.unreadable) {
            try await FileDeviceStore(file: self.file).load()
        }
    }

    @Test("A file of devices is unreadable above the bound, and as good as any at it")
    func bound() async throws {
        let store = FileDeviceStore(file: file)
        let spaces = FileDeviceStore.maximumByteCount - text.utf8.count
        let full = text + String(repeating: " ", count: spaces)
        try Data(full.utf8).write(to: file)
        #expect(try await store.load()?.count == 1)
        try Data((full + " ").utf8).write(to: file)
        await #expect(throws: DeviceStoreError.unreadable) { try await store.load() }
    }

    @Test("A file of devices of any size is refused without loading it")
    func huge() async throws {
        try Data().write(to: file)
        // A file with a hole: its size is larger than any memory, and it needs no room.
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 1 << 42)
        try handle.close()
        await #expect(throws: DeviceStoreError.unreadable) {
            try await FileDeviceStore(file: self.file).load()
        }
    }

    @Test("A file of devices is not replaced by one that could not be read again")
    func tooLarge() async throws {
        let store = FileDeviceStore(file: file)
        try await store.store(devices)
        let name = String(repeating: "x", count: FileDeviceStore.maximumByteCount)
        await #expect(throws: DeviceStoreError.system(EFBIG)) {
            try await store.store([WatchDevice(id: UUID128(high: 0, low: 0), name: name)])
        }
        #expect(try await store.load() == devices)
    }

    @Test("A file of devices has room for the largest answer of Connect Mobile")
    func largestAnswer() async throws {
        // 8192 bytes of a URL: a name of control characters, each of which is 6 characters in JSON.
        let store = FileDeviceStore(file: file)
        let name = String(repeating: "\u{1}", count: 8192 / DeviceSelection.maximumDeviceCount)
        let full = (0..<DeviceSelection.maximumDeviceCount).map {
            WatchDevice(id: UUID128(high: 0, low: UInt64($0)), name: name)
        }
        try await store.store(full)
        #expect(try await store.load() == full)
    }

    @Test("A file of devices that the system refuses is neither missing nor unreadable")
    func systemErrors() async throws {
        let asFolder = FileDeviceStore(file: folder)
        await #expect(throws: DeviceStoreError.system(EISDIR)) { try await asFolder.load() }
        await #expect(throws: DeviceStoreError.self) { try await asFolder.store(self.devices) }
        try Data().write(to: file)
        let below = FileDeviceStore(file: file.appendingPathComponent("a"))
        await #expect(throws: DeviceStoreError.system(ENOTDIR)) { try await below.load() }
        await #expect(throws: DeviceStoreError.self) { try await below.store(self.devices) }
    }

    @Test("A file of devices that can't be stored is told by the system's number")
    func storeErrors() async throws {
        let asFolder = FileDeviceStore(file: folder)
        await #expect(throws: DeviceStoreError.system(EISDIR)) {
            try await asFolder.store(self.devices)
        }
        let name = String(repeating: "x", count: 300)
        let long = FileDeviceStore(file: folder.appendingPathComponent(name))
        await #expect(throws: DeviceStoreError.system(ENAMETOOLONG)) {
            try await long.store(self.devices)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A pipe in place of a file of devices holds nobody up, and is replaced")
    func pipe() async throws {
        #expect(unsafe mkfifo(file.path, 0o600) == 0)
        let store = FileDeviceStore(file: file)
        await #expect(throws: DeviceStoreError.unreadable) { try await store.load() }
        try await store.store(devices)
        #expect(try await store.load() == devices)
    }

    @Test(
        "A failure of a file of devices has the system's number, and Foundation's if there is no other"
    )
    func failures() {
        let locked = NSError(
            domain: NSCocoaErrorDomain, code: 260,
            userInfo: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(EPERM))])
        let full = NSError(
            domain: NSCocoaErrorDomain, code: 640,
            userInfo: [NSUnderlyingErrorKey: POSIXError(.ENOSPC)])
        for (error, expected) in [
            (NSError(domain: NSPOSIXErrorDomain, code: Int(ENOENT)), .system(ENOENT)),
            (locked, .system(EPERM)), (full, .system(ENOSPC)),
            (NSError(domain: "another", code: 260), .other(domain: "another", number: 260)),
        ] as [(NSError, DeviceStoreError)] {
            #expect(SystemFailure(error).error == expected)
        }
    }
}
