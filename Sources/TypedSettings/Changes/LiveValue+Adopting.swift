internal import Synchronization

// For the live value of a key whose store is what knows the value: what is heard and asked of it comes from several
// threads and not in the order in which the store made its changes.

extension LiveValue {
  /// Takes over a change that a store made and numbered; one that is older than the value is dropped.
  ///
  /// - Returns: Whether the value is known now, and the change if the value is another one. If it is not known, a
  ///   change is only a reason to ask the store: without a value to compare with, it may not be the latest.
  package func adopt(_ change: SettingsChange, revision: SettingsRevision) -> (isKnown: Bool, staged: Staged?) {
    state.withLock { state in
      guard state.isKnown, revision.number > number else { return (state.isKnown, nil) }
      if state.value == change.value {
        setNumber(revision.number, state)
        return (true, nil)
      }
      let delivery = replace(&state, change.value, revision, change.origin)
      return (true, Staged(live: self, delivery: delivery, revision: revision))
    }
  }

  /// Takes over what a store answered.
  ///
  /// - Parameters:
  ///   - value: The answer.
  ///   - revision: A revision drawn before the store was asked: the answer knows of all that was committed until then.
  ///     One drawn afterwards could be greater than that of a change which the answer does not know of yet.
  ///   - origin: Where a change comes from that the answer brings to light.
  /// - Returns: The value now, or `nil` if the answer to a later question, or a later change, is in place: then that
  ///   covers all that this answer could know. Beside it, the change if the value is another one.
  package func adopt(
    _ value: SettingsValue?, asked revision: SettingsRevision, origin: SettingsChange.Origin
  ) -> (snapshot: Snapshot?, staged: Staged?) {
    state.withLock { state in
      guard revision.number > number else { return (nil, nil) }
      if state.wasKnown, state.value != value {
        let delivery = replace(&state, value, revision, origin)
        return (snapshot(of: state), Staged(live: self, delivery: delivery, revision: revision))
      }
      state.value = value
      state.isKnown = true
      state.wasKnown = true
      setNumber(revision.number, state)
      return (snapshot(of: state), nil)
    }
  }

  /// Forgets the value, so that the store is asked again.
  package func forget() {
    state.withLock { state in
      state.isKnown = false
      setNumber(SettingsRevision.next().number, state)
    }
  }
}
