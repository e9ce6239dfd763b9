public import Observation
public import Synchronization

/// Those who read a live value while Swift Observation tracked what they read.
///
/// Swift Observation hangs on this class, which is not generic, and on no record: the key path of a generic type is
/// built anew at each access, which costs more than everything else a read does.
@usableFromInline
final class LiveValueTrackers: Observable, Sendable {
  /// Kept here, because a static property that is made on first use is checked at every use.
  @usableFromInline let path = LiveValueTrackers.valuePath

  private let storedPath = LiveValueTrackers.storedValuePath

  /// The stored form that reads like none; `nil` until a record has told its default.
  private let defaultForm = LockedState<SettingsValue?>(nil)

  /// The number of the last change after which the value reads as before.
  private let unread = Atomic<UInt64>(0)

  /// The last, because nothing says how large it is, so that what follows it is looked for at each use.
  @usableFromInline let registrar = ObservationRegistrar()

  private static let valuePath: any KeyPath<LiveValueTrackers, Void> & Sendable = \LiveValueTrackers.value
  private static let storedValuePath: any KeyPath<LiveValueTrackers, Void> & Sendable = \LiveValueTrackers.storedValue

  /// Stands for the value, which is elsewhere.
  private var value: Void { () }

  /// Stands for what the store holds, which may be nothing, or the default.
  private var storedValue: Void { () }

  /// Adds who tracks reads at this moment, if anybody does.
  @inlinable
  func access() { registrar.access(self, keyPath: path) }

  /// Adds who tracks reads of what the store holds.
  func accessStoredValue() { registrar.access(self, keyPath: storedPath) }

  /// Takes notice of the form of the default, once.
  func learnDefault(_ form: () -> SettingsValue?) {
    if defaultForm.withLock({ $0 }) != nil { return }
    let form = form()
    defaultForm.withLock { $0 = form }
  }

  /// Takes notice of what the only setting of the key has now in place of nothing.
  func learn(_ value: SettingsValue?, at revision: SettingsRevision) {
    if value != nil, defaultForm.withLock({ $0 == value }) { unread.store(revision.number, ordering: .releasing) }
  }

  /// Tells them of a change that is in place.
  func tell(_ revision: SettingsRevision) {
    tell(storedPath)
    if revision.number != unread.load(ordering: .acquiring) { tell(path) }
  }

  private func tell(_ path: any KeyPath<LiveValueTrackers, Void> & Sendable) {
    registrar.willSet(self, keyPath: path)
    registrar.didSet(self, keyPath: path)
  }
}

/// Tells whether Swift Observation tracks what is read at this moment.
///
/// Nothing in its interface says so, and a registrar for each setting, which most of them never need, would be a
/// quarter of the memory that a setting takes. But where reads are tracked, and only there, a registrar puts the key
/// path of each read in a set, so the key path is asked for its hash; and that of the probe counts how often it is.
///
/// Each store has a probe of its own. What was tracked and never changes stays with the registrars that it has seen, so
/// it goes with the store.
@usableFromInline
package final class TrackingProbe: Observable, Sendable {
  @usableFromInline let mark: Mark
  @usableFromInline let path: any KeyPath<TrackingProbe, Void> & Sendable

  /// The last, because nothing says how large it is, so that what follows it is looked for at each use.
  @usableFromInline let registrar = ObservationRegistrar()

  /// Whether probes notice what is tracked.
  ///
  /// In another version of Swift Observation they may not: then every read has to be taken for tracked, which takes
  /// memory, and nobody misses a change.
  private static let areReliable = TrackingProbe().isReliable

  /// Makes a probe; `nil` where none is reliable.
  package static func make() -> TrackingProbe? { areReliable ? TrackingProbe() : nil }

  private init() {
    let mark = Mark()
    self.mark = mark
    path = \TrackingProbe.[mark]
  }

  /// Whether what is read at this moment is tracked; sometimes also while another thread tracks, but never falsely not.
  @inlinable
  package func isTracking() -> Bool {
    let before = mark.sightings.load(ordering: .relaxed)
    registrar.access(self, keyPath: path)
    return mark.sightings.load(ordering: .relaxed) != before
  }

  /// Whether every access of a tracked read is noticed: tried with the first and with one that is known already.
  private var isReliable: Bool {
    var isNoticed = false
    withObservationTracking {
      isNoticed = isTracking() && isTracking()
    } onChange: {
    }
    return isNoticed
  }

  private subscript(mark: Mark) -> Void { () }
}

extension TrackingProbe {
  /// The part of the probe's key path that is asked for its hash.
  @usableFromInline
  final class Mark: Hashable, Sendable {
    /// How often it was asked.
    @usableFromInline let sightings = Atomic<UInt64>(0)

    @usableFromInline
    func hash(into hasher: inout Hasher) { sightings.wrappingAdd(1, ordering: .relaxed) }

    @usableFromInline
    static func == (left: Mark, right: Mark) -> Bool { left === right }
  }
}
