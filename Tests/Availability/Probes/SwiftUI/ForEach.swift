// Wrong: incorrect argument label in call (have '_:by:_:', expected '_:id:_:')
import SwiftUI

struct Wrong: View {
    var body: some View { ForEach([1], by: \.self) { _ in Text("") } }
}
