import Observation
import Synchronization

/// The lower bound: properties that are neither observed nor persisted.
final class StoredProperties {
  var flag = true
  var count = 25
  var title = "a string of more than fifteen bytes"
  var theme = Theme.automatic
  var frame = WindowFrame()
}

@Observable
final class ObservableProperties {
  var flag = true
  var count = 25
  var title = "a string of more than fifteen bytes"
  var theme = Theme.automatic
  var frame = WindowFrame()
  var other = 0
}

/// A `[String: Any]` behind a lock, as in a handwritten preference cache.
///
/// The values are `any Sendable`, which at run time is the same as `Any`.
final class LockedDictionary: Sendable {
  private let values = Mutex<[String: any Sendable]>([
    "flag": true,
    "count": 25,
    "title": "a string of more than fifteen bytes",
    "theme": Theme.automatic,
    "frame": WindowFrame(),
  ])

  func value<Value>(_ key: String, as type: Value.Type) -> Value? {
    values.withLock { $0[key] } as? Value
  }

  func set(_ value: some Sendable, forKey key: String) {
    values.withLock { $0[key] = value }
  }
}
