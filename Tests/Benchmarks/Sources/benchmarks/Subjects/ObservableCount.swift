import Observation
import Synchronization

/// A number that any thread can write, observed with the standard library alone.
@Observable
final class ObservableCount: Sendable {
  @ObservationIgnored private let storage = Atomic(0)

  var count: Int {
    get {
      access(keyPath: \.count)
      return storage.load(ordering: .acquiring)
    }
    set { withMutation(keyPath: \.count) { storage.store(newValue, ordering: .releasing) } }
  }
}
