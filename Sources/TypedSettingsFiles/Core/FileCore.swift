internal import Synchronization
internal import TypedSettingsCore
internal import TypedSettingsFormats

/// One settings file: its document, its journal, and its values in memory.
///
/// A write appends a record to the journal, with one `write(2)`. From time to time, a checkpoint writes all values to
/// the document and starts a new journal. All stores of a process that use the same file share one core.
///
/// Locks are acquired in this order: session, contents, live value, and the live values that are derived from it. No
/// observer is called and no report is sent while one of them, or ``checkpointing``, is held. A write doesn't wait for
/// another process, because the lock of the journal's file only decides which process may write the document. But on
/// file systems that don't order appends, such as network file systems, a write appends under that lock and waits for
/// it.
final class FileCore: Sendable {
  /// The maximum number of attempts at an operation that another process may interfere with.
  static let attempts = 2_000

  let system: any FileSystem
  let schedule: any FileSchedule
  let contents = FileContents()
  let session: LockedState<FileSession>
  /// A copy of the session's context, which can be read while another thread holds the session's lock for long.
  private let publishedContext: LockedState<FileContext>
  let durability = JournalSynchronization()
  /// The number of the last write that couldn't be saved, or zero if all values are saved.
  ///
  /// An atomic word, because every write of an equal value checks it.
  let unsavedWrite = Atomic<UInt64>(0)
  let states = FileSignal()
  let documents = FileSignal()
  let watcher: FileWatcher
  /// Lets one thread at a time write the document.
  let checkpointing = ExclusiveAccess()
  /// A Boolean value that indicates whether stores have found the file in several ways.
  ///
  /// A changed link must not move all of them.
  private let staysInPlace = LockedState(false)
  /// The schema to which a new document refers.
  private let schema = LockedState<String?>(nil)
  /// The keys of secret settings, whose earlier values are removed from the files beside the document.
  private let secrets = LockedState<Set<SettingsKey>>([])
  /// The domains with declared settings, each with whether an error about its place in the document was reported.
  private let declaredDomains = LockedState<[String: Bool]>([:])

  init(
    _ location: FileLocation, layout: DocumentLayout, format: SettingsDocumentFormat,
    access: StoreAccess = .readWrite, system: any FileSystem, schedule: any FileSchedule,
    limits: JournalLimits = JournalLimits()
  ) {
    self.system = system
    self.schedule = schedule
    watcher = FileWatcher(schedule)
    let context = FileContext(
      location: location, layout: layout, format: format, system: system, access: access)
    publishedContext = LockedState(context)
    session = LockedState(FileSession(context, limits))
    deliver(session.withLock { load(&$0) })
  }

  /// The constants of the file.
  ///
  /// Its location changes only when a symbolic link does.
  var context: FileContext { publishedContext.withLock { $0 } }

  /// A Boolean value that indicates whether a changed symbolic link to the document is followed.
  ///
  /// A link in the place of the document itself is always followed.
  var followsChangedLinks: Bool { !staysInPlace.withLock { $0 } }

  /// Keeps the core at its file, because a store has found the file in another way.
  func stayInPlace() { staysInPlace.withLock { $0 = true } }

  /// Publishes the context of the session after its location has changed.
  func publishContext(_ session: FileSession) { publishedContext.withLock { $0 = session.context } }

  var path: String { context.path }

  var state: SettingsFileState { session.withLock { $0.condition } }

  /// Notifies observers and sends reports after the session's lock was released.
  func deliver(_ effects: FileEffects) {
    effects.staged.notify()
    if effects.areChangesOnly { return }
    if effects.state != nil { states.send() }
    if effects.readsDocument {
      documents.send()
      for domain in declaredDomains.withLock({ Array($0.keys) }) { reportError(ofDomain: domain) }
    }
    for report in effects.reports { SettingsDiagnostics.report(report) }
    if let delay = effects.checkpointDelay { checkpointWhenIdle(after: delay) }
    if effects.pauses { system.pause(attempt: Self.attempts) }
    if effects.retries { schedule.run(after: Self.retryDelay) { [weak self] in self?.retry() } }
  }

