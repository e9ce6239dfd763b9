/// A store that keeps its values in memory and doesn't persist them.
///
/// Use this store in tests, in previews, and in programs whose settings don't outlive the process.
public final class InMemorySettingsStore: SettingsStore {
  private let table = LockedState(LiveValueTable(probe: TrackingProbe.make()))

  /// Creates a store.
  ///
  /// - Parameter values: The initial values of the store.
  public init(_ values: [SettingsKey: SettingsValue] = [:]) {
    for (key, value) in values { liveValue(forKey: key).commit(value, origin: .local) }
  }

  /// Returns the value of a key, or `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    existingValue(forKey: key)?.snapshot?.value
  }

  /// Sets or removes the value of a key.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) {
    liveValue(forKey: key).commit(value, origin: value == nil ? .reset : .local)
  }

  /// Sets or removes the values of several keys, in one step for up to 256 keys.
  public func set(_ values: [SettingsKey: SettingsValue?]) { _ = commit(SettingsChanges(values)) }

  /// Adds an observer of later changes to a key.
  ///
  /// - Parameters:
  ///   - key: The key to observe.
  ///   - onChange: A closure that the store calls once for each change, in commit order and without holding a lock.
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    liveValue(forKey: key).observe(onChange)
  }

  /// Removes an observer, or does nothing if the token is unknown.
  public func removeObserver(_ token: SettingsObservationToken) {
    existingValue(forKey: token.key)?.removeObserver(token)
  }

  /// Atomically replaces the value of a key if the key has the expected value.
  ///
  /// - Returns: `true` if the key had the expected value.
  public func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) -> Bool {
    compareExchange(expected: expected, desired: value, of: liveValue(forKey: key))
  }

  /// Returns the keys of a domain that have a value, in no particular order.
  public func keys(inDomain domain: String) -> [SettingsKey]? {
    table.withLock { $0.values }.filter { $0.key.domain == domain && $0.snapshot?.value != nil }.map(\.key)
  }

  /// The number of observers of all keys, including streams.
  package var observerCount: Int {
    table.withLock { $0.values }.reduce(0) { $0 + $1.observerCount }
  }

  private func existingValue(forKey key: SettingsKey) -> LiveValue? {
    table.withLock { $0.existingValue(forKey: key) }
  }
}

extension InMemorySettingsStore: LiveSettingsStore {
  /// Returns the place of a setting, which needs no preparation.
  public func open(_ setting: SettingDeclaration) -> SettingCell { cell(of: setting) }

  /// Returns `false`.
  public var isPersistent: Bool { false }

  /// Does nothing.
  public func flush() {}

  package func liveValue(forKey key: SettingsKey) -> LiveValue {
    table.withLock { $0.value(forKey: key) }
  }

  /// Returns the live value of a key for a setting with a value type.
  ///
  /// - Returns: The live value, and `false` if an earlier setting with the key has a different value type.
  func liveValue(forKey key: SettingsKey, declaring type: Any.Type) -> (live: LiveValue, isValid: Bool) {
    let type = LiveValue.digest(of: type)
    let (live, isDeclared) = table.withLock { $0.value(forKey: key, settingOf: type) }
    return (live, isDeclared || live.declare(type))
  }

  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) -> SettingsRevision? {
    live.commit(value, origin: origin, onCommit: onCommit)
  }

  package func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void = { _ in }
  ) -> Bool {
    live.compareExchange(expected: expected, desired: value, origin: value == nil ? .reset : .local, onCommit: onCommit)
  }
}

extension InMemorySettingsStore {
  /// The maximum number of locks that a batch holds at the same time; each one uses stack space.
  private static let maximumLocks = 256

  /// Returns ``SettingsAtomicity/store``.
  public var atomicity: SettingsAtomicity { .store }

  /// Atomically changes several keys if all keys have the expected values.
  ///
  /// A batch of more than 256 keys consists of several atomic steps. If a later step fails, the earlier ones are rolled
  /// back. Concurrent writes can occur between these steps.
  ///
  /// - Returns: `true` if all keys had the expected values; otherwise, nothing was changed.
  public func commit(_ changes: SettingsChanges) -> Bool {
    let steps = steps(of: changes)
    var staged: [LiveValue.Staged] = []
    var done: [BatchStep] = []
    var isDone = true
    for start in stride(from: 0, to: steps.count, by: Self.maximumLocks) {
      let part = steps[start..<min(start + Self.maximumLocks, steps.count)]
      guard let changes = LiveValue.stage(part) else {
        isDone = false
        break
      }
      staged += changes.map(\.staged)
      done += changes.map(\.undoing)
    }
    if !isDone { for step in done { staged += (LiveValue.stage([step]) ?? []).map(\.staged) } }
    for change in staged { change.notify() }
    return isDone
  }

  /// Returns the steps of a batch in an order that is the same for all batches, which prevents deadlocks.
  private func steps(of changes: SettingsChanges) -> [BatchStep] {
    Set(changes.values.keys).union(changes.expected.keys).map { key in
      let change = changes.values[key].map { (value: $0, origin: changes.origin.forChange(to: $0)) }
      return BatchStep(live: liveValue(forKey: key), expected: changes.expected[key], change: change)
    }.sorted { ObjectIdentifier($0.live) < ObjectIdentifier($1.live) }
  }
}

/// The comparison and the change of one key in a batch.
private struct BatchStep {
  let live: LiveValue
  /// The value that the key must have, if the batch expects one.
  let expected: SettingsValue??
  /// The new value of the key, if the batch changes it.
  let change: (value: SettingsValue?, origin: SettingsChange.Origin)?
}

extension LiveValue {
  /// A change that a batch made, and the step that undoes it.
  fileprivate struct BatchChange {
    let staged: Staged
    let undoing: BatchStep
  }

  /// Changes values if all of them are the expected ones.
  ///
  /// All locks are held until the last value is changed, so no other thread can change one of the values in between.
  ///
  /// - Returns: The changes, or `nil` if a value wasn't the expected one and nothing was changed.
  fileprivate static func stage(_ steps: ArraySlice<BatchStep>) -> [BatchChange]? {
    guard let step = steps.first else { return [] }
    return step.live.state.withLock { state in
      if let expected = step.expected, state.value != expected { return nil }
      guard var changes = stage(steps.dropFirst()) else { return nil }
      guard let change = step.change, state.value != change.value else { return changes }
      let oldValue = state.value
      let revision = SettingsRevision.next()
      let delivery = step.live.replace(&state, change.value, revision, change.origin)
      changes.append(
        BatchChange(
          staged: Staged(live: step.live, delivery: delivery, revision: revision),
          undoing: BatchStep(
            live: step.live, expected: .some(change.value),
            change: (oldValue, SettingsChange.Origin.local.forChange(to: oldValue)))))
      return changes
    }
  }
}
