/// The limit on the attempts of an operation whose values other writers change meanwhile.
///
/// An operation that fails so often throws an error instead of repeating itself forever.
package enum Contention {
  /// The number of attempts.
  package static let attempts = 1_000
}

extension SettingsError {
  /// Returns the error for an operation that other writers prevent in each of its attempts.
  ///
  /// - Parameters:
  ///   - operation: The operation, such as "an update".
  ///   - key: The key of the setting, if the operation is about one.
  /// - Returns: The error, with ``SettingsError/Code/storeUnavailable``.
  package static func contended(_ operation: String, key: SettingsKey? = nil) -> SettingsError {
    SettingsError(
      .storeUnavailable, key: key,
      found: "values that other writers changed during each of \(Contention.attempts) attempts of \(operation)",
      advice: "try again; nothing was changed")
  }
}
