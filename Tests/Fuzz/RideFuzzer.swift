// The input is a ride file. Whatever its bytes are, every line that is not empty is an instruction
// that the protocol can carry, or has an error. A line means the same alone as in its file.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRide(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // Not copied: the address sanitizer knows where these bytes end.
    let bytes = unsafe Span(_unsafeStart: start, count: count)
    let lines = copied(bytes).split(separator: 0x0A, omittingEmptySubsequences: false)
        .map { ContiguousArray($0.last == 0x0D ? $0.dropLast() : $0) }
    let ride = RideFile(bytes)

    let numbers = lines.indices.filter { !lines[$0].isEmpty }.map { $0 + 1 }
    check(ride.lines.map(\.number) == numbers, "lines \(ride.lines.map(\.number)), not \(numbers)")
    for line in ride.lines {
        let content = lines[line.number - 1]
        let alone: Result<RideInstruction, RideFileError>
        do throws(RideFileError) {
            alone = .success(try RideInstruction(line: content.span))
        } catch {
            alone = .failure(error)
        }
        check(alone == line.content, "line \(line.number): \(line.content), alone \(alone)")
        if case .success(let instruction) = line.content { play(instruction) }
    }
    return 0
}

/// Sends an instruction in the smallest chunks; the same instruction must come out.
private func play(_ ride: RideInstruction) {
    var playback = RidePlayback(layout: .deployed, chunkSize: 0)
    do throws(KomootNavError) {
        let instruction = try playback.send(ride).instruction
        check(
            instruction.arrow == ride.arrow && instruction.street == ride.street
                && instruction.distanceInMeters == ride.distanceInMeters,
            "sent \(ride), received \(instruction)")
    } catch {
        fatalError("\(ride) can't be sent: \(error)")
    }
}
