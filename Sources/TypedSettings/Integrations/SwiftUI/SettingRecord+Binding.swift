#if canImport(SwiftUI)
  public import SwiftUI

  extension SettingRecord {
    /// The value as a binding of SwiftUI.
    ///
    /// ```swift
    /// TextEditor(text: settings.$name.binding)
    /// ```
    ///
    /// Writing assigns ``value``: what the store refuses goes to ``SettingsDiagnostics``. A view that makes the binding is
    /// updated when the value changes, wherever it is changed. `$settings.name` of a `@Bindable` group does the same.
    public var binding: Binding<Value> {
      // SwiftUI does not promise to call `get` where the binding is made; it is that view which must depend on the value.
      _ = value
      return Binding(get: { self.value }, set: { self.value = $0 })
    }
  }
#endif
