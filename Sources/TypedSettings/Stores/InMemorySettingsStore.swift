/// A store that keeps its values as long as it lives.
///
/// The store of tests, of previews, and of programs whose settings end with the process.
public final class InMemorySettingsStore: SettingsStore {
  /// The live values by domain and name; in two steps, so that a table entry does not repeat the domain.
  private let domains = LockedState<[String: LiveValueSet]>([:])
  private let probe = TrackingProbe.make()

  /// Makes a store.
  ///
  /// - Parameter values: What the store holds from the start.
  public init(_ values: [SettingsKey: SettingsValue] = [:]) {
    for (key, value) in values { liveValue(forKey: key).commit(value, origin: .local) }
  }

  /// The value of a key; `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    existingValue(forKey: key)?.snapshot?.value
  }

  /// Changes the value of a key, or removes it.
  ///
  /// Never fails.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) {
    liveValue(forKey: key).commit(value, origin: value == nil ? .reset : .local)
  }

  /// Adds an observer of later changes of a key.
  ///
  /// - Parameters:
  ///   - key: The key to observe.
  ///   - onChange: Called once for each change, in the order of the commits, outside every lock.
  /// - Returns: What ``removeObserver(_:)`` takes.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    liveValue(forKey: key).observe(onChange)
  }

  /// Removes an observer; an unknown token is left alone.
  public func removeObserver(_ token: SettingsObservationToken) {
    existingValue(forKey: token.key)?.removeObserver(token)
  }

  /// Changes the value of a key if it still is the expected one, as one atomic step.
  ///
  /// - Returns: Whether the value was the expected one.
  public func exchange(_ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey) -> Bool {
    exchange(expected, for: value, of: liveValue(forKey: key))
  }

  /// The keys of a domain that have a value, in no particular order.
  public func keys(inDomain domain: String) -> [SettingsKey]? {
    (domains.withLock { $0[domain] }?.values ?? []).filter { $0.snapshot?.value != nil }.map(\.key)
  }

  /// The number of observers of all keys together, streams included.
  package var observerCount: Int {
    domains.withLock { $0 }.values.flatMap(\.values).reduce(0) { $0 + $1.observerCount }
  }

  private func existingValue(forKey key: SettingsKey) -> LiveValue? {
    domains.withLock { $0[key.domain]?.existingValue(forKey: key) }
  }
}

extension InMemorySettingsStore: LiveSettingsStore {
  package var store: any SettingsStore { self }

  package func liveValue(forKey key: SettingsKey) -> LiveValue {
    domains.withLock { $0[key.domain, default: LiveValueSet(probe: probe)].value(forKey: key) }
  }

  package func load(_ live: LiveValue) -> LiveValue.Snapshot {
    live.snapshot ?? LiveValue.Snapshot(value: nil, revision: .initial)
  }

  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) -> SettingsRevision? {
    live.commit(value, origin: origin, onCommit: onCommit)
  }

  package func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void = { _ in }
  ) -> Bool {
    live.exchange(expected, for: value, origin: value == nil ? .reset : .local, onCommit: onCommit)
  }

  package func forget(_ live: LiveValue) {}
}

extension InMemorySettingsStore: ConditionalBatchStore {
  /// How many locks a batch holds at once; each takes some of the stack.
  private static let maximumLocks = 256

  /// Changes several keys as one step, if keys still have the expected values.
  ///
  /// A batch of more than 256 keys compares and changes them in several such steps, and puts the first ones back if a
  /// later one fails: who writes at the same time can come in between.
  ///
  /// - Returns: Whether they had; if not, nothing was changed.
  package func set(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) -> Bool {
    let steps = steps(values, ifUnchanged: expected)
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
    for change in staged { change.tell() }
    return isDone
  }

  /// The steps of a batch in an order that is the same for all, so that no two wait for one another.
  private func steps(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) -> [BatchStep] {
    let batch = SettingsChange.Origin.ofBatch
    return Set(values.keys).union(expected.keys).map { key in
      let change = values[key].map { (value: $0, origin: SettingsChange.Origin(of: $0, in: batch)) }
      return BatchStep(live: liveValue(forKey: key), expected: expected[key], change: change)
    }.sorted { ObjectIdentifier($0.live) < ObjectIdentifier($1.live) }
  }
}

/// What a batch does with one key.
private struct BatchStep {
  let live: LiveValue
  /// What the key must have, if that matters.
  let expected: SettingsValue??
  /// What the key gets, if it is changed.
  let change: (value: SettingsValue?, origin: SettingsChange.Origin)?
}

extension LiveValue {
  /// A change that was made in a batch, and what takes it back.
  fileprivate struct BatchChange {
    let staged: Staged
    let undoing: BatchStep
  }

  /// Changes values if all of them are the expected ones.
  ///
  /// All locks are held until all are compared; nobody can change one of the values before the last of them is changed.
  ///
  /// - Returns: What was changed; `nil` if a value was another one, and nothing was changed.
  fileprivate static func stage(_ steps: ArraySlice<BatchStep>) -> [BatchChange]? {
    guard let step = steps.first else { return [] }
    return step.live.state.withLock { state in
      if let expected = step.expected, state.value != expected { return nil }
      guard var changes = stage(steps.dropFirst()) else { return nil }
      guard let change = step.change, state.value != change.value else { return changes }
      let old = state.value
      let revision = SettingsRevision.next()
      let delivery = step.live.replace(&state, change.value, revision, change.origin)
      changes.append(
        BatchChange(
          staged: Staged(live: step.live, delivery: delivery, revision: revision),
          undoing: BatchStep(
            live: step.live, expected: .some(change.value),
            change: (old, SettingsChange.Origin(of: old, in: .local)))))
      return changes
    }
  }
}
