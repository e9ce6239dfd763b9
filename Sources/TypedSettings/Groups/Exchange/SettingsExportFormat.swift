/// The format of exported settings.
public enum SettingsExportFormat: Hashable, Sendable {
  /// JSON, as RFC 8259 has it, laid out for people.
  case json
  /// A property list.
  case propertyList(FileSettingsStore.Format.PropertyListForm)

  var document: DocumentFormat {
    switch self {
    case .json: .json
    case .propertyList(.xml): .xmlPropertyList
    case .propertyList(.binary): .binaryPropertyList
    }
  }
}
