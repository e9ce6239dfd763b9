/// Follows what a key path of a group reads, and tells when that has changed.
package final class KeyPathReader<Group: SettingsGroup, Value> {
  private let group: Group
  private let keyPath: KeyPath<Group, Value>
  private let isSame: (Value, Value) -> Bool
  private var trail: KeyPathTrail<Value>

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - keyPath: What to evaluate.
  ///   - group: What to evaluate it on.
  ///   - isSame: Whether two values count as the same.
  ///   - onChange: Called when ``next()`` may have a value, on the thread that has changed something.
  package init(
    _ keyPath: KeyPath<Group, Value>, of group: Group, isSame: @escaping (Value, Value) -> Bool,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.group = group
    self.keyPath = keyPath
    self.isSame = isSame
    trail = KeyPathTrail(of: group, onChange: onChange)
  }

  /// The value, if it is the first or another than the last one.
  package func next() -> Value? { trail.next(isSame: isSame) { group[keyPath: keyPath] } }
}
