/// A weak reference as an element of a collection.
private struct WeakReference<Object: AnyObject & Sendable>: Sendable {
  weak var object: Object?
}

/// The number of references at which a collection removes those to deallocated objects.
///
/// It doubles with the number of existing objects, so that removing costs a constant time for each added object.
private struct PruningThreshold: Sendable {
  private var count = 16

  /// Returns whether a collection of a size has to be pruned.
  func isReached(_ size: Int) -> Bool { size >= count }

  /// Sets the threshold after a collection was pruned.
  mutating func update(existing: Int) { count = existing * 2 + 16 }
}

/// A table of one object for each key, with the lifetime that its users give it.
///
/// Objects are released outside the lock, because a deinitializer may use the table.
package final class WeakTable<Key: Hashable & Sendable, Object: AnyObject & Sendable>: Sendable {
  private struct Entries {
    var references: [Key: WeakReference<Object>] = [:]
    var threshold = PruningThreshold()

    /// Removes the references to deallocated objects, if there may be many.
    ///
    /// - Returns: The existing objects, to be released outside the lock.
    mutating func prune() -> [Object] {
      guard threshold.isReached(references.count) else { return [] }
      let existing = references.compactMap { key, reference in reference.object.map { (key, $0) } }
      references = Dictionary(uniqueKeysWithValues: existing.map { ($0, WeakReference(object: $1)) })
      threshold.update(existing: existing.count)
      return existing.map(\.1)
    }
  }

  private let entries = LockedState(Entries())

  /// Creates an empty table.
  package init() {}

  /// The existing objects, in no particular order.
  package var objects: [Object] { entries.withLock { $0.references.values.compactMap(\.object) } }

  /// The number of keys, including the keys of deallocated objects that weren't removed yet.
  var keyCount: Int { entries.withLock { $0.references.count } }

  /// Returns the object of a key, which stays the same for as long as it's used.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - make: A closure that creates the object. If two threads call this method at the same time, both may run the
  ///     closure, and both get the same result.
  /// - Returns: The object.
  package func object(forKey key: Key, make: () -> Object) -> Object {
    if let existing = entries.withLock({ $0.references[key]?.object }) { return existing }
    let new = make()
    let (object, released) = entries.withLock { entries -> (Object, [Object]) in
      if let existing = entries.references[key]?.object { return (existing, [new]) }
      let released = entries.prune()
      entries.references[key] = WeakReference(object: new)
      return (new, released)
    }
    withExtendedLifetime(released) {}
    return object
  }
}

/// A list of objects that it doesn't retain.
///
/// The list is part of a locked state. Its methods return the objects that it has loaded, so that the caller releases
/// them outside the lock: a deinitializer may use the list.
package struct WeakList<Object: AnyObject & Sendable>: Sendable {
  private var references: [WeakReference<Object>] = []
  private var threshold = PruningThreshold()

  /// Creates an empty list.
  package init() {}

  /// The number of references, including those to deallocated objects that weren't removed yet.
  var referenceCount: Int { references.count }

  /// Adds an object.
  ///
  /// - Returns: Objects to release outside the lock.
  package mutating func append(_ object: Object) -> [Object] {
    let existing = threshold.isReached(references.count) ? objects() : []
    references.append(WeakReference(object: object))
    return existing
  }

  /// Returns the existing objects, in the order in which they were added, and removes the other references.
  package mutating func objects() -> [Object] {
    let existing = references.compactMap(\.object)
    references = existing.map { WeakReference(object: $0) }
    threshold.update(existing: existing.count)
    return existing
  }

  /// Removes and returns all existing objects.
  mutating func removeAll() -> [Object] {
    defer { references = [] }
    return references.compactMap(\.object)
  }
}
