public import TypedSettingsCore
internal import TypedSettingsFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store that has the settings of another device, such as a paired watch.
///
/// The same class of settings, and the same screen, edit the settings of the other device:
///
/// ```swift
/// let file = URL(filePath: "/home/me/.config/pomodoro/watch.json")
/// let companion = CompanionSettingsStore(over: transport, traits: [.watchSync], savingTo: file)
/// let onWatch = PreferenceContext.$store.withValue(companion) { VoiceSettings() }
/// try await companion.run()                       // until the task is canceled
/// ```
///
/// On the other device, a ``SettingsSync`` synchronizes the settings over the same transport. The store keeps a copy of
/// them: reads return the copy, and writes change it and are sent. Until the first exchange, the settings have their
/// defaults.
///
/// A write while the devices aren't connected is sent when they are. With a file, the write is persisted when it
/// returns, even if the process crashes, and a later run of the program sends it; the settings have their last values
/// at once. Without a file, the copy and all writes that haven't been sent are lost when the program exits.
///
/// Use a transport that no other ``SettingsSync`` of this device uses, because the copy is a device of its own. The
/// store isn't validated against the rules of the other device, which keeps a value apart that it can't apply.
public final class CompanionSettingsStore: SettingsStore {
  private let settings: MirroredSettings
  private let sync: SettingsSync
  private let traits: SettingsTrait
  /// A Boolean value that indicates whether other processes can write the copy.
  private let isShared: Bool

  private var values: any SettingsStore { settings.values }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - transport: The transport to the other device.
  ///   - traits: The traits of the settings that the other device synchronizes. Writes of other settings are refused.
  ///   - account: The account that the devices belong to.
  ///   - file: The file for the copy of the settings, a settings file of its own; `nil` to keep the copy in memory. The
  ///     state of synchronization is kept beside it.
  public convenience init(
    over transport: any SyncTransport, traits: SettingsTrait = [], account: String = "", savingTo file: URL? = nil
  ) {
    var context = SyncContext(account: SyncAccount(named: account))
    if let file { context.storage = Self.storage(beside: file) }
    self.init(over: transport, traits: traits, savingTo: file, context: context)
  }

  /// Returns the storage for the state of synchronization.
  package static func storage(beside file: URL) -> FileSyncStateStorage {
    FileSyncStateStorage(path: file.path + ".sync")
  }

  /// Creates a store with a context of its own, whose storage has to be as durable as the file.
  package init(
    over transport: any SyncTransport, traits: SettingsTrait = [], savingTo file: URL? = nil, context: SyncContext
  ) {
    self.traits = traits
    settings = MirroredSettings(in: file.map { FileSettingsStore(file: $0) } ?? InMemorySettingsStore())
    isShared = file != nil
    do throws(SettingsError) { try Self.prepare(context, settings) } catch { SettingsDiagnostics.report(error) }
    sync = SettingsSync(settings, context, over: [transport])
  }

  /// Saves the identity of a new replica, so that all values that are set from now on are known to be later.
  ///
  /// A copy whose state was lost joins the group again, and so does one that was lost while its state was kept.
  ///
  /// - Throws: `SettingsError` if there is a state that can't be read, or that can't be replaced.
  private static func prepare(_ context: SyncContext, _ settings: MirroredSettings) throws(SettingsError) {
    let lock: (any AnyObject & Sendable)?
    do { lock = try context.storage.acquire() } catch { throw .unavailable(context.storage, error) }
    guard let lock else { return }
    defer { withExtendedLifetime(lock) {} }
    let wasReadable = settings.isReadable
    if settings.isMarked {
      let bytes: [UInt8]?
      do { bytes = try context.storage.load() } catch { throw .unreadable(context.storage, error) }
      if bytes == nil { SettingsDiagnostics.report(.stateMissing) }
      return
    }
    // A file that can't be read may have the mark.
    if !wasReadable || !settings.isReadable { return }
    let former = try context.storage.restore(content: { _ in nil })
    let new = SyncReplicaState(replica: SyncReplicaIdentity(), account: context.account)
    do {
      try context.storage.save(new.encoded())
      try settings.mark()
    } catch {
      // With the state of a lost copy, its missing values would be sent as resets.
      if former != nil { throw .notSaved(context.storage, error) }
      SettingsDiagnostics.report(.notSaved(context.storage, error))
    }
  }

  /// Exchanges the settings with the other device until the task is canceled.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.storeUnavailable` if it's running already, or if the file's
  ///   state of synchronization can't be read, and with `SettingsError.Code.newerFormat` if that's of a newer version
  ///   of the library.
  public func run() async throws {
    // The state could be unavailable when the store was created.
    if !settings.isMarked { try Self.prepare(sync.context, settings) }
    try await sync.run()
  }

  /// The current state of the exchange.
  public var state: SettingsSync.State { sync.state }

  /// An asynchronous sequence of the current ``state`` and all later ones.
  public var states: AsyncStream<SettingsSync.State> { sync.states }

