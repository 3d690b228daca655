import CAllocationCounter
import KomootNav
import Testing

@Suite("Allocations")
struct AllocationCounterTests {
    #if os(Linux) && canImport(Glibc)
        @Test("Allocations can be counted with the GNU C library, so the tests below run")
        func available() {
            #expect(allocation_counter_is_available())
        }
    #endif
}

@Suite("On the reading path", .enabled(if: allocation_counter_is_available()))
struct AllocationTests {
    /// How many blocks the work allocates after it has run once before.
    private func allocations(of work: () throws -> Void) rethrows -> UInt64 {
        try work()
        let before = allocation_counter_value()
        try work()
        return allocation_counter_value() - before
    }

    private let object = ContiguousArray<UInt8>(
        [1, 0, 0, 0, 5, 0xA8, 7, 0, 0] + Array("Lennéstraße am Großen Wäldchen".utf8))

    @Test("The counter of allocations notices one")
    func counter() {
        var kept: [[UInt8]] = []
        kept.reserveCapacity(4)
        #expect(allocations { kept.append([UInt8](repeating: 1, count: 100)) } == 1)
    }

    @Test("A borrowed view and its UTF-8 check allocate nothing")
    func view() throws {
        var sum: UInt32 = 0
        let count = try allocations {
            let view = try NavigationInstructionView(decoding: object.span)
            try view.street.validate()
            sum &+= view.distanceInMeters &+ UInt32(view.arrow.rawValue)
            sum &+= UInt32(view.street.wholeCharacters.count)
            if view.identifier == 7 { sum += 1 }
        }
        #expect(count == 0)
        #expect(sum != 0)
    }

    @Test("A borrowed view of any layout, whole or cut, allocates nothing")
    func layouts() throws {
        var identifiers = 0
        for layout in InstructionLayout.known {
            let instruction = NavigationInstruction(
                identifier: layout == .legacy
                    ? .uuid(UUID128(high: 0x4000, low: 1 << 63)) : 0x1234_5678,
                arrow: .left, distanceInMeters: 77, street: "Οδός")
            let object = try ContiguousArray(instruction, as: layout)
            for extent in ObjectExtent.allCases {
                let count = try allocations {
                    let view = try NavigationInstructionView(decoding: object.span, extent: extent)
                    try view.street.validate()
                    if view.layout == layout && view.identifier == instruction.identifier {
                        identifiers += 1
                    }
                }
                #expect(count == 0, "\(layout), \(extent)")
            }
        }
        #expect(identifiers == 12)
    }

    @Test("A notification allocates nothing")
    func notification() throws {
        var kinds = 0
        let identifier: ContiguousArray<UInt8> = [1, 2, 3, 4]
        let count = try allocations {
            if case .instruction = try NotificationPayload(decoding: identifier.span) { kinds = 0 }
            switch try NotificationPayload(decoding: object.span.extracting(..<20)) {
            case .identifier: kinds += 1
            case .instruction(let view): kinds += view.street.bytes.count
            }
        }
        #expect(count == 0)
        #expect(kinds == 22)
    }

    @Test("Encoding into a buffer allocates nothing")
    func encoding() throws {
        let instruction = try NavigationInstruction(decoding: object.span)
        var buffer = ContiguousArray<UInt8>(repeating: 0, count: 512)
        var span = buffer.mutableSpan
        let count = try allocations {
            _ = try instruction.encode(as: .published, into: &span)
        }
        #expect(count == 0)
    }

    @Test(
        "Rounding a distance allocates nothing",
        arguments: DistanceStyle.allCases)
    func distance(_ style: DistanceStyle) {
        for meters: UInt32 in [3, 100, 1960, 100_000] {
            var display = DistanceDisplay.now
            let count = allocations {
                display = DistanceDisplay(distanceInMeters: meters, style: style)
            }
            #expect(count == 0)
            #expect((display == .now) == (meters == 3))
        }
    }

