/// Why a place did not decode; it travels beneath a `DecodingError`, which a type's own code may catch.
struct DecodingFailure: Error {
  /// The way to the place; to the name itself where a name is missing.
  let path: TreePath
  /// Whether the place lacks a name that the type needs.
  let isAbsence: Bool
  /// What the library tells its callers.
  let error: SettingsError
}
