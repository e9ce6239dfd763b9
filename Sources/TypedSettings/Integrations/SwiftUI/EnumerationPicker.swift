#if canImport(SwiftUI)
  internal import SwiftUI

  /// A picker with all values of an enumeration.
  struct EnumerationPicker<Value: CaseIterable & Hashable & Sendable>: View {
    let setting: SettingRecord<Value>

    var body: some View {
      Picker(selection: setting) {
        ForEach(Array(Value.allCases), id: \.self) { choice in
          Text(LocalizedStringKey(FormTitle.title(of: choice))).tag(choice)
        }
      }
    }
  }
#endif