    @Test(
        "Reassembly of one to four chunks allocates nothing", arguments: 1...4)
    func reassembly(_ chunks: Int) throws {
        let whole = ScriptedPhone.object(1, length: chunks == 1 ? 19 : chunks * 22 - 5)
        var reassembler = ChunkReassembler()
        var lent = 0
        let count = try allocations {
            var step = reassembler.begin()
            while let offset = step.nextOffset {
                let end = min(offset + 22, whole.count)
                step = try reassembler.receive(whole.span.extracting(offset..<end), at: offset)
                lent += reassembler.withObject { bytes, _ in bytes.count } ?? 0
            }
            let isWhole = reassembler.withObject { bytes, extent in
                bytes.count == whole.count && extent == .whole
            }
            if isWhole != true { lent = -1000 }
        }
        #expect(count == 0)
        #expect(lent > 0)
    }

    @Test("A central session that connects, reads and loses its link allocates nothing")
    func centralSession() {
        let objects = [1, 2].map { [$0] + self.object.dropFirst() }.map { ContiguousArray($0) }
        var session = CentralSession(CentralSession.Configuration(radio: .offsetReads))
        var driver = CentralDriver()
        var deliveries = 0
        driver.feed(&session, .start)
        let count = allocations {
            for index in 0..<2 {
                let object = objects[index]
                driver.feed(&session, .found(CentralSession.Peer(rawValue: 1)))
                driver.feed(&session, .connected(link: driver.link, mtu: 23))
                driver.feed(&session, .discovered(driver.request, hasCCCD: true))
                driver.feed(&session, .subscribed(driver.request))
                while let offset = driver.offset {
                    let end = min(offset + 22, object.count)
                    let chunk = object.span.extracting(offset..<end)
                    driver.feed(&session, .answered(driver.request, chunk))
                }
                driver.feed(&session, .notified(link: driver.link, object.span.extracting(..<4)))
                driver.feed(&session, .disconnected(link: driver.link))
            }
            deliveries = driver.deliveries
        }
        #expect(count == 0)
        #expect(deliveries > 2)
        #expect(session.status == .searching)
    }

    @Test("A peripheral session that publishes, notifies and answers allocates nothing")
    func peripheralSession() {
        let object = self.object
        var session = PeripheralSession(PeripheralSession.Configuration(layout: .deployed))
        let central = PeripheralSession.Central(rawValue: 1)
        var lent = 0
        var now: UInt64 = 0
        func feed(_ event: PeripheralSession.Event) {
            now += 100
            session.handle(event, at: SessionTime(milliseconds: now))
            while let effect = session.nextEffect() {
                switch effect {
                case .answer(_, let value), .notify(_, let value):
                    lent += session.withBytes(of: value) { $0.count }
                default: break
                }
            }
        }
        feed(.startNavigation)
        feed(.connected(central, mtu: 23))
        let count = allocations {
            feed(.subscribed(central))
            feed(.publish(object.span))
            feed(.read(central, offset: 0, identifier: nil))
            feed(.read(central, offset: 22, identifier: nil))
            feed(.read(central, offset: 44, identifier: nil))
            feed(.notificationRefused(central))
            feed(.notificationsReady)
            feed(.unsubscribed(central))
            now += 10_000
            feed(.timePassed)
        }
        #expect(count == 0)
        #expect(lent > object.count)
    }
}

/// Takes a central session's effects, and remembers the outstanding request.
private struct CentralDriver {
    private(set) var link = Ticket(rawValue: 0)
    private(set) var request = Ticket(rawValue: 0)
    /// The offset of the outstanding read.
    private(set) var offset: Int?
    private(set) var deliveries = 0
    private var now: UInt64 = 0

    mutating func feed(_ session: inout CentralSession, _ event: CentralSession.Event) {
        now += 10
        offset = nil
        session.handle(event, at: SessionTime(milliseconds: now))
        while let effect = session.nextEffect() {
            switch effect {
            case .connect(_, let ticket): link = ticket
            case .discover(let ticket), .subscribe(let ticket): request = ticket
            case .read(let ticket, let offset):
                request = ticket
                self.offset = offset
            case .deliver:
                deliveries += session.withDelivery { bytes, _ in bytes.count } == nil ? 0 : 1
            case .startScan, .stopScan, .disconnect, .report, .fault: break
            }
        }
    }
}