  /// An asynchronous sequence of the conflicts from now on.
  public var conflicts: AsyncStream<SyncConflict> { sync.conflicts }

  /// Decides what to do about another account; see ``SettingsSync/resolve(_:)``.
  public func resolve(_ resolution: SettingsSync.AccountResolution) { sync.resolve(resolution) }

  // MARK: Values

  /// Returns the key in messages of a setting.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.syncRefused` if that's the key of another setting.
  private func writableKey(of key: SettingsKey) throws(SettingsError) -> SettingsKey {
    if let refusal = settings.refusal(of: key) { throw refusal }
    return settings.wireKey(of: key)
  }

  /// Returns the value of a key, or `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    if settings.refusal(of: key) != nil { return nil }
    return values.value(forKey: settings.wireKey(of: key))
  }

  /// Sets or removes the value of a key, on the other device as well.
  ///
  /// - Throws: An error of the file, if there is one.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    let wireKey = try writableKey(of: key)
    defer { sync.noteChange(of: wireKey) }
    try values.set(value, forKey: wireKey)
  }

  /// Changes several keys as one step, on the other device as well.
  ///
  /// - Returns: `true` if the keys had the expected values.
  /// - Throws: An error of the file, if there is one.
  public func commit(_ changes: SettingsChanges) throws -> Bool {
    func wired(_ values: [SettingsKey: SettingsValue?]) -> [SettingsKey: SettingsValue?] {
      Dictionary(values.map { (settings.wireKey(of: $0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    for key in changes.values.keys { _ = try writableKey(of: key) }
    var changes = changes
    (changes.values, changes.expected) = (wired(changes.values), wired(changes.expected))
    defer { for key in changes.values.keys { sync.noteChange(of: key) } }
    return try values.commit(changes)
  }

  /// Returns `SettingsAtomicity.store`.
  public var atomicity: SettingsAtomicity { values.atomicity }

  /// Atomically replaces the value of a key if the key has the expected value.
  ///
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: An error of the file, if there is one.
  public func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    let wireKey = try writableKey(of: key)
    defer { sync.noteChange(of: wireKey) }
    return try values.compareExchange(expected: expected, desired: value, forKey: wireKey)
  }

  /// Adds an observer of later changes to a key, on either device.
  ///
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    let wireKey = settings.wireKey(of: key)
    if wireKey == key { return values.observe(key, onChange: onChange) }
    return values.observe(wireKey) { change in
      onChange(
        SettingsChange(
          key: key, oldValue: change.oldValue, newValue: change.newValue, revision: change.revision,
          origin: change.origin))
    }
  }

  /// Removes an observer, or does nothing if the token is unknown.
  public func removeObserver(_ token: SettingsObservationToken) { values.removeObserver(token) }

  /// Returns the keys of a domain that have a value, in no particular order.
  public func keys(inDomain domain: String) -> [SettingsKey]? { settings.keys(inDomain: domain) }

  /// Returns the reason why the store doesn't accept writes of a key.
  public func writeError(forKey key: SettingsKey) -> SettingsError? {
    settings.refusal(of: key) ?? values.writeError(forKey: settings.wireKey(of: key))?.at(key)
  }

  /// A Boolean value that indicates whether there is a file.
  public var isPersistent: Bool { values.isPersistent }

  /// Returns whether the file has the value of a key, if there is a file.
  public func isSaved(_ key: SettingsKey) -> Bool { values.isSaved(settings.wireKey(of: key)) }

  /// Waits until all writes survive a power failure, if there is a file.
  ///
  /// - Throws: An error of the file.
  public func flush() throws { try values.flush() }

  // MARK: Settings

  /// Returns an error for a setting that the other device doesn't synchronize; otherwise `nil`.
  public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    if isSynchronized(traits) { return nil }
    return .notSynchronizable(
      key, "a setting that the other device doesn't synchronize",
      advice: "use another store for it, or change its traits; nothing was changed")
  }

  /// Adds a setting to the exchange, and returns its place.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    if setting.isDeclared { register(setting) }
    return SettingCell(of: setting, in: self)
  }

  private func register(_ setting: SettingDeclaration) {
    guard isSynchronized(setting.traits), let (key, isNew) = settings.declare(setting) else { return }
    if isNew, isShared {
      // The observer lasts as long as the store.
      _ = values.observe(key) { [weak sync] change in
        if change.origin == .external { sync?.noteChange(of: key) }
      }
    }
    sync.noteDeclaration(of: key)
  }

  private func isSynchronized(_ other: SettingsTrait) -> Bool {
    other.isSuperset(of: traits) && other.isDisjoint(with: [.deviceLocal, .secret, .transient])
  }
}

extension SettingsError {
  fileprivate static var stateMissing: SettingsError {
    SettingsError(
      .syncStateLost, found: "a copy of another device's settings without its state of synchronization",
      advice: "the copy joins the group again; writes that haven't been sent are lost where the group has values")
  }
}
