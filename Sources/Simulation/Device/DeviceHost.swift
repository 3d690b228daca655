/// A device that brings its own radio to a campaign: not a state machine, but a whole app.
package protocol DeviceHost: AnyObject {
    /// How late its system may tell it what has happened, in microseconds.
    static var latency: UInt64 { get }
    /// The rider makes it look for a phone.
    func start(in world: isolated World)
    /// The run is over: ends everything that would wait for ever.
    func end()
}
