public import Observation
public import Synchronization

/// A probe that detects whether Swift Observation tracks the current read, and assigns the anchors of a store.
///
/// Swift Observation has no API for detection. Without it, each read value would need a representation, and each write
/// would notify a registrar. But while reads are tracked, and only then, a registrar inserts the key path of each read
/// into a set. That hashes the key path, and the probe's key path counts how often it's hashed.
///
/// Nothing but memory and speed depends on that: see ``areReliable``.
///
/// Each store has its own probe, but probes share a key path, because creating one takes as long as creating several
/// settings. Registrars retain tracked accesses that never change; those accesses are released with the store.
///
/// Observing without a probe was considered. Every write would then notify a registrar, which costs more than the rest
/// of a write. The tests of observation run with probes and without, and make probes fail as another version of Swift
/// Observation could.
@usableFromInline
package final class TrackingProbe: Observable, Sendable {
  @usableFromInline let mark: Mark
  @usableFromInline let path: any KeyPath<TrackingProbe, Void> & Sendable

  /// The slot that the next live value gets, or `nil` before the first.
  private let nextSlot = LockedState<ObservationAnchor.Slot?>(nil)

  /// The registrar.
  ///
  /// It's the last property because its size isn't known statically, so the offsets of later ones would be looked up at
  /// run time.
  @usableFromInline let registrar = ObservationRegistrar()

  /// A Boolean value that indicates whether probes detect tracked reads; tests can override it.
  ///
  /// They may not in another version of Swift Observation. Then every read counts as tracked, which takes memory but
  /// misses no change.
  @TaskLocal static var areReliable = TrackingProbe().isReliable

  /// Returns a new probe, or `nil` if probes aren't reliable.
  package static func make() -> TrackingProbe? { areReliable ? TrackingProbe(sharing: shared) : nil }

  private static let shared = TrackingProbe()

  private init(sharing other: TrackingProbe) {
    mark = other.mark
    path = other.path
  }

  /// Creates a probe with a key path of its own, which no other probe's reads affect.
  ///
  /// - Parameter limit: The number of hashes that the probe counts. Tests limit it to simulate a version of Swift
  ///   Observation that hashes key paths less often.
  package init(countedHashes limit: UInt64 = .max) {
    let mark = Mark(limit: limit)
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

  /// Returns the properties that represent a further live value of the store.
  func makeSlot() -> ObservationAnchor.Slot {
    nextSlot.withLock { next in
      let slot = next ?? .first
      next = slot.next
      return slot
    }
  }

  /// A Boolean value that indicates whether the probe detects tracked reads: the first one, repeated ones, and those
  /// within and after a nested tracking.
  var isReliable: Bool {
    withObservationTracking {
      let isDetected = isTracking() && isTracking()
      let isDetectedWithin = withObservationTracking {
        isTracking() && isTracking()
      } onChange: {
      }
      return isDetected && isDetectedWithin && isTracking()
    } onChange: {
    }
  }

  private subscript(mark: Mark) -> Void { () }
}

extension TrackingProbe {
  /// The component of the probe's key path that counts how often it's hashed.
  @usableFromInline
  final class Mark: Hashable, Sendable {
    /// The number of times that the component was hashed, up to the limit.
    @usableFromInline let hashCount = Atomic<UInt64>(0)

    private let limit: UInt64

    init(limit: UInt64) { self.limit = limit }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
      if hashCount.load(ordering: .relaxed) < limit { hashCount.wrappingAdd(1, ordering: .relaxed) }
    }

    @usableFromInline
    static func == (left: Mark, right: Mark) -> Bool { left === right }
  }
}
