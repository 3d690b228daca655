import KomootNav
import KomootNavRecording

/// The statistics of one connection, computed slowly from the whole of its history: what was shown and what the
/// phone had is worked out for every event before anything is measured.
struct StatisticsModel {
    struct Happening {
        let kind: CapturedEvent.Kind
        let value: ArraySlice<UInt8>
        let microseconds: Int64
    }

    private(set) var readLatencies: [Int64] = []
    private(set) var answerLatencies: [Int64] = []
    private(set) var intervals: [Int64] = []
    private(set) var staleTimes: [Int64] = []
    private(set) var missedCount = 0
    private(set) var unansweredCount = 0

    private let happenings: [Happening]
    /// What the display begins to show with an event.
    private var showings: [Int: [UInt8]] = [:]
    private var shown: [[UInt8]?] = []
    private var newest: [[UInt8]?] = []

    /// - Parameter happenings: the events, each with a time of its own.
    init(_ happenings: [Happening]) {
        self.happenings = happenings
        findShowings()
        // Each connection, with its end, by itself.
        var first = 0
        for (index, happening) in happenings.enumerated() {
            guard case .disconnected = happening.kind else { continue }
            measure(first...index)
            first = index + 1
        }
        if first < happenings.count { measure(first...(happenings.count - 1)) }
    }

    private mutating func findShowings() {
        var tracker = ReadTracker()
        var reads: [CapturedRead] = []
        for happening in happenings {
            let event = CapturedEvent(
                kind: happening.kind, connection: 1, time: .microseconds(happening.microseconds))
            tracker.handle(event, ContiguousArray(happening.value).span) { reads.append($0) }
        }
        tracker.finish { reads.append($0) }
        for read in reads where read.outcome == .complete && !read.mayBeTorn {
            guard (try? NavigationInstruction(decoding: read.bytes.span)) != nil else { continue }
            let last = happenings.indices.first {
                happenings[$0].microseconds == read.end.microsecondsSince1970
            }
            if let last { showings[last] = Array(read.bytes.prefix(4)) }
        }
    }

    private mutating func measure(_ range: ClosedRange<Int>) {
        shown = [[UInt8]?](repeating: nil, count: happenings.count)
        newest = shown
        for index in range {
            let isFirst = index == range.lowerBound
            shown[index] = showings[index] ?? (isFirst ? nil : shown[index - 1])
            newest[index] = evidence(index) ?? (isFirst ? nil : newest[index - 1])
        }
        measureStaleTimes(range)
        measureShowings(range)
        measureRequests(range)
        for index in range.dropFirst() where newest[index] != newest[index - 1] {
            if announcement(before: index, range) != nil { missedCount += 1 }
        }
    }

    /// What an event shows that the phone has.
    private func evidence(_ index: Int) -> [UInt8]? {
        let happening = happenings[index]
        guard happening.value.count >= 4 else { return nil }
        switch happening.kind {
        case .notified: return Array(happening.value.prefix(4))
        case .chunk(0):
            // The phone may have answered before it notified something else.
            let request = happenings[..<index].lastIndex { $0.kind == .requested(offset: 0) }
            let isOld = happenings[(request ?? 0)..<index].contains { later in
                later.kind == .notified && later.value.count >= 4
            }
            return isOld ? nil : Array(happening.value.prefix(4))
        default: return nil
        }
    }

    /// The first notification of what the phone had before an event, unless it was shown since.
    private func announcement(before end: Int, _ range: ClosedRange<Int>) -> Int? {
        guard end > range.lowerBound, let object = newest[end - 1] else { return nil }
        var first = end - 1
        while first > range.lowerBound && newest[first - 1] == object { first -= 1 }
        return (first..<end).first { index in
            guard case .notified = happenings[index].kind, evidence(index) == object,
                shown[index] != object
            else { return false }
            return !(index..<end).contains { showings[$0] == object }
        }
    }

    private mutating func measureStaleTimes(_ range: ClosedRange<Int>) {
        var start: Int?
        for index in range {
            let isStale =
                shown[index] != nil && shown[index] != newest[index] && index < range.upperBound
            if isStale {
                start = start ?? index
            } else if let begun = start {
                if let time = duration(begun, index) { staleTimes.append(time) }
                start = nil
            }
        }
    }

    private mutating func measureShowings(_ range: ClosedRange<Int>) {
        var last: Int?
        for index in range {
            guard let object = showings[index] else { continue }
            let isNewest = newest[index] == object
            if isNewest, index > range.lowerBound, newest[index - 1] == object,
                let start = announcement(before: index, range),
                let time = duration(start, index)
            {
                readLatencies.append(time)
            }
            let isOther = index == range.lowerBound || shown[index - 1] != object
            guard isOther else { continue }
            if let last, let time = duration(last, index) { intervals.append(time) }
            last = index
        }
    }

    private mutating func measureRequests(_ range: ClosedRange<Int>) {
        var open: Int?
        for index in range {
            switch happenings[index].kind {
            case .requested:
                if open != nil { unansweredCount += 1 }
                open = index
            case .chunk, .failed:
                if let start = open, let time = duration(start, index) {
                    answerLatencies.append(time)
                }
                open = nil
            case .disconnected: if open != nil { unansweredCount += 1 }
            default: break
            }
        }
    }

    /// The microseconds between two events; `nil` if the clock went back between them.
    private func duration(_ first: Int, _ last: Int) -> Int64? {
        for index in first..<last
        where happenings[index + 1].microseconds < happenings[index].microseconds {
            return nil
        }
        return happenings[last].microseconds - happenings[first].microseconds
    }
}
