#if canImport(SwiftUI)
  public import SwiftUI

  extension SettingRecord {
    /// A SwiftUI binding to the value.
    ///
    /// ```swift
    /// TextEditor(text: settings.$name.binding)
    /// ```
    ///
    /// Writing assigns ``value``: if the store refuses the new value, the error is reported to ``SettingsDiagnostics``.
    /// A view that creates the binding is updated when the value changes, wherever it is changed. `$settings.name` of a
    /// `@Bindable` group does the same.
    public var binding: Binding<Value> {
      // The view that creates the binding must depend on the value, but SwiftUI may call `get` elsewhere.
      _ = value
      return Binding(get: { self.value }, set: { self.value = $0 })
    }
  }

  extension Setting {
    /// The setting's title, as a key for localization with the app's strings.
    var titleKey: LocalizedStringKey { LocalizedStringKey(formTitle) }
  }
#endif
