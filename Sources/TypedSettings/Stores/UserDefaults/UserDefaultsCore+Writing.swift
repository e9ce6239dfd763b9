#if canImport(Darwin) || UserDefaults
  extension UserDefaultsCore {
    /// What has become of a write.
    package struct Outcome: Sendable {
      /// Whether the value is in place: not if the key had another than expected.
      package let isDone: Bool
      /// The revision of the change, for the live value of the key.
      package var revision: SettingsRevision?
    }

    /// Changes the value of a key.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` removes the key.
    ///   - key: The key.
    ///   - origin: Where the change comes from.
    ///   - expected: Decides from the present value whether to go on.
    ///   - onCommit: Called with the number of the revision when the value is in place, before observers are notified.
    /// - Returns: What has become of it.
    /// - Throws: What stands in the way; then nothing was changed.
    package func write(
      _ value: SettingsValue?, forKey key: SettingsKey, origin: SettingsChange.Origin,
      if expected: (SettingsValue?) -> Bool = { _ in true }, onCommit: (UInt64) -> Void = { _ in }
    ) throws(SettingsError) -> Outcome {
      guard PropertyListObject.survives(key.name) else {
        throw .invalidName(key, "a name with characters that a property list cannot hold")
      }
      try value?.checkLimits()
      if database.isForced(key.name) { throw .locked(key, by: UserDefaultsSettingsStore.managedLayer) }
      let (outcome, staged, change) = try state.withLock {
        state throws(SettingsError) -> (Outcome, [LiveValue.Staged], Change?) in
        if let failure = state.failure { throw .storeUnavailable(suite.text, because: failure) }
        let present = state.stored.values[key.name]
        guard expected(present) else { return (Outcome(isDone: false), [], nil) }
        let wasUndecodable = state.stored.undecodable.removeValue(forKey: key.name) != nil
        if present == value, !wasUndecodable { return (Outcome(isDone: true), [], nil) }
        state.stored.values[key.name] = value
        let staged = state.live[key.name]?.compactMap { $0.stage(value, origin: origin) } ?? []
        state.unfinished[key.name, default: 0] += 1
        let revision = staged.first { $0.live.key == key }?.revision
        if state.isPassingOn {
          state.queue.append((key.name, value))
          return (Outcome(isDone: true, revision: revision), staged, nil)
        }
        state.isPassingOn = true
        return (Outcome(isDone: true, revision: revision), staged, (key.name, value))
      }
      if let revision = outcome.revision { onCommit(revision.number) }
      if let change { passOn(change) }
      for staged in staged { staged.tell() }
      return outcome
    }

    /// Hands a change to `UserDefaults`, and those after it that come meanwhile.
    private func passOn(_ first: Change) {
      var next: Change? = first
      var delay: Duration?
      while let change = next {
        database.set(change.value, forName: change.name)
        (next, delay) = state.withLock { state -> (Change?, Duration?) in
          finish(change.name, &state)
          if !state.queue.isEmpty { return (state.queue.removeFirst(), nil) }
          state.isPassingOn = false
          return (nil, delayOfSaving(&state))
        }
      }
      if let delay { saveLater(after: delay) }
    }

    private func finish(_ name: String, _ state: inout State) {
      state.lastNumber += 1
      state.finished[name] = state.lastNumber
      if let count = state.unfinished[name], count > 1 {
        state.unfinished[name] = count - 1
      } else {
        state.unfinished[name] = nil
      }
      state.isUnsaved = database.needsSynchronizing
    }
  }
#endif
