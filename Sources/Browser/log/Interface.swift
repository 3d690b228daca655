import KomootNavRecording

// What the page calls. The module does one job in its life, so the page makes an instance for each: a log that is
// given up, or that was too much for it, leaves nothing behind.

/// What a call tells the page.
private enum Answer: Int32 {
    /// Go on.
    case done = 0
    /// The log can't be used; the output ends with the reason.
    case failed = 1
    /// Give the file once more, from its beginning.
    case again = 2
}

nonisolated(unsafe) private var job = Job()
nonisolated(unsafe) private var input: ContiguousArray<UInt8> = []

// MARK: - Jobs

/// Shows a log: its reads, what went wrong, and a summary. The handle is 0 if it is not known.
@c(knav_log_show)
public func show(handle: UInt32) {
    unsafe job = LogOverview(NavigationReader(handle: givenHandle(handle)))
}

/// Draws a part of a log, in microseconds since its first event.
@c(knav_log_chart)
public func chart(handle: UInt32, from: Double, to: Double) {
    let first = microseconds(from)
    let window = first...max(first, microseconds(to))
    unsafe job = ChartPart(NavigationReader(handle: givenHandle(handle)), window: window)
}

/// Copies a log's navigation traffic. The connection is 0 for each that has traffic.
@c(knav_log_redact)
public func redact(handle: UInt32, connection: Int32, replacesStreets: Bool) {
    unsafe job = RedactedCopy(
        handle: givenHandle(handle), connection: connection > 0 ? Int(connection) : nil,
        replacesStreets: replacesStreets)
}

/// Records what a device's radio does.
@c(knav_log_record)
public func record() { unsafe job = DeviceRecorder() }

// MARK: - Bytes in, bytes out

/// Gives room for this many bytes of input.
@c(knav_log_input)
public func reserveInput(size: Int) -> UnsafeMutableRawPointer? {
    if unsafe input.count < size { unsafe input = ContiguousArray(repeating: 0, count: size) }
    return unsafe input.withUnsafeMutableBytes { $0.baseAddress }
}

/// Takes the next bytes of the log, from the input.
@c(knav_log_read)
public func read(size: Int) -> Int32 {
    attempt { (job) throws(CaptureError) in
        unsafe try job.read(input.span.extracting(first: size))
        return .done
    }
}

/// Ends the log.
@c(knav_log_finish)
public func finish() -> Int32 {
    attempt { (job) throws(CaptureError) in try job.finish() ? .again : .done }
}

/// Takes something that the device's radio did, with its bytes in the input.
@c(knav_log_event)
public func handle(kind: Int32, number: Int32, size: Int, timeInMicroseconds: Double) {
    guard let recorder = unsafe job as? DeviceRecorder,
        let kind = DeviceRecorder.Event(rawValue: kind)
    else { return }
    let time = CaptureTime(microsecondsSince1970: microseconds(timeInMicroseconds))
    unsafe recorder.handle(kind, Int(number), input.span.extracting(first: size), at: time)
}

/// Where the output is: a JSON object on each line, or the bytes of a file.
@c(knav_log_output)
public func output() -> UnsafeRawPointer? {
    unsafe job.output.bytes.withUnsafeBytes { $0.baseAddress }
}

/// How many bytes of output there are.
@c(knav_log_output_size)
public func outputSize() -> Int { unsafe job.output.bytes.count }

/// Makes room for the next output.
@c(knav_log_clear_output)
public func clearOutput() { unsafe job.output.clear() }

// MARK: -

private func attempt(_ body: (Job) throws(CaptureError) -> Answer) -> Int32 {
    do throws(CaptureError) {
        return unsafe try body(job).rawValue
    } catch {
        unsafe job.output.add(error)
        return Answer.failed.rawValue
    }
}

private func givenHandle(_ number: UInt32) -> UInt16? {
    number == 0 ? nil : UInt16(clamping: number)
}

private func microseconds(_ number: Double) -> Int64 {
    Int64(exactly: number.rounded(.down)) ?? (number < 0 ? .min : .max)
}
