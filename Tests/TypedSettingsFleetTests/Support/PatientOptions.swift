import TypedSettingsFleet

extension RemoteSettingsOptions {
  /// Options with times that no test reaches, however slow this process is.
  ///
  /// A paused process would otherwise miss the signs of life of an engine, whose values would be stale.
  static let patient = RemoteSettingsOptions(requestTimeout: .seconds(3_600), heartbeat: .seconds(3_600))
}
