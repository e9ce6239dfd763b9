package import TypedSettingsCore
internal import TypedSettingsFiles

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The contents of a cache file: entries, the revision they belong to, and the engine and prefix they come from.
package struct RemoteCacheContents: Sendable {
  package var identity: String
  package var table: RemoteTable
  /// The time of the last word from the engine.
  package var date: Date
  /// The keys that are never cached, because settings with these keys are secret.
  package var secrets: Set<RemoteKey>

  package init(identity: String, table: RemoteTable, date: Date, secrets: Set<RemoteKey>) {
    self.identity = identity
    self.table = table
    self.date = date
    self.secrets = secrets
  }

  private static let signature: [UInt8] = Array("TSFleet2".utf8)

  /// The bytes of the file: a signature, the contents, and their checksum.
  package var bytes: [UInt8] {
    var bytes = Self.signature
    bytes.reserveCapacity(256 + table.size + 24 * table.entries.count)
    bytes.append(counted: identity.utf8)
    bytes.append(UInt64(bitPattern: table.position?.revision ?? 0))
    for identity in [table.position?.history, table.position?.engine] { bytes.append(counted: (identity ?? "").utf8) }
    bytes.append(date.timeIntervalSince1970.bitPattern)
    bytes.append(UInt64(secrets.count))
    for key in secrets { bytes.append(counted: key.text.utf8) }
    bytes.append(UInt64(table.entries.count))
    for (key, entry) in table.entries {
      bytes.append(counted: key.text.utf8)
      bytes.append(counted: entry.value)
      bytes.append(UInt64(bitPattern: entry.revision))
    }
    bytes.append(UInt64(Checksum(of: bytes).masked))
    return bytes
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.malformed` if the bytes aren't a cache.
  package init(_ bytes: [UInt8]) throws(SettingsError) {
    guard bytes.count >= 16, bytes.starts(with: Self.signature) else { throw .malformedCache("another format") }
    let end = bytes.count - 8
    let checksum = bytes.withUnsafeBytes { whole in
      var checksum = Checksum()
      checksum.add(UnsafeRawBufferPointer(rebasing: whole[..<end]))
      return checksum.masked
    }
    var tail = RemoteCacheReader(bytes: bytes[end...])
    guard try tail.number() == UInt64(checksum) else { throw .malformedCache("a wrong checksum") }
    var reader = RemoteCacheReader(bytes: bytes[Self.signature.count..<end])
    identity = String(decoding: try reader.counted(), as: UTF8.self)
    var position = RemotePosition(revision: Int64(bitPattern: try reader.number()))
    position.history = try reader.identity()
    position.engine = try reader.identity()
    date = Date(timeIntervalSince1970: Double(bitPattern: try reader.number()))
    secrets = []
    for _ in 0..<(try reader.count()) { secrets.insert(try reader.key()) }
    var entries: [RemoteKey: RemoteTable.Entry] = [:]
    let count = try reader.count()
    entries.reserveCapacity(count)
    for _ in 0..<count {
      let key = try reader.key()
      let value = Array(try reader.counted())
      entries[key] = RemoteTable.Entry(value: value, revision: Int64(bitPattern: try reader.number()))
    }
    table = RemoteTable(entries: entries, position: position)
    guard reader.bytes.isEmpty else { throw .malformedCache("extra bytes") }
  }
}

/// A reader of numbers and counted bytes.
private struct RemoteCacheReader {
  var bytes: ArraySlice<UInt8>

  mutating func number() throws(SettingsError) -> UInt64 {
    guard bytes.count >= 8 else { throw .malformedCache("a missing number") }
    let number = bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    bytes = bytes.dropFirst(8)
    return number
  }

  /// Reads a number of items, each of which takes at least eight bytes.
  mutating func count() throws(SettingsError) -> Int {
    let count = try number()
    guard count <= UInt64(bytes.count / 8) else { throw .malformedCache("a wrong count") }
    return Int(count)
  }

  mutating func counted() throws(SettingsError) -> ArraySlice<UInt8> {
    let count = try number()
    guard count <= UInt64(bytes.count) else { throw .malformedCache("a wrong length") }
    defer { bytes = bytes.dropFirst(Int(count)) }
    return bytes.prefix(Int(count))
  }

  /// Reads an identity, which is empty if there's none.
  mutating func identity() throws(SettingsError) -> String? {
    let text = String(decoding: try counted(), as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  mutating func key() throws(SettingsError) -> RemoteKey { RemoteKey(String(decoding: try counted(), as: UTF8.self)) }
}

extension [UInt8] {
  fileprivate mutating func append(_ number: UInt64) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(counted other: some Collection<UInt8>) {
    append(UInt64(other.count))
    append(contentsOf: other)
  }
}

extension SettingsError {
  fileprivate static func malformedCache(_ problem: String) -> SettingsError {
    SettingsError(
      .malformed, found: "bytes with \(problem)", advice: "they are ignored, and replaced after the engine is reached")
  }
}
