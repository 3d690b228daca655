import ConnectIQBridge
import KomootNav
import Testing

@Suite("Messages, and connections that end")
struct ConnectionTests {
    @Test("The end of a connection ends what is being sent, and the rest waits for the next one")
    func connectionEnded() throws {
        var stage = try Stage.ready()
        let first = stage.send(.inOrder, 1)
        _ = stage.send(.inOrder, 2)
        stage.take(.statusChanged(uuid(1), .notConnected))
        #expect(
            stage.effects == [
                .tell(.status(.notConnected, of: uuid(1), isReady: false)),
                .tell(.ended(first, to: stage.app, .connectionEnded)),
            ])
        #expect(stage.session.phase(of: stage.app) == .waiting)
        #expect(stage.session.nextDeadline == nil)
        stage.take(.statusChanged(uuid(1), .connected))
        #expect(stage.requests == [])
        stage.take(.deviceReady(uuid(1)))
        #expect(
            stage.requests == [.send(2, to: stage.app, isTransient: false, stage.tickets[0])])
    }

    @Test("A newest message met by the end of a connection is sent again, if none is newer")
    func newestAndConnectionEnded() throws {
        for isReplaced in [false, true] {
            var stage = try Stage.ready()
            let first = stage.send(.newestOnly, 1)
            if isReplaced { _ = stage.send(.newestOnly, 2) }
            stage.take(.statusChanged(uuid(1), .bluetoothNotReady))
            #expect(
                stage.notices.dropFirst()
                    == (isReplaced ? [.ended(first, to: stage.app, .connectionEnded)] : []))
            stage.now = stage.now.advanced(by: .seconds(1))
            stage.take(.statusChanged(uuid(1), .connected))
            stage.take(.deviceReady(uuid(1)))
            let content: MonkeyValue = isReplaced ? 2 : 1
            #expect(
                stage.requests
                    == [.send(content, to: stage.app, isTransient: true, stage.tickets[0])])
        }
    }

    @Test("A transfer that a connection ended is not counted as an attempt")
    func attempts() throws {
        var stage = try Stage.ready()
        let id = stage.send(.newestOnly)
        for _ in 0..<5 {
            stage.take(.statusChanged(uuid(1), .notConnected))
            stage.now = stage.now.advanced(by: .seconds(1))
            stage.take(.statusChanged(uuid(1), .connected))
            stage.take(.deviceReady(uuid(1)))
        }
        for _ in 1...2 {
            stage.take(.finished(stage.tickets[0], .timeout))
            #expect(stage.notices == [.retrying(id, to: stage.app, after: .timeout)])
            stage.pass(.seconds(2))
        }
        stage.take(.finished(stage.tickets[0], .timeout))
        #expect(stage.notices == [.ended(id, to: stage.app, .failed(.timeout))])
    }
}
