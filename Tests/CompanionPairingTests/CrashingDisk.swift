import CompanionPairing
import CompanionPairingStore

/// A file system in memory that can be cut at every system call, in the ways in which real ones can.
///
/// What was not synced when the system crashes may be on the disk or not: bytes up to any length, and each change of
/// a name in the folder, in any combination.
final class CrashingDisk: FileSystem, @unchecked Sendable {
    /// A change that is not safe yet.
    enum Change: Hashable {
        case bytes(inode: Int, ContiguousArray<UInt8>)
        case name(String, inode: Int?)
        case exchange(String, other: String, inode: Int)
    }

    private var safeNames: [String: Int] = [:]
    private var safeBytes: [Int: ContiguousArray<UInt8>] = [:]
    private var names: [String: Int] = [:]
    private var bytes: [Int: ContiguousArray<UInt8>] = [:]
    private(set) var unsafeChanges: [Change] = []
    private var lastInode = 0
    /// How many calls there were.
    private(set) var calls = 0
    /// The call that fails; `nil` for none.
    var failingCall: Int?
    /// Whether all calls after that fail as well: the system is gone.
    var staysDown = false
    /// How many bytes one write takes.
    var longestWrite = 7

    private func call() throws(NameStoreError) {
        calls += 1
        guard let failingCall else { return }
        if calls == failingCall || staysDown && calls > failingCall { throw .system(5) }
    }

    func contents(of path: String) throws(NameStoreError) -> ContiguousArray<UInt8>? {
        try call()
        return names[path].map { bytes[$0] ?? [] }
    }

    func create(_ path: String) throws(NameStoreError) -> Int {
        try call()
        if let inode = names[path] {
            bytes[inode] = []
            unsafeChanges.append(.bytes(inode: inode, []))
            return inode
        }
        lastInode += 1
        bytes[lastInode] = []
        names[path] = lastInode
        unsafeChanges.append(.name(path, inode: lastInode))
        return lastInode
    }

    func write(_ slice: ArraySlice<UInt8>, to file: Int) throws(NameStoreError) -> Int {
        try call()
        let count = min(slice.count, longestWrite)
        bytes[file, default: []].append(contentsOf: slice.prefix(count))
        unsafeChanges.append(.bytes(inode: file, bytes[file] ?? []))
        return count
    }

    func synchronize(_ file: Int) throws(NameStoreError) {
        try call()
        safeBytes[file] = bytes[file]
        unsafeChanges.removeAll {
            if case .bytes(file, _) = $0 { true } else { false }
        }
    }

    func close(_ file: Int) throws(NameStoreError) { try call() }

    func rename(_ path: String, to other: String) throws(NameStoreError) {
        try call()
        guard let inode = names.removeValue(forKey: path) else { throw .system(2) }
        names[other] = inode
        unsafeChanges.append(.exchange(path, other: other, inode: inode))
    }

    func synchronizeFolder(_ path: String) throws(NameStoreError) {
        try call()
        safeNames = names
        unsafeChanges.removeAll {
            if case .bytes = $0 { false } else { true }
        }
    }

    func remove(_ path: String) throws(NameStoreError) {
        try call()
        guard names.removeValue(forKey: path) != nil else { throw .system(2) }
        unsafeChanges.append(.name(path, inode: nil))
    }

    /// The disk after a crash.
    ///
    /// - Parameter kept: for each change that was not safe, whether it is on the disk.
    func afterCrash(kept: [Bool]) -> CrashingDisk {
        let disk = CrashingDisk()
        disk.safeNames = safeNames
        disk.safeBytes = safeBytes
        for (change, isKept) in zip(unsafeChanges, kept) where isKept {
            switch change {
            case .bytes(let inode, let bytes): disk.safeBytes[inode] = bytes
            case .name(let path, let inode): disk.safeNames[path] = inode
            case .exchange(let path, let other, let inode):
                disk.safeNames[path] = nil
                disk.safeNames[other] = inode
            }
        }
        disk.names = disk.safeNames
        disk.bytes = disk.safeBytes
        disk.lastInode = lastInode
        return disk
    }

    /// The disk as the next program sees it after this one was killed: the system lives on.
    func afterKill() -> CrashingDisk {
        let disk = afterCrash(kept: [])
        disk.names = names
        disk.bytes = bytes
        disk.unsafeChanges = unsafeChanges
        return disk
    }
}
