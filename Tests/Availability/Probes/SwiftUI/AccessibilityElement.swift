// Wrong: extra argument 'child' in call
import SwiftUI

struct Wrong: View {
    var body: some View { Text("").accessibilityElement(child: .ignore) }
}
