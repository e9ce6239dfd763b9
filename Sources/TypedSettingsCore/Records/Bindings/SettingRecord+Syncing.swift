extension SettingRecord {
  /// Keeps this setting and another one at the same value, whichever of the two changes.
  ///
  /// ```swift
  /// let everywhere = TimerSettings.make(alternateStore: store)
  /// let syncing = settings.$theme.sync(with: everywhere.$theme)
  /// ```
  ///
  /// The two settings may be in different stores, have different keys, and have different stored forms. Before this
  /// function returns, the other setting has the value of this one. Later, a change to either is copied to the other;
  /// if both have changed, this setting's value wins. A value that is the default of both settings isn't stored by the
  /// syncing, unless the setting would otherwise have the recommended value of another layer. A stored value that can't
  /// be read isn't copied, and the default of both settings doesn't replace it.
  ///
  /// A copied value is never copied back, even if the other setting's form can't represent it exactly, or its rule
  /// changes the value. If a setting refuses the value or is locked, the error is reported to ``SettingsDiagnostics``,
  /// and the two differ until one of them changes again. Don't sync settings in a ring, and don't sync two settings in
  /// both directions: each sync would apply its own rule about which value wins.
  ///
  /// - Parameters:
  ///   - other: The other setting.
  ///   - subscriptions: An object that ends the syncing, unless its task is canceled before.
  /// - Returns: The task of the syncing; cancel it to end the syncing.
  @discardableResult
  public func sync(
    with other: SettingRecord<Value>, in subscriptions: SettingSubscriptions? = nil
  ) -> Task<Void, Never> {
    // Before the first copy, whose observers may cancel the subscriptions.
    let slot = subscriptions?.makeSlot()
    let synchronizer = SettingSynchronizer(between: self, and: other)
    let task = Task {
      await synchronizer.run()
      slot?.close()
    }
    slot?.store(task)
    return task
  }
}

/// The synchronization of two settings, the first of which wins if both have changed.
///
/// It remembers the form that each side had when the two last agreed. A side with a different form has changed, and its
/// value is copied to the other side; the sides then agree on the resulting forms. If a side can't represent the copied
/// value exactly, that is therefore not a change of that side, and isn't copied back.
package struct SettingSynchronizer<Value: Sendable>: Sendable {
  private typealias Snapshot = LiveValue.Snapshot

  private let first: SettingRecord<Value>
  private let second: SettingRecord<Value>
  private let signal: StreamSignal
  private let subscriptions: [ChangeHub.Subscription]
  /// The form of each side when the two last agreed.
  private var agreed: (first: SettingsValue?, second: SettingsValue?)
  /// The number of consecutive writes that were read back as another value.
  private var mismatches = 0

  /// The number of consecutive mismatches that are attributed to other writers.
  ///
  /// After that many, the store itself is assumed to change the values, and two such stores would update each other
  /// forever.
  private static var mismatchLimit: Int { 100 }

  /// Creates a synchronizer and copies the value of the first setting to the second.
  package init(between first: SettingRecord<Value>, and second: SettingRecord<Value>) {
    self.first = first
    self.second = second
    let signal = StreamSignal()
    self.signal = signal
    subscriptions = [first, second].map { ChangeHub($0.link.live).subscribe(signal) }
    let value = first.link.load()
    agreed = (value.value, second.link.load().value)
    copyToSecond(value)
  }

  /// Copies changes until the task is canceled.
  fileprivate consuming func run() async {
    while !Task.isCancelled {
      // Lowered before the values are compared, so that a change in the meantime causes another comparison.
      signal.lower()
      settle()
      await signal.wait()
    }
  }

  /// Copies changes until there are none, or the task is canceled.
  ///
  /// If other writers don't pause, the rest is copied after the next of their changes.
  package mutating func settle() {
    mismatches = 0
    for _ in Contention.attempts where !Task.isCancelled {
      if !copyNextChange() { return }
    }
  }

  /// Copies a change to the other side.
  ///
  /// - Returns: `true` if there was a change.
  private mutating func copyNextChange() -> Bool {
    let (one, other) = (first.link.load(), second.link.load())
    if !first.isSame(one.value, agreed.first) {
      copyToSecond(one)
    } else if !second.isSame(other.value, agreed.second) {
      guard let form = copy(other, of: second, to: first, ifHolding: one) else { return true }
      agreed = (form, other.value)
    } else {
      return false
    }
    return true
  }

  /// Copies a value of the first side to the second, whatever its current value.
  private mutating func copyToSecond(_ one: Snapshot) {
    for _ in Contention.attempts {
      let other = second.link.load()
      guard let form = copy(one, of: first, to: second, ifHolding: other) else { continue }
      return agreed = (one.value, form)
    }
    SettingsDiagnostics.report(.contended("copying a setting", key: second.key))
    agreed = (one.value, second.link.load().value)
  }

  /// Copies the value of one side to the other.
  ///
  /// - Returns: The form to agree on; if the receiver already has another one, it has changed since. `nil` if the
  ///   receiver didn't have the expected value, and nothing was written.
  private mutating func copy(
    _ source: Snapshot, of owner: SettingRecord<Value>, to receiver: SettingRecord<Value>, ifHolding target: Snapshot
  ) -> SettingsValue?? {
    // An unreadable value is read as the default, which the user didn't choose.
    if let stored = source.value, owner.decodingResult(of: stored).isDefault { return .some(target.value) }
    do throws(SettingsError) {
      let form = try receiver.form(of: owner.read(source), isDefault: source.value == nil, over: target)
      if receiver.isSame(form, target.value) { return .some(target.value) }
      guard try receiver.link.compareExchange(expected: target.value, desired: form) else { return nil }
      let current = receiver.link.load().value
      if receiver.isSame(current, form) { return .some(current) }
      mismatches += 1
      return .some(mismatches < Self.mismatchLimit ? form : current)
    } catch {
      SettingsDiagnostics.report(error)
      return .some(receiver.link.load().value)
    }
  }
}

extension SettingRecord {
  /// Returns the form in which a value replaces a snapshot.
  ///
  /// For a default that both settings have, this is `nil`, or the snapshot's value if that can't be read. The default
  /// is stored if this setting, without a value of its own, would get a different one from another layer.
  fileprivate func form(
    of value: Value, isDefault: Bool, over snapshot: LiveValue.Snapshot
  ) throws(SettingsError) -> SettingsValue? {
    if isDefault, try encode(value) == encodedDefault, isSame(link.valueOfOtherLayers, nil) {
      guard let stored = snapshot.value else { return nil }
      // A value that can't be read is read as the default already, and is kept until the user writes the setting.
      if decodingResult(of: stored).isDefault { return stored }
      try checkRemoval(of: stored)
      return nil
    }
    let isComplete = snapshot.value == nil || cache.isComplete(snapshot.revision.number)
    return try form(of: validated(value), over: StoredSnapshot(snapshot: snapshot, isComplete: isComplete)).value
  }
}
