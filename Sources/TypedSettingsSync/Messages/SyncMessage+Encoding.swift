internal import TypedSettingsCore
internal import TypedSettingsFiles

extension SyncMessage {
  /// The first bytes of every message.
  static let mark: [UInt8] = Array("TSSY".utf8)
  /// The version of the format.
  static let formatVersion: UInt8 = 1
  /// The position of the checksum, and the position of the first byte that it covers.
  static let (checksumOffset, coveredOffset) = (8, 12)

  /// The kind of a message, in the sixth byte.
  enum Kind: UInt8 {
    case state = 1
    case difference = 2
    case summary = 3
  }

  private var kind: Kind {
    switch body {
    case .state: .state
    case .difference: .difference
    case .summary: .summary
    }
  }

  /// The message as bytes; equal messages have equal bytes.
  package var encoded: [UInt8] {
    var bytes = SyncBytes()
    bytes.append(raw: Self.mark)
    bytes.append(byte: Self.formatVersion)
    bytes.append(byte: kind.rawValue)
    bytes.append(byte: hasMore ? 1 : 0)
    bytes.append(byte: 0)
    bytes.append(0 as UInt32)
    bytes.append(SyncReplicaIdentity(high: account.high, low: account.low))
    bytes.append(sender)
    bytes.append(root)
    switch body {
    case .state(let entries), .difference(let entries): SyncEntryTable(of: entries).append(to: &bytes)
    case .summary(let hashes):
      bytes.append(count: hashes.count)
      for (key, entry) in hashes.sorted(by: { $0.key < $1.key }) {
        bytes.append(key)
        bytes.append(entry)
      }
    }
    bytes.replace(at: Self.checksumOffset, with: Self.checksum(of: bytes.bytes))
    return bytes.bytes
  }

  /// Returns the checksum of a message, whatever checksum the message has.
  package static func checksum(of bytes: [UInt8]) -> UInt32 {
    var checksum = Checksum()
    bytes.withUnsafeBytes { checksum.add(UnsafeRawBufferPointer(rebasing: $0[coveredOffset...])) }
    return checksum.masked
  }
}

/// Entries with the writers and domains that they refer to, which are written once.
struct SyncEntryTable {
  private var writers: [SyncWriter] = []
  private var domains: [String] = []
  private var writerIndices: [SyncWriter: Int] = [:]
  private var domainIndices: [String: Int] = [:]
  private let entries: [(key: SettingsKey, value: SyncEntry)]

  init(of entries: [SettingsKey: SyncEntry]) {
    self.entries = entries.sorted { ($0.key.domain, $0.key.name) < ($1.key.domain, $1.key.name) }
    for (key, entry) in self.entries {
      if domainIndices.updateValue(domains.count, forKey: key.domain) == nil { domains.append(key.domain) }
      domainIndices[key.domain] = domains.count - 1
      for writer in [entry.stamp.writer, entry.basis?.writer].compactMap(\.self) where writerIndices[writer] == nil {
        writerIndices[writer] = writers.count
        writers.append(writer)
      }
    }
  }

  func append(to bytes: inout SyncBytes) {
    bytes.append(count: writers.count)
    for writer in writers { bytes.append(writer) }
    bytes.append(count: domains.count)
    for domain in domains { bytes.append(domain) }
    bytes.append(count: entries.count)
    for (key, entry) in entries {
      var part = SyncBytes()
      append(entry, forKey: key, to: &part)
      bytes.append(counted: part.bytes)
    }
  }

  private func append(_ entry: SyncEntry, forKey key: SettingsKey, to bytes: inout SyncBytes) {
    bytes.append(count: domainIndices[key.domain] ?? 0)
    bytes.append(key.name)
    var shape: Shape = []
    if entry.basis != nil { shape.insert(.basis) }
    if entry.content != .reset { shape.insert(.value) }
    if entry.unit != nil { shape.insert(.unit) }
    bytes.append(byte: shape.rawValue)
    bytes.append(byte: entry.flags.rawValue)
    append(entry.stamp, to: &bytes)
    if let basis = entry.basis { append(basis, to: &bytes) }
    bytes.append(count: entry.version)
    if let unit = entry.unit { bytes.append(unit.rawValue) }
    switch entry.content {
    case .reset: break
    case .value(let value): bytes.append(counted: value)
    case .unread: bytes.append(counted: [])
    }
    bytes.append(raw: entry.extensionFields)
  }

  private func append(_ stamp: SyncStamp, to bytes: inout SyncBytes) {
    bytes.append(count: stamp.time)
    bytes.append(count: stamp.counter)
    bytes.append(count: writerIndices[stamp.writer] ?? 0)
  }

  /// The optional parts of an entry.
  struct Shape: OptionSet {
    let rawValue: UInt8

    static let basis = Shape(rawValue: 1 << 0)
    static let value = Shape(rawValue: 1 << 1)
    static let unit = Shape(rawValue: 1 << 2)
    /// All bits of this version; an entry with others can't be read.
    static let known: Shape = [.basis, .value, .unit]
  }
}
