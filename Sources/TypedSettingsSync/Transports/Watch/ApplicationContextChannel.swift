internal import TypedSettingsCore

/// The connection to the counterpart app on a paired device, which keeps the latest context in each direction.
///
/// WatchConnectivity has one context for the whole app, so each transport uses an entry of its own in it.
protocol ApplicationContextChannel: Sendable {
  /// Activates the channel, and calls a closure after each change of its phase or of the received context.
  ///
  /// - Returns: A token that keeps the closure registered.
  func activate(_ onChange: @escaping @Sendable () -> Void) -> ChannelObservation

  /// The phase of the connection.
  var phase: ApplicationContextPhase { get }

  /// Returns the bytes of an entry of the context that was received last.
  func received(forKey key: String) -> [UInt8]?

  /// Replaces an entry of the context that is sent.
  func send(_ bytes: [UInt8], forKey key: String) throws(ApplicationContextError)
}

/// The phase of a connection to the counterpart app.
enum ApplicationContextPhase: Hashable, Sendable {
  /// The connection isn't active yet, or the user switches to another watch.
  case inactive
  /// Contexts can be sent and received.
  case active
  /// The connection can't be activated, for the given reason.
  case failed(String)
}

/// An error of sending a context.
enum ApplicationContextError: Error, Hashable {
  case tooLarge
  /// No counterpart app can receive it, for the given reason.
  case unavailable(String)
}
