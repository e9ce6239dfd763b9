package import TypedSettingsCore

/// The format of a settings file or of an export.
public enum SettingsDocumentFormat: Hashable, Sendable {
  /// The form of a property list.
  public enum PropertyListForm: Hashable, Sendable {
    /// Human-readable text, whose comments are preserved.
    case xml
    /// Apple's compact binary form.
    case binary
  }

  /// The format of the file's contents, or else the format of its file extension, or else JSON.
  case automatic
  /// JSON, as defined in RFC 8259; a document may have comments and trailing commas as well.
  case json
  /// A property list, which is read in either form, and written in the given one.
  case propertyList(PropertyListForm)

  /// Returns the format of a file.
  package func resolved(for name: String, holding bytes: [UInt8]?) -> DocumentFormat {
    switch self {
    case .json: return .json
    case .propertyList(.xml): return .xmlPropertyList
    case .propertyList(.binary): return .binaryPropertyList
    case .automatic:
      if let bytes, let format = DocumentFormat.detect(bytes) { return format }
      let parts = name.split(separator: ".")
      return parts.count > 1 ? parts.last.flatMap { DocumentFormat(fileExtension: String($0)) } ?? .json : .json
    }
  }

  /// The file extension of the files in a folder.
  package var fileExtension: String {
    switch self {
    case .automatic, .json: "json"
    case .propertyList: "plist"
    }
  }
}

extension DocumentFormat {
  /// Returns the format of a document's bytes, which may be the other form of a property list.
  package func form(of bytes: [UInt8]) -> DocumentFormat {
    guard self != .json, let found = DocumentFormat.detect(bytes), found != .json else { return self }
    return found
  }
}
