import Synchronization
import TypedSettings

/// The codes of the reports that were made.
final class Reports: Sendable {
  private let errors = Mutex<[SettingsError]>([])

  func append(_ error: SettingsError) { errors.withLock { $0.append(error) } }

  var codes: [SettingsError.Code] { errors.withLock { $0.map(\.code) } }
}
