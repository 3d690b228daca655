// Wrong: missing arguments for parameters 'isPresented', 'content' in call
import SwiftUI

struct Wrong: View {
    @State private var isShown = false
    var body: some View { Text("").sheet(isShown: $isShown) { Text("") } }
}
