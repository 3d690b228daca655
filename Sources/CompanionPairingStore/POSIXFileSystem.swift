#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif
    package import CompanionPairing

    /// The file system of POSIX systems.
    package struct POSIXFileSystem: FileSystem {
        package init() {}

        package func contents(of path: String) throws(NameStoreError) -> ContiguousArray<UInt8>? {
            let file: Int32
            do throws(NameStoreError) {
                // A pipe must not hold up the program: it has no bytes.
                file = try Self.check { unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
            } catch .system(ENOENT) {
                return nil
            } catch {
                throw error
            }
            var bytes: ContiguousArray<UInt8> = []
            var chunk = [UInt8](repeating: 0, count: 1024)
            do throws(NameStoreError) {
                while true {
                    let count = try Self.check {
                        Int32(
                            truncatingIfNeeded: unsafe chunk.withUnsafeMutableBytes {
                                unsafe read(file, $0.baseAddress, $0.count)
                            })
                    }
                    if count == 0 { break }
                    bytes.append(contentsOf: chunk[..<Int(count)])
                    // A file of names is short. Anything else would only fill the memory.
                    if bytes.count > NamesFile.maximumByteCount { break }
                }
            } catch {
                _ = Self.closeFile(file)
                throw error
            }
            _ = Self.closeFile(file)
            return bytes
        }

        package func create(_ path: String) throws(NameStoreError) -> Int32 {
            do throws(NameStoreError) {
                try remove(path)
            } catch .system(ENOENT) {
                // Usually nothing is left of an earlier store.
            } catch {
                throw error
            }
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            return try Self.check { unsafe open(path, flags, mode_t(0o600)) }
        }

        package func write(
            _ bytes: ArraySlice<UInt8>, to file: Int32
        ) throws(NameStoreError) -> Int {
            let count = try Self.check {
                Int32(
                    truncatingIfNeeded: unsafe bytes.withUnsafeBytes {
                        unsafe Self.writeFile(file, $0.baseAddress, $0.count)
                    })
            }
            // A write of nothing would be tried for ever.
            guard count > 0 else { throw .system(EIO) }
            return Int(count)
        }

        package func synchronize(_ file: Int32) throws(NameStoreError) {
            #if canImport(Darwin)
                // There `fsync` does not empty the drive's cache (clause 7.5).
                do throws(NameStoreError) {
                    _ = try Self.check { fcntl(file, F_FULLFSYNC) }
                    return
                } catch .system(let number) where [ENOTSUP, EINVAL, ENOTTY].contains(number) {
                    // This file system does not know it. Any other error is one of the drive's.
                } catch {
                    throw error
                }
            #endif
            _ = try Self.check { fsync(file) }
        }

        package func close(_ file: Int32) throws(NameStoreError) {
            // After a signal the file is closed all the same, and its number may be another file's.
            if Self.closeFile(file) != 0 && errno != EINTR { throw .system(errno) }
        }

        package func rename(_ path: String, to other: String) throws(NameStoreError) {
            _ = try Self.check { Self.renameFile(path, other) }
        }

        package func synchronizeFolder(_ path: String) throws(NameStoreError) {
            let folder = try Self.check { unsafe open(path, O_RDONLY | O_CLOEXEC) }
            defer { _ = Self.closeFile(folder) }
            try synchronize(folder)
        }

        package func remove(_ path: String) throws(NameStoreError) {
            _ = try Self.check { unsafe unlink(path) }
        }

        /// Makes a system call, and makes it again when a signal has interrupted it.
        private static func check(_ call: () -> Int32) throws(NameStoreError) -> Int32 {
            while true {
                let result = call()
                if result >= 0 { return result }
                if errno != EINTR { throw .system(errno) }
            }
        }
    }

    // Methods of the same names hide these functions.
    extension POSIXFileSystem {
        private static func closeFile(_ file: Int32) -> Int32 {
            #if canImport(Darwin)
                Darwin.close(file)
            #elseif canImport(Glibc)
                Glibc.close(file)
            #else
                Musl.close(file)
            #endif
        }

        private static func writeFile(
            _ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
        ) -> Int {
            #if canImport(Darwin)
                unsafe Darwin.write(file, bytes, count)
            #elseif canImport(Glibc)
                unsafe Glibc.write(file, bytes, count)
            #else
                unsafe Musl.write(file, bytes, count)
            #endif
        }

        private static func renameFile(_ path: String, _ other: String) -> Int32 {
            #if canImport(Darwin)
                unsafe Darwin.rename(path, other)
            #elseif canImport(Glibc)
                unsafe Glibc.rename(path, other)
            #else
                unsafe Musl.rename(path, other)
            #endif
        }
    }
#endif
