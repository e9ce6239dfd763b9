internal import TypedSettingsCore
internal import TypedSettingsFiles

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
    do { bytes = try load() } catch { throw .unreadable(self, error) }
    guard let bytes else { return nil }
    do throws(SettingsError) {
      return try SyncReplicaState(decoding: bytes, content: content, renamed: renamed)
    } catch {
      if error.code == .newerSyncMessage { throw .newer(self, error) }
      try setAside(error)
      return nil
    }
  }

  /// Sets the saved bytes aside, and reports that they aren't a state.
  private func setAside(_ problem: SettingsError) throws(SettingsError) {
    let copy: String
    do { copy = try setAside() } catch { throw .notSetAside(self, error) }
    SettingsDiagnostics.report(.corrupt(self, problem, copy: copy))
  }
}

extension SettingsError {
  static func unreadable(_ state: any SyncStateStorage, _ error: any Error) -> SettingsError {
    SettingsError(
      .storeUnavailable, found: "\(state.nameInErrors) can't be read: \(reason(of: error))",
      advice: "make it readable and run again; nothing was sent or changed", underlying: error)
  }

  fileprivate static func newer(_ state: any SyncStateStorage, _ error: SettingsError) -> SettingsError {
    SettingsError(
      .newerFormat, found: "\(state.nameInErrors), which a newer version of the library saved",
      advice: "update the program; nothing was sent or changed", underlying: error)
  }

  fileprivate static func notSetAside(_ state: any SyncStateStorage, _ error: any Error) -> SettingsError {
    SettingsError(
      .storeUnavailable, found: "\(state.nameInErrors) is corrupt, and can't be kept as a copy: \(reason(of: error))",
      advice: "move it away and run again; nothing was sent or changed", underlying: error)
  }

  fileprivate static func corrupt(
    _ state: any SyncStateStorage, _ error: SettingsError, copy: String
  ) -> SettingsError {
    SettingsError(
      .syncStateLost, found: "\(state.nameInErrors) is corrupt",
      advice: "the settings are kept, and join the group again; the corrupt state is kept as \(copy)",
      underlying: error)
  }
}
