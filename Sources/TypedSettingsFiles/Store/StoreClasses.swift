// The only place that asks a store for its class; see the file of the same name in the core.

package import TypedSettingsCore

extension SettingsStore {
  /// The store if it keeps its values in files; otherwise `nil`.
  package var fileStore: FileSettingsStore? { self as? FileSettingsStore }
}
