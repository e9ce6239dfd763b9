// Finding the files, also those that are not to be found yet.

extension FileCores {
  /// Under which name the place of a domain is kept.
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
    for staged in staged { staged.tell() }
    if isNew { follow(place, isFirst: present == nil) }
    return place
  }

  /// The values that were refused only because a file could not be found.
  private static func takeRefused(ofPlace name: String?, from domains: inout Open) -> [LiveValue] {
    let found = domains.refused.values.filter { live in
      (name == nil || live.key.domain == name) && FileCore.allowsName(live.key)
    }
    for live in found { domains.refused[live.key] = nil }
    return found
  }

  private func makePlace(at name: String?) -> Place {
    switch arrangement {
    case .file(let path): Self.place(path, layout: .domains, format: format)
    case .folder(let path): place(ofDomain: name ?? "", in: path)
    case .none(let error): .refused(error)
    }
  }

  private func place(ofDomain domain: String, in path: String) -> Place {
    do throws(SettingsError) {
      let name = try DomainFileName(domain, fileExtension: format.fileExtension)
      try name.checkTwins(in: path, of: SystemCalls())
      let first = domains.withLock { domains in
        if domains.names[name.caseless] == nil { domains.names[name.caseless] = name.text }
        return domains.names[name.caseless]
      }
      if let first, first != name.text { try name.checkTwin(first, in: path, of: SystemCalls()) }
      return Self.place("\(path)/\(name.text)", layout: .domain(domain), format: format)
    } catch {
      return .refused(error)
    }
  }

  static func place(_ path: String, layout: DocumentLayout, format: FileSettingsStore.Format) -> Place {
    do throws(SettingsError) {
      let location = try FileLocation(path: path, in: SystemCalls())
      let core = FileCoreRegistry.core(location, layout: layout, format: format)
      _ = core.watchFolder()
      // One that is there already may have to hear of a folder that was removed since.
      core.refresh(isFinal: false)
      return .file(core)
    } catch {
      return .refused(error)
    }
  }

  /// Takes over what others have changed, and looks for the files that could not be found.
  func refresh() {
    lookAgain()
    for core in open { core.refresh() }
  }

  private func lookAgain() {
    for name in domains.withLock({ $0.places.filter(\.value.isTransient).map(\.key) }) { _ = place(at: name) }
  }

  /// Looks again for what could not be found, until it can: nobody may ask for a value who only waits for a change.
  func lookLater() {
    let isFirst = domains.withLock { domains in
      defer { domains.isLooking = true }
      return !domains.isLooking
    }
    guard isFirst else { return }
    DispatchSchedule.shared.run(after: FileCore.retryDelay) { [weak self] in
      self?.domains.withLock { $0.isLooking = false }
      self?.lookAgain()
    }
  }
}

// MARK: Live values

extension FileCores {
  /// The live value of a key; of one that no file can hold now, one without a value.
  func liveValue(forKey key: SettingsKey) -> LiveValue {
    let isAllowed = FileCore.allowsName(key)
    if isAllowed, let core = existingCore(of: key) { return core.contents.liveValue(forKey: key) }
    return domains.withLock { domains in
      // The file may have been found since.
      if isAllowed, case .file(let core)? = domains.places[placeName(of: key.domain)] {
        return core.contents.liveValue(forKey: key)
      }
      if let live = domains.refused[key] { return live }
      let live = LiveValue(key: key)
      domains.refused[key] = live
      return live
    }
  }

  /// The live values of a key that somebody has asked for.
  func existingLiveValues(forKey key: SettingsKey) -> [LiveValue] {
    let refused = domains.withLock { $0.refused[key] }
    return (existingCore(of: key)?.contents.existingLiveValues(forKey: key) ?? []) + (refused.map { [$0] } ?? [])
  }

  private func existingCore(of key: SettingsKey) -> FileCore? {
    do throws(SettingsError) { return try core(forDomain: key.domain) } catch { return nil }
  }
}
