public import Observation
internal import Synchronization

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
