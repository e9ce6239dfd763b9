/// The structure of a document.
package enum DocumentLayout: Hashable, Sendable {
  /// The members are domains, whose members are keys.
  case domains
  /// The members are the keys of one domain.
  case domain(String)
}

extension DocumentLayout {
  /// The number of containers around the value of a setting.
  var levels: Int {
    switch self {
    case .domains: 2
    case .domain: 1
    }
  }
}

/// The values of a document by domain and name, and its other members.
struct DocumentTree: Sendable {
  var domains: [String: [String: SettingsValue]] = [:]
  /// The members that aren't settings, such as a schema, or additions of a user or of a newer version.
  var others: [String: SettingsValue] = [:]

  /// The name of the member that refers to a schema for editors.
  static let schemaName = "$schema"

  init() {}

  /// Creates the tree of a document.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/malformed`` if the document is a list or a scalar.
  init(_ document: SettingsValue, _ layout: DocumentLayout) throws(SettingsError) {
    guard case .dictionary(var members) = document, !document.isPreservedForm else {
      throw .notASettingsDocument(document)
    }
    switch layout {
    case .domain(let domain):
      others[Self.schemaName] = members.removeValue(forKey: Self.schemaName)
      domains[domain] = members
    case .domains:
      domains.reserveCapacity(members.count)
      for (name, member) in members {
        if name != Self.schemaName, case .dictionary(let values) = member, !member.isPreservedForm {
          domains[name] = values
        } else {
          others[name] = member
        }
      }
    }
  }

  /// Returns the document of the tree.
  func document(_ layout: DocumentLayout) -> SettingsValue {
    switch layout {
    case .domain(let domain): .dictionary((domains[domain] ?? [:]).merging(others) { value, _ in value })
    case .domains: .dictionary(domains.mapValues { .dictionary($0) }.merging(others) { value, _ in value })
    }
  }

  subscript(key: SettingsKey) -> SettingsValue? {
    get { domains[key.domain]?[key.name] }
    set {
      if let newValue {
        domains[key.domain, default: [:]][key.name] = newValue
      } else {
        domains[key.domain]?[key.name] = nil
      }
    }
  }

  /// Returns the changes that give keys their values in a document.
  func changes(of keys: [SettingsKey], _ layout: DocumentLayout) -> [String: DocumentChange] {
    switch layout {
    case .domain:
      return Dictionary(keys.map { ($0.name, .value(self[$0])) }) { value, _ in value }
    case .domains:
      return Dictionary(grouping: keys, by: \.domain).mapValues { keys in
        .members(Dictionary(keys.map { ($0.name, .value(self[$0])) }) { value, _ in value })
      }
    }
  }

  /// Returns whether a key can be stored without a conflict with the document's other members.
  func hasRoom(for key: SettingsKey, _ layout: DocumentLayout) -> Bool {
    // A dictionary that contains only such a key would be read as another value.
    if key.name == SettingsValue.numberKey || key.name == SettingsValue.spellingsKey { return false }
    return switch layout {
    case .domain(let domain): key.domain == domain && key.name != Self.schemaName
    case .domains: key.domain != Self.schemaName && (others.isEmpty || others[key.domain] == nil)
    }
  }
}

extension SettingsError {
  fileprivate static func notASettingsDocument(_ document: SettingsValue) -> SettingsError {
    SettingsError(
      .malformed, found: "a document that is \(document.kind) where named values are expected",
      advice: "the bytes are kept as they are")
  }
}

/// A lower estimate of what can be added to a document within the limits.
struct DocumentRoom: Sendable {
  private var bytes: Int
  private var values: Int
  /// The live value whose key was last found to fit; most writes are of the same key as the write before.
  private var placed = RecentLiveValue()
  /// The number of bytes that its key and a value of fixed length take.
  private var fixedLength = 0

  /// An estimate of zero, for a document that wasn't measured.
  static let unknown = DocumentRoom(
    beside: FileSettingsStore.maximumFileSize, SettingsValue.maximumCount - 1)

  /// Creates an estimate for a document of a length in bytes and a number of values.
  init(beside length: Int, _ count: Int) {
    bytes = FileSettingsStore.maximumFileSize - length
    values = SettingsValue.maximumCount - 1 - count
  }

  /// Returns whether the key of a live value is the one that was last found to fit.
  func hasPlaced(_ live: LiveValue) -> Bool { placed.isSame(as: live) }

  /// Records that the key of a live value fits.
  mutating func place(_ live: LiveValue) {
    placed = RecentLiveValue(live)
    fixedLength = DocumentFormat.fixedLength + Self.length(ofKey: live.key)
  }

  /// Returns the number of bytes that a key takes at most.
  static func length(ofKey key: SettingsKey) -> Int { 2 * (key.name.utf8.count + key.domain.utf8.count) }

  /// Reserves room for a value of fixed length, if the key of the live value was the last one that was found to fit.
  ///
  /// - Returns: `true` if the value certainly fits.
  @inline(__always)
  mutating func takeFixedLength(_ value: SettingsValue?, of live: LiveValue) -> Bool {
    guard placed.isSame(as: live), let value, value.hasFixedLength else { return false }
    return take(bytes: fixedLength, values: 1)
  }

  /// Reserves room for an addition.
  ///
  /// - Returns: `true` if the addition certainly fits.
  @discardableResult
  mutating func take(bytes: Int, values: Int) -> Bool {
    self.bytes -= bytes
    self.values -= values
    return self.bytes >= 0 && self.values >= 0
  }
}

/// The length and checksum of a document, which identify its contents.
package struct DocumentFingerprint: Hashable, Sendable {
  let length: Int
  let checksum: UInt32

  init(length: Int, checksum: UInt32) {
    self.length = length
    self.checksum = checksum
  }

  /// Creates the fingerprint of a document.
  package init(of bytes: [UInt8]) { self.init(length: bytes.count, checksum: Checksum(of: bytes).value) }

  /// Creates the fingerprint of a file, which is read in parts.
  init(of file: OpenFile, length: Int) throws(FileSystemError) {
    var checksum = Checksum()
    var offset = 0
    while offset < length {
      let part = try file.read(from: offset, to: min(offset + Self.partLength, length))
      if part.isEmpty { break }
      part.withUnsafeBytes { checksum.add($0) }
      offset += part.count
    }
    self.init(length: offset, checksum: checksum.value)
  }

  private static let partLength = 256 << 10
}
