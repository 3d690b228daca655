import CKnav
import KomootNav

@c @implementation
public func knav_arrow_name(_ arrow: UInt8) -> UnsafePointer<CChar>! {
    unsafe Arrow(rawValue: arrow).staticName.map { unsafe constantText($0) }
}

/// A literal as C text: constant, and terminated by a zero.
func constantText(_ text: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
