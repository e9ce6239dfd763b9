internal import TypedSettingsCore

/// The settings of a device as a session reads and writes them, by the keys of their messages.
protocol SyncParticipant: Sendable {
  /// The settings that take part in synchronization.
  var declarations: [SettingsKey: SyncDeclaration] { get }

  /// Returns the description of a setting, or `nil` if it doesn't take part.
  func description(of key: SettingsKey) -> SyncDescription?

  /// Returns the contents of all settings.
  func contents() -> [SettingsKey: SyncContent]

  /// Returns the contents of settings, and of all settings in a unit with them.
  func contents(of keys: some Sequence<SettingsKey>) -> [SettingsKey: SyncContent]

  /// Applies entries in one transaction for each store.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - digests: The digests of the values that the entries replace. A setting without one has changed.
  /// - Returns: The outcome for each entry whose setting hasn't changed in the meantime.
  func apply(_ entries: [SettingsKey: SyncEntry], over digests: [SettingsKey: UInt64]) -> SyncApplication

  /// Sets or removes values from outside of synchronization, such as the values of a snapshot.
  ///
  /// - Throws: `SettingsError` if a setting can't have its value, or if another writer doesn't stop changing the
  ///   settings; nothing is changed then.
  func set(_ contents: [SettingsKey: SyncVersionedContent], origin: SettingsChange.Origin) throws(SettingsError)

  /// Returns the value of a content in the form of the declared version.
  ///
  /// - Throws: `SettingsError` if the content is of a newer version, or can't be migrated.
  func value(of saved: SyncVersionedContent, forKey key: SettingsKey) throws(SettingsError) -> SettingsValue?

  /// Observes the settings until the returned observation is deallocated.
  ///
  /// - Parameter signal: A closure that returns the signal to raise when a setting has changed.
  /// - Returns: The observation.
  func observe(_ signal: (SettingsKey) -> ChangeSignal) -> SyncObservation

  /// Returns the settings that take part when a session starts; others are added while it runs.
  ///
  /// - Parameter memory: The saved state, or `nil` if there is none.
  /// - Returns: The settings.
  func declarations(restoring memory: SyncReplicaState?) -> [SettingsKey: SyncDeclaration]

  /// A Boolean value that indicates whether settings are added, or their versions change, while a session runs.
  var hasVariableDeclarations: Bool { get }

  /// The digests of the contents of all settings that can be read and have the form of the declared version.
  ///
  /// The default implementation returns an empty dictionary.
  var migratedDigests: [SettingsKey: UInt64] { get }

  /// Returns the content of a setting, ``SyncContent/unread(digest:)`` with any digest if its store can't be read at
  /// present, or `nil` if it's unknown.
  func storedContent(of key: SettingsKey) -> SyncContent?

  /// The contents that stores have instead of the persisted ones, which they can't read.
  var unreliableContents: [SettingsKey: SyncContent] { get }

  /// Calls a closure whenever a store may be readable again, until the task is canceled.
  func followStores(_ onChange: @escaping @Sendable () -> Void) async

  /// Makes the values of settings durable.
  ///
  /// - Throws: The error of a store; the values stay, and a later call tries again.
  func flush(_ keys: some Collection<SettingsKey>) throws

  /// The settings, by their places, that no other session may synchronize.
  ///
  /// The default implementation returns an empty dictionary.
  var places: [SyncClaim.Place: SettingsKey] { get }

  /// Returns the time in milliseconds at which the file of a setting was last written, or `nil` if it's in no file.
  ///
  /// The default implementation returns `nil`.
  func lastWrite(of key: SettingsKey) -> UInt64?

  /// The keys of settings whose store loses its values when the process exits.
  ///
  /// The default implementation returns an empty set.
  var volatileKeys: Set<SettingsKey> { get }

  /// Returns the setting that a former key has become, with a content of that key; see ``SyncRenaming``.
  func renamed(_ key: SettingsKey, _ content: SyncContent, version: UInt32) -> SyncRenamed?
}

extension SyncParticipant {
  /// The keys of secret settings.
  var secretKeys: Set<SettingsKey> { Set(declarations.filter(\.value.isSecret).keys) }

  /// Returns the content of a setting, or `nil` if it's unknown or can't be read at present.
  func content(of key: SettingsKey) -> SyncContent? {
    let content = storedContent(of: key)
    return content?.isUnread == true ? nil : content
  }

  /// Returns an empty set.
  var volatileKeys: Set<SettingsKey> { [] }

  /// Returns an empty dictionary.
  var places: [SyncClaim.Place: SettingsKey] { [:] }

  /// Returns `nil`.
  func lastWrite(of key: SettingsKey) -> UInt64? { nil }

  /// Returns an empty dictionary.
  var migratedDigests: [SettingsKey: UInt64] { [:] }

  /// Returns `false`.
  var hasVariableDeclarations: Bool { false }

  /// Returns `nil`.
  func renamed(_ key: SettingsKey, _ content: SyncContent, version: UInt32) -> SyncRenamed? { nil }

  /// Returns all settings.
  func declarations(restoring memory: SyncReplicaState?) -> [SettingsKey: SyncDeclaration] { declarations }
}

/// The description of a synchronized setting for reports.
struct SyncDescription: Sendable {
  /// The name of the property, as a path in a nested group.
  let name: String
  /// The key on this device.
  let key: SettingsKey
  let isSecret: Bool
}

/// The result of applying entries.
struct SyncApplication {
  var outcomes: [SettingsKey: SyncOutcome] = [:]
  /// The settings whose values have changed since they were last compared with their stamps.
  var changed: [SettingsKey] = []
  /// The reasons for the values that are kept apart.
  var refusals: [SettingsKey: SettingsError] = [:]
  /// The versions of settings that had none before the entries were applied.
  var versions: [SettingsKey: UInt32] = [:]
}

/// Observers that are removed when the observation is deallocated.
final class SyncObservation: Sendable {
  private let cancellations: [@Sendable () -> Void]

  init(_ cancellations: [@Sendable () -> Void]) { self.cancellations = cancellations }

  deinit {
    for cancel in cancellations { cancel() }
  }
}
