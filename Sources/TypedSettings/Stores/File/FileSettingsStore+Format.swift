extension FileSettingsStore {
  /// The format of a settings file.
  public enum Format: Hashable, Sendable {
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
    func resolved(for name: String, holding bytes: [UInt8]?) -> DocumentFormat {
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
    var fileExtension: String {
      switch self {
      case .automatic, .json: "json"
      case .propertyList: "plist"
      }
    }
  }

  /// The durability of a write that has returned.
  public enum Durability: Hashable, Sendable {
    /// A write persists even if the process crashes or is killed.
    ///
    /// It survives a power failure after ``FileSettingsStore/flush()``.
    case crashSafe
    /// A write survives a power failure.
    ///
    /// Each write waits for the disk; concurrent writers share one synchronization. If the synchronization fails, the
    /// write throws ``SettingsError/Code/notSaved``: the value is set, and the store tries again. Setting a key to its
    /// current value isn't a write.
    case everyWrite
  }
}

extension DocumentFormat {
  /// Returns the format of a document's bytes, which may be the other form of a property list.
  func form(of bytes: [UInt8]) -> DocumentFormat {
    guard self != .json, let found = DocumentFormat.detect(bytes), found != .json else { return self }
    return found
  }
}
