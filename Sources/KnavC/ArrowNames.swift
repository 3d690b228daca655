import CKnav
import KomootNav

@c @implementation
public func knav_arrow_name(_ arrow: UInt8) -> UnsafePointer<CChar>! {
    unsafe Arrow(rawValue: arrow).constantName.map { unsafe constantText($0) }
}

/// A literal as C has it: constant, and terminated by a zero.
func constantText(_ text: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

extension Arrow {
    /// The same word as `name`, without a string; `nil` for a reserved value.
    var constantName: StaticString? {
        switch self {
        case .straight: "straight"
        case .start: "start"
        case .finish: "finish"
        case .slightLeft: "slightLeft"
        case .left: "left"
        case .sharpLeft: "sharpLeft"
        case .sharpRight: "sharpRight"
        case .right: "right"
        case .slightRight: "slightRight"
        case .forkRight: "forkRight"
        case .forkLeft: "forkLeft"
        case .uTurn: "uTurn"
        case .roundaboutExitLeft: "roundaboutExitLeft"
        case .roundaboutExitRight: "roundaboutExitRight"
        case .roundaboutCounterclockwise1of1: "roundaboutCounterclockwise1of1"
        case .roundaboutCounterclockwise1of2: "roundaboutCounterclockwise1of2"
        case .roundaboutCounterclockwise1of3: "roundaboutCounterclockwise1of3"
        case .roundaboutCounterclockwise2of2: "roundaboutCounterclockwise2of2"
        case .roundaboutCounterclockwise2of3: "roundaboutCounterclockwise2of3"
        case .roundaboutCounterclockwise3of3: "roundaboutCounterclockwise3of3"
        case .roundaboutClockwise1of1: "roundaboutClockwise1of1"
        case .roundaboutClockwise1of2: "roundaboutClockwise1of2"
        case .roundaboutClockwise1of3: "roundaboutClockwise1of3"
        case .roundaboutClockwise2of2: "roundaboutClockwise2of2"
        case .roundaboutClockwise2of3: "roundaboutClockwise2of3"
        case .roundaboutClockwise3of3: "roundaboutClockwise3of3"
        case .roundaboutFallback: "roundaboutFallback"
        case .outOfRoute: "outOfRoute"
        default: nil
        }
    }
}
