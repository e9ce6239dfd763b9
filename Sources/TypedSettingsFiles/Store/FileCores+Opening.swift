internal import TypedSettingsCore
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Opening the files, and retrying the ones that can't be opened yet.

extension FileCores {
  /// Returns the key of a domain in ``Open/openings``.
  func openingKey(of domain: String) -> String? {
    switch arrangement {
    case .file, .none: nil
    case .folder: domain
    }
  }

  /// Returns the result of opening a file, and tries again if an earlier attempt failed and may succeed now.
  func opening(at name: String?) -> Opening {
    let present = domains.withLock { $0.openings[name] }
    if let present, !present.isTransient { return present }
    let made = makeOpening(at: name)
    let (opening, isNew, staged) = domains.withLock { domains -> (Opening, Bool, [LiveValue.Staged]) in
      if let opening = domains.openings[name], !opening.isTransient { return (opening, false, []) }
      domains.openings[name] = made
      guard case .file(let core) = made else { return (made, true, []) }
      return (made, true, core.contents.adopt(Self.takeRefused(forOpening: name, from: &domains)))
    }
    for staged in staged { staged.notify() }
    if isNew { follow(opening, isFirst: present == nil) }
    return opening
  }

  /// Removes and returns the live values that were refused only because a file couldn't be opened.
  private static func takeRefused(forOpening name: String?, from domains: inout Open) -> [LiveValue] {
    let found = domains.refused.values.filter { live in
      (name == nil || live.key.domain == name) && FileCore.allowsName(live.key)
    }
    for live in found { domains.refused[live.key] = nil }
    return found
  }

  private func makeOpening(at name: String?) -> Opening {
    switch arrangement {
    case .file(let path): Self.opening(path, layout: .domains, format: format, access: access)
    case .folder(let path): opening(ofDomain: name ?? "", in: path)
    case .none(let error): .refused(error)
    }
  }

  private func opening(ofDomain domain: String, in path: String) -> Opening {
    do throws(SettingsError) {
      let name = try DomainFileName(domain, fileExtension: format.fileExtension)
      try name.checkCase(in: path, of: SystemCalls())
      let first = domains.withLock { domains in
        if domains.names[name.caseless] == nil { domains.names[name.caseless] = name.text }
        return domains.names[name.caseless]
      }
      if let first, first != name.text { try name.checkCase(against: first, in: path, of: SystemCalls()) }
      let opening = Self.opening(
        "\(path)/\(name.text)", layout: .domain(domain), format: format, access: access)
      if case .file(let core) = opening, let schema = schemas[domain] { core.refer(toSchema: schema) }
      return opening
    } catch {
      return .refused(error)
    }
  }

  /// Opens a file, whose core all stores of the process share.
  static func opening(
    _ path: String, layout: DocumentLayout, format: SettingsDocumentFormat, access: StoreAccess
  ) -> Opening {
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
    for name in domains.withLock({ $0.openings.filter(\.value.isTransient).map(\.key) }) { _ = opening(at: name) }
  }

  /// Schedules another attempt to open files, until all of them are open.
  ///
  /// Without it, a file whose values are only observed would stay closed, because only a read tries again.
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
      if isAllowed, case .file(let core)? = domains.openings[openingKey(of: key.domain)] {
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
  /// Returns the reason why a URL can't identify a store; `nil` if it's a file URL of this machine.
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
