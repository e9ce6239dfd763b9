internal import TypedSettingsCore

/// The changes of a shared store that a transport hasn't looked at yet.
///
/// The store is observed as long as this object exists, so that no change of the account is missed between two
/// connections.
final class KeyValueChanges: Sendable {
  private struct State {
    var observation: ChannelObservation?
    /// The changes in the order in which they're looked at, each kind once.
    var pending: [KeyValueChange] = []
    var lastConnection = 0
    /// The connection that has reported the pending change of the account.
    var informedConnection: Int?
    var isClosed = false

    mutating func add(_ change: KeyValueChange) {
      switch change {
      case .accountChange:
        // The values that the store has now belong to the new account.
        pending = [.accountChange, .values]
        informedConnection = nil
        isClosed = true
      case .values, .quotaViolation: if !pending.contains(change) { pending.append(change) }
      }
    }
  }

  private let state = LockedState(State())
  let signal = WakeSignal()

  /// Begins a connection, which looks at all values and replaces the earlier one.
  ///
  /// - Parameter store: The store, which is observed from then on.
  /// - Returns: The number of the connection, or `nil` if the store isn't available.
  func connect(to store: any KeyValueMailboxes) -> Int? {
    if state.withLock({ $0.observation }) == nil {
      let observation = store.start { [weak self] in self?.add($0) }
      state.withLock { if $0.observation == nil { $0.observation = observation } }
    }
    let number = state.withLock { state -> Int? in
      guard state.observation != nil else { return nil }
      // A message of an earlier connection has caused it, and this one writes its own.
      state.pending.removeAll { $0 == .quotaViolation }
      state.add(.values)
      state.isClosed = state.pending.contains(.accountChange)
      state.lastConnection += 1
      return state.lastConnection
    }
    signal.send()
    return number
  }

  private func add(_ change: KeyValueChange) {
    state.withLock { $0.add(change) }
    signal.send()
  }

  /// A Boolean value that indicates whether the next change is one of the account.
  var isAccountChanged: Bool { state.withLock { $0.pending.first == .accountChange } }

  /// A Boolean value that indicates whether nothing may be written before the next connection, because the store has or
  /// may have the values of another account.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Allows no writing before the connection after the given one.
  func close(after connection: Int) { state.withLock { if $0.lastConnection == connection { $0.isClosed = true } } }

  /// Removes the next change.
  ///
  /// A change of the account stays until the session has handled the report, or until the connection that has reported
  /// it asks for the next change. If the session stops before that, the next connection repeats the report.
  ///
  /// - Parameter connection: The number of the connection that looks at it.
  /// - Returns: The change, or `nil` if there is none.
  /// - Throws: `SettingsError` if a later connection has begun.
  func take(for connection: Int) throws(SettingsError) -> KeyValueChange? {
    try state.withLock { state throws(SettingsError) -> KeyValueChange? in
      guard state.lastConnection == connection else {
        throw .transportUnavailable("a connection that was replaced by a later one")
      }
      if state.pending.first == .accountChange {
        if state.informedConnection != connection {
          state.informedConnection = connection
          return .accountChange
        }
        state.pending.removeFirst()
      }
      return state.pending.isEmpty ? nil : state.pending.removeFirst()
    }
  }

  /// Removes a change of the account that was reported, because the session has handled the report.
  ///
  /// The program can decide at once, so that the session connects again before the connection asks for the next change.
  func didHandleAccountChange() {
    state.withLock { state in
      if state.pending.first == .accountChange, state.informedConnection != nil { state.pending.removeFirst() }
    }
  }
}
