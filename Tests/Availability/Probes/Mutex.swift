// Refused: Mutex
public import Synchronization

public func tooNew(_ mutex: borrowing Mutex<Int>) -> Int { mutex.withLock { $0 } }
