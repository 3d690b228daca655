import KomootNav
import Testing

/// Rows of failures, and what ends them (C.6 to C.8).
@Suite("A central session that reads in vain")
struct CentralFailureTests {
    private typealias Radio = ChunkReassembler.Radio

    /// Answers every read with an error until the link ends.
    ///
    /// - Returns: how many reads there were; `nil` if 40 were not enough.
    private func readsUntilLost(
        _ central: inout SteppedCentral, _ answer: (inout SteppedCentral) -> Void
    ) -> Int? {
        var reads = 0
        for _ in 0..<200 where reads < 40 {
            switch central.phase {
            case .reading:
                reads += 1
                answer(&central)
            case .discovering: central.tell(.discovered(central.request, hasCCCD: false))
            case .ready: central.wait()
            case .stopped, .radioOff, .scanning, .connecting, .subscribing: return reads
            }
        }
        return nil
    }

    @Test(
        "A central session that reads in vain ends the link at the fourth Invalid Handle in a row",
        arguments: Radio.allCases)
    func invalidHandle(_ radio: ChunkReassembler.Radio) {
        var central = SteppedCentral(reading: .init(radio: radio))
        for _ in 0..<3 {
            central.fail(.invalidHandle)
            #expect(central.phase == .discovering)
            central.tell(.discovered(central.request, hasCCCD: false))
        }
        let last = central.fail(.invalidHandle)
        let error = KomootNavError(.attError(.invalidHandle), at: 0)
        let expected: [SteppedCentral.Effect] = [
            .fault(.unreadable(error)), .fault(.gaveUp), .disconnect(link: central.link),
            .startScan, .report(.searching),
        ]
        #expect(last == expected)
    }

    @Test(
        "A central session that reads in vain counts Invalid Handle to subscriptions and to reads in one row"
    )
    func invalidHandleToSubscription() {
        for subscriptions in 0...4 {
            var central = SteppedCentral(connected: .init(radio: .offsetReads))
            for failure in 0..<4 {
                #expect(central.phase == .discovering)
                let subscribes = failure < subscriptions
                central.tell(.discovered(central.request, hasCCCD: subscribes))
                #expect(central.phase == (subscribes ? .subscribing : .reading))
                central.fail(.invalidHandle)
            }
            #expect(central.phase == .scanning, "\(subscriptions) to subscriptions")
        }
    }

    @Test(
        "A central session that reads in vain forgets a row of failures when an object or 0x0A comes, but not at a first chunk"
    )
    func progress() {
        let long = deployedObject(1, count: 30)
        let cases: [(what: String, reads: Int, (inout SteppedCentral) -> Void)] = [
            ("object", 4, { $0.answer(deployedObject(1)) }),
            ("none", 4, { $0.fail(.attributeNotFound) }),
            ("chunk", 1, { $0.answer(ContiguousArray(long[..<22])) }),
        ]
        for (what, reads, act) in cases {
            var central = SteppedCentral(reading: .init(radio: .offsetReads))
            for _ in 0..<3 {
                central.fail(.unlikelyError)
                central.wait()
            }
            act(&central)
            #expect(readsUntilLost(&central) { $0.fail(.unlikelyError) } == reads, "\(what)")
        }
    }

    @Test(
        "A central session that reads in vain ends the link after nine reads in a row that were too long"
    )
    func oversized() {
        let chunk = deployedObject(1, count: 300)
        var central = SteppedCentral(reading: .init(radio: .offsetReads), mtu: 517)
        let reads = readsUntilLost(&central) { $0.answer(chunk) }
        // Each object takes two reads: its first chunk can be shown.
        #expect(reads == 18)
    }

    @Test(
        "A central session that reads in vain ends the link after four reads in a row that failed after the first chunk"
    )
    func errorBehindFirstChunk() {
        let chunk = deployedObject(1, count: 22)
        var central = SteppedCentral(reading: .init(radio: .offsetReads))
        let reads = readsUntilLost(&central) {
            _ = $0.offset == 0 ? $0.answer(chunk) : $0.fail(.unlikelyError)
        }
        #expect(reads == 8)
    }

    @Test(
        "A central session that reads in vain never drops a link over an object whose end is an error, if the radio goes on by itself",
        arguments: [ATTError.invalidOffset, .attributeNotLong])
    func unreadableEnd(_ error: ATTError) {
        for radio in Radio.allCases where radio.goesOn {
            var configuration = CentralSession.Configuration(radio: radio)
            configuration.subscribes = radio != .oneCallback
            var central = SteppedCentral(reading: configuration)
            for _ in 0..<60 {
                let effects = central.fail(error)
                let unreadable = KomootNavError(.attError(error), at: 0)
                #expect(effects.contains(.fault(.unreadable(unreadable))))
                #expect(central.phase == .ready)
                #expect(central.wait().milliseconds == 500)
            }
            // Nothing was counted: the next three errors do not end the link either.
            for _ in 0..<3 {
                central.fail(.unlikelyError)
                #expect(central.phase == .ready)
                central.wait()
            }
        }
    }

    @Test(
        "A central session that reads at offsets counts Invalid Offset at offset 0 as any other error"
    )
    func endingAtTheStart() {
        var central = SteppedCentral(reading: .init(radio: .offsetReads))
        #expect(readsUntilLost(&central) { $0.fail(.invalidOffset) } == 4)
    }

    @Test(
        "A central session that reads in vain reads at once after 0x0A if a notification came during the read"
    )
    func nothingAfterNotification() {
        let notifications: [ContiguousArray<UInt8>] = [[1, 0, 0, 0], deployedObject(1), [1]]
        for notification in notifications {
            var central = SteppedCentral(reading: .init(radio: .offsetReads))
            central.notify(notification)
            #expect(central.fail(.attributeNotFound).reads, "\(notification)")
            // The notification was taken care of.
            #expect(central.fail(.attributeNotFound) == [])
            #expect(central.wait().milliseconds == Milliseconds.keepAliveReadInterval)
        }
    }

    @Test(
        "A central session that reads in vain waits again when the phone says that it has no object"
    )
    func waiting() {
        var central = SteppedCentral(reading: .init(radio: .offsetReads))
        central.answer(deployedObject(1))
        #expect(central.status == .navigating)
        central.notify([2, 0, 0, 0])
        #expect(central.fail(.attributeNotFound) == [.report(.waiting)])
        // What comes back was over, so it is delivered again.
        central.wait()
        #expect(
            central.answer(deployedObject(1)) == [
                .deliver(deployedObject(1), .whole), .report(.navigating),
            ])
    }

    @Test(
        "A central session goes on navigating while the phone answers, however long it gives the same instruction, or only errors"
    )
    func nothingNew() {
        var central = SteppedCentral(reading: .init(radio: .offsetReads))
        central.answer(deployedObject(1))
        for _ in 0..<30 {
            central.wait()
            #expect(central.answer(deployedObject(1)).isEmpty)
            central.wait()
            let failed = central.fail(.unlikelyError)
            #expect(!failed.contains { if case .report = $0 { true } else { false } })
        }
        #expect(central.status == .navigating)
        #expect(central.now > 100_000)
    }
}
