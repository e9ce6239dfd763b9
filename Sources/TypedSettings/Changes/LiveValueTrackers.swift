public import Observation

/// Those who read a live value while Swift Observation tracked what they read.
///
/// Swift Observation hangs on this class, which is not generic, and on no record: the key path of a generic type is
/// built anew at each access, which costs more than everything else a read does.
@usableFromInline
final class LiveValueTrackers: Observable, Sendable {
  /// Kept here, because a static property that is made on first use is checked at every use.
  @usableFromInline let path = LiveValueTrackers.valuePath

  /// The last, because nothing says how large it is, so that what follows it is looked for at each use.
  @usableFromInline let registrar = ObservationRegistrar()

  private static let valuePath: any KeyPath<LiveValueTrackers, Void> & Sendable = \LiveValueTrackers.value

  /// Stands for the value, which is elsewhere.
  private var value: Void { () }

  /// Adds who tracks reads at this moment, if anybody does.
  @inlinable
  func access() { registrar.access(self, keyPath: path) }

  /// Tells them of a change that is in place.
  func tell() {
    registrar.willSet(self, keyPath: path)
    registrar.didSet(self, keyPath: path)
  }
}
