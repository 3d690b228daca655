// Wrong: extraneous argument label 'text:' in call
import SwiftUI

struct Wrong: View {
    var body: some View { Text("").accessibilityLabel(text: "") }
}
