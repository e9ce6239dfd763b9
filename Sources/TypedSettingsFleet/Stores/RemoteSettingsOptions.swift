/// The times and limits of a ``RemoteSettingsStore``.
public struct RemoteSettingsOptions: Hashable, Sendable {
  /// The longest time for a request; one that takes longer is canceled.
  public var requestTimeout: Duration

  /// The longest time between two signs of life of a working engine.
  ///
  /// After a silence of three times as long, the state is ``RemoteSettingsState/stale(since:)``, and the store connects
  /// again.
  public var heartbeat: Duration

  /// The longest pause before the second attempt to connect.
  ///
  /// The limit is doubled with each further attempt. Each pause is a random part of it, so that the programs of a fleet
  /// don't connect all at once.
  public var firstPause: Duration

  /// The limit of all pauses.
  public var maximumPause: Duration

  /// The number of times that an update is tried if other programs change the same settings.
  public var updateAttempts: Int

  /// The shortest time between two writes of the cache.
  ///
  /// A change is written a tenth of a second after it arrives, or this time after the write before it. A program that's
  /// killed in the meantime, without ``RemoteSettingsStore/close()``, starts with the values of the write before.
  public var cacheDelay: Duration

  /// A Boolean value that indicates whether settings with the trait `SettingsTrait.secret` can be updated and cached.
  ///
  /// The values are sent to the engine and written to the cache in plain text.
  public var allowsSecrets: Bool

  /// The limits of what is accepted from the engine.
  public var limits: RemoteLimits

  /// Creates options.
  ///
  /// - Parameters:
  ///   - requestTimeout: The longest time for a request.
  ///   - heartbeat: The longest time between two signs of life of a working engine.
  ///   - firstPause: The longest pause before the second attempt to connect.
  ///   - maximumPause: The limit of all pauses.
  ///   - updateAttempts: The number of times that an update is tried if other programs change the same settings.
  ///   - cacheDelay: The shortest time between two writes of the cache.
  ///   - allowsSecrets: Whether secret settings can be updated and cached.
  ///   - limits: The limits of what is accepted from the engine.
  public init(
    requestTimeout: Duration = .seconds(5), heartbeat: Duration = .seconds(10),
    firstPause: Duration = .milliseconds(250), maximumPause: Duration = .seconds(30), updateAttempts: Int = 100,
    cacheDelay: Duration = .seconds(1), allowsSecrets: Bool = false, limits: RemoteLimits = RemoteLimits()
  ) {
    self.requestTimeout = requestTimeout
    self.heartbeat = heartbeat
    self.firstPause = firstPause
    self.maximumPause = maximumPause
    self.updateAttempts = updateAttempts
    self.cacheDelay = cacheDelay
    self.allowsSecrets = allowsSecrets
    self.limits = limits
  }

  /// The part of the options that a replica depends on.
  package var policy: RemotePolicy {
    RemotePolicy(
      silenceLimit: heartbeat * 3, firstPause: firstPause, maximumPause: maximumPause, limits: limits)
  }
}
