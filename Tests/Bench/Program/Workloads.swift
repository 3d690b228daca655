import KomootNav
import KomootNavRecording

/// The work that `knav-bench` measures, on typical objects and on longer ones.
enum Workloads {
    static func all() throws(KomootNavError) -> [Workload] {
        let instruction = NavigationInstruction(
            identifier: 0x1234_5678, arrow: .left, distanceInMeters: 1960,
            street: Street(DecodingWorkloads.streets[1]))
        var workloads = try DecodingWorkloads.all()
        workloads.append(
            Workload(name: "encode, into a buffer") { try encode(instruction, $0) })
        let chunkSize = ATT.readPayload(mtu: ATT.defaultMTU)
        for chunkCount in 1...4 {
            // A single chunk is a whole object only below 20 bytes. Of several, the last is half full.
            let byteCount =
                chunkCount == 1 ? ATT.smallestPayload - 1 : (2 * chunkCount - 1) * chunkSize / 2
            let object = ContiguousArray<UInt8>(repeating: 0x41, count: byteCount)
            workloads.append(
                Workload(name: "reassembly, \(counted(chunkCount, "chunk")), \(byteCount) bytes") {
                    try reassemble(object, chunkSize: chunkSize, $0)
                })
        }
        return workloads
    }

    private static func encode(
        _ instruction: NavigationInstruction, _ repetitions: Int
    ) throws(KomootNavError) -> Int {
        var buffer = ContiguousArray<UInt8>(repeating: 0, count: ATT.maximumValueLength)
        var sum = 0
        var span = buffer.mutableSpan
        for _ in 0..<repetitions {
            let count = try instruction.encode(as: .deployed, into: &span)
            sum &+= count &+ Int(span[count - 1])
        }
        return sum
    }

    private static func reassemble(
        _ object: ContiguousArray<UInt8>, chunkSize: Int, _ repetitions: Int
    ) throws(KomootNavError) -> Int {
        var reassembler = ChunkReassembler()
        let bytes = object.span
        var sum = 0
        for _ in 0..<repetitions {
            var step = reassembler.begin()
            while let offset = step.nextOffset {
                let end = min(offset + chunkSize, bytes.count)
                let chunk = bytes.extracting(offset..<end)
                step = try reassembler.receive(chunk, at: offset)
            }
            sum &+= reassembler.withObject { bytes, _ in bytes.count } ?? 0
        }
        return sum
    }
}
