// The C library's `stdout` is a variable that nobody changes here.
@preconcurrency @unsafe import Foundation

/// Whether something that was printed could not be written, whenever that was.
func standardOutputHasFailed() -> Bool {
    let error = unsafe ferror(stdout)
    return error != 0
}
