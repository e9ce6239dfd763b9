#if canImport(ObjectiveC)
  /// A transport between the devices of an iCloud account, over iCloud key-value storage.
  ///
  /// The app needs the iCloud entitlement for key-value storage. Each device has one value. All values of the app
  /// together can have 1,024 keys and 1 MB, so use this transport for small groups of settings:
  ///
  /// ```swift
  /// // not compiled: needs iCloud
  /// let sync = SettingsSync(of: [settings], traits: [], over: CloudTransport(group: "com.example.pomodoro"))
  /// ```
  ///
  /// The system transfers changes within seconds to minutes. Another account is reported as
  /// ``SyncTransportEvent/accountChanged``, a moment after its values have arrived; see <doc:Transports> for what the
  /// transport does in that time. Use ``SealedTransport`` to encrypt the values.
  ///
  /// - Important: This transport is tested against a substitute for iCloud, and hasn't been run on devices.
  public struct CloudTransport: SyncTransport {
    private let base: KeyValueTransport

    /// Creates a transport.
    ///
    /// - Parameter group: The name that all devices use for the group of settings. If it's empty, iterating the events
    ///   throws an error.
    public init(group: String) { base = KeyValueTransport(UbiquitousMailboxes(), group: group) }

    /// Returns ``SyncDelivery/latestState``.
    public var delivery: SyncDelivery { base.delivery }

    /// The largest message in bytes that the storage accepts while it's empty.
    public var maximumMessageSize: Int { base.maximumMessageSize }

    /// Starts to synchronize, and returns the events.
    ///
    /// - Parameter replica: The identity of the replica, which names its value.
    /// - Returns: The events. Iterating them throws an error if the storage isn't available, or if it's full and has
    ///   refused the latest message.
    public func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
      base.events(for: replica)
    }

    /// Replaces the value of this device, which the system uploads later.
    ///
    /// - Parameters:
    ///   - message: The bytes.
    ///   - peer: Ignored, because all devices read the same value.
    /// - Throws: `SettingsError` if the message is too large, or the storage has no room for it.
    public func send(_ message: [UInt8], to peer: SyncPeer?) async throws { try await base.send(message, to: peer) }

    /// Removes the value of another device.
    ///
    /// - Throws: `SettingsError` if the name of the group is empty.
    public func removeMailbox(of replica: SyncReplicaIdentity) async throws {
      try await base.removeMailbox(of: replica)
    }
  }

  extension CloudTransport: AccountReportingTransport {
    func didHandleAccountChange() { base.didHandleAccountChange() }
  }
#endif
