#if canImport(SwiftUI)
  internal import SwiftUI

  /// What a row shows of a setting that has been set: that it has, and a button that resets it.
  struct ModifiedBadge: View {
    let setting: any Setting

    var body: some View {
      HStack {
        Text("Modified").foregroundStyle(.secondary)
        Button("Reset") { setting.reset() }
          // Any other style makes a button of the whole row where the form is a list.
          .buttonStyle(.borderless)
          .accessibilityHint(Text(setting.titleKey))
      }
      .font(.footnote)
    }
  }
#endif
