/// Calls an observer with the values of a setting: one at a time, and never twice with the same.
final class ValueRelay<Value: Sendable>: Sendable {
  private struct State {
    /// The stored form of the value that was given last; not known before the first.
    var last: SettingsValue??
    var pending: [SettingsChange] = []
    var isCalling = false
  }

  private let record: SettingRecord<Value>
  private let call: @Sendable (Value) -> Void
  private let state: LockedState<State>

  init(of record: SettingRecord<Value>, _ call: @escaping @Sendable (Value) -> Void) {
    self.record = record
    self.call = call
    state = LockedState(State())
  }

  /// Takes notice of a change, or of one that is about to be made.
  func hear(_ change: SettingsChange) {
    let isFirst = state.withLock { state in
      state.pending.append(change)
      defer { state.isCalling = true }
      return !state.isCalling
    }
    // A call that is under way, maybe further up on this thread, also makes the calls that come in between.
    guard isFirst else { return }
    while let (change, last) = state.withLock({ Self.next(&$0) }) {
      // Outside the lock, because comparing may run code of the value's type.
      if record.isSame(change.value, last) { continue }
      state.withLock { $0.last = .some(change.value) }
      call(record.value(of: change.value))
    }
  }

  private static func next(_ state: inout State) -> (change: SettingsChange, last: SettingsValue?)? {
    if state.pending.isEmpty {
      state.isCalling = false
      return nil
    }
    let change = state.pending.removeFirst()
    return (change, state.last ?? change.oldValue)
  }
}
