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
