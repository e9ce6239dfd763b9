import TypedSettings

/// Performs an operation, and returns the codes of the reports.
func codes(during operation: () async throws -> Void) async rethrows -> [SettingsError.Code] {
  let reports = LockedState<[SettingsError.Code]>([])
  try await SettingsDiagnostics.withHandler { error in
    reports.withLock { $0.append(error.code) }
  } operation: {
    try await operation()
  }
  return reports.withLock { $0 }
}
