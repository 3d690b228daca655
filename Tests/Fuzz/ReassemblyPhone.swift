// Compiled into the fuzz target of reassembly.

/// Publishes up to three objects, one after another, and answers every request from the newest.
struct Phone {
    private let objects: [[UInt8]]
    private let ending: Int
    private(set) var chunkSize: Int
    private var laterChunkSize: Int?
    private var newest: Int
    /// How many changes it has made: new objects, and another chunk size.
    private(set) var changes = 0

    /// The link's MTU, which exceeds a chunk by one or three bytes.
    let mtu: Int

    /// - Parameter kind: the script's first byte.
    init(_ script: inout Script, _ kind: Int, mayChangeChunkSize: Bool) {
        let shape = script.next()
        ending = shape & 3
        let firstChunkSize = 20 + script.next(below: 494)
        mtu = firstChunkSize + (kind & 8 == 0 ? 1 : 3)
        // Some phones answer with 20 bytes, whatever the MTU.
        chunkSize = kind & 16 == 0 ? firstChunkSize : 20
        laterChunkSize = mayChangeChunkSize && shape & 4 != 0 ? 20 + script.next(below: 494) : nil
        newest = shape & 8 != 0 ? -1 : 0
        let count = 1 + (shape >> 4) % 3
        let lengths = (0..<count).map { _ in 1 + script.next(below: 512) }
        // The objects differ in one of the first twenty bytes and in all bytes after those, so a
        // mix of two equals neither.
        let mark = script.next() % lengths.reduce(20, min)
        objects = lengths.enumerated().map { number, length in
            (0..<length).map { position in
                position == mark || position >= 20 ? UInt8(number + 1) : 0xEE
            }
        }
    }

    /// The MTU that a radio tells. With one callback it may be less than the link's (clause 8.9).
    func toldMTU(_ radio: ChunkReassembler.Radio, _ kind: Int) -> Int {
        guard radio == .oneCallback else { return mtu }
        return max(ATT.defaultMTU, mtu - [0, 1, 2, 3, 4, 20, 100, 400][kind >> 5])
    }

    var object: [UInt8]? { newest < 0 ? nil : objects[newest] }

    mutating func publishNext() {
        guard newest + 1 < objects.count else { return }
        newest += 1
        changes += 1
    }

    mutating func changeChunkSize() {
        guard let later = laterChunkSize else { return }
        chunkSize = later
        laterChunkSize = nil
        changes += 1
    }

    func answer(at offset: Int, _ script: inout Script) -> Answer {
        guard let object else { return .error(.attributeNotFound) }
        if offset < object.count {
            return .chunk(Array(object[offset..<min(offset + chunkSize, object.count)]))
        }
        switch ending < 3 ? ending : script.next() % 3 {
        case 0: return .chunk([])
        case 1: return .error(.invalidOffset)
        default: return .error(.attributeNotLong)
        }
    }
}

/// The answer of a radio that goes on by itself after a full response. It can't notice torn objects,
/// and fails at any error, as BlueZ does.
func longAnswer(
    _ phone: inout Phone, at offset: Int, _ script: inout Script
) -> Answer {
    var value: [UInt8] = []
    while true {
        let response = phone.answer(at: offset + value.count, &script)
        guard case .chunk(let chunk) = response else { return response }
        value += chunk
        if chunk.count < phone.mtu - 1 || offset + value.count >= 512 { return .chunk(value) }
        if script.next() & 3 == 1 { phone.publishNext() }
    }
}

/// What a request is answered with.
enum Answer: CustomStringConvertible {
    case chunk([UInt8])
    case error(ATTError)

    var isError: Bool {
        switch self {
        case .chunk: false
        case .error: true
        }
    }

    var description: String {
        switch self {
        case .chunk(let chunk): "a chunk of \(chunk.count) bytes, \(hex(chunk.prefix(40)))"
        case .error(let error): "the error \(error)"
        }
    }
}
