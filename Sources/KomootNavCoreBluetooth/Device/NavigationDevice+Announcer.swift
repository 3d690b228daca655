import KomootNav
public import KomootNavFoundation

extension NavigationAnnouncer.Event {
    /// What an update of a ``NavigationDevice`` means to an announcer.
    public init(_ update: NavigationDevice.Update) {
        switch update {
        case .instruction(let instruction): self = .instruction(instruction)
        case .noInstruction: self = .status(.waiting)
        case .status(let status):
            switch status.meaning {
            case .session(let status): self = .status(status)
            case .obstacle: self = .status(.radioOff)
            }
        }
    }
}
