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
