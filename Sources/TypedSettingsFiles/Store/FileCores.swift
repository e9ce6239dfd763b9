internal import TypedSettingsCore
internal import TypedSettingsFormats

/// The files of a store: one for all domains, or one for each.
final class FileCores: Sendable {
  /// The result of opening the file of a domain.
  enum Opening {
    case file(FileCore)
    case refused(SettingsError)

    /// A Boolean value that indicates whether a later attempt may succeed.
    var isTransient: Bool {
      guard case .refused(let error) = self else { return false }
      return error.code == .fileUnreadable
    }
  }

  /// The arrangement of the store's files.
  enum Arrangement {
    case file(String)
    case folder(String)
    /// No file, because the URL names none.
    case none(SettingsError)
  }

  /// The files that were opened, and the live values of keys without a file.
  struct Open {
    /// The results by domain; `nil` is the key of a file for all domains.
    var openings: [String?: Opening] = [:]
    /// The first file name of those that differ only in case.
    var names: [String: String] = [:]
    /// The observers of the files' states and documents.
    var observed: [(signal: FileSignal, number: UInt64)] = []
    /// The live values of keys that no file can hold at present.
    var refused: [SettingsKey: LiveValue] = [:]
    /// The role of trying again to open files, which is taken while that is scheduled.
    var scheduledRetry = WorkerRole()
  }

  let arrangement: Arrangement
  /// The core of all domains, if there is one.
  ///
  /// Stored, because every write needs it.
  let single: FileCore?
  /// The same core, for writes, which don't count a reference to it.
  ///
  /// Counting takes longer for an object that has weak references.
  let unretainedSingle: Unmanaged<FileCore>?
  let format: SettingsDocumentFormat
  let access: StoreAccess
  /// The schemas that new documents refer to, by domain.
  let schemas: [String: String]
  let domains = LockedState(Open())
  private let broadcast = StateBroadcast()
  /// The signal that a document was read.
  let documents = FileSignal()

  init(file path: String, format: SettingsDocumentFormat, access: StoreAccess = .readWrite) {
    self.format = format
    self.access = access
    schemas = [:]
    arrangement = .file(path)
    let opening = Self.opening(path, layout: .domains, format: format, access: access)
    single = if case .file(let core) = opening { core } else { nil }
    unretainedSingle = single.map { .passUnretained($0) }
    domains.withLock { $0.openings[nil] = opening }
    follow(opening)
  }

  init(
    directory path: String, format: SettingsDocumentFormat, schemas: [String: String] = [:],
    access: StoreAccess = .readWrite
  ) {
    self.format = format
    self.access = access
    self.schemas = schemas
    arrangement = .folder(path)
    single = nil
    unretainedSingle = nil
  }

  /// Creates an instance for a file that is open already.
  init(_ core: FileCore, format: SettingsDocumentFormat) {
    self.format = format
    access = .readWrite
    schemas = [:]
    arrangement = .file(core.path)
    single = core
    unretainedSingle = .passUnretained(core)
    domains.withLock { $0.openings[nil] = .file(core) }
    follow(.file(core))
  }

  /// Creates an instance without a file.
  init(unusable error: SettingsError, format: SettingsDocumentFormat) {
    self.format = format
    access = .readWrite
    schemas = [:]
    arrangement = .none(error)
    single = nil
    unretainedSingle = nil
    domains.withLock { $0.openings[nil] = .refused(error) }
    follow(.refused(error))
  }

  deinit {
    for (signal, number) in domains.withLock({ $0.observed }) { signal.remove(number) }
  }

  /// Returns the core of a domain's file.
  ///
  /// - Throws: ``SettingsError`` if no file can hold the domain.
  func core(forDomain domain: String) throws(SettingsError) -> FileCore {
    if let single { return single }
    switch opening(at: openingKey(of: domain)) {
    case .file(let core): return core
    // The state of a file that was opened once refuses writes with the same code.
    case .refused(let error): throw error.code == .fileUnreadable ? .storeUnavailable(because: error) : error
    }
  }

  /// The open cores.
  var open: [FileCore] {
    domains.withLock { Array($0.openings.values) }.compactMap { if case .file(let core) = $0 { core } else { nil } }
  }

  /// A Boolean value that indicates whether each domain has a file of its own.
  var keepsDomainsApart: Bool {
    switch arrangement {
    case .file, .none: false
    case .folder: true
    }
  }

  /// Calls a closure with each open file, even if it throws for one of them.
  ///
  /// - Throws: The first failure; further ones are reported.
  func forEach(_ body: (FileCore) throws(SettingsError) -> Void) throws(SettingsError) {
    var failure: SettingsError?
    for core in open {
      do throws(SettingsError) { try body(core) } catch {
        if failure == nil { failure = error } else { SettingsDiagnostics.report(error) }
      }
    }
    if let failure { throw failure }
  }

  /// Returns changes in groups, each of which is written as one step.
  func parts(of changes: [FileContents.Change]) -> [[FileContents.Change]] {
    switch arrangement {
    case .file, .none: [changes]
    case .folder: Array(Dictionary(grouping: changes) { $0.key.domain }.values)
    }
  }

  func close() { for core in open { core.close() } }
}

// MARK: States

extension FileCores {
  /// The state of the first file with an error, in the order of their domains.
  var state: SettingsFileState {
    let openings = domains.withLock { Array($0.openings) }.inOrder { ($0.key ?? "") < ($1.key ?? "") }
    let states = openings.map { _, opening -> SettingsFileState in
      switch opening {
      case .file(let core): core.state
      case .refused(let error): .unreadable(error)
      }
    }
    return states.first { $0.error.map { $0.code != .fileMissing } ?? false } ?? states.first ?? .ready
  }

  var states: AsyncStream<SettingsFileState> { broadcast.stream { state } }

  /// Forwards the states of a file to the streams of the store.
  func follow(_ opening: Opening, isFirst: Bool = true) {
    switch opening {
    case .file(let core):
      let state = core.states.observe { [weak self] in self?.sendState() }
      let document = core.documents.observe { [weak self] in self?.documents.send() }
      domains.withLock { $0.observed += [(core.states, state), (core.documents, document)] }
    case .refused(let error):
      if isFirst { SettingsDiagnostics.report(error) }
      if opening.isTransient { retryLater() }
    }
    sendState()
  }

  private func sendState() { broadcast.send { state } }
}
