extension CompanionSession {
    /// What the transport is given at a time: a message, or a batch of them.
    struct Parcel: Hashable, Sendable {
        enum Load: Hashable, Sendable {
            /// A message in order, or one of which only the newest counts.
            case single(OutgoingMessage)
            case batch([OutgoingMessage])
        }

        let load: Load
        /// How often it has been sent, without the attempts that ended with their connection.
        var attempts = 0

        var messages: [OutgoingMessage] {
            switch load {
            case .single(let message): [message]
            case .batch(let messages): messages
            }
        }

        var delivery: OutgoingMessage.Delivery {
            switch load {
            case .single(let message): message.delivery
            case .batch: .batched
            }
        }

        /// What is sent: a batch is an array, whatever the number of its messages.
        var content: MonkeyValue {
            switch load {
            case .single(let message): message.content
            case .batch(let messages): .array(messages.map { $0.content })
            }
        }
    }
}
