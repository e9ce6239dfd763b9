#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Exported settings by domain and name, laid out as a settings file with one more member.
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
  /// The member that says what the document is, and of which version of the format.
  static let markName = "$typedSettingsExport"
  static let version = 1

  /// The containers around the value of a setting.
  private static let depth = 2

  let format: DocumentFormat
  private var tree = DocumentTree()

  /// The values by domain and name, the versions of the domains among them.
  var domains: [String: [String: SettingsValue]] { tree.domains }

  /// Makes an empty document.
  init(_ format: DocumentFormat) {
    self.format = format
    tree.others[Self.markName] = Self.version.settingsValue
  }

  /// Reads a document, whatever its format.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/malformed``, ``SettingsError/Code/newerVersion`` or that of a
  ///   limit.
  init(reading data: Data) throws(SettingsError) {
    let bytes = [UInt8](data)
    guard let format = DocumentFormat.detect(bytes) else {
      throw .notAnExport("bytes that are neither JSON nor a property list")
    }
    self.format = format
    tree = try DocumentTree(try format.value(of: bytes), .domains)
    guard case .integer(let version)? = tree.others.removeValue(forKey: Self.markName), version > 0 else {
      throw .notAnExport("no member '\(Self.markName)' with the number of a version")
    }
    if version > Self.version { throw .newerExport }
    tree.others[DocumentTree.schemaName] = nil
    guard tree.others.isEmpty else { throw .notAnExport("a member that holds no named values") }
  }

  /// The value of a setting.
  subscript(key: SettingsKey) -> SettingsValue? { tree[key] }

  /// Takes up the value of a setting.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable`` where the document has no place for it.
  mutating func insert(_ value: SettingsValue, forKey key: SettingsKey) throws(SettingsError) {
    guard tree.hasRoom(for: key, .domains) else {
      throw SettingsError(
        .unencodable, key: key, found: "a domain whose name says something else in a document",
        advice: "use another name")
    }
    tree[key] = value
  }

  /// The document in its format.
  ///
  /// - Throws: ``SettingsError`` where the format cannot hold a value, or where it is beyond the limits.
  func data() throws(SettingsError) -> Data {
    do throws(SettingsError) { return Data(try format.bytes(of: tree.document(.domains))) } catch {
      throw culprit ?? error
    }
  }

  /// What is wrong with the first value that cannot be in a document.
  private var culprit: SettingsError? {
    for (domain, values) in domains.sorted(by: { $0.key < $1.key }) {
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
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
