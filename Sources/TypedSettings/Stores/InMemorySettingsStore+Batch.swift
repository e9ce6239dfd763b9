extension InMemorySettingsStore: ConditionalBatchStore {
  package func set(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) -> Bool {
    guard expected.allSatisfy({ value(forKey: $0.key) == $0.value }) else { return false }
    let batch = SettingsChange.Origin.ofBatch
    var staged: [LiveValue.Staged] = []
    var undo: [(live: LiveValue, value: SettingsValue?, old: SettingsValue?)] = []
    var isDone = true
    for (key, value) in values {
      let live = liveValue(forKey: key)
      let old = expected[key] ?? live.snapshot?.value
      guard let changes = live.stage(old, to: value, SettingsChange.Origin(of: value, in: batch)) else {
        isDone = false
        break
      }
      staged += changes
      undo.append((live, value, old))
    }
    if !isDone {
      // Somebody has written in between. Who has seen a value of this batch hears that it is gone.
      for (live, value, old) in undo {
        staged += live.stage(value, to: old, SettingsChange.Origin(of: old, in: .local)) ?? []
      }
    }
    for change in staged { change.tell() }
    return isDone
  }
}

extension LiveValue {
  /// Changes the value if it is the expected one, for a batch that tells of all changes at its end.
  ///
  /// - Returns: What tells of the change, nothing if the value stays the same; `nil` if it was another one.
  fileprivate func stage(
    _ expected: SettingsValue?, to value: SettingsValue?, _ origin: SettingsChange.Origin
  ) -> [Staged]? {
    state.withLock { state in
      guard state.isKnown, state.value == expected else { return nil }
      if expected == value { return [] }
      let revision = SettingsRevision.next()
      let delivery = replace(&state, value, revision, origin)
      return [Staged(live: self, delivery: delivery, revision: revision)]
    }
  }
}
