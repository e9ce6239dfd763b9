public import Observation
internal import Synchronization

/// The representation of a live value to Swift Observation; created by the first tracked read.
@usableFromInline
final class LiveValueTrackers: Sendable {
  private let anchor: ObservationAnchor

  /// The anchor, unmanaged, because copying it and its registrar takes as long as the rest of a read.
  @usableFromInline let unmanagedAnchor: Unmanaged<ObservationAnchor>

  /// The property of the anchor that represents the value.
  @usableFromInline let path: ObservationAnchor.Path

  /// The property of the anchor that represents the stored value, which may be absent or equal to the default.
  private let storedPath: ObservationAnchor.Path

  /// A Boolean value that indicates whether the stored value has been accessed; until then, it isn't tracked.
  private let isStoredValueRead = Atomic<Bool>(false)

  /// The stored form of the default, or `nil` until a record has registered it.
  private let defaultForm = LockedState<SettingsValue?>(nil)

  /// The revision of the latest change that stored the default where there was no value, so that reads are unaffected.
  private let defaultRevision = Atomic<UInt64>(0)

  init(_ slot: ObservationAnchor.Slot) {
    anchor = slot.anchor
    unmanagedAnchor = .passUnretained(slot.anchor)
    path = slot.path
    storedPath = slot.storedPath
  }

  /// Registers an access to the value, if reads are tracked.
  @inlinable
  func access() { unmanagedAnchor._withUnsafeGuaranteedRef { $0.registrar.access($0, keyPath: path) } }

  /// Registers an access to the stored value, if reads are tracked.
  func accessStoredValue() {
    // Before the value is read under the lock, so that a later change finds it.
    isStoredValueRead.store(true, ordering: .releasing)
    anchor.registrar.access(anchor, keyPath: storedPath)
  }

  /// Records the stored form of the default, once.
  func recordDefaultForm(_ form: () -> SettingsValue?) {
    if defaultForm.withLock({ $0 }) != nil { return }
    let form = form()
    defaultForm.withLock { $0 = form }
  }

  /// Records the first value of a key that has a single setting.
  func recordFirstValue(_ value: SettingsValue?, at revision: SettingsRevision) {
    guard value != nil, defaultForm.withLock({ $0 == value }) else { return }
    defaultRevision.store(revision.number, ordering: .releasing)
  }

  /// Notifies Swift Observation of a committed change.
  func notify(_ revision: SettingsRevision) {
    if isStoredValueRead.load(ordering: .acquiring) { anchor.notify(storedPath) }
    if revision.number != defaultRevision.load(ordering: .acquiring) { anchor.notify(path) }
  }
}

/// An observable object whose properties represent a few live values to Swift Observation.
///
/// A registrar takes 160 bytes, and tracking one of its object's properties another 600. Tracking a further property
/// with it takes a quarter of that. The live values of a store therefore share anchors.
///
/// Swift Observation tracks this nongeneric class instead of records, because the key path of a generic type is rebuilt
/// at each access. That costs more than the rest of a read.
@usableFromInline
final class ObservationAnchor: Observable, Sendable {
  /// A property that represents a value.
  @usableFromInline typealias Path = any KeyPath<ObservationAnchor, Bool> & Sendable

  /// The two properties of an anchor that represent a live value.
  struct Slot {
    let anchor: ObservationAnchor
    private let index: Int

    var path: Path { ObservationAnchor.paths[index].value }
    var storedPath: Path { ObservationAnchor.paths[index].storedValue }

    /// The first slot of a new anchor.
    static var first: Slot { Slot(anchor: ObservationAnchor(), index: 0) }

    /// The slot after this one, or `nil` if this one is the last of the anchor.
    var next: Slot? { index + 1 < ObservationAnchor.paths.count ? Slot(anchor: anchor, index: index + 1) : nil }
  }

  // The properties are stored, because the key paths of stored properties are hashed and compared in the least time.
  // They're never read.
  private let value0 = false, value1 = false, value2 = false, value3 = false
  private let value4 = false, value5 = false, value6 = false, value7 = false
  private let stored0 = false, stored1 = false, stored2 = false, stored3 = false
  private let stored4 = false, stored5 = false, stored6 = false, stored7 = false

  private static let paths: [(value: Path, storedValue: Path)] = [
    (\.value0, \.stored0), (\.value1, \.stored1), (\.value2, \.stored2), (\.value3, \.stored3),
    (\.value4, \.stored4), (\.value5, \.stored5), (\.value6, \.stored6), (\.value7, \.stored7),
  ]

  /// The registrar.
  ///
  /// It's the last property because its size isn't known statically, so the offsets of later ones would be looked up at
  /// run time.
  @usableFromInline let registrar = ObservationRegistrar()

  /// Notifies Swift Observation of a change that has been made.
  func notify(_ path: Path) {
    registrar.willSet(self, keyPath: path)
    registrar.didSet(self, keyPath: path)
  }
}
