#if canImport(WatchConnectivity)
  /// A transport between an iPhone app and its app on the paired Apple Watch.
  ///
  /// It uses the application context of WatchConnectivity, of which the system keeps the latest in each direction, and
  /// delivers it when the other app runs the next time:
  ///
  /// ```swift
  /// // not compiled: needs WatchConnectivity
  /// let sync = SettingsSync(of: [settings], traits: [.watchSync], over: WatchTransport(group: "com.example.pomodoro"))
  /// ```
  ///
  /// The transport uses one entry of the context and leaves the others unchanged. It becomes the delegate of the
  /// session unless your app has set one. In that case, your delegate calls ``sessionDidChange()``.
  ///
  /// - Important: This transport is tested against a substitute for WatchConnectivity, and hasn't been run on devices.
  public struct WatchTransport: SyncTransport {
    private let base: ApplicationContextTransport

    /// Creates a transport.
    ///
    /// - Parameter group: The name that both apps use for the group of settings.
    public init(group: String) {
      base = ApplicationContextTransport(WatchSessionChannel.shared, group: group)
    }

    /// Returns ``SyncDelivery/latestState``.
    public var delivery: SyncDelivery { base.delivery }

    /// The largest message in bytes that fits into a context.
    public var maximumMessageSize: Int { base.maximumMessageSize }

    /// Activates the session, and returns the events.
    ///
    /// - Parameter replica: Ignored, because the counterpart app is the only peer.
    /// - Returns: The events. Iterating them throws an error if the session can't be activated.
    public func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
      base.events(for: replica)
    }

    /// Replaces the message for the counterpart app.
    ///
    /// - Parameters:
    ///   - message: The bytes.
    ///   - peer: Ignored, because the counterpart app is the only peer.
    /// - Throws: `SettingsError` if the message is too large, or the counterpart app isn't available.
    public func send(_ message: [UInt8], to peer: SyncPeer?) async throws { try await base.send(message, to: peer) }

    /// Notifies all transports that the session has changed.
    ///
    /// Call this method if your app has its own delegate: after the session was activated or deactivated, and after it
    /// has received an application context.
    public static func sessionDidChange() { WatchSessionChannel.shared.notify() }
  }
#endif
