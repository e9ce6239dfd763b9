package import TypedSettingsCore

/// The state in a storage, to which changes are appended until they take as much room as the state.
package struct SyncSavedState: Sendable {
  /// The number of bytes in the storage.
  package var size: Int
  /// The number of bytes at which everything is saved again.
  private let limit: Int
  /// The parts that aren't saved with a change.
  private let remainder: SyncReplicaState

  /// Describes a state that was saved as a whole.
  ///
  /// - Parameters:
  ///   - memory: The state.
  ///   - size: The number of its bytes.
  package init(_ memory: SyncReplicaState, size: Int) {
    self.size = size
    remainder = memory.remainder
    limit = min(2 * size + (64 << 10), SyncReplicaState.maximumSize)
  }

  /// Returns the bytes to append for a change of entries and records.
  ///
  /// - Parameters:
  ///   - memory: The present state.
  ///   - keys: The keys whose entries or records have changed since the last save.
  ///   - isSecret: Returns whether a setting is secret, so that its value mustn't be saved.
  /// - Returns: The bytes, or `nil` if everything has to be saved, because something else has changed too, or because
  ///   the changes would take more room than the state.
  package func change(
    to memory: SyncReplicaState, of keys: Set<SettingsKey>, isSecret: (SettingsKey) -> Bool
  ) -> [UInt8]? {
    guard memory.remainder == remainder, memory.lostStamps.isEmpty,
      !keys.contains(where: { isSecret($0) || memory.state[$0]?.flags.contains(.secret) == true })
    else { return nil }
    let change = memory.encodedChange(of: keys)
    return size + change.count <= limit ? change : nil
  }
}
