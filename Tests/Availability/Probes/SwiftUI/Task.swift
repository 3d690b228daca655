// Wrong: extra trailing closure passed in call
import SwiftUI

struct Wrong: View {
    var body: some View { Text("").task(identifier: 1) {} }
}
