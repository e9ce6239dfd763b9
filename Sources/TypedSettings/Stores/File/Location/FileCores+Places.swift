#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Opening the files, and retrying the ones that can't be opened yet.

extension FileCores {
  /// Returns the key of a domain in ``Open/places``.
  func placeName(of domain: String) -> String? {
    switch arrangement {
    case .file, .none: nil
    case .folder: domain
    }
  }

  func place(at name: String?) -> Place {
    let present = domains.withLock { $0.places[name] }
    if let present, !present.isTransient { return present }
    let made = makePlace(at: name)
    let (place, isNew, staged) = domains.withLock { domains -> (Place, Bool, [LiveValue.Staged]) in
      if let place = domains.places[name], !place.isTransient { return (place, false, []) }
      domains.places[name] = made
      guard case .file(let core) = made else { return (made, true, []) }
      return (made, true, core.contents.adopt(Self.takeRefused(ofPlace: name, from: &domains)))
    }
    for staged in staged { staged.notify() }
    if isNew { follow(place, isFirst: present == nil) }
    return place
  }

  /// Removes and returns the live values that were refused only because a file couldn't be opened.
  private static func takeRefused(ofPlace name: String?, from domains: inout Open) -> [LiveValue] {
    let found = domains.refused.values.filter { live in
      (name == nil || live.key.domain == name) && FileCore.allowsName(live.key)
    }
    for live in found { domains.refused[live.key] = nil }
    return found
  }

  private func makePlace(at name: String?) -> Place {
    switch arrangement {
    case .file(let path): Self.place(path, layout: .domains, format: format, access: access)
    case .folder(let path): place(ofDomain: name ?? "", in: path)
    case .none(let error): .refused(error)
    }
  }

  private func place(ofDomain domain: String, in path: String) -> Place {
    do throws(SettingsError) {
      let name = try DomainFileName(domain, fileExtension: format.fileExtension)
      try name.checkCase(in: path, of: SystemCalls())
      let first = domains.withLock { domains in
        if domains.names[name.caseless] == nil { domains.names[name.caseless] = name.text }
        return domains.names[name.caseless]
      }
      if let first, first != name.text { try name.checkCase(against: first, in: path, of: SystemCalls()) }
      let place = Self.place(
        "\(path)/\(name.text)", layout: .domain(domain), format: format, access: access)
      if case .file(let core) = place, let schema = schemas[domain] { core.refer(toSchema: schema) }
      return place
    } catch {
      return .refused(error)
    }
  }

  static func place(
    _ path: String, layout: DocumentLayout, format: FileSettingsStore.Format, access: StoreAccess
  ) -> Place {
    do throws(SettingsError) {
      let location = try FileLocation(path: path, in: SystemCalls())
      let core = FileCoreRegistry.core(location, layout: layout, format: format, access: access)
      _ = core.watchFolder()
      // An existing core may not have noticed yet that its folder was removed.
      core.refresh(isFinal: false)
      return .file(core)
    } catch {
      return .refused(error)
    }
  }

  /// Reads external changes, and tries to open the files that couldn't be opened.
  func refresh() {
    reopen()
    for core in open { core.refresh() }
  }

  private func reopen() {
    for name in domains.withLock({ $0.places.filter(\.value.isTransient).map(\.key) }) { _ = place(at: name) }
  }

  /// Tries again later to open files, until that succeeds: an observer doesn't ask for a value, which would try again.
  func retryLater() {
    guard domains.withLock({ $0.scheduledRetry.claim() }) else { return }
    DispatchSchedule.shared.run(after: FileCore.retryDelay) { [weak self] in
      self?.domains.withLock { $0.scheduledRetry.resign() }
      self?.reopen()
    }
  }
}

// MARK: Live values

extension FileCores {
  /// Returns the live value of a key, or one without a value if no file can hold the key at present.
  func liveValue(forKey key: SettingsKey) -> LiveValue {
    let isAllowed = FileCore.allowsName(key)
    if isAllowed, let core = existingCore(of: key) { return core.contents.liveValue(forKey: key) }
    return domains.withLock { domains in
      // The file may have been opened since.
      if isAllowed, case .file(let core)? = domains.places[placeName(of: key.domain)] {
        return core.contents.liveValue(forKey: key)
      }
      if let live = domains.refused[key] { return live }
      let live = LiveValue(key: key)
      domains.refused[key] = live
      return live
    }
  }

  /// Returns the existing live values of a key.
  func existingLiveValues(forKey key: SettingsKey) -> [LiveValue] {
    let refused = domains.withLock { $0.refused[key] }
    return (existingCore(of: key)?.contents.existingLiveValues(forKey: key) ?? []) + (refused.map { [$0] } ?? [])
  }

  private func existingCore(of key: SettingsKey) -> FileCore? {
    nilOnFailure { try core(forDomain: key.domain) }
  }
}

extension FileCores {
  /// Returns the reason why a URL can't be that of a store; `nil` if it's a file URL of this machine.
  static func obstacle(to url: URL) -> SettingsError? {
    guard url.isFileURL else { return .noFileURL(url.scheme.map { "the scheme '\($0)'" } ?? "no scheme") }
    guard let host = url.host, !host.isEmpty, host != "localhost" else { return nil }
    return .noFileURL("the host of another machine")
  }
}

extension SettingsError {
  /// Returns the error of a URL that names no file of this machine.
  fileprivate static func noFileURL(_ found: String) -> SettingsError {
    SettingsError(
      .storeUnavailable, found: "a URL with \(found), which names no file of this machine",
      advice: "make the URL with 'URL(filePath:)'; until then nothing is read or written")
  }
}
