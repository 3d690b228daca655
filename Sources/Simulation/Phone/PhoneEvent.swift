public import KomootNav

/// Something that a phone did and the link does not show.
public enum PhoneEvent: Hashable, Sendable {
    /// Its state machine was told something, at a time on its own clock.
    case told(PhoneInput, at: SessionTime)
    /// It has done everything that followed from its last input.
    case acted
    /// It began or ended advertising.
    case advertising(isOn: Bool)
    /// It tried to notify the central of a link, whose queue may refuse; the bytes are the value.
    case notified(link: Int32)
    /// It answered a read; the bytes are the value.
    case answered(link: Int32, offset: Int)
    /// It answered a read with an error.
    case rejected(link: Int32, offset: Int, ATTError)
    /// Its app was killed.
    case killed
    /// It can't go on (``PeripheralStateMachine/breakdown``).
    case brokeDown(String)
}

/// Is told what the phones of a world do.
protocol PhoneObserver: AnyObject, Sendable {
    func observe(
        _ event: PhoneEvent, of phone: Int32, at time: UInt64, _ bytes: Span<UInt8>)
}

/// What goes wrong at the first phone of a world: the first ``SimulatedPeripheral``, or the first
/// ``GATTServer`` if there is none. Only a ``SimulatedPeripheral`` publishes objects. A time is at
/// most a day.
public enum PhoneFault: Hashable, Sendable {
    /// Before the phone answers the next read at an offset above zero, new objects replace the one that is being
    /// read. There are so many that the phone no longer has the old one, so the answer comes from another
    /// object. The new streets have this many bytes; more if the read has come further than that.
    case objectReplaced(streetByteCount: Int)
    /// Before the phone answers the next read at an offset above zero, its app publishes an object with
    /// this many street bytes. A phone that serves snapshots still goes on with the old object.
    case publishedInRead(streetByteCount: Int)
    /// Navigation stops, and the service is removed although the link is up. After this time it
    /// starts again.
    case navigationStopped(Duration)
    /// The app is killed, and started again after this time; it remembers nothing.
    case restarted(Duration)
    /// A second central connects, and leaves after this time.
    case secondCentral(Duration)
}

extension PhoneFault {
    /// Which of its numbers is out of range.
    var quantityOutOfRange: ImpossibleFault.Quantity? {
        switch self {
        case .objectReplaced(let count), .publishedInRead(let count):
            .streetByteCount.refusing(count)
        case .navigationStopped(let time), .restarted(let time), .secondCentral(let time):
            .time.refusing(time)
        }
    }
}

extension PhoneFault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .objectReplaced(let count): "object replaced by one with a street of \(count) bytes"
        case .publishedInRead(let count):
            "object with a street of \(count) bytes published during a read"
        case .navigationStopped(let time): "navigation stopped for \(time.millisecondsText)"
        case .restarted(let time): "phone's app restarted after \(time.millisecondsText)"
        case .secondCentral(let time): "second central for \(time.millisecondsText)"
        }
    }
}

/// Something that a phone's state machine was told. Numbers name the links.
public enum PhoneInput: Hashable, Sendable {
    /// The user started to navigate.
    case navigationStarted
    /// The user stopped navigating.
    case navigationStopped
    /// The user asked it to advertise.
    case advertisingWanted
    /// The app published an object; the bytes are the object.
    case published
    /// A link came up; the MTU is in bytes.
    case connected(Int32, mtu: Int)
    /// A link is gone.
    case disconnected(Int32)
    /// A link's MTU changed, to this many bytes.
    case mtuChanged(Int32, Int)
    /// A central subscribed.
    case subscribed(Int32)
    /// A central ended its subscription.
    case unsubscribed(Int32)
    /// A central reads.
    case read(Int32, offset: Int)
    /// The queue of notifications has room again.
    case queueReady
    /// Bluetooth was switched off.
    case radioOff
    /// Bluetooth was switched on.
    case radioOn
    /// A deadline passed.
    case timePassed
}

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
