// Refused: task(id:name:executorPreference:priority:file:line:_:)
import SwiftUI

struct TooNew: View {
    let executor: any TaskExecutor
    var body: some View { Text("").task(id: 1, executorPreference: executor) {} }
}
