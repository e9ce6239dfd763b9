internal import TypedSettingsCore
internal import TypedSettingsFormats

// Writing values for the stores.

extension FileCore {
  /// Values to be written as one step.
  struct Write: Sendable {
    private let parts: [FileContents.Change]
    /// The values that keys must have for the write to take place.
    let expected: [FileContents.Change]
    /// The live value of the only key; the caller has checked that its value differs.
    ///
    /// Unmanaged, because counting references to it takes a noticeable part of a write. The caller retains it.
    let live: Unmanaged<LiveValue>?
    /// The new value of the live value.
    let value: SettingsValue?
    let origin: SettingsChange.Origin
    /// A Boolean value that indicates whether the write has to survive a power failure.
    let isDurable: Bool

    /// Creates a write of values by key.
    init(
      changes: [FileContents.Change], expected: [FileContents.Change] = [], origin: SettingsChange.Origin,
      isDurable: Bool = false
    ) {
      parts = changes
      self.expected = expected
      self.origin = origin
      self.isDurable = isDurable
      live = nil
      value = nil
    }

    /// Creates a write of a live value, which the caller must retain for as long as the instance exists.
    init(_ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, isDurable: Bool) {
      parts = []
      expected = []
      self.origin = origin
      self.isDurable = isDurable
      self.live = .passUnretained(live)
      self.value = value
    }

    /// The values by key.
    ///
    /// Computed on demand, because most writes of a live value don't need it.
    var changes: [FileContents.Change] {
      live.map { $0._withUnsafeGuaranteedRef { [($0.key, value)] } } ?? parts
    }

    /// The key, if a single one is written.
    var onlyKey: SettingsKey? { changes.count == 1 ? changes[0].key : nil }
  }

  /// The outcome of a write.
  struct Outcome: Sendable {
    /// A Boolean value that indicates whether the values are set: `false` if a key had another value than expected.
    let isDone: Bool
    /// The revision of the first value that has changed.
    var revision: SettingsRevision?
    /// The number of the record that holds the values; zero if there is none.
    var number: UInt64 = 0
    /// The count of ``FileSession/loads``, to which the number belongs.
    var loads: UInt64 = 0
    /// The failure because of which the values are in memory only.
    var unsaved: FileSystemError?
    /// A Boolean value that indicates whether an earlier write has thrown the same failure.
    var isRepeated = false
  }

  /// Writes values.
  ///
  /// - Parameters:
  ///   - write: The values.
  ///   - onCommit: Called with the number of the first revision after the values are set, before observers are
  ///     notified.
  /// - Returns: The outcome.
  /// - Throws: ``SettingsError``: the reason why the store can't accept the values, or one with
  ///   ``SettingsError/Code/notSaved`` if they are in memory only. The store tries to save those again.
  func write(_ write: Write, onCommit: (UInt64) -> Void = { _ in }) throws(SettingsError) -> Outcome {
    let (outcome, effects) = try session.withLock { session throws(SettingsError) in try perform(write, &session) }
    if let revision = outcome.revision { onCommit(revision.number) }
    if !effects.isEmpty { deliver(effects) }
    if let error = outcome.unsaved {
      noteUnsaved(write)
      throw .notSaved(path, error, isRepeated: outcome.isRepeated)
    }
    if write.isDurable { try makeDurable(write, outcome) }
    return outcome
  }

