package import ConnectIQBridge
package import LinkVocabulary

/// Something that happened in a run, for a reader.
package struct WatchNote: Sendable {
    /// Who did it, or to whom it happened.
    package enum End: Hashable, Sendable {
        case phone
        /// A watch, counted from 0; a reader counts from 1.
        case watch(Int)
        /// What is between the ends.
        case transport
    }

    package enum Happening: Sendable {
        /// The phone's app hands in a message for a watch.
        case handedIn(OutgoingMessage.ID, PhoneMessage, watch: Int)
        /// The session tells the phone's app something.
        case told(CompanionSession.Notice)
        /// The phone's app stops its session.
        case stopped
        /// The phone's app starts its session.
        case started
        /// The watch's app shows this; `nil` if it is closed.
        case shows(NavigationMessage?)
        /// The watch's app takes heart rates out of a batch, in beats per minute.
        case takes([Int32])
        case opened
        /// The watch is away, or back.
        case connected(Bool)
        /// What became of a message or a batch at the watch, if it was not kept.
        case received([UInt64], SimulatedWatch.Receipt)
        /// What goes wrong with the transfer of a message or a batch.
        case trouble([UInt64], Trouble)
        /// From here on nothing goes wrong.
        case faultsEnd
    }

    /// What goes wrong with a transfer.
    package enum Trouble: Hashable, Sendable {
        case busy, connectionLost, neverEnds, doubledResult, falseProgress, trickles
        case late(milliseconds: Int)
        case falseResult(SendResult)
    }

    /// When it happened, since the run began.
    package let time: SessionTime
    package let end: End
    package let happening: Happening
}
