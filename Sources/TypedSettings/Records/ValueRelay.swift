/// Calls an observer with the values of a setting: one at a time, and never twice with the same.
final class ValueRelay<Value: Sendable>: Sendable {
  private struct State {
    /// The form of the value that was told last, that of the default where there is none; not known before the first.
    var last: SettingsValue??
    var pending: [SettingsValue?] = []
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
    let encodedDefault = change.value == nil || change.oldValue == nil ? record.encodedDefault : nil
    let isMine = state.withLock { state in
      let form = change.value ?? encodedDefault
      if form == state.last ?? (change.oldValue ?? encodedDefault) { return false }
      state.last = .some(form)
      state.pending.append(change.value)
      defer { state.isCalling = true }
      return !state.isCalling
    }
    // Who is calling already, be it further up on this thread, also makes the calls that come in between.
    guard isMine else { return }
    while let value = state.withLock({ Self.next(&$0) }) { call(record.value(of: value)) }
  }

  private static func next(_ state: inout State) -> SettingsValue?? {
    if state.pending.isEmpty {
      state.isCalling = false
      return .none
    }
    return .some(state.pending.removeFirst())
  }
}
