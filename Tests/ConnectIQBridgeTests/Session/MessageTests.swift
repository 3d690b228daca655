import ConnectIQBridge
import KomootNav
import Testing

@Suite("Sending and receiving")
struct MessageTests {
    @Test("A message is sent, with progress, and ends once")
    func sending() throws {
        var stage = try Stage.ready()
        let id = stage.send(.inOrder, ["a": 1])
        let ticket = stage.tickets[0]
        #expect(stage.requests == [.send(["a": 1], to: stage.app, isTransient: false, ticket)])
        #expect(stage.session.phase(of: stage.app) == .sending)
        stage.take(.progressed(ticket, sent: 0, total: 9))
        #expect(stage.effects.isEmpty)
        for sent in [3, 9] as [UInt32] {
            stage.take(.progressed(ticket, sent: sent, total: 9))
            #expect(stage.notices == [.progress(id, to: stage.app, sent: sent, total: 9)])
        }
        for (sent, total) in [(8, 9), (10, 9)] as [(UInt32, UInt32)] {
            stage.take(.progressed(ticket, sent: sent, total: total))
            #expect(stage.notices == [.fault(.invalidProgress)])
        }
        stage.take(.finished(ticket, .success))
        #expect(stage.effects == [.tell(.ended(id, to: stage.app, .sent))])
        #expect(stage.session.phase(of: stage.app) == .idle && stage.session.nextDeadline == nil)
        stage.take(.finished(ticket, .unknown))
        #expect(stage.notices == [.fault(.lateArrival)])
        stage.take(.progressed(ticket, sent: 9, total: 9))
        #expect(stage.notices == [.fault(.lateArrival)])
    }

    @Test("Messages in order are sent one after the other, and at most eight wait")
    func order() throws {
        var stage = try Stage.ready()
        var ticket = Ticket(rawValue: 0)
        var ids: [OutgoingMessage.ID] = []
        for number in 0..<9 as Range<Int32> {
            ids.append(stage.send(.inOrder, .number(number)))
            if number == 0 { ticket = stage.tickets[0] } else { #expect(stage.effects.isEmpty) }
        }
        let refused = stage.send()
        #expect(stage.notices == [.ended(refused, to: stage.app, .refused(.queueFull))])
        for number in 0..<9 as Range<Int32> {
            stage.take(.finished(ticket, .success))
            #expect(stage.notices == [.ended(ids[Int(number)], to: stage.app, .sent)])
            guard number < 8 else { break }
            ticket = stage.tickets[0]
            #expect(
                stage.requests
                    == [.send(.number(number + 1), to: stage.app, isTransient: false, ticket)])
        }
        #expect(stage.requests == [])
    }

