/// Tells a world's observers what a phone does that brings its own radio.
package struct PhoneReporter: Sendable {
    private let linkLayer: LinkLayer
    private let phone: Int32

    /// - Parameter phone: the number of its peripheral.
    package init(of phone: Int32, in world: World) {
        linkLayer = world.linkLayer
        self.phone = phone
    }

    /// Reports an event; its bytes, if it has any.
    package func report(_ event: PhoneEvent, _ bytes: Span<UInt8> = Span()) {
        let observer = linkLayer.observer as? any PhoneObserver
        observer?.observe(event, of: phone, at: linkLayer.now, bytes)
    }
}