  /// Writes the value of a live value, unless the file represents the present one in the same way.
  ///
  /// - Returns: The revision of the change; `nil` if nothing changes.
  func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, isDurable: Bool,
    onCommit: (UInt64) -> Void
  ) throws(SettingsError) -> SettingsRevision? {
    if let value, value.mayNeedCanonicalization, holds(value, forKey: live.key) {
      try saveAgain(live.key, isDurable: isDurable)
      return nil
    }
    return try write(Write(value, to: live, origin: origin, isDurable: isDurable), onCommit: onCommit).revision
  }

  private func perform(
    _ write: Write, _ session: inout FileSession, isSecondAttempt: Bool = false
  ) throws(SettingsError) -> (Outcome, FileEffects) {
    try check(write, &session)
    // Each further attempt to create a journal would write all the waiting values to it in vain.
    if session.journals.current == nil, session.pending.count > Self.fewValues, let last = session.failure.creation,
      schedule.now - last.time < Self.retryDelay
    {
      return try keepInMemory(write, &session, because: last.error)
    }
    do throws(FileSystemError) { try attach(&session) } catch {
      guard !isSecondAttempt, reopen(after: error, &session) else {
        if session.journals.current == nil { session.failure.creation = (error, schedule.now) }
        return try keepInMemory(write, &session, because: error)
      }
      return try perform(write, &session, isSecondAttempt: true)
    }
    if session.condition.refusesWrites, let error = session.condition.error {
      // Without a journal, only a failure to read shows that another machine has removed the folder.
      if !isSecondAttempt, forgetRemovedFolder(&session) {
        return try perform(write, &session, isSecondAttempt: true)
      }
      deliverLater(session.takeUndelivered())
      throw .storeUnavailable(because: error)
    }
    do throws(FileSystemError) {
      try appendPending(&session)
      guard let number = try appendWrite(write, &session) else {
        return (Outcome(isDone: false), session.takeUndelivered())
      }
      var effects = session.takeUndelivered()
      if number == 0 { return (Outcome(isDone: true), effects) }
      session.failure.isReadOnly = false
      session.journals.expectedMemory = 0
      session.checkpoint.addWrite()
      let revision = setValues(of: write, number: number, &effects)
      scheduleCheckpoint(&session, &effects)
      return (Outcome(isDone: true, revision: revision, number: number, loads: session.loads), effects)
    } catch {
      if !isSecondAttempt, reopen(after: error, &session) {
        return try perform(write, &session, isSecondAttempt: true)
      }
      return try keepInMemory(write, &session, because: error)
    }
  }

  /// Opens the files again by their names if an operation has failed because they were removed.
  ///
  /// A folder that was removed is created again.
  ///
  /// - Returns: `false` if another attempt would fail as well.
  private func reopen(after error: FileSystemError, _ session: inout FileSession) -> Bool {
    if error.isMissing { return forgetRemovedFolder(&session) }
    if error.isStale { reopenFiles(&session) }
    return error.isStale
  }

  /// Appends the record of a write.
  ///
  /// - Returns: The number of the record; zero if no value changes; `nil` if a key has another value than expected.
  @inline(__always)
  private func appendWrite(_ write: Write, _ session: inout FileSession) throws(FileSystemError) -> UInt64? {
    if let live = liveTarget(of: write, in: session.document.format) {
      return try appendValue(write.value, of: live.takeUnretainedValue(), &session)
    }
    let changes = write.changes
    guard try catchUp(until: { isExpected(write, $0) }, &session) else { return nil }
    guard try catchUp(until: { changesAnything(changes, $0) }, &session) else { return 0 }
    if write.expected.isEmpty { return try append(.changes(changes), &session) }
    return try appendIfUnchanged(changes, dependingOn: write.expected.map(\.key), &session)
  }

  /// Returns the live value of a write whose value has the same form in the file and in memory.
  @inline(__always)
  private func liveTarget(of write: Write, in format: DocumentFormat) -> Unmanaged<LiveValue>? {
    // If two threads write the same value at once, the second record does no harm.
    if let value = write.value, value.mayNeedCanonicalization, !format.isCanonical(value) { return nil }
    return write.live
  }

  /// Returns whether a condition holds, after reading changes of other processes if it doesn't hold at first.
  private func catchUp(
    until condition: (FileSession) -> Bool, _ session: inout FileSession
  ) throws(FileSystemError) -> Bool {
    if condition(session) { return true }
    try catchUp(&session)
    return condition(session)
  }

  private func isExpected(_ write: Write, _ session: FileSession) -> Bool {
    write.expected.allSatisfy { session.document.format.isSame(contents.value(forKey: $0.key), $0.value) }
  }

  private func changesAnything(_ changes: [FileContents.Change], _ session: FileSession) -> Bool {
    changes.contains { !session.document.format.isSame(contents.value(forKey: $0.key), $0.value) }
  }

  /// Sets values in memory.
  ///
  /// - Returns: The revision of the first of them.
  @inline(__always)
  private func setValues(
    of write: Write, number: UInt64, _ effects: inout FileEffects
  ) -> SettingsRevision? {
    if let live = write.live {
      return live._withUnsafeGuaranteedRef { live in
        contents.apply(write.value, to: live, number: number, origin: write.origin, staging: &effects.staged)
      }
    }
    let staged = contents.apply(write.changes, number: number, origin: write.origin)
    effects.staged += staged
    return staged.first?.revision
  }

  /// Sets values in memory that couldn't be written.
  private func keepInMemory(
    _ write: Write, _ session: inout FileSession, because error: FileSystemError
  ) throws(SettingsError) -> (Outcome, FileEffects) {
    // The values replace all that other processes have written before, as far as it can be read.
    if session.journals.current != nil { ignoringFailure { try catchUp(&session) } }
    var effects = session.takeUndelivered()
    session.journals.expectedMemory = 0
    if let refusal = refusal(of: write, &session, because: error) {
      deliverLater(effects)
      throw refusal
    }
    // All of them, even those that seem to change nothing: other processes may have written meanwhile.
    session.pending.formUnion(write.changes.map(\.key))
    let revision = setValues(of: write, number: FileContents.unwritten, &effects)
    let isRepeated = session.failure.hasReported
    effects += fail(error, &session, isThrown: true)
    session.failure.hasReported = true
    return (Outcome(isDone: true, revision: revision, unsaved: error, isRepeated: isRepeated), effects)
  }

  /// Returns the reason why values that couldn't be written can't be kept in memory either.
  private func refusal(
    of write: Write, _ session: inout FileSession, because error: FileSystemError
  ) -> SettingsError? {
    let path = session.context.path
    if session.condition.refusesWrites, let reason = session.condition.error {
      return .storeUnavailable(because: reason)
    }
    if error.isWriteDenied, session.journals.current?.isWritable != true {
      session.failure.isReadOnly = true
      return .readOnly(path, error)
    }
    // Values that no record can hold would keep all other pending values from being written.
    guard JournalRecord.canHold(write.changes) else { return .tooLarge(write.onlyKey, path) }
    // Whether the expected values are still in the file can't be known here.
    return write.expected.isEmpty ? nil : .storeUnavailable(path, because: error)
  }

  /// Delivers effects on another thread, for a caller that throws.
  private func deliverLater(_ effects: FileEffects) {
    schedule.run(after: .zero) { [weak self] in self?.deliver(effects) }
  }
}
