import KomootNav
import KomootNavFoundation

/// What a status of a device or a phone stands for.
enum StatusMeaning<SessionStatus> {
    /// Why the app can't use Bluetooth.
    case obstacle(BluetoothObstacle)
    /// What the session says.
    case session(SessionStatus)

    /// What to tell the user.
    ///
    /// - Parameter sessionText: the text of what the session says.
    func text(
        in texts: NavigationTexts, _ sessionText: (NavigationTexts, SessionStatus) -> String
    ) -> String {
        switch self {
        case .obstacle(let obstacle): texts.text(obstacle)
        case .session(let status): sessionText(texts, status)
        }
    }
}

extension BluetoothObstacle {
    /// Why a radio in this state can't be used; `nil` if it is just off.
    init?(_ state: GATTRadioState) {
        switch state {
        case .unsupported: self = .unsupported
        case .unauthorized: self = .unauthorized
        default: return nil
        }
    }
}