    @Test(
        "Messages of which only the newest counts are sent a second apart, and only the newest waits"
    )
    func newest() throws {
        var stage = try Stage.ready()
        let first = stage.send(.newestOnly, 1)
        let ticket = stage.tickets[0]
        #expect(stage.requests == [.send(1, to: stage.app, isTransient: true, ticket)])
        let second = stage.send(.newestOnly, 2)
        let third = stage.send(.newestOnly, 3)
        #expect(stage.notices == [.ended(second, to: stage.app, .replaced)])
        stage.pass(.milliseconds(400))
        stage.take(.finished(ticket, .success))
        #expect(stage.effects == [.tell(.ended(first, to: stage.app, .sent))])
        #expect(stage.session.phase(of: stage.app) == .waiting)
        #expect(stage.session.nextDeadline == SessionTime(milliseconds: 1000))
        stage.pass(.milliseconds(599))
        #expect(stage.effects.isEmpty)
        stage.pass(.milliseconds(1))
        #expect(
            stage.requests == [.send(3, to: stage.app, isTransient: true, stage.tickets[0])])
        stage.take(.finished(stage.tickets[0], .success))
        #expect(stage.notices == [.ended(third, to: stage.app, .sent)])
    }

    @Test("Messages in order and messages of which only the newest counts take turns")
    func turns() throws {
        var stage = try Stage.ready()
        _ = stage.send(.inOrder, 1)
        var ticket = stage.tickets[0]
        for number in [2, 3] as [Int32] { _ = stage.send(.inOrder, .number(number)) }
        var order: [MonkeyValue] = []
        for round in 0..<4 {
            _ = stage.send(.newestOnly, .string("\(round)"))
            stage.pass(.seconds(2))
            stage.take(.finished(ticket, .success))
            guard case .send(let content, _, _, let next)? = stage.requests.first else { break }
            order.append(content)
            ticket = next
        }
        #expect(order == ["0", 2, "2", 3])
    }

    @Test("Every failure is told, and a newest message is tried three times if that may help")
    func failures() throws {
        for result in SendResult.allCases where result != .success {
            var stage = try Stage.ready()
            let id = stage.send(.newestOnly)
            for attempt in 1...3 {
                stage.take(.finished(stage.tickets[0], result))
                guard result.isTemporary && attempt < 3 else { break }
                #expect(stage.effects == [.tell(.retrying(id, to: stage.app, after: result))])
                stage.pass(.milliseconds(1999))
                #expect(stage.effects.isEmpty)
                stage.pass(.milliseconds(1))
                #expect(stage.requests.count == 1)
            }
            #expect(stage.effects == [.tell(.ended(id, to: stage.app, .failed(result)))])
            #expect(stage.session.phase(of: stage.app) == .idle)
        }
    }

    @Test("A message in order that was not delivered is tried three times before the next one")
    func notDelivered() throws {
        for result in [.deviceIsBusy, .deviceNotAvailable] as [SendResult] {
            var stage = try Stage.ready()
            let id = stage.send()
            var ticket = stage.tickets[0]
            _ = stage.send(.inOrder, 2)
            for _ in 1...2 {
                stage.take(.finished(ticket, result))
                #expect(stage.effects == [.tell(.retrying(id, to: stage.app, after: result))])
                stage.pass(.milliseconds(1999))
                #expect(stage.effects.isEmpty)
                stage.pass(.milliseconds(1))
                ticket = stage.tickets[0]
                #expect(
                    stage.requests == [.send(1, to: stage.app, isTransient: false, ticket)])
            }
            stage.take(.finished(ticket, result))
            #expect(stage.effects == [.tell(.ended(id, to: stage.app, .failed(result)))])
            stage.pass(.seconds(2))
            #expect(
                stage.requests == [.send(2, to: stage.app, isTransient: false, stage.tickets[0])])
        }
    }

    @Test("A message that is sent again does not count among those that wait")
    func roomForRetries() throws {
        var stage = try Stage.ready()
        _ = stage.send()
        let ticket = stage.tickets[0]
        for _ in 0..<7 { _ = stage.send() }
        stage.take(.finished(ticket, .deviceIsBusy))
        _ = stage.send()
        #expect(stage.effects.isEmpty)
        let refused = stage.send()
        #expect(stage.notices == [.ended(refused, to: stage.app, .refused(.queueFull))])
    }

    @Test("A message in order that the device may have is not tried again, and the next one waits")
    func failureInOrder() throws {
        for result in SendResult.allCases
        where ![.success, .deviceIsBusy, .deviceNotAvailable].contains(result) {
            var stage = try Stage.ready()
            let id = stage.send()
            let ticket = stage.tickets[0]
            _ = stage.send(.inOrder, 2)
            stage.take(.finished(ticket, result))
            #expect(stage.notices == [.ended(id, to: stage.app, .failed(result))])
            #expect(stage.requests.isEmpty == result.isTemporary)
            if result.isTemporary {
                #expect(stage.session.nextDeadline == SessionTime(milliseconds: 2000))
                stage.pass(.seconds(2))
                #expect(stage.requests.count == 1)
            }
        }
    }

    @Test("A failed newest message is not sent again if a newer one waits")
    func replacedWhileSending() throws {
        var stage = try Stage.ready()
        let first = stage.send(.newestOnly, 1)
        let ticket = stage.tickets[0]
        _ = stage.send(.newestOnly, 2)
        stage.take(.finished(ticket, .deviceIsBusy))
        #expect(stage.effects == [.tell(.ended(first, to: stage.app, .failed(.deviceIsBusy)))])
        stage.pass(.seconds(2))
        #expect(
            stage.requests == [.send(2, to: stage.app, isTransient: true, stage.tickets[0])])
    }

    @Test("A message without progress for 30 s has failed, and its late result is ignored")
    func timeout() throws {
        var stage = try Stage.ready()
        let id = stage.send()
        let ticket = stage.tickets[0]
        stage.pass(.milliseconds(29_999))
        stage.take(.progressed(ticket, sent: 1, total: 9))
        stage.pass(.milliseconds(29_999))
        stage.take(.progressed(ticket, sent: 1, total: 9))
        #expect(stage.effects.isEmpty)
        stage.pass(.milliseconds(1))
        #expect(stage.effects == [.tell(.ended(id, to: stage.app, .failed(.timeout)))])
        stage.take(.finished(ticket, .success))
        #expect(stage.effects == [.tell(.fault(.lateArrival))])
    }

    @Test("A message that can't be serialised is refused")
    func unencodable() throws {
        var stage = try Stage.ready()
        let id = stage.send(.inOrder, ["\0"])
        #expect(
            stage.effects == [
                .tell(
                    .ended(
                        id, to: stage.app,
                        .refused(.unencodable(MonkeyError(.zeroInString, at: 1)))))
            ])
        let large = stage.send(.newestOnly, .byteArray([UInt8](repeating: 0, count: 16_384)))
        #expect(
            stage.notices == [
                .ended(
                    large, to: stage.app,
                    .refused(.unencodable(MonkeyError(.oversized, at: 16_384))))
            ])
    }

    @Test("A message of an app is handed on")
    func receiving() throws {
        var stage = try Stage.ready()
        stage.take(.messageReceived(["x": 1], from: stage.app))
        #expect(stage.effects == [.tell(.received(["x": 1], from: stage.app))])
        let other = WatchApp(id: stage.app.id, device: uuid(2))
        stage.take(.messageReceived(1, from: other))
        #expect(stage.effects == [.tell(.fault(.unexpectedMessage))])
    }

    @Test("A navigation message is one of which only the newest counts")
    func navigation() {
        let message = OutgoingMessage(id: OutgoingMessage.ID(rawValue: 1), navigation: .ended)
        #expect(message.delivery == .newestOnly && message.content == [0: 1])
    }

    @Test("An earlier time is taken as the latest")
    func time() throws {
        var stage = try Stage.ready()
        stage.pass(.seconds(10))
        stage.now = .zero
        _ = stage.send()
        #expect(stage.session.nextDeadline == SessionTime(milliseconds: 40_000))
    }
}
