#if canImport(SwiftUI)
  internal import SwiftUI

  /// A setting that is shown and cannot be edited.
  struct SettingText: View {
    let setting: any Setting
    let text: String

    var body: some View {
      LabeledContent {
        Text(verbatim: text).lineLimit(1)
      } label: {
        Text(setting.titleKey)
      }
    }
  }
#endif
