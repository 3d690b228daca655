public import KomootNav

/// What a phone did, moment by moment: enough to play the phone to a device.
///
/// It comes from a capture, or from a ride that was never sent over a radio.
public struct PhoneRecording: Hashable, Sendable {
    /// What the phone did.
    public enum Act: Hashable, Sendable {
        /// It came into reach; links to it had this MTU, in bytes.
        case appeared(mtu: Int)
        /// It went out of reach.
        case left
        /// Links to it had this MTU from then on.
        case changedMTU(Int)
        /// It had another object from then on.
        case published(ContiguousArray<UInt8>)
        /// It notified.
        case notified(ContiguousArray<UInt8>)
        /// It refused the next read.
        case refused(ATTError)
    }

    /// An act and its time.
    public struct Moment: Hashable, Sendable {
        /// When; the first moment's time is zero.
        public let time: SessionTime
        /// What the phone did.
        public let act: Act
    }

    /// The moments in order of time.
    public let moments: [Moment]

    /// Whether the phone did anything but come and go.
    public var hasTraffic: Bool {
        moments.contains { moment in
            switch moment.act {
            case .appeared, .left, .changedMTU: false
            case .published, .notified, .refused: true
            }
        }
    }

    /// When the last moment was.
    public var end: SessionTime { moments.last?.time ?? .zero }

    /// Makes the recording of a ride: the phone is in reach all the time, and notifies identifiers.
    ///
    /// - Throws: what `NavigationInstruction.encoded(as:)` throws.
    public init(
        _ ride: RecordedRide, layout: InstructionLayout, mtu: Int = ATT.defaultMTU
    ) throws(KomootNavError) {
        var moments = [Moment(time: .zero, act: .appeared(mtu: mtu))]
        for (time, object) in try ride.objects(in: layout) {
            let identifier = object[layout.identifierOffset...].prefix(
                layout.identifierFormat.byteCount)
            moments.append(Moment(time: time, act: .published(object)))
            moments.append(Moment(time: time, act: .notified(ContiguousArray(identifier))))
        }
        self.moments = moments
    }

    init(moments: [Moment]) { self.moments = moments }

    /// A part of a recording, as a recording of its own.
    package struct Part: Hashable, Sendable {
        /// When it begins in the whole.
        package let start: SessionTime
        /// What the phone did; its times count from ``start`` on, without long pauses.
        package let recording: PhoneRecording
    }

    /// The longest time between two moments of a part, in milliseconds: in a longer pause a session would
    /// only poll.
    private static let longestPauseInParts: UInt64 = 10_000

    /// Cuts the recording into parts of this many moments. At the start of each part the phone is in reach and
    /// has an object if that was so in the recording.
    package func parts(ofMoments count: Int) -> [Part] {
        var parts: [Part] = []
        var mtu: Int?
        var object: ContiguousArray<UInt8>?
        var index = 0
        while index < moments.count {
            let slice = moments[index..<min(index + max(count, 1), moments.count)]
            let start = slice.first?.time ?? .zero
            var part: [Moment] = []
            if let mtu { part.append(Moment(time: .zero, act: .appeared(mtu: mtu))) }
            if let object { part.append(Moment(time: .zero, act: .published(object))) }
            var last = start
            var time = SessionTime.zero
            for moment in slice {
                let pause = min(moment.time.milliseconds(since: last), Self.longestPauseInParts)
                time = time.advanced(byMilliseconds: pause)
                last = moment.time
                part.append(Moment(time: time, act: moment.act))
                switch moment.act {
                case .appeared(let size), .changedMTU(let size): mtu = size
                case .left: mtu = nil
                case .published(let bytes): object = bytes
                case .notified, .refused: break
                }
            }
            parts.append(Part(start: start, recording: PhoneRecording(moments: part)))
            index += slice.count
        }
        return parts
    }
}
