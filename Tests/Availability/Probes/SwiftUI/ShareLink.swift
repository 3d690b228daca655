// Wrong: missing argument for parameter 'item' in call
import SwiftUI

struct Wrong: View {
    var body: some View { ShareLink(url: URL(fileURLWithPath: "")) }
}
