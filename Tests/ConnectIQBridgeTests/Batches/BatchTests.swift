import ConnectIQBridge
import KomootNav
import Testing

@Suite("Batches of messages")
struct BatchTests {
    private func request(_ contents: [MonkeyValue], _ stage: Stage) -> CompanionSession.Request {
        .send(.array(contents), to: stage.app, isTransient: false, stage.tickets[0])
    }

    @Test(
        "The first batched message goes at once, and those handed in meanwhile go together after 10 s"
    )
    func joining() throws {
        var stage = try Stage.ready()
        let first = stage.send(.batched, 1)
        #expect(stage.effects == [.transport(request([1], stage))])
        stage.take(.finished(stage.tickets[0], .success))
        #expect(stage.effects == [.tell(.ended(first, to: stage.app, .sent))])
        var ids: [OutgoingMessage.ID] = []
        for number in 2...4 as ClosedRange<Int32> {
            ids.append(stage.send(.batched, .number(number)))
            #expect(stage.effects.isEmpty)
        }
        #expect(stage.session.nextDeadline == SessionTime(milliseconds: 10_000))
        stage.pass(.milliseconds(9999))
        #expect(stage.effects.isEmpty && stage.session.phase(of: stage.app) == .waiting)
        stage.pass(.milliseconds(1))
        #expect(stage.effects == [.transport(request([2, 3, 4], stage))])
        let ticket = stage.tickets[0]
        stage.take(.progressed(ticket, sent: 5, total: 60))
        #expect(stage.notices == ids.map { .progress($0, to: stage.app, sent: 5, total: 60) })
        stage.take(.finished(ticket, .success))
        #expect(stage.notices == ids.map { .ended($0, to: stage.app, .sent) })
        #expect(stage.session.phase(of: stage.app) == .idle && stage.session.nextDeadline == nil)
    }

    @Test("64 messages wait for a batch, apart from those that are being sent or sent again")
    func room() throws {
        var stage = try Stage.ready()
        _ = stage.send(.batched)
        let ticket = stage.tickets[0]
        for _ in 0..<64 {
            _ = stage.send(.batched)
            #expect(stage.effects.isEmpty)
        }
        for result in [nil, .deviceIsBusy] as [SendResult?] {
            if let result { stage.take(.finished(ticket, result)) }
            let refused = stage.send(.batched)
            #expect(stage.notices == [.ended(refused, to: stage.app, .refused(.queueFull))])
        }
        let wrong = stage.send(.batched, "\0")
        let error = MonkeyError(.zeroInString, at: 1)
        #expect(stage.notices == [.ended(wrong, to: stage.app, .refused(.unencodable(error)))])
    }

    @Test("A message for a batch must fit into an array")
    func unencodable() throws {
        var stage = try Stage.ready()
        var deep: MonkeyValue = 1
        for _ in 1...15 { deep = [deep] }
        _ = stage.send(.inOrder, deep)
        #expect(stage.requests.count == 1)
        let refused = stage.send(.batched, deep)
        let error = MonkeyError(.tooDeep, at: 15)
        #expect(stage.notices == [.ended(refused, to: stage.app, .refused(.unencodable(error)))])
    }

    @Test("A batch takes what fits, from the first on")
    func limits() throws {
        var stage = try Stage.ready()
        stage.take(.statusChanged(stage.watch.id, .notConnected))
        let large = MonkeyValue.byteArray([UInt8](repeating: 1, count: 8000))
        for content in [large, large, large, 4, 5] as [MonkeyValue] {
            _ = stage.send(.batched, content)
        }
        stage.take(.statusChanged(stage.watch.id, .connected))
        stage.take(.deviceReady(stage.watch.id))
        #expect(stage.requests == [request([large, large], stage)])
        stage.take(.finished(stage.tickets[0], .success))
        stage.pass(.seconds(10))
        #expect(stage.requests == [request([large, 4, 5], stage)])
    }

    @Test("Batches, messages in order and messages of which only the newest counts take turns")
    func turns() throws {
        var stage = try Stage.ready()
        var order: [MonkeyValue] = []
        _ = stage.send(.newestOnly, "newest")
        for _ in 0..<7 {
            let ticket = stage.tickets[0]
            for delivery in [.newestOnly, .batched, .inOrder] as [OutgoingMessage.Delivery] {
                _ = stage.send(delivery, .string("\(delivery)"))
            }
            stage.pass(.seconds(10))
            stage.take(.finished(ticket, .success))
            guard case .send(let content, _, _, _)? = stage.requests.first else { break }
            if case .array = content { order.append("batched") } else { order.append(content) }
        }
        let round: [MonkeyValue] = ["inOrder", "batched", "newestOnly"]
        #expect(order == round + round + ["inOrder"])
    }

    @Test(
        "A batch that was not delivered is sent again as it was, 10 s later and three times in all")
    func notDelivered() throws {
        for result in SendResult.allCases where result != .success {
            var stage = try Stage.ready()
            let id = stage.send(.batched, 1)
            let isSentAgain = [.deviceIsBusy, .deviceNotAvailable].contains(result)
            for attempt in 1...3 {
                stage.take(.finished(stage.tickets[0], result))
                guard isSentAgain && attempt < 3 else { break }
                #expect(stage.effects == [.tell(.retrying(id, to: stage.app, after: result))])
                _ = stage.send(.batched, 2)
                stage.pass(.milliseconds(9999))
                #expect(stage.effects.isEmpty)
                stage.pass(.milliseconds(1))
                #expect(stage.requests == [request([1], stage)])
            }
            #expect(stage.effects == [.tell(.ended(id, to: stage.app, .failed(result)))])
            guard isSentAgain else { continue }
            stage.pass(.seconds(10))
            #expect(stage.requests == [request([2, 2], stage)])
        }
    }

    @Test("The end of a connection ends a batch, and the rest waits for the next one")
    func connections() throws {
        var stage = try Stage.ready()
        let first = stage.send(.batched, 1)
        _ = stage.send(.batched, 2)
        stage.take(.statusChanged(stage.watch.id, .notConnected))
        #expect(stage.notices.last == .ended(first, to: stage.app, .connectionEnded))
        #expect(stage.notices.count == 2 && stage.session.nextDeadline == nil)
        stage.take(.statusChanged(stage.watch.id, .connected))
        stage.take(.deviceReady(stage.watch.id))
        #expect(stage.requests == [])
        stage.pass(.seconds(10))
        #expect(stage.requests == [request([2], stage)])
        // One that waits to be sent again waits for the connection.
        stage.take(.finished(stage.tickets[0], .deviceIsBusy))
        stage.take(.statusChanged(stage.watch.id, .notConnected))
        #expect(stage.notices.count == 1)
        stage.pass(.seconds(10))
        stage.take(.deviceReady(stage.watch.id))
        #expect(stage.requests == [request([2], stage)])
    }

    @Test("Messages are dropped in the order of the page")
    func dropping() throws {
        var stage = try Stage.ready()
        let batch = stage.send(.batched, 1)
        stage.take(.finished(stage.tickets[0], .deviceIsBusy))
        let waiting = stage.send(.batched, 2)
        let newest = stage.send(.newestOnly, 3)
        let ordered = stage.send(.inOrder, 4)
        let next = stage.send(.inOrder, 5)
        stage.pass(.seconds(2))
        #expect(stage.requests.count == 1)
        stage.take(.unregisterApp(stage.app))
        // The newest has its turn after the batch, so it is being sent.
        let order = [newest, ordered, next, batch, waiting]
        #expect(stage.notices == order.map { .ended($0, to: stage.app, .dropped) })
    }
}
