/// Two settings that are to have the same value, the first of which wins where both have changed.
///
/// It remembers which form each side had when the two last agreed. A side that has another form now has changed, and the
/// other side is given its value; the forms that both have then are the new agreement. A value that comes out smaller
/// on the side that it was given to is therefore no change of that side, and does not come back.
package struct SettingAgreement<Value: Sendable>: Sendable {
  private typealias Snapshot = LiveValue.Snapshot

  private let first: SettingRecord<Value>
  private let second: SettingRecord<Value>
  private let signal: StreamSignal
  private let subscriptions: [ChangeHub.Subscription]
  private var agreed: (first: SettingsValue?, second: SettingsValue?)
  /// How many writes in a row were read back as something else.
  private var surprises = 0

  /// How many writes in a row that are read back as something else are taken for somebody's who writes right after.
  ///
  /// After those it is the store that changes what it is given, and two such stores would answer each other forever.
  private static var surpriseLimit: Int { 100 }

  /// Gives the second setting the value of the first.
  package init(between first: SettingRecord<Value>, and second: SettingRecord<Value>) {
    self.first = first
    self.second = second
    let signal = StreamSignal()
    self.signal = signal
    subscriptions = [first, second].map { ChangeHub($0.link.live).subscribe(signal) }
    let value = first.link.load()
    agreed = (value.value, second.link.load().value)
    pass(value)
  }

  /// Carries changes over until the task is cancelled.
  package consuming func keep() async {
    while !Task.isCancelled {
      // Before the look: what changes while it is taken calls for another.
      signal.lower()
      settle()
      await signal.wait()
    }
  }

  /// Carries changes over until there is none, or the task is cancelled.
  package mutating func settle() {
    surprises = 0
    while !Task.isCancelled, step() {}
  }

  /// Carries a change over.
  ///
  /// - Returns: Whether there was one.
  private mutating func step() -> Bool {
    let (one, other) = (first.link.load(), second.link.load())
    if !first.isSame(one.value, agreed.first) {
      pass(one)
    } else if !second.isSame(other.value, agreed.second) {
      guard let form = give(other, of: second, to: first, ifHolding: one) else { return true }
      agreed = (form, other.value)
    } else {
      return false
    }
    return true
  }

  /// Gives the second side a value of the first, whatever it has itself.
  private mutating func pass(_ one: Snapshot) {
    while true {
      let other = second.link.load()
      guard let form = give(one, of: first, to: second, ifHolding: other) else { continue }
      return agreed = (one.value, form)
    }
  }

  /// Gives a side the value of the other.
  ///
  /// - Returns: The form that counts as agreed with; a side that has another one by now has been changed since. `nil`
  ///   if the side did not have the expected value, and nothing was written.
  private mutating func give(
    _ source: Snapshot, of owner: SettingRecord<Value>, to receiver: SettingRecord<Value>, ifHolding target: Snapshot
  ) -> SettingsValue?? {
    // What cannot be read reads as the default, which nobody has chosen.
    if let stored = source.value, owner.reading(of: stored).isDefault { return .some(target.value) }
    do throws(SettingsError) {
      let form = try receiver.form(of: owner.read(source), isDefault: source.value == nil, over: target)
      if receiver.isSame(form, target.value) { return .some(target.value) }
      guard try receiver.link.exchange(target.value, for: form) else { return nil }
      let present = receiver.link.load().value
      if receiver.isSame(present, form) { return .some(present) }
      surprises += 1
      return .some(surprises < Self.surpriseLimit ? form : present)
    } catch {
      SettingsDiagnostics.report(error)
      return .some(receiver.link.load().value)
    }
  }
}

extension SettingRecord {
  /// What a value is stored as in place of a snapshot; `nil`, which is nothing, for a default that is this setting's too.
  fileprivate func form(
    of value: Value, isDefault: Bool, over snapshot: LiveValue.Snapshot
  ) throws(SettingsError) -> SettingsValue? {
    if isDefault, try encode(value) == encodedDefault { return nil }
    let isComplete = snapshot.value == nil || cache.isComplete(snapshot.revision.number)
    return try form(of: value, over: Present(snapshot: snapshot, isComplete: isComplete)).value
  }
}
