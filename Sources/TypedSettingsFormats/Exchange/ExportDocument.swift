internal import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Exported settings by domain and name, in the layout of a settings file with one additional member.
///
/// ```json
/// {
///   "$typedSettingsExport": 1,
///   "com.example.pomodoro": {
///     "$version": 2,
///     "TimerSettingsSessionLength": 50
///   }
/// }
/// ```
struct ExportDocument {
  /// The member that identifies the document, and that holds the version of its format.
  static let markName = "$typedSettingsExport"
  static let version = 1

  /// The nesting depth of a setting's value in the document.
  private static let depth = 2

  let format: DocumentFormat
  private var tree = DocumentTree()

  /// The values by domain and name, including the versions of the domains.
  var domains: [String: [String: SettingsValue]] { tree.domains }

  /// Creates an empty document.
  init(_ format: DocumentFormat) {
    self.format = format
    tree.others[Self.markName] = Self.version.settingsValue
  }

  /// Creates a document from data in any of the formats.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/malformed``, with ``SettingsError/Code/newerVersion``, or
  ///   for a value beyond the limits.
  init(reading data: Data) throws(SettingsError) {
    let bytes = [UInt8](data)
    guard let format = DocumentFormat.detect(bytes) else {
      throw .notAnExport("bytes that are neither JSON nor a property list")
    }
    self.format = format
    do throws(SettingsError) { tree = try DocumentTree(try format.value(of: bytes), .domains) } catch {
      throw error.replacing(advice: "correct the document; nothing was changed")
    }
    guard case .integer(let version)? = tree.others.removeValue(forKey: Self.markName), version > 0 else {
      throw .notAnExport("no member '\(Self.markName)' with a version number")
    }
    if version > Self.version { throw .newerExport }
    tree.others[DocumentTree.schemaName] = nil
    // Null in the place of a domain is a domain without values.
    guard tree.others.values.allSatisfy(\.isNull) else {
      throw .notAnExport("a member that doesn't contain named values")
    }
  }

  /// The value of a setting.
  subscript(key: SettingsKey) -> SettingsValue? { tree[key] }

  /// Inserts the value of a setting.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable`` if the document can't hold the key.
  mutating func insert(_ value: SettingsValue, forKey key: SettingsKey) throws(SettingsError) {
    guard tree.hasRoom(for: key, .domains) else {
      throw SettingsError(
        .unencodable, key: key, found: "a domain whose name is reserved in a document",
        advice: "use another name")
    }
    tree[key] = value
  }

  /// Returns the encoded document.
  ///
  /// - Throws: ``SettingsError`` if the format can't represent a value, or if the document exceeds the limits.
  func data() throws(SettingsError) -> Data {
    do throws(SettingsError) { return Data(try format.bytes(of: tree.document(.domains))) } catch {
      throw firstValueError ?? error
    }
  }

  /// The error for the first value that the document can't represent.
  private var firstValueError: SettingsError? {
    for (domain, values) in domains.inOrder({ $0.key < $1.key }) {
      for (name, value) in values.inOrder({ $0.key < $1.key }) {
        do throws(SettingsError) {
          try value.checkLimits(depth: Self.depth)
          _ = try format.check(value)
        } catch {
          return error.at(SettingsKey(domain: domain, name: name))
        }
      }
    }
    return nil
  }
}
