import KomootNav
import KomootNavPipe
import KomootNavRecording
import Testing

@Suite("The record of a pipe")
struct PipeRecorderTests {
    /// What the record of these lines shows.
    private func recorded(
        _ pipe: SessionPipe, _ input: String
    ) throws -> (events: [CapturedEvent.Kind], isComplete: Bool) {
        var pipe = pipe
        var recorder = PipeRecorder(of: pipe, start: CaptureTime(microsecondsSince1970: 0))
        pipe.handle(ContiguousArray(input.utf8).span, at: .zero) { recorder.handle($0) }
        #expect(pipe.refusedLines == 0)
        var reader = NavigationReader()
        var events: [CapturedEvent.Kind] = []
        try reader.read(recorder.takeBytes().span) { event, _ in events.append(event.kind) }
        try reader.finish { event, _ in events.append(event.kind) }
        #expect(reader.damageCount == 0)
        return (events, recorder.isComplete)
    }

    private let phone = SessionPipe(
        peripheral: PeripheralSession.Configuration(layout: .deployed), clock: .given)
    private let device = SessionPipe(
        central: CentralSession.Configuration(radio: .offsetReads), clock: .given)

    /// A device with one of the radios that go on by themselves.
    private func device(_ radio: ChunkReassembler.Radio) -> SessionPipe {
        SessionPipe(central: CentralSession.Configuration(radio: radio), clock: .given)
    }

