internal import TypedSettings

/// A transport that keeps a value for each replica in a shared store.
package final class KeyValueTransport: SyncTransport {
  private struct State {
    var replica: SyncReplicaIdentity?
    /// The hash of the latest message of this replica.
    var written: Int?
  }

  private let store: any KeyValueMailboxes
  private let prefix: Result<String, SettingsError>
  private let state = LockedState(State())

  package let maximumMessageSize = KeyValueLimits.size - KeyValueLimits.keySize

  package var delivery: SyncDelivery { .latestState }

  package init(_ store: any KeyValueMailboxes, group: String) {
    self.store = store
    prefix = Result { () throws(SettingsError) in try Self.prefix(of: group) }
  }

  private static let identityLength = 32

  /// Returns the beginning of the keys of a group.
  ///
  /// A group that's too long for a key is shortened, and gets a checksum.
  private static func prefix(of group: String) throws(SettingsError) -> String {
    guard !group.isEmpty else {
      throw SettingsError(.invalidName, found: "a group of settings without a name", advice: "use another name")
    }
    let room = KeyValueLimits.keySize - identityLength - 1
    if group.utf8.count <= room { return group + "." }
    let checksum = String(Checksum(of: Array(group.utf8)).value, radix: 16)
    let end = "~" + String(repeating: "0", count: 8 - checksum.count) + checksum
    var start = ""
    for character in group where start.utf8.count + "\(character)".utf8.count + end.utf8.count <= room {
      start.append(character)
    }
    return start + end + "."
  }

  package func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
    state.withLock { state in
      if state.replica != replica { state = State(replica: replica) }
    }
    switch prefix {
    case .success(let prefix):
      let connection = KeyValueConnection(store, prefix) { [weak self] key, hash in
        key == "\(prefix)\(replica)" && self?.state.withLock { $0.written == hash } ?? false
      }
      connection.start()
      return connection.events
    case .failure(let error): return AsyncThrowingStream(throwing: error)
    }
  }

  package func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
    try SettingsError.checkSize(message, maximum: maximumMessageSize)
    guard let replica = state.withLock({ $0.replica }) else { throw SettingsError.notConnected }
    let key = "\(try prefix.get())\(replica)"
    let old = store.bytes(forKey: key)
    let keyCount = store.keys.count + (old == nil ? 1 : 0)
    guard keyCount <= KeyValueLimits.keyCount else {
      throw SettingsError.transportFull("a store with \(KeyValueLimits.keyCount) keys")
    }
    let size = store.size + message.count - (old.map(\.count) ?? -key.utf8.count)
    guard size <= KeyValueLimits.size else {
      throw SettingsError.transportFull(
        "a store that would have \(size) bytes, where \(KeyValueLimits.size) are allowed")
    }
    state.withLock { $0.written = message.hashValue }
    store.set(message, forKey: key)
  }
}
