/// The limits of what a backend accepts from an engine.
public struct RemoteLimits: Hashable, Sendable {
  /// The largest number of keys under the prefix.
  public var maximumKeyCount: Int

  /// The largest number of bytes of a key.
  ///
  /// A backend can pass on longer ones; the store ignores and reports them.
  public var maximumKeyLength: Int

  /// The largest number of bytes of a value.
  ///
  /// A backend can pass on larger ones; the store ignores and reports them.
  public var maximumValueSize: Int

  /// The largest number of bytes of all keys and values of a snapshot, and of all keys and values of one event.
  public var maximumTotalSize: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - maximumKeyCount: The largest number of keys under the prefix.
  ///   - maximumKeyLength: The largest number of bytes of a key.
  ///   - maximumValueSize: The largest number of bytes of a value.
  ///   - maximumTotalSize: The largest number of bytes of all keys and values of a snapshot, and of all keys and values
  ///     of one event.
  public init(
    maximumKeyCount: Int = 250_000, maximumKeyLength: Int = 1024, maximumValueSize: Int = 1 << 20,
    maximumTotalSize: Int = 64 << 20
  ) {
    self.maximumKeyCount = maximumKeyCount
    self.maximumKeyLength = maximumKeyLength
    self.maximumValueSize = maximumValueSize
    self.maximumTotalSize = maximumTotalSize
  }
}

extension RemoteLimits {
  /// The largest number of bytes of a cache.
  ///
  /// Each entry has 24 more bytes than its key and value. The limits can be the largest integers.
  var maximumCacheSize: Int { 2 * min(maximumTotalSize, Int.max / 8) + 32 * min(maximumKeyCount, Int.max / 128) }

  /// The largest number of bytes of all values as base64 text, which is longer than the bytes by a third.
  var maximumTextSize: Int { min(maximumTotalSize, Int.max / 2) / 3 * 4 }
}

/// The options of a watch.
public struct RemoteWatchOptions: Hashable, Sendable {
  /// The longest time between two events of a working watch.
  ///
  /// The store considers its values stale, and connects again, if a watch sends no event for three times as long.
  public var heartbeat: Duration

  /// The limits of an event.
  public var limits: RemoteLimits

  /// Creates options.
  public init(heartbeat: Duration = .seconds(10), limits: RemoteLimits = RemoteLimits()) {
    self.heartbeat = heartbeat
    self.limits = limits
  }
}
