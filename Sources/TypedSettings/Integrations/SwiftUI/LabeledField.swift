#if canImport(SwiftUI)
  internal import SwiftUI

  /// A field beside its title, which a field by itself shows on some platforms only while it is empty.
  struct LabeledField<Field: View>: View {
    let setting: any Setting
    @ViewBuilder let field: Field

    var body: some View {
      LabeledContent {
        field.labelsHidden().multilineTextAlignment(.trailing)
      } label: {
        Text(setting.titleKey)
      }
    }
  }
#endif
