internal import TypedSettingsCore
internal import TypedSettingsFiles

/// A transport that keeps a value for each replica in a shared store.
package final class KeyValueTransport: SyncTransport {
  private let store: any KeyValueMailboxes
  private let prefix: Result<String, SettingsError>
  private let changes = KeyValueChanges()
  private let own = LockedState<OwnMailbox?>(nil)

  package let maximumMessageSize = KeyValueLimits.size - KeyValueLimits.keySize

  package var delivery: SyncDelivery { .latestState }

  package init(_ store: any KeyValueMailboxes, group: String) {
    self.store = store
    prefix = Result { () throws(SettingsError) in try Self.prefix(of: group) }
  }

  /// Returns the beginning of the keys of a group.
  ///
  /// A group that's too long for a key is shortened, and gets a checksum.
  private static func prefix(of group: String) throws(SettingsError) -> String {
    guard !group.isEmpty else {
      throw SettingsError(.invalidName, found: "a group of settings without a name", advice: "pass a name")
    }
    let room = KeyValueLimits.keySize - SyncReplicaIdentity.digitCount - 1
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
    switch prefix {
    case .success(let prefix):
      let own = own.withLock { own in
        if let own, own.replica == replica { return own }
        let new = OwnMailbox(of: replica, name: "\(prefix)\(replica)")
        own = new
        return new
      }
      return KeyValueConnection(store, prefix, own, changes).events
    case .failure(let error): return AsyncThrowingStream(throwing: error)
    }
  }

  package func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
    try SettingsError.checkSize(message, maximum: maximumMessageSize)
    guard let own = own.withLock({ $0 }) else { throw SettingsError.notConnected }
    // A message of an earlier connection must not get into the mailbox of a later one.
    try Task.checkCancellation()
    // In this order: a message that an earlier connection is writing is set before it counts as written.
    let hasWritten = own.latest != nil
    let old = store.bytes(forKey: own.name)
    // The values may belong to another account. The session sends its state again with the next connection, unless the
    // account has changed.
    if changes.isClosed || (hasWritten && old == nil) { return changes.signal.send() }
    let keyCount = store.keys.count + (old == nil ? 1 : 0)
    guard keyCount <= KeyValueLimits.keyCount else {
      throw SettingsError.transportFull("a store with \(KeyValueLimits.keyCount) keys")
    }
    let size = store.size + message.count - (old.map(\.count) ?? -own.name.utf8.count)
    guard size <= KeyValueLimits.size else {
      throw SettingsError.transportFull(
        "a store that would have \(size) bytes, where \(KeyValueLimits.size) are allowed")
    }
    own.willWrite(message, over: old)
    store.set(message, forKey: own.name)
    own.didWrite(message)
    // The connection delivers a message of another device that was replaced.
    changes.signal.send()
  }

  package func removeMailbox(of replica: SyncReplicaIdentity) async throws {
    // The values may belong to another account.
    if changes.isClosed { return }
    store.remove("\(try prefix.get())\(replica)")
  }
}

extension KeyValueTransport: AccountReportingTransport {
  func didHandleAccountChange() { changes.didHandleAccountChange() }
}
