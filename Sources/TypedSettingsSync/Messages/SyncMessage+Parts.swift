package import TypedSettingsCore

/// A message as bytes that a transport accepts.
package struct SyncParts: Hashable, Sendable {
  /// The bytes, divided into several messages if necessary.
  package var messages: [[UInt8]]
  /// The keys of the entries that no message contains, because they're too large for the transport.
  package var oversizedKeys: Set<SettingsKey> = []
}

extension SyncMessage {
  /// Returns the message as bytes, divided into several messages if it's too large for a transport.
  ///
  /// Entries that have to be applied together stay together: entries with the same stamp. The values from before
  /// synchronization all have the same stamp, so of them only the entries of a unit stay together. Such entries are
  /// left out if they're too large for any message. A state isn't divided; the largest entries are left out.
  ///
  /// A summary that's too large is sent without hashes, so that the recipient replies with all of its entries.
  ///
  /// - Parameters:
  ///   - size: The largest message in bytes.
  ///   - unit: Returns the keys of a key's unit.
  /// - Returns: At least one message, and the keys of the entries that are left out.
  package func parts(ofAtMost size: Int, unit: (SettingsKey) -> [SettingsKey] = { [$0] }) -> SyncParts {
    let size = min(size, SyncLimits.messageSize)
    let whole = encoded
    if whole.count <= size { return SyncParts(messages: [whole]) }
    switch body {
    case .summary: return SyncParts(messages: [replacingBody(with: .summary([:])).encoded])
    case .state(let entries):
      let groups = Group.groups(of: entries, unit)
      let count = fittingCount(of: groups, size)
      let state = Body.state(Group.entries(of: groups[..<count]))
      return SyncParts(
        messages: [replacingBody(with: state).encoded],
        oversizedKeys: Set(Group.entries(of: groups[count...]).keys))
    case .difference(let entries):
      var (differences, oversizedKeys): ([[SettingsKey: SyncEntry]], Set<SettingsKey>) = ([], [])
      divide(Group.groups(of: entries, unit)[...], size, into: &differences, &oversizedKeys)
      // The peer waits for a reply, whatever it contains.
      if differences.isEmpty { differences.append([:]) }
      let messages = differences.enumerated().map { index, difference in
        let hasMore = hasMore || index < differences.count - 1
        return replacingBody(with: .difference(difference), hasMore: hasMore).encoded
      }
      return SyncParts(messages: messages, oversizedKeys: oversizedKeys)
    }
  }

  private func replacingBody(with body: Body, hasMore: Bool? = nil) -> SyncMessage {
    SyncMessage(account: account, sender: sender, root: root, hasMore: hasMore ?? self.hasMore, body: body)
  }

  /// Returns the number of the first groups that fit into a state.
  private func fittingCount(of groups: [Group], _ size: Int) -> Int {
    var (fitting, excessive) = (0, groups.count)
    while excessive - fitting > 1 {
      let middle = (fitting + excessive) / 2
      let state = replacingBody(with: .state(Group.entries(of: groups[..<middle])))
      if state.encoded.count <= size { fitting = middle } else { excessive = middle }
    }
    return fitting
  }

  /// Appends the entries of as many differences as are necessary.
  private func divide(
    _ groups: ArraySlice<Group>, _ size: Int, into differences: inout [[SettingsKey: SyncEntry]],
    _ oversizedKeys: inout Set<SettingsKey>
  ) {
    let entries = Group.entries(of: groups)
    if replacingBody(with: .difference(entries)).encoded.count <= size {
      differences.append(entries)
    } else if groups.count < 2 {
      oversizedKeys.formUnion(entries.keys)
    } else {
      let middle = groups.startIndex + groups.count / 2
      divide(groups[..<middle], size, into: &differences, &oversizedKeys)
      divide(groups[middle...], size, into: &differences, &oversizedKeys)
    }
  }
}

/// Entries that stay in one message.
private struct Group {
  private struct Identity: Hashable {
    let stamp: SyncStamp
    /// The first key of the unit of a value from before synchronization.
    let key: SettingsKey?
  }

  let entries: [(key: SettingsKey, value: SyncEntry)]
  let size: Int

  private init(_ entries: [(key: SettingsKey, value: SyncEntry)]) {
    self.entries = entries.sorted { SettingsKey.isInSyncOrder($0.key, $1.key) }
    size = entries.reduce(0) { $0 + $1.value.size(forKey: $1.key) }
  }

  /// Returns the groups of entries by their sizes, the smallest first.
  static func groups(
    of entries: [SettingsKey: SyncEntry], _ unit: (SettingsKey) -> [SettingsKey]
  ) -> [Group] {
    let groups = Dictionary(grouping: entries) { key, entry in
      let first = entry.stamp.isLowest ? unit(key).min(by: SettingsKey.isInSyncOrder) ?? key : nil
      return Identity(stamp: entry.stamp, key: first)
    }
    return groups.values.map { Group($0) }.sorted { left, right in
      if left.size != right.size { return left.size < right.size }
      return SettingsKey.isInSyncOrder(left.entries[0].key, right.entries[0].key)
    }
  }

  static func entries(of groups: ArraySlice<Group>) -> [SettingsKey: SyncEntry] {
    Dictionary(groups.lazy.flatMap(\.entries).map { ($0.key, $0.value) }) { first, _ in first }
  }
}
