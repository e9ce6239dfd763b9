/// The files of a store: one for all domains, or one for each.
final class FileCores: Sendable {
  /// What there is for a domain.
  enum Place {
    case file(FileCore)
    case refused(SettingsError)

    /// Whether another attempt may find more: what cannot be read now may be readable later.
    var isTransient: Bool {
      guard case .refused(let error) = self else { return false }
      return error.code == .fileUnreadable
    }
  }

  /// How the store lays its files out.
  enum Arrangement {
    case file(String)
    case folder(String)
    /// It has none, because what it was made with names none.
    case none(SettingsError)
  }

  struct Open {
    /// By domain; one without a name for all domains.
    var places: [String?: Place] = [:]
    /// The name of the file that was the first of those which differ only in case.
    var names: [String: String] = [:]
    /// How the broadcast hears of each file's states.
    var observed: [(core: FileCore, number: Int)] = []
    /// The values of keys that no file can hold now; they have none.
    var refused: [SettingsKey: LiveValue] = [:]
    /// Whether files that could not be found are looked for again.
    var isLooking = false
  }

  let arrangement: Arrangement
  /// The core of all domains, where there is one; at hand, because every write asks for it.
  private let single: FileCore?
  let format: FileSettingsStore.Format
  let domains = LockedState(Open())
  private let broadcast = StateBroadcast()

  init(file path: String, format: FileSettingsStore.Format) {
    self.format = format
    arrangement = .file(path)
    let place = Self.place(path, layout: .domains, format: format)
    single = if case .file(let core) = place { core } else { nil }
    domains.withLock { $0.places[nil] = place }
    follow(place)
  }

  init(directory path: String, format: FileSettingsStore.Format) {
    self.format = format
    arrangement = .folder(path)
    single = nil
  }

  /// Creates the files of a store that can have none.
  init(unusable error: SettingsError, format: FileSettingsStore.Format) {
    self.format = format
    arrangement = .none(error)
    single = nil
    domains.withLock { $0.places[nil] = .refused(error) }
    follow(.refused(error))
  }

  deinit {
    for (core, number) in domains.withLock({ $0.observed }) { core.states.remove(number) }
  }

  /// The core of a domain's file.
  ///
  /// - Throws: Why no file can hold the domain.
  func core(forDomain domain: String) throws(SettingsError) -> FileCore {
    if let single { return single }
    switch place(at: placeName(of: domain)) {
    case .file(let core): return core
    case .refused(let error): throw error
    }
  }

  /// The cores that are open.
  var open: [FileCore] {
    domains.withLock { Array($0.places.values) }.compactMap { if case .file(let core) = $0 { core } else { nil } }
  }

  /// Whether each domain has a file of its own.
  var keepsDomainsApart: Bool {
    switch arrangement {
    case .file, .none: false
    case .folder: true
    }
  }

  /// Does something with all files that are open, whatever becomes of one of them.
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

  /// The changes, put together as one step can make them.
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
  /// How the store stands to its files: of several, to the first in the order of their domains that is not as it should be.
  var state: FileSettingsStore.State {
    let places = domains.withLock { Array($0.places) }.sorted { ($0.key ?? "") < ($1.key ?? "") }
    let states = places.map { _, place -> FileSettingsStore.State in
      switch place {
      case .file(let core): core.state
      case .refused(let error): .unreadable(error)
      }
    }
    return states.first { $0.error.map { $0.code != .fileMissing } ?? false } ?? states.first ?? .ready
  }

  var states: AsyncStream<FileSettingsStore.State> { broadcast.stream { state } }

  /// Passes the states of a file on to those who follow the store's.
  func follow(_ place: Place, isFirst: Bool = true) {
    switch place {
    case .file(let core):
      let number = core.states.observe { [weak self] in self?.tellState() }
      domains.withLock { $0.observed.append((core, number)) }
    case .refused(let error):
      if isFirst { SettingsDiagnostics.report(error) }
      if place.isTransient { lookLater() }
    }
    tellState()
  }

  private func tellState() { broadcast.tell { state } }
}