  /// Returns whether a key has a value in memory, so that writing it would change nothing.
  func holds(_ value: SettingsValue?, forKey key: SettingsKey) -> Bool {
    let current = contents.value(forKey: key)
    if current == value { return true }
    // Most values are equal in every format. Asking for the format acquires the session's lock.
    guard let value, value.mayNeedCanonicalization else { return false }
    return isSame(current, value)
  }

  /// Returns the error that a write of a key would throw, as of the last operation; `nil` if it's accepted.
  func writeObstacle(forKey key: SettingsKey) -> SettingsError? {
    session.withLock { session -> SettingsError? in
      if session.condition.refusesWrites, let error = session.condition.error {
        return .storeUnavailable(because: error)
      }
      if !session.failure.isReadOnly, session.journals.current?.isWritable ?? true {
        return nameError(forKey: key, session.document.format, session.context.layout)
      }
      return .readOnly(session.context.path, FileSystemError("write to the file", .notPermitted))
    }
  }

  /// Returns whether two values are equal in the present format of the file.
  func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool {
    session.withLock { $0.document.format }.isSame(left, right)
  }

  /// Registers a domain with a setting, and reports if the document has another value in its place.
  func declare(domain: String) {
    let isNew = declaredDomains.withLock { $0[domain] == nil }
    if isNew { reportError(ofDomain: domain) }
  }

  /// Reports once that the document has another value in the place of a domain.
  private func reportError(ofDomain domain: String) {
    let error = domainError(domain)
    let wasReported = declaredDomains.withLock { $0.updateValue(error != nil, forKey: domain) ?? false }
    if let error, !wasReported { SettingsDiagnostics.report(error) }
  }

  /// Makes new documents refer to a schema.
  func refer(toSchema schema: String) { self.schema.withLock { $0 = schema } }

  /// Returns the schema to which the document has to refer when it's written; `nil` if it exists or isn't JSON.
  func newSchema(_ session: FileSession) -> String? {
    guard session.document.fingerprint == nil, !session.document.isBroken, session.document.format == .json else {
      return nil
    }
    return schema.withLock { $0 }
  }

  /// Adds keys of secret settings.
  func noteSecrets(_ keys: some Sequence<SettingsKey> & Sendable) { secrets.withLock { $0.formUnion(keys) } }

  /// A Boolean value that indicates whether a secret was changed since the document was written.
  var changesSecrets: Bool { contents.hasUncheckpointed(anyOf: secrets.withLock { $0 }) }

  /// Returns the reason for which the present state refuses writes.
  func refusal(_ session: FileSession) -> FileSystemError? {
    guard session.condition.refusesWrites, let error = session.condition.error else { return nil }
    return FileSystemError("write at present", .isRefused, detail: error.found)
  }

  /// Changes the state that the store publishes.
  func setState(_ state: SettingsFileState, _ session: inout FileSession) -> FileEffects {
    var effects = FileEffects()
    if session.condition.isSame(as: state) { return effects }
    session.condition = state
    effects.state = state
    if case .missing = state { return effects }
    if let error = state.error { effects.reports = [error] }
    return effects
  }

  /// Records that the file couldn't be saved, and schedules a retry.
  ///
  /// The failure is reported once until a write succeeds, unless the caller throws it.
  func fail(_ error: FileSystemError, _ session: inout FileSession, isThrown: Bool = false) -> FileEffects {
    var effects = session.takeUndelivered()
    session.failure.hasFailed = true
    if !isThrown, !session.failure.hasReported {
      session.failure.hasReported = true
      effects.reports.append(.notSaved(session.context.path, error))
    }
    effects.retries = session.failure.scheduleRetry()
    return effects
  }
}
