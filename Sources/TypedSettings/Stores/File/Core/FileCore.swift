/// One settings file: its document, its journal, and its values in memory.
///
/// A change is appended to the journal, which takes one write; from time to time the values are written to the document
/// as a whole, and the journal begins anew. All stores of a process that name the same file share one core.
///
/// Locks are taken in this order: the session's, the contents', that of a live value. Nobody else's code runs under any
/// of them or in a turn. No write waits for another process: the lock of a file only tells who may write the document.
final class FileCore: Sendable {
  let location: FileLocation
  let layout: DocumentLayout
  let format: FileSettingsStore.Format
  let system: any FileSystem
  let schedule: any BackgroundSchedule
  let contents = FileContents()
  let session = LockedState(FileSession())
  let synchronization = JournalSynchronization()
  let states = StateSignal()
  /// Lets one thread at a time write the document.
  let folding = Turn()
  let watch = LockedState(FileWatch.none)
  /// The keys of secret settings, of which no earlier value stays beside the document.
  private let secrets = LockedState<Set<SettingsKey>>([])

  init(
    _ location: FileLocation, layout: DocumentLayout, format: FileSettingsStore.Format, system: any FileSystem,
    schedule: any BackgroundSchedule
  ) {
    self.location = location
    self.layout = layout
    self.format = format
    self.system = system
    self.schedule = schedule
    run(
      session.withLock { session in
        session.format = format.resolved(for: location.names.document, holding: nil)
        return load(&session)
      })
  }

  var path: String { location.path }
  var state: FileSettingsStore.State { session.withLock { $0.condition } }

  /// Does what had to wait until the locks were released.
  func run(_ effects: FileEffects) {
    effects.staged.tell()
    if effects.areChangesOnly { return }
    if effects.state != nil { states.send() }
    for report in effects.reports { SettingsDiagnostics.report(report) }
    if let delay = effects.foldDelay { foldWhenIdle(after: delay) }
    if effects.retries { schedule.run(after: Self.retryDelay) { [weak self] in self?.tryAgain() } }
  }

  /// Whether a key has a value already, as far as is known: then writing it is no event, and takes no system call.
  func holds(_ value: SettingsValue?, forKey key: SettingsKey) -> Bool {
    let present = contents.value(forKey: key)
    if present == value { return true }
    // Most values are the same in every format, and to ask for the format takes a lock that writers hold.
    guard let value, value.isDifferentInSomeFormat else { return false }
    return isSame(present, value)
  }

  /// Whether writes are taken, as far as is known.
  var isWritable: Bool {
    session.withLock { session in
      if session.condition.refusesWrites || session.isReadOnly { return false }
      return session.journal?.isWritable ?? true
    }
  }

  /// Whether two values are the same in the file, in its present format.
  func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool {
    session.withLock { $0.format }.isSame(left, right)
  }

  /// Takes note of keys whose values are secret.
  func noteSecrets(_ keys: some Sequence<SettingsKey> & Sendable) { secrets.withLock { $0.formUnion(keys) } }

  /// Whether the document lacks a change of a secret: then the files beside it hold earlier values.
  var changesSecrets: Bool { contents.isUnfolded(anyOf: secrets.withLock { $0 }) }

  /// Why nothing may be written in the present state; `nil` if it may.
  func refusal(_ session: FileSession) -> FileSystemError? {
    guard session.condition.refusesWrites, let error = session.condition.error else { return nil }
    return FileSystemError("write what must not be written now", .isRefused, detail: error.found)
  }

  /// Changes what the store says of itself.
  func become(_ state: FileSettingsStore.State, _ session: inout FileSession) -> FileEffects {
    var effects = FileEffects()
    if session.condition.isSame(as: state) { return effects }
    session.condition = state
    effects.state = state
    if case .missing = state { return effects }
    if let error = state.error { effects.reports = [error] }
    return effects
  }
}
