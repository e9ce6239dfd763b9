/// The files of a store: one for all domains, or one for each.
final class FileCores: Sendable {
  /// What there is for a domain.
  private enum Place {
    case file(FileCore)
    case refused(SettingsError)

    /// Whether another attempt may find more: what cannot be read now may be readable later.
    var isTransient: Bool {
      guard case .refused(let error) = self else { return false }
      return error.code == .fileUnreadable
    }
  }

  /// How the store lays its files out.
  private enum Arrangement {
    case file(String)
    case folder(String)
  }

  private struct Open {
    /// By domain; one without a name for all domains.
    var places: [String?: Place] = [:]
    /// The names of the files of domains, by what they are in lower case.
    var names: [String: String] = [:]
    /// How the broadcast hears of each file's states.
    var observed: [(core: FileCore, number: Int)] = []
    /// The values of keys that no file can hold; they never have one.
    var refused: [SettingsKey: LiveValue] = [:]
  }

  private let arrangement: Arrangement
  /// The core of all domains, where there is one; at hand, because every write asks for it.
  private let single: FileCore?
  private let format: FileSettingsStore.Format
  private let domains = LockedState(Open())
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

  deinit {
    for (core, number) in domains.withLock({ $0.observed }) { core.states.remove(number) }
  }

  /// The core of a domain's file.
  ///
  /// - Throws: Why no file can hold the domain.
  func core(forDomain domain: String) throws(SettingsError) -> FileCore {
    if let single { return single }
    switch place(of: domain) {
    case .file(let core): return core
    case .refused(let error): throw error
    }
  }

  /// The cores that are open.
  var open: [FileCore] {
    domains.withLock { Array($0.places.values) }.compactMap { if case .file(let core) = $0 { core } else { nil } }
  }

  /// The changes, put together as one step can make them.
  func parts(of changes: [FileContents.Change]) -> [[FileContents.Change]] {
    switch arrangement {
    case .file: [changes]
    case .folder: Array(Dictionary(grouping: changes) { $0.key.domain }.values)
    }
  }

  /// The live value of a key that no file can hold.
  func refusedValue(forKey key: SettingsKey) -> LiveValue {
    domains.withLock { domains in
      if let live = domains.refused[key] { return live }
      let live = LiveValue(key: key)
      domains.refused[key] = live
      return live
    }
  }

  var state: FileSettingsStore.State {
    let states = domains.withLock { Array($0.places.values) }.map { place -> FileSettingsStore.State in
      switch place {
      case .file(let core): core.state
      case .refused(let error): .unreadable(error)
      }
    }
    return states.first { $0.error.map { $0.code != .fileMissing } ?? false } ?? states.first ?? .ready
  }

  var states: AsyncStream<FileSettingsStore.State> { broadcast.stream(from: state) }

  func close() { for core in open { core.close() } }
}

extension FileCores {
  private func place(of domain: String) -> Place {
    let (domain, present) = domains.withLock { domains -> (String?, Place?) in
      let domain: String? = if case .folder = arrangement { domain } else { nil }
      return (domain, domains.places[domain])
    }
    if let present, !present.isTransient { return present }
    let made = makePlace(of: domain)
    let (place, isNew) = domains.withLock { domains -> (Place, Bool) in
      if let place = domains.places[domain], !place.isTransient { return (place, false) }
      domains.places[domain] = made
      return (made, true)
    }
    if isNew { follow(place, isFirst: present == nil) }
    return place
  }

  private func makePlace(of domain: String?) -> Place {
    switch arrangement {
    case .file(let path): return Self.place(path, layout: .domains, format: format)
    case .folder(let path): return place(ofDomain: domain ?? "", in: path)
    }
  }

  private func place(ofDomain domain: String, in path: String) -> Place {
    do throws(SettingsError) {
      let name = try DomainFileName(domain, fileExtension: format.fileExtension)
      let first = domains.withLock { domains in
        let lowercased = name.text.lowercased()
        let first = domains.names[lowercased] ?? name.text
        domains.names[lowercased] = first
        return first
      }
      try name.checkTwins(in: path, hasOpenTwin: first != name.text, of: SystemCalls())
      return Self.place("\(path)/\(name.text)", layout: .domain(domain), format: format)
    } catch {
      return .refused(error)
    }
  }

  private static func place(
    _ path: String, layout: DocumentLayout, format: FileSettingsStore.Format
  ) -> Place {
    do throws(SettingsError) {
      let location = try FileLocation(path: path, in: SystemCalls())
      let core = FileCoreRegistry.core(location, layout: layout, format: format)
      if core.watchFolder() { core.refresh(isFinal: false) }
      return .file(core)
    } catch {
      return .refused(error)
    }
  }

  /// Passes the states of a file on to those who follow the store's.
  private func follow(_ place: Place, isFirst: Bool = true) {
    guard case .file(let core) = place else {
      if case .refused(let error) = place, isFirst { SettingsDiagnostics.report(error) }
      return
    }
    let number = core.states.observe { [weak broadcast] in broadcast?.send($0) }
    domains.withLock { $0.observed.append((core, number)) }
  }
}
