// Left out of Embedded Swift: only an exploration of all states compares them.
#if !hasFeature(Embedded)
    package import LinkVocabulary

    extension CompanionSession {
        /// Adds everything that decides what the session will do. Times are distances to its latest one.
        ///
        /// - Parameter number: what a ticket is known by to whoever answers it.
        package func hash(into hasher: inout Hasher, numberingTickets number: (Ticket) -> Int) {
            hasher.combine(phase)
            hasher.combine(configuration)
            switch state {
            case .stopped: break
            case .loading(let ticket): hasher.combine(number(ticket))
            case .running(let running): running.hash(into: &hasher, output.now, number)
            }
        }
    }

    extension CompanionSession.Running {
        fileprivate func hash(
            into hasher: inout Hasher, _ now: SessionTime, _ number: (Ticket) -> Int
        ) {
            func distance(_ time: SessionTime) -> UInt64 { time.milliseconds(since: now) }
            func hash(_ question: CompanionSession.PendingRequest?) {
                hasher.combine(question.map { distance($0.deadline) })
                hasher.combine(question?.ticket.map(number))
                hasher.combine(question?.isOwn)
            }
            for device in devices {
                hasher.combine(device.device)
                hasher.combine(device.phase)
                hasher.combine(device.status)
                let isDoubted = if case .doubted = device.state { true } else { false }
                hasher.combine(isDoubted)
                hasher.combine(device.readinessWait?.failureCount)
                hasher.combine(device.readinessWait.map { distance($0.checkTime) })
            }
            for app in apps {
                hasher.combine(app.app)
                hasher.combine(app.transfer?.parcel)
                hasher.combine(app.transfer?.sentByteCount)
                hasher.combine(app.transfer.map { number($0.ticket) })
                hasher.combine(app.transfer.map { distance($0.deadline) })
                hasher.combine(app.transfer.map { distance($0.lastDeadline) })
                hasher.combine(app.outbox.rebased(to: now))
                hasher.combine(app.unansweredCount)
                hasher.combine(app.givenUp.map(number))
                hash(app.status)
                hash(app.opening)
            }
            switch storing {
            case .idle: hasher.combine(0)
            case .storing(let ticket, let again):
                hasher.combine(number(ticket))
                hasher.combine(again)
            case .retry(let time): hasher.combine(distance(time))
            }
            hasher.combine(opening.map(number))
            hasher.combine(offersInstallation)
        }
    }
#endif
