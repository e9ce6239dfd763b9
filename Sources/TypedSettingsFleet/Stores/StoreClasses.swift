internal import TypedSettingsCore

// The only place of this module that asks a store for its class.

extension SettingsStore {
  /// The store if its values belong to one revision of an engine, so that they can be read together; otherwise `nil`.
  var remoteStore: RemoteSettingsStore? { self as? RemoteSettingsStore }
}
