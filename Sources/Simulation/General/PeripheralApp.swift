/// The app of a peripheral. It can lose its services, and it can be killed.
package protocol PeripheralApp: Actor {
    /// Whether it has services that centrals can find.
    var isServing: Bool { get }
    /// Whether it runs.
    var isRunning: Bool { get }
    /// Removes its services, and stops advertising.
    func stopServing()
    /// Serves and advertises again, if it was stopped.
    func serveAgain()
    /// Kills the app: its services, its advertising and everything it knew are gone.
    func die()
    /// Starts the app again, if it was killed.
    func restart()
}
