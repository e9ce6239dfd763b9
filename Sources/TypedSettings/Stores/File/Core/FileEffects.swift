/// What is to be done once the lock of a file core is released.
struct FileEffects: Sendable {
  var staged: [LiveValue.Staged] = []
  var reports: [SettingsError] = []
  var state: FileSettingsStore.State?
  /// When to look whether the document can be written.
  var foldDelay: Duration?
  /// Whether to try again what has failed.
  var retries = false

  static func += (left: inout FileEffects, right: FileEffects) {
    left.staged += right.staged
    left.reports += right.reports
    left.state = right.state ?? left.state
    left.foldDelay = right.foldDelay ?? left.foldDelay
    left.retries = left.retries || right.retries
  }
}
