// The only place that asks a store for its class.
//
// The requirements of `SettingsStore` describe what a store can do. These are questions of another kind: about objects
// of this library that no other store can be.

/// A draft, or the store of a group that belongs to one.
package protocol DraftMember: SettingsStore {
  /// A Boolean value that indicates whether the store holds the changes of the draft.
  var holdsChanges: Bool { get }
}

/// A store that holds changes of other stores until they're applied.
package protocol StagingStore: DraftMember {
  /// Records an assignment that was refused in a context that can't throw.
  func refuse(_ error: SettingsError, forKey key: SettingsKey)

  /// Discards the refusals of a setting that has accepted a value.
  func accept(_ key: SettingsKey)
}

extension StagingStore {
  package var holdsChanges: Bool { true }
}

/// A store whose values are in documents of its own.
package protocol DocumentSettingsStore: SettingsStore {
  /// Returns the path of the document for the settings of a domain, or `nil` if no document can hold them.
  func documentPath(forDomain domain: String) -> String?

  /// Returns the time at which the files of a domain were last written, in milliseconds since 1970; `nil` if there are
  /// none.
  func lastWrite(inDomain domain: String) -> UInt64?

  /// Returns a closure that finds the place of a stored value in the documents of a domain, or `nil` if the domain has
  /// none.
  ///
  /// - Parameters:
  ///   - value: The stored value.
  ///   - path: The path inside the value.
  ///   - keys: The key of the setting, followed by its older names.
  ///   - isSecret: Whether the text of the value mustn't be shown.
  /// - Returns: The closure, which retains neither the value nor the store.
  func search(
    for value: SettingsValue, at path: [String], forKeys keys: [SettingsKey], isSecret: Bool
  ) -> (@Sendable () -> DocumentPlace.Found?)?

  /// Returns the names of the documents that no setting declares, in the order of the documents.
  ///
  /// - Parameters:
  ///   - declared: Declared names besides the names of the settings that were created with the store.
  ///   - domains: The domains to search, or `nil` to search whole documents.
  ///   - layer: The name of the store's layer.
  /// - Returns: The names; those that aren't in a file yet are last.
  func undeclaredNames(
    by declared: DeclaredNames, inDomains domains: Set<String>?, layer: String?
  ) -> [UndeclaredSetting]

  /// Reports undeclared names now, and again after each reading of a document.
  func reportUndeclared(by declared: DeclaredNames, inDomains domains: Set<String>?, layer: String?)
}

extension SettingsStore {
  /// A Boolean value that indicates whether groups in the store belong to a draft.
  var belongsToDraft: Bool { draftMember != nil }

  /// A Boolean value that indicates whether the store holds changes until they're applied, and stores a version only
  /// then.
  package var isDraft: Bool { draftMember?.holdsChanges ?? false }

  private var draftMember: (any DraftMember)? { self as? any DraftMember }

  /// The store if its values are in documents of its own, which have places and undeclared names; otherwise `nil`.
  package var documentStore: (any DocumentSettingsStore)? { self as? any DocumentSettingsStore }
}

extension InMemorySettingsStore {
  /// Returns the store if it treats all settings alike, so that a link needs no declaration; otherwise `nil`.
  ///
  /// It's a function of a value, because a cast of a protocol's `self` takes several times as long.
  @inline(__always)
  static func plain(_ store: any SettingsStore) -> InMemorySettingsStore? { store as? InMemorySettingsStore }
}
