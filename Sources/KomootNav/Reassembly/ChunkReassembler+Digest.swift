#if !hasFeature(Embedded)
    extension ChunkReassembler {
        /// Adds everything that decides what the reassembler will do. Bytes that were joined earlier
        /// don't: they stay in the buffer, but nothing looks at them again.
        ///
        /// - Parameter isReading: whether the read goes on. If not, the next one begins anew, whatever the
        ///   last one has left.
        mutating func describe(to digest: inout StateDigest, isReading: Bool) {
            if trustsChunkSize || radio.readsWholeValues { digest.add(longestChunk) }
            digest.add(mtu)
            if radio == .oneCallback { digest.add(leastMTU) }
            guard isReading else { return }
            switch state {
            case .idle, .complete: digest.add(UInt64(0))
            case .first:
                digest.add(UInt64(1))
                digest.add(restarts)
            case .next(let chunkSize, let count):
                digest.add(UInt64(2))
                describeBytes(chunkSize, count, to: &digest)
            case .confirming(let chunkSize, let count):
                digest.add(UInt64(3))
                describeBytes(chunkSize, count, to: &digest)
            }
        }

        private mutating func describeBytes(
            _ chunkSize: Int, _ count: Int, to digest: inout StateDigest
        ) {
            digest.add(restarts)
            digest.add(chunkSize)
            withBytes(count: count) { digest.add($0) }
        }
    }
#endif
