extension FileSettingsStore {
  /// The format of a settings file.
  public enum Format: Hashable, Sendable {
    /// The two forms of a property list.
    public enum PropertyListForm: Hashable, Sendable {
      /// Text that people read; comments in it survive.
      case xml
      /// Apple's compact form.
      case binary
    }

    /// What the contents of the file say, or the extension of its name; JSON where neither says anything.
    case automatic
    /// JSON, as RFC 8259 has it.
    case json
    /// A property list. Either form is read; the given one is written.
    case propertyList(PropertyListForm)

    /// The format of a file.
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

    /// The extension of files that the store names itself.
    var fileExtension: String {
      switch self {
      case .automatic, .json: "json"
      case .propertyList: "plist"
      }
    }
  }

  /// When a write is safe from what.
  public enum Durability: Hashable, Sendable {
    /// A write that returned survives the end of the process, `kill -9` included; ``FileSettingsStore/flush()`` makes it
    /// survive a power cut.
    case crashSafe
    /// A write that returned survives a power cut. It costs a journey to the disk, which writers on several threads share.
    ///
    /// Where the journey fails, the write throws ``SettingsError/Code/notSaved``: the value is in place, and the store
    /// tries again. To set the value that is in place already is no write.
    case everyWrite
  }
}

extension DocumentFormat {
  /// The form that a document is in: a property list is read in both, whichever is written.
  func form(of bytes: [UInt8]) -> DocumentFormat {
    guard self != .json, let found = DocumentFormat.detect(bytes), found != .json else { return self }
    return found
  }
}
