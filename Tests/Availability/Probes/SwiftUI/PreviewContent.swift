// Refused: PreviewModifierContent
import SwiftUI

func tooNew(_ content: PreviewModifierContent) {}
