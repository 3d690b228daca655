import KomootNav
import Simulation
import Testing

// example:begin
/// A device that reads with the library's reassembly: when the link is up, and two seconds after each read.
struct Poller: CentralStateMachine {
    private var effects: ContiguousArray<CentralSession.Effect> = []
    private var lastTicket: UInt32 = 0
    /// The ticket of its link.
    private var link: Ticket?
    /// The ticket and the offset of the read that is outstanding.
    private var read: (ticket: Ticket, offset: Int)?
    private var reassembler = ChunkReassembler()
    private(set) var nextDeadline: SessionTime?

    mutating func handle(_ event: CentralSession.Event, at time: SessionTime) {
        switch event {
        case .start: effects.append(.startScan)
        case .found(let phone):
            let ticket = nextTicket()
            link = ticket
            effects += [.stopScan, .connect(phone, link: ticket)]
        case .connected(let ticket, _) where ticket == link: effects.append(.discover(nextTicket()))
        case .discovered: request(at: reassembler.begin().nextOffset)
        case .answered(let ticket, let chunk) where ticket == read?.ticket:
            let offset = read?.offset ?? 0
            take(try? reassembler.receive(chunk, at: offset), at: time)
        case .failed(let ticket, let error) where ticket == read?.ticket:
            let offset = read?.offset ?? 0
            take(try? reassembler.receive(error, at: offset), at: time)
        case .timePassed:
            nextDeadline = nil
            request(at: reassembler.begin().nextOffset)
        case .disconnected(let ticket) where ticket == link:
            read = nil
            nextDeadline = nil
            effects.append(.startScan)
        default: break  // A real device has something to do for the others, too.
        }
    }

    mutating func nextEffect() -> CentralSession.Effect? {
        effects.isEmpty ? nil : effects.removeFirst()
    }

    mutating func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R? {
        try reassembler.withObject(body)
    }

    /// - Parameter step: what the reassembler wants; `nil` if it gave up.
    private mutating func take(_ step: ChunkReassembler.Step?, at time: SessionTime) {
        if step == .complete { effects.append(.deliver(.whole)) }
        request(at: step?.nextOffset)
        if read == nil { nextDeadline = time.advanced(by: .seconds(2)) }
    }

    private mutating func request(at offset: Int?) {
        read = offset.map { (nextTicket(), $0) }
        if let read { effects.append(.read(read.ticket, offset: read.offset)) }
    }

    private mutating func nextTicket() -> Ticket {
        lastTicket += 1
        return Ticket(rawValue: lastTicket)
    }
}
// example:end

@Suite("A state machine of one's own")
struct OwnMachineTests {
    @Test("A state machine of one's own reads from every phone", arguments: PhoneProfile.allCases)
    func reads(_ profile: PhoneProfile) async throws {
        let world = World(seed: 1)
        let phone = await world.addPhone(profile)
        await phone.startNavigation()
        await phone.startPublishing(every: .seconds(10), streetByteCount: 40)
        let device = await world.addDevice(Poller(), radio: .offsetReads)
        await device.start()
        await world.run(for: .seconds(35))
        let shown = Set(await device.deliveries.map(\.bytes))
        #expect(shown == Set(await phone.publications.map(\.bytes)))
        #expect(shown.count == 4)
        #expect(await device.deliveries.allSatisfy { $0.extent == .whole })
    }

    @Test("A state machine of one's own is judged by the promises that it makes, and by no others")
    func judged() async {
        var campaign = Campaign(
            seeds: 0..<20, radios: [.offsetReads], promises: [.deliversWhatWasPublished],
            contestants: Contestants(makeDevice: { _ in Poller() }))
        let report = await campaign.run()
        #expect(report.isClean)
        campaign.promises = [.neverRepeats]
        let failures = await campaign.run().failures
        #expect(failures.first?.broken.promise == .neverRepeats)
    }

    @Test("A state machine of one's own is the one in the article")
    func article() throws {
        #expect(try Example(inFile: "OwnMachineTests.swift").isShown(in: "TestingYourOwn"))
    }
}