    @Test(
        "The record of a pipe has the requests and answers of each central, at the handle that the line gives"
    )
    func phoneEnd() throws {
        let (events, isComplete) = try recorded(
            phone,
            """
            {"at":0,"event":"startNavigation"}
            {"at":1,"event":"publish","bytes":"0403020105d20000004162"}
            {"at":2,"event":"connected","central":0,"mtu":23,"handle":33}
            {"at":3,"event":"read","central":0,"offset":0}
            {"at":4,"event":"disconnected","central":0,"reason":19}

            """)
        #expect(isComplete)
        #expect(
            events == [
                .connected, .discovered(handle: 33), .requested(offset: 0), .chunk(offset: 0),
                .disconnected(reason: 0x13),
            ])
    }

    @Test(
        "The record of a pipe ends a central's connection when it connects again without a disconnection"
    )
    func reconnection() throws {
        let (events, _) = try recorded(
            phone,
            """
            {"at":0,"event":"startNavigation"}
            {"at":1,"event":"connected","central":7,"mtu":23}
            {"at":2,"event":"connected","central":7,"mtu":23}
            {"at":3,"event":"disconnected","central":7,"reason":8}

            """)
        #expect(
            events == [
                .connected, .disconnected(reason: 0x1F), .connected, .disconnected(reason: 8),
            ])
    }

    @Test("The record of a pipe cuts whole values by the MTU that is agreed when they arrive")
    func wholeValuesAfterMTU() throws {
        let object = "0403020105d2000000" + String(repeating: "61", count: 41)
        let (events, _) = try recorded(
            device(.wholeValues),
            """
            {"at":0,"event":"start"}
            {"at":1,"event":"found","peer":1}
            {"at":2,"event":"connected","link":1,"mtu":23}
            {"at":3,"event":"mtuChanged","link":1,"mtu":185}
            {"at":4,"event":"discovered","ticket":2,"hasCCCD":false}
            {"at":5,"event":"answered","ticket":3,"bytes":"\(object)"}

            """)
        #expect(
            events == [
                .connected, .mtuAgreed(185), .discovered(handle: 18), .requested(offset: 0),
                .chunk(offset: 0), .requested(offset: 0),
            ])
    }

    @Test(
        "The record of a pipe takes arrivals for what the session takes them for",
        arguments: [false, true])
    func arrivals(_ hasOneCallback: Bool) throws {
        let (events, _) = try recorded(
            device(hasOneCallback ? .oneCallback : .wholeValues),
            """
            {"at":0,"event":"start"}
            {"at":1,"event":"found","peer":1}
            {"at":2,"event":"connected","link":1,"mtu":185}
            {"at":3,"event":"discovered","ticket":2,"hasCCCD":false}
            {"at":5,"event":"arrived","link":9,"bytes":"0403020105d20000004162"}
            {"at":6,"event":"arrived","link":1,"bytes":"0403020105d20000004162"}
            {"at":7,"event":"arrived","link":1,"bytes":"0403020105d20000004162"}
            {"at":8,"event":"arrived","link":1,"bytes":"0403020105d20000004162"}

            """)
        let setUp: [CapturedEvent.Kind] = [
            .connected, .mtuAgreed(185), .discovered(handle: 18), .requested(offset: 0),
        ]
        let arrived: [CapturedEvent.Kind] =
            hasOneCallback
            ? [.chunk(offset: 0), .requested(offset: 0), .chunk(offset: 0), .notified]
            : [.notified, .notified, .notified]
        #expect(events == setUp + arrived)
    }

    @Test(
        "The record of a pipe cuts by 23 bytes what comes over a link whose MTU the radio doesn't tell"
    )
    func unknownMTU() throws {
        let object = "0403020105d2000000" + String(repeating: "61", count: 21)
        let (events, _) = try recorded(
            device(.wholeValues),
            """
            {"at":0,"event":"start"}
            {"at":1,"event":"found","peer":1}
            {"at":2,"event":"connected","link":1,"mtu":null}
            {"at":3,"event":"mtuChanged","link":1,"mtu":null}
            {"at":4,"event":"discovered","ticket":2,"hasCCCD":false}
            {"at":5,"event":"answered","ticket":3,"bytes":"\(object)"}

            """)
        #expect(
            events == [
                .connected, .discovered(handle: 18), .requested(offset: 0), .chunk(offset: 0),
                .requested(offset: 22), .chunk(offset: 22), .requested(offset: 0),
            ])
    }

    @Test("The record of a pipe has the requests of a long read, which may begin after the start")
    func longReads() throws {
        let chunk = "0403020105d2000000" + String(repeating: "61", count: 13)
        let (events, _) = try recorded(
            device(.longReads),
            """
            {"at":0,"event":"start"}
            {"at":1,"event":"found","peer":1}
            {"at":2,"event":"connected","link":1,"mtu":23}
            {"at":4,"event":"discovered","ticket":2,"hasCCCD":false}
            {"at":5,"event":"answered","ticket":3,"bytes":"\(chunk)"}
            {"at":6,"event":"answered","ticket":4,"bytes":"\(chunk)"}

            """)
        #expect(
            events == [
                .connected, .discovered(handle: 18), .requested(offset: 0), .chunk(offset: 0),
                .requested(offset: 22), .failed(offset: 22, .invalidOffset),
                .requested(offset: 22), .chunk(offset: 22), .requested(offset: 44),
                .failed(offset: 44, .invalidOffset), .requested(offset: 44),
            ])
    }

    @Test("The record of a pipe leaves out a link that the device's session has not asked for")
    func unknownLink() throws {
        let (events, _) = try recorded(
            device,
            """
            {"at":0,"event":"start"}
            {"at":1,"event":"connected","link":0,"mtu":23}
            {"at":2,"event":"found","peer":1}
            {"at":3,"event":"connected","link":9,"mtu":23}
            {"at":4,"event":"connected","link":1,"mtu":50}
            {"at":5,"event":"connected","link":1,"mtu":50}
            {"at":6,"event":"radioOff"}

            """)
        #expect(events == [.connected, .mtuAgreed(50), .disconnected(reason: 0x16)])
    }

    @Test("The record of a pipe has times that count from when the pipe's clock began")
    func times() throws {
        let input = ContiguousArray(
            """
            {"at":0,"event":"start"}
            {"at":300,"event":"found","peer":1}
            {"at":1500,"event":"connected","link":1,"mtu":23}

            """.utf8)
        for start: Int64 in [0, 1_700_000_000_000_000, .max] {
            var pipe = device
            let begin = CaptureTime(microsecondsSince1970: start)
            var recorder = PipeRecorder(of: pipe, start: begin)
            pipe.handle(input.span, at: .zero) { recorder.handle($0) }
            var times: [CaptureTime] = []
            var reader = NavigationReader()
            try reader.read(recorder.takeBytes().span) { event, _ in times.append(event.time) }
            // A log counts from the year 0, so its last time is earlier.
            let last = CaptureTime(microsecondsSince1970: .max - 0x00DC_DDB3_0F2F_8000)
            #expect(times == [min(last, begin.advanced(by: .milliseconds(1500)))])
        }
    }

    @Test("The record of a pipe ends at a time that is too late for a log")
    func lateTimes() throws {
        let latest = PipeRecorder.latestTime.milliseconds
        let (_, isComplete) = try recorded(device, "{\"at\":\"\(latest)\",\"event\":\"start\"}\n")
        #expect(isComplete)
        let (events, isStillComplete) = try recorded(
            device,
            """
            {"at":0,"event":"start"}
            {"at":1,"event":"found","peer":1}
            {"at":"\(latest + 1)","event":"connected","link":1,"mtu":23}

            """)
        #expect(!isStillComplete)
        #expect(events == [])
    }
}
