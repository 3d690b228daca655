// Refused on tvos and watchos: posix_spawnattr_init
import Darwin

public func start() {
    var attributes: posix_spawnattr_t?
    unsafe posix_spawnattr_init(&attributes)
}
