import Synchronization
import TypedSettings

/// A thread-safe collection of reported errors.
final class Reports: Sendable {
  private let errors = Mutex<[SettingsError]>([])

  func append(_ error: SettingsError) { errors.withLock { $0.append(error) } }

  var codes: [SettingsError.Code] { errors.withLock { $0.map(\.code) } }
}
