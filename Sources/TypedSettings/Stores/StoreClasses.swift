// The only place that asks a store for its class.
//
// The requirements of `SettingsStore` describe what a store can do. These are questions of another kind: about objects
// of this library that no other store can be.

/// A draft, or the store of a group that belongs to one.
protocol DraftMember: SettingsStore {
  /// The draft.
  var draft: DraftStore { get }
}

extension SettingsStore {
  /// The draft that groups in the store belong to, or `nil` if they belong to none.
  var enclosingDraft: DraftStore? { (self as? any DraftMember)?.draft }

  /// A Boolean value that indicates whether the store holds the changes of a draft, which stores a version only when
  /// it's applied.
  var isDraft: Bool { enclosingDraft === self }

  /// The store if its values are documents of its own, which have places and undeclared names; otherwise `nil`.
  package var fileStore: FileSettingsStore? { self as? FileSettingsStore }
}

extension InMemorySettingsStore {
  /// Returns the store if it treats all settings alike, so that a link needs no declaration; otherwise `nil`.
  ///
  /// It's a function of a value, because a cast of a protocol's `self` takes several times as long.
  @inline(__always)
  static func plain(_ store: any SettingsStore) -> InMemorySettingsStore? { store as? InMemorySettingsStore }
}
