import CompanionPairing
import CompanionPairingStore
import Foundation
import KomootNav
import RepositorySupport
import Testing

@Suite("A file of names")
struct NameStoreTests {
    private let old = PairingNames(own: name("server"), peer: name("old client"))
    private let new = PairingNames(own: name("server"), peer: name("new client"))
    private let path = "folder/names"

    /// A disk that holds the old names.
    private func disk() throws -> CrashingDisk {
        let disk = CrashingDisk()
        try AtomicNamesFile(path: path, system: disk).store(old)
        return disk
    }

    /// How many calls a store makes.
    private func callCount() throws -> Int {
        let disk = try disk()
        let before = disk.calls
        try AtomicNamesFile(path: path, system: disk).store(new)
        return disk.calls - before
    }

    @Test("A file of names gives back what was stored, with a peer and without one")
    func roundTrip() throws {
        for names in [
            old, new, PairingNames(own: name("x")), PairingNames(own: PairingName(random: 7)),
        ] {
            #expect(try NamesFile.names(in: NamesFile.bytes(of: names)) == names)
        }
    }

    @Test("A file of names is text")
    func form() {
        let bytes = NamesFile.bytes(of: PairingNames(own: name("A1")))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "komoot-nav pairing 1\nown 4131\npeer -\ncheck BB83DEC4\n")
    }

    @Test("A file of names is refused if any byte of it is changed, missing or added")
    func damage() throws {
        let bytes = NamesFile.bytes(of: new)
        for position in bytes.indices {
            for mask in [1, 0x20, 0x80] as [UInt8] {
                var damaged = bytes
                damaged[position] ^= mask
                #expect(throws: NameStoreError.unreadable) { try NamesFile.names(in: damaged) }
            }
            let cut = ContiguousArray(bytes[..<position])
            #expect(throws: NameStoreError.unreadable) { try NamesFile.names(in: cut) }
        }
        #expect(throws: NameStoreError.unreadable) { try NamesFile.names(in: bytes + [10]) }
    }

    @Test(
        "A file of names holds the old names or the new ones, wherever the system crashes, and the new ones after the store"
    )
    func crashes() throws {
        let calls = try callCount()
        #expect(calls > 6)
        var states = 0
        var outcomes: Set<PairingNames> = []
        for cut in 1...calls + 1 {
            let disk = try disk()
            disk.failingCall = disk.calls + cut
            disk.staysDown = true
            let isDone = (try? AtomicNamesFile(path: path, system: disk).store(new)) != nil
            #expect(isDone == (cut > calls))
            let count = disk.unsafeChanges.count
            for choice in 0..<(1 << count) {
                let kept = (0..<count).map { choice >> $0 & 1 == 1 }
                let after = disk.afterCrash(kept: kept)
                let names = try AtomicNamesFile(path: path, system: after).load()
                states += 1
                outcomes.insert(try #require(names))
                #expect(names == new || !isDone && names == old, "cut \(cut), kept \(kept)")
                // The next program can store, whatever was left.
                try AtomicNamesFile(path: path, system: after).store(old)
                #expect(try AtomicNamesFile(path: path, system: after).load() == old)
            }
        }
        #expect(states > 1000)
        #expect(outcomes == [old, new])
    }

    @Test("A file of names holds the old names or the new ones, wherever the program is killed")
    func kills() throws {
        for cut in 1...(try callCount()) {
            let disk = try disk()
            disk.failingCall = disk.calls + cut
            disk.staysDown = true
            try? AtomicNamesFile(path: path, system: disk).store(new)
            let after = disk.afterKill()
            let names = try AtomicNamesFile(path: path, system: after).load()
            #expect(names == old || names == new)
            try AtomicNamesFile(path: path, system: after).store(new)
            let crashed = after.afterCrash(
                kept: [Bool](repeating: false, count: after.unsafeChanges.count))
            #expect(try AtomicNamesFile(path: path, system: crashed).load() == new)
        }
    }

    @Test(
        "A file of names gives names that survive a crash, even if the program that stored them was killed"
    )
    func killThenCrash() throws {
        var outcomes: Set<PairingNames> = []
        for cut in 1...(try callCount()) {
            let disk = try disk()
            disk.failingCall = disk.calls + cut
            disk.staysDown = true
            try? AtomicNamesFile(path: path, system: disk).store(new)
            let after = disk.afterKill()
            let names = try AtomicNamesFile(path: path, system: after).load()
            outcomes.insert(try #require(names))
            let count = after.unsafeChanges.count
            for choice in 0..<(1 << count) {
                let kept = (0..<count).map { choice >> $0 & 1 == 1 }
                let crashed = after.afterCrash(kept: kept)
                let found = try AtomicNamesFile(path: path, system: crashed).load()
                #expect(found == names, "cut \(cut), kept \(kept)")
            }
        }
        #expect(outcomes == [old, new])
    }

    @Test("A file of names fails from the first load on if its folder can't be synced")
    func unsyncable() throws {
        let disk = try disk()
        disk.failingCall = disk.calls + 2
        #expect(throws: NameStoreError.system(5)) {
            try AtomicNamesFile(path: path, system: disk).load()
        }
    }

    @Test("A file of names throws if a call fails, and still holds the old names or the new ones")
    func errors() throws {
        for cut in 1...(try callCount()) {
            let disk = try disk()
            disk.failingCall = disk.calls + cut
            #expect(throws: NameStoreError.system(5)) {
                try AtomicNamesFile(path: path, system: disk).store(new)
            }
            disk.failingCall = nil
            let names = try AtomicNamesFile(path: path, system: disk).load()
            #expect(names == old || names == new)
            try AtomicNamesFile(path: path, system: disk).store(new)
            #expect(try AtomicNamesFile(path: path, system: disk).load() == new)
        }
    }

    @Test(
        "A file of names that does not exist has no names, and one that can't be read throws an error"
    )
    func missing() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileNameStore(path: folder.appendingPathComponent("names").path)
        #expect(try await store.load() == nil)
        try await store.store(new)
        #expect(try await store.load() == new)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["names"])
        try Data("komoot".utf8).write(to: folder.appendingPathComponent("names"))
        await #expect(throws: NameStoreError.unreadable) { try await store.load() }
        await #expect(throws: NameStoreError.self) {
            try await FileNameStore(path: folder.path).load()
        }
    }

    @Test("A file of names is written to a new file, whatever has that file's name")
    func leftovers() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("names").path
        let target = folder.appendingPathComponent("target")
        try Data("mine".utf8).write(to: target)
        let store = FileNameStore(path: path)
        for leave: (String) -> Int32 in [
            { unsafe symlink(target.path, $0) }, { unsafe link(target.path, $0) },
            { unsafe mkfifo($0, 0o600) },
            { unsafe symlink("/nowhere/names", $0) },
        ] {
            #expect(leave(path + ".new") == 0)
            try await store.store(new)
            #expect(try await store.load() == new)
            #expect(try Data(contentsOf: target) == Data("mine".utf8))
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        }
        let leftover = URL(fileURLWithPath: path + ".new")
        try FileManager.default.createDirectory(at: leftover, withIntermediateDirectories: false)
        await #expect(throws: NameStoreError.self) { try await store.store(old) }
        #expect(try await store.load() == new)
    }

    @Test("A pipe in place of a file of names holds nobody up, and is replaced")
    func pipe() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("names").path
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let store = FileNameStore(path: path)
        await #expect(throws: NameStoreError.unreadable) { try await store.load() }
        try await store.store(new)
        #expect(try await store.load() == new)
    }

    @Test("A file of names in a folder that does not exist fails from the first load on")
    func noFolder() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appendingPathComponent("inner")
        let store = FileNameStore(path: inner.appendingPathComponent("names").path)
        await #expect(throws: NameStoreError.system(ENOENT)) { try await store.load() }
        await #expect(throws: NameStoreError.system(ENOENT)) { try await store.store(new) }
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        #expect(try await store.load() == nil)
        try await store.store(new)
        #expect(try await store.load() == new)
    }

    @Test("A store of names in memory gives back what was stored")
    func memory() async {
        let store = MemoryNameStore()
        #expect(await store.load() == nil)
        await store.store(new)
        #expect(await store.load() == new)
    }
}
