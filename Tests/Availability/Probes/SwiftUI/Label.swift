// Wrong: incorrect argument label in call (have 'off:_:', expected 'of:_:')
import SwiftUI

struct Wrong: View {
    var body: some View { Text("").onChange(off: 1) {} }
}
