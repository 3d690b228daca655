// The C library's `stdout` is a variable that nobody changes here.
@preconcurrency @unsafe import Foundation

/// Whether anything that was printed so far could not be written.
func standardOutputHasFailed() -> Bool {
    let error = unsafe ferror(stdout)
    return error != 0
}
