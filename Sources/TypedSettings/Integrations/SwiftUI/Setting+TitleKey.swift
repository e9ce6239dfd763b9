#if canImport(SwiftUI)
  internal import SwiftUI

  extension Setting {
    /// The setting's title, to be looked up in the app's strings.
    var titleKey: LocalizedStringKey { LocalizedStringKey(formTitle) }
  }
#endif
