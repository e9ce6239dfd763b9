internal import TypedSettingsCore
internal import TypedSettingsFiles

extension SettingsSync {
  /// Synchronizes the settings until the task is canceled.
  ///
  /// If the connection fails, the method reports that to `SettingsDiagnostics` and connects again, after a pause that
  /// becomes longer with each failure, up to about four minutes. A failure that's repeated is reported once. The method
  /// doesn't wake up as long as nothing changes.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.storeUnavailable` if this or another process is already
  ///   synchronizing one of the settings, or if the state can't be locked or read, and with
  ///   `SettingsError.Code.newerFormat` if a newer version of the library has saved the state. Nothing is sent or
  ///   changed then.
  public func run() async throws {
    let (inputs, input) = AsyncStream<Input>.makeStream()
    let isFirst = shared.withLock { shared in
      if shared.input != nil { return false }
      shared.input = input
      shared.isAwake = false
      return true
    }
    guard isFirst else { throw SettingsError.alreadyRunning }
    defer { shared.withLock { $0.input = nil } }
    let lock: (any AnyObject & Sendable)?
    do { lock = try context.storage.acquire() } catch { throw SettingsError.unavailable(context.storage, error) }
    guard let lock else { throw SettingsError.alreadyRunning }
    defer { withExtendedLifetime(lock) {} }
    let claim = try SyncClaim(settings.places)
    defer { withExtendedLifetime(claim) {} }
    let session = try SyncSession(of: self)
    defer { session.disconnect() }
    await withDiscardingTaskGroup { tasks in
      session.start()
      tasks.addTask { [settings = self.settings] in await settings.followStores { input.yield(.recovered) } }
      for transmission in session.startTransmissions() { tasks.addTask { await transmission.wait() } }
      for await next in inputs {
        session.handle(next)
        for transmission in session.startTransmissions() { tasks.addTask { await transmission.wait() } }
      }
      session.stop()
      tasks.cancelAll()
    }
  }

  /// Wakes the session up, unless it's going to compare the settings anyway.
  ///
  /// The time of the change is the time of this call, however late a session compares the setting.
  func noteChange(of key: SettingsKey) {
    let now = context.clock.now()
    let (input, signal) = shared.withLock { shared -> (AsyncStream<Input>.Continuation?, ChangeSignal?) in
      shared.edits[key] = now
      // While no session takes the edits, the last change of a setting counts, so that each of them is noticed.
      guard let input = shared.input else { return (nil, shared.signals[key]) }
      if shared.isAwake { return (nil, nil) }
      shared.isAwake = true
      return (input, nil)
    }
    signal?.lower()
    input?.yield(.edited)
  }

  /// Wakes the session up, because a setting was added, or declared with a greater version.
  func noteDeclaration(of key: SettingsKey) { _ = shared.withLock { $0.input }?.yield(.declared(key)) }
}

extension SettingsError {
  fileprivate static var alreadyRunning: SettingsError {
    SettingsError(
      .storeUnavailable, found: "settings that are already being synchronized",
      advice: "let one process at a time synchronize them, and pass all transports to one 'SettingsSync'")
  }

  static func unavailable(_ state: any SyncStateStorage, _ error: any Error) -> SettingsError {
    SettingsError(
      .storeUnavailable, found: "\(state.nameInErrors) can't be locked: \(reason(of: error))",
      advice: "make the file and its folder writable, or use another file; nothing was sent or changed",
      underlying: error)
  }

  static func notSaved(_ state: any SyncStateStorage, _ error: any Error) -> SettingsError {
    SettingsError(
      .notSaved, found: "\(state.nameInErrors) can't be saved: \(reason(of: error))",
      advice: "resolve this; saving is tried again", underlying: error)
  }

  static func settingsNotFlushed(_ error: any Error) -> SettingsError {
    SettingsError(
      .notSaved, found: "synchronized settings can't be saved durably: \(reason(of: error))",
      advice: "resolve this; nothing is sent until they are saved, which is tried again", underlying: error)
  }

  /// Returns the error for a transport that fails while it's connected.
  ///
  /// It has the words of the transport's own error.
  static func transportFailed(_ error: any Error) -> SettingsError {
    let cause = error as? SettingsError
    return SettingsError(
      .syncTransportFailed, found: cause?.found ?? "a transport that threw '\(type(of: error))'",
      advice: "\(cause?.advice ?? "see 'underlying'"); the exchange is tried again", underlying: error)
  }
}
