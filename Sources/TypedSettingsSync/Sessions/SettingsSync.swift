public import TypedSettingsCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Keeps settings equal on several devices.
///
/// ```swift
/// let sync = SettingsSync(of: [settings, voice], traits: [.watchSync], over: transport)
/// try await sync.run()                              // until the task is canceled
/// ```
///
/// Each device keeps the time and the writer of the last change of each setting. The later change of a setting is in
/// effect on all devices, in whatever order they exchange their states. If neither of two writers had seen the other
/// change, ``conflicts`` reports both values.
///
/// Only values that were set explicitly are sent, and resets; after a reset, each device uses its own default. Settings
/// with the traits `SettingsTrait.deviceLocal`, `SettingsTrait.secret` or `SettingsTrait.transient` are excluded
/// unless you name them. A received value is validated like an imported one. It changes the writable layer only, with
/// the origin `SettingsChange.Origin.sync`.
///
/// A device that joins a group takes over the values of the group. Its own values of these settings are kept, and
/// ``restoreSnapshot()`` sets them again.
///
/// Devices can exchange their states in several ways at the same time, such as a folder and a connection in the local
/// network. Pass all transports to one instance: what arrives on one of them is known on all. Two instances would take
/// each other's changes for changes by the program, so a second one for the same setting is refused.
public final class SettingsSync: Sendable {
  /// The state of synchronization.
  public enum State: Sendable {
    /// The device hasn't exchanged its settings with another device yet.
    case joining
    /// The exchange with all connected devices is complete since the given time, or, with mailboxes, the current
    /// settings are in the mailbox of this device.
    case current(since: Date)
    /// Changes wait for a peer, or, without one, for a connection.
    case waiting(for: SyncPeer?)
    /// The exchange with all devices, or with the one that the error names, has stopped because of an account; see
    /// ``SettingsSync/resolve(_:)``.
    case refused(SettingsError)
  }

  /// A decision about an account that differs from the account of the settings.
  public enum AccountResolution: Hashable, Sendable {
    /// Continues in the account of the settings, and ignores the devices that belong to another account.
    case stay
    /// Starts over in the configured account, and offers this device's values to its group.
    case join
    /// Starts over in the configured account, and resets the synchronized settings of this device first.
    ///
    /// ``SettingsSync/restoreSnapshot()`` sets the former values again. If a store can't be read, or an administrator
    /// forces a value in it, that's reported to `SettingsDiagnostics`, and nothing changes.
    case joinWithoutValues
  }

  enum Input: Sendable {
    case event(SyncTransportEvent, SyncConnection.Identity)
    case disconnected((any Error)?, SyncConnection.Identity)
    /// The pause before the next connection of a transport has ended.
    case connect(Int)
    /// The pause before a peer is asked again, which has sent a damaged message, has ended.
    case damaged(SyncPeer)
    case edited
    case rested
    /// A setting was declared, so that a value can be applied that was waiting for that.
    case declared(SettingsKey)
    /// Entries can be applied again, whose settings were being changed.
    case postponed
    /// A store may be readable again, or the state may be saved again.
    case recovered
    case sent(to: SyncDestination, (any Error)?)
    case resolution(AccountResolution)
    case snapshotDiscarded
    /// The program has asked to forget devices.
    case forgotten
    case removedMailbox(of: SyncReplicaIdentity, on: Int, (any Error)?)
  }

  struct Shared {
    var state = State.joining
    var phase: SyncPhase?
    var input: AsyncStream<Input>.Continuation?
    /// A Boolean value that indicates whether a session has read the saved state.
    var hasStarted = false
    var conflicts: [Int: AsyncStream<SyncConflict>.Continuation] = [:]
    var states: [Int: AsyncStream<State>.Continuation] = [:]
    var lastNumber = 0
    var snapshot: [SettingsKey: SyncVersionedContent] = [:]
    /// A Boolean value that indicates whether the next session discards the saved snapshot.
    var isSnapshotDiscarded = false
    /// The settings that may have changed since a session compared them, with the time of the first change that hasn't
    /// been collected.
    var edits: [SettingsKey: UInt64] = [:]
    /// A Boolean value that indicates whether the session is going to take the edits without another input.
    var isAwake = false
    /// The signals of observed settings.
    var signals: [SettingsKey: ChangeSignal] = [:]
    var refusals: [SettingsKey: SettingsError] = [:]
    var devices: [SyncDevice] = []
    /// The last entries of the settings by their keys on this device.
    var lastEntries: [SettingsKey: LastEntries] = [:]
    /// The devices that the program has asked to forget.
    var forgotten: Set<SyncReplicaIdentity> = []
    /// The digests that the settings had when synchronization was created, until the first session starts.
    var initialDigests: [SettingsKey: UInt64] = [:]
    /// The observation of the settings.
    var observation: SyncObservation?
  }

