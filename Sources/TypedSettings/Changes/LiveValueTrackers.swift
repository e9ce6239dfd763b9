public import Observation
public import Synchronization

/// The observable object that represents a live value to Swift Observation.
///
/// Swift Observation tracks this nongeneric class instead of records, because the key path of a generic type is rebuilt
/// at each access. That costs more than the rest of a read.
@usableFromInline
final class LiveValueTrackers: Observable, Sendable {
  /// An instance property, because every use of a lazily initialized static property includes a check.
  @usableFromInline let path = LiveValueTrackers.valuePath

  private let storedPath = LiveValueTrackers.storedValuePath

  /// The stored form of the default, or `nil` until a record has registered it.
  private let defaultForm = LockedState<SettingsValue?>(nil)

  /// The revision of the latest change that stored the default where there was no value, so that reads are unaffected.
  private let defaultRevision = Atomic<UInt64>(0)

  /// The registrar.
  ///
  /// It's the last property because its size isn't known statically, so the offsets of later ones would be looked up at
  /// run time.
  @usableFromInline let registrar = ObservationRegistrar()

  private static let valuePath: any KeyPath<LiveValueTrackers, Void> & Sendable = \LiveValueTrackers.value
  private static let storedValuePath: any KeyPath<LiveValueTrackers, Void> & Sendable = \LiveValueTrackers.storedValue

  /// A property that represents the value, which is stored elsewhere.
  private var value: Void { () }

  /// A property that represents the stored value, which may be absent or equal to the default.
  private var storedValue: Void { () }

  /// Registers an access to the value, if reads are tracked.
  @inlinable
  func access() { registrar.access(self, keyPath: path) }

  /// Registers an access to the stored value, if reads are tracked.
  func accessStoredValue() { registrar.access(self, keyPath: storedPath) }

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
    notify(storedPath)
    if revision.number != defaultRevision.load(ordering: .acquiring) { notify(path) }
  }

  private func notify(_ path: any KeyPath<LiveValueTrackers, Void> & Sendable) {
    registrar.willSet(self, keyPath: path)
    registrar.didSet(self, keyPath: path)
  }
}

/// A probe that detects whether Swift Observation tracks the current read.
///
/// Swift Observation has no API for that. A registrar for each setting, which most settings never need, would add a
/// quarter to the memory of a setting. But while reads are tracked, and only then, a registrar inserts the key path of
/// each read into a set. That hashes the key path, and the probe's key path counts how often it's hashed.
///
/// Each store has its own probe. Registrars retain tracked accesses that never change; those accesses are released with
/// the store.
@usableFromInline
package final class TrackingProbe: Observable, Sendable {
  @usableFromInline let mark: Mark
  @usableFromInline let path: any KeyPath<TrackingProbe, Void> & Sendable

  /// The registrar.
  ///
  /// It's the last property because its size isn't known statically, so the offsets of later ones would be looked up at
  /// run time.
  @usableFromInline let registrar = ObservationRegistrar()

  /// A Boolean value that indicates whether probes detect tracked reads.
  ///
  /// They may not in another version of Swift Observation. Then every read counts as tracked, which takes memory but
  /// misses no change.
  private static let areReliable = TrackingProbe().isReliable

  /// Returns a new probe, or `nil` if probes aren't reliable.
  package static func make() -> TrackingProbe? { areReliable ? TrackingProbe() : nil }

  private init() {
    let mark = Mark()
    self.mark = mark
    path = \TrackingProbe.[mark]
  }

  /// Returns whether the current read is tracked.
  ///
  /// The result can be `true` because another thread tracks reads, but it's never `false` for a tracked read.
  @inlinable
  package func isTracking() -> Bool {
    let before = mark.hashCount.load(ordering: .relaxed)
    registrar.access(self, keyPath: path)
    return mark.hashCount.load(ordering: .relaxed) != before
  }

  /// A Boolean value that indicates whether both the first and a repeated access of a tracked read are detected.
  private var isReliable: Bool {
    var isDetected = false
    withObservationTracking {
      isDetected = isTracking() && isTracking()
    } onChange: {
    }
    return isDetected
  }

  private subscript(mark: Mark) -> Void { () }
}

extension TrackingProbe {
  /// The component of the probe's key path that counts how often it's hashed.
  @usableFromInline
  final class Mark: Hashable, Sendable {
    /// The number of times that the component was hashed.
    @usableFromInline let hashCount = Atomic<UInt64>(0)

    @usableFromInline
    func hash(into hasher: inout Hasher) { hashCount.wrappingAdd(1, ordering: .relaxed) }

    @usableFromInline
    static func == (left: Mark, right: Mark) -> Bool { left === right }
  }
}
