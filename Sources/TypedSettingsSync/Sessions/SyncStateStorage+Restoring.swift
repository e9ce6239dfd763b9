internal import TypedSettings

extension SyncStateStorage {
  /// Returns the saved state, or `nil` if there is none.
  ///
  /// Saved bytes that aren't a state are set aside and reported, so that the next save doesn't replace them.
  ///
  /// - Parameters:
  ///   - content: Returns the content of a setting in the store; see
  ///     ``SyncReplicaState/init(decoding:content:renamed:)``.
  ///   - renamed: Returns the content of the setting that has replaced a former key of a version.
  /// - Returns: The state.
  /// - Throws: `SettingsError` with `SettingsError.Code.storeUnavailable` if the bytes can be neither read nor set
  ///   aside, and with `SettingsError.Code.newerFormat` if a newer version of the library has saved them. Nothing may
  ///   be saved then.
  func restore(
    content: (SettingsKey) -> SyncContent?, renamed: (SettingsKey, UInt32) -> SyncContent? = { _, _ in nil }
  ) throws(SettingsError) -> SyncReplicaState? {
    let bytes: [UInt8]?
    do { bytes = try load() } catch { throw .stateUnreadable(error) }
    guard let bytes else { return nil }
    do throws(SettingsError) {
      return try SyncReplicaState(decoding: bytes, content: content, renamed: renamed)
    } catch {
      if error.code == .newerSyncMessage { throw .newerState(error) }
      try setAside(error)
      return nil
    }
  }

  /// Sets the saved bytes aside, and reports that they aren't a state.
  private func setAside(_ problem: SettingsError) throws(SettingsError) {
    let copy: String
    do { copy = try setAside() } catch { throw .stateNotSetAside(error) }
    SettingsDiagnostics.report(.stateCorrupt(problem, copy: copy))
  }
}

extension SettingsError {
  static func stateUnreadable(_ error: any Error) -> SettingsError {
    SettingsError(
      .storeUnavailable, found: "a state of synchronization that can't be read",
      advice: "see 'underlying'; make it readable and run again; nothing was sent or changed", underlying: error)
  }

  fileprivate static func newerState(_ error: SettingsError) -> SettingsError {
    SettingsError(
      .newerFormat, found: "a state of synchronization of a newer version of the library",
      advice: "update the program; nothing was sent or changed", underlying: error)
  }

  fileprivate static func stateNotSetAside(_ error: any Error) -> SettingsError {
    SettingsError(
      .storeUnavailable, found: "a corrupt state of synchronization of which no copy can be kept",
      advice: "see 'underlying'; move the state away and run again; nothing was sent or changed", underlying: error)
  }

  fileprivate static func stateCorrupt(_ error: SettingsError, copy: String) -> SettingsError {
    SettingsError(
      .syncStateLost, found: "a state of synchronization that's corrupt",
      advice: "the settings are kept, and join the group again; the corrupt state is kept as \(copy)",
      underlying: error)
  }
}