  let shared = LockedState(Shared())
  let settings: any SyncParticipant
  let transports: [any SyncTransport]
  let context: SyncContext

  /// Creates the synchronization of groups, which starts with ``run()``.
  ///
  /// - Parameters:
  ///   - groups: The groups.
  ///   - traits: The traits that a setting must have, such as `SettingsTrait.watchSync`.
  ///   - included: Settings to synchronize whatever their traits are, such as `settings.$token`.
  ///   - account: The account that the devices belong to. Nothing is exchanged with devices of another account.
  ///   - stateFile: The file for the state of synchronization; `nil` for a file beside the settings file of the first
  ///     group or, if its settings aren't in a file, a file in the program's folder for data that depends on the domain
  ///     of that group. For settings in memory, the state is kept in memory. Add groups of later versions behind the
  ///     others, or pass a file.
  ///   - deviceName: The name by which other devices list this one in ``devices``; by default, the name of the host.
  ///   - deviceExpiry: The time after which a device that isn't in use is forgotten, and its mailbox is removed;
  ///     `nil` for never.
  ///   - transports: The transports, which no other session uses.
  public convenience init(
    of groups: [any SettingsGroup], traits: SettingsTrait, including included: [any Setting] = [],
    account: String = "", stateFile: URL? = nil, deviceName: String? = nil, deviceExpiry: Duration? = nil,
    over transports: [any SyncTransport]
  ) {
    let settings = SyncedSettings(of: groups, traits: traits, including: included, rules: .all)
    let storage = settings.storage(at: stateFile)
    var context = SyncContext(account: SyncAccount(named: account), storage: storage)
    context.deviceName = deviceName ?? ProcessInfo.processInfo.hostName
    context.deviceExpiry = deviceExpiry
    self.init(settings, context, over: transports)
  }

  /// Creates the synchronization of groups over one transport, which starts with ``run()``.
  ///
  /// - Parameters:
  ///   - groups: The groups.
  ///   - traits: The traits that a setting must have, such as `SettingsTrait.watchSync`.
  ///   - included: Settings to synchronize whatever their traits are, such as `settings.$token`.
  ///   - account: The account that the devices belong to. Nothing is exchanged with devices of another account.
  ///   - stateFile: The file for the state of synchronization, or `nil` for the default place.
  ///   - deviceName: The name by which other devices list this one; by default, the name of the host.
  ///   - deviceExpiry: The time after which a device that isn't in use is forgotten; `nil` for never.
  ///   - transport: The transport, which no other session uses.
  public convenience init(
    of groups: [any SettingsGroup], traits: SettingsTrait, including included: [any Setting] = [],
    account: String = "", stateFile: URL? = nil, deviceName: String? = nil, deviceExpiry: Duration? = nil,
    over transport: any SyncTransport
  ) {
    self.init(
      of: groups, traits: traits, including: included, account: account, stateFile: stateFile, deviceName: deviceName,
      deviceExpiry: deviceExpiry, over: [transport])
  }

  init(_ settings: any SyncParticipant, _ context: SyncContext, over transports: [any SyncTransport]) {
    self.settings = settings
    self.context = context
    self.transports = transports
    // From now on, so that a change has the time at which the program makes it.
    let observation = settings.observe { key in
      let signal = ChangeSignal { [weak self] in self?.noteChange(of: key) }
      shared.withLock { $0.signals[key] = signal }
      return signal
    }
    let digests = settings.migratedDigests
    shared.withLock { shared in
      shared.observation = observation
      shared.initialDigests = digests
    }
  }

  /// Creates the synchronization of groups with a context of its own, for tests.
  package convenience init(
    of groups: [any SettingsGroup], traits: SettingsTrait, including included: [any Setting] = [],
    context: SyncContext, over transports: any SyncTransport...
  ) {
    self.init(
      SyncedSettings(of: groups, traits: traits, including: included, rules: context.rules), context, over: transports)
  }
}

/// Everything that a session needs besides settings and transports.
package struct SyncContext: Sendable {
  package var account: SyncAccount
  package var storage: any SyncStateStorage
  package var clock: any SyncClock
  package var random: any RandomNumberGenerator & Sendable
  package var rules: SyncRules
  /// The name by which the device makes itself known; `nil` if it doesn't.
  package var deviceName: String?
  /// The time after which a device that isn't in use is forgotten; `nil` for never.
  package var deviceExpiry: Duration?

  package init(
    account: SyncAccount = SyncAccount(named: ""), storage: any SyncStateStorage = InMemorySyncStateStorage(),
    clock: any SyncClock = SystemSyncClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(), rules: SyncRules = .all
  ) {
    self.account = account
    self.storage = storage
    self.clock = clock
    self.random = random
    self.rules = rules
  }
}
