internal import Synchronization

/// Callbacks that run after the work during which they were made, because other threads wait for the end of that work.
///
/// A callback is code of a client, such as an observer, and can wait for one of those threads. Code that makes a
/// callback passes it to ``add(_:)`` first, and runs it only if it isn't deferred.
final class DeferredCallbacks: Sendable {
  typealias Callback = @Sendable () -> Void

  /// The number of closures in all threads whose callbacks are deferred.
  private static let deferringCount = Atomic<Int>(0)

  /// The object that defers the callbacks of the current task; `nil` if they run immediately.
  ///
  /// A task that inherits the object may outlive the deferral, which ends when the object runs its callbacks.
  @TaskLocal private static var current: DeferredCallbacks?

  /// The deferred callbacks, in order; `nil` once they have run.
  private let callbacks = LockedState<[Callback]?>([])

  /// A Boolean value that indicates whether any task defers callbacks.
  ///
  /// The check takes less time than one of the current task.
  @inline(__always)
  static var isActive: Bool { deferringCount.load(ordering: .relaxed) > 0 }

  /// The object that defers the callbacks of the current task; `nil` if they run immediately.
  static var enclosing: DeferredCallbacks? { current }

  /// Defers a callback if the current task defers callbacks.
  ///
  /// - Returns: `false` if the caller has to run the callback.
  static func add(_ callback: @escaping Callback) -> Bool { current?.append([callback]) ?? false }

  /// Runs a closure whose callbacks are deferred.
  func collect(from body: () -> Void) {
    Self.deferringCount.add(1, ordering: .relaxed)
    defer { Self.deferringCount.subtract(1, ordering: .relaxed) }
    Self.$current.withValue(self, operation: body)
  }

  /// Runs a closure whose callbacks run immediately, even if the current task defers callbacks.
  static func runImmediately<Result>(in body: () throws -> Result) rethrows -> Result {
    try $current.withValue(nil, operation: body)
  }

  /// Runs the callbacks in the order in which they were made, or adds them to others that haven't run yet.
  ///
  /// - Parameter outer: The callbacks to add them to; `nil` to run them.
  func run(after outer: DeferredCallbacks?) {
    let callbacks = self.callbacks.withLock { callbacks -> [Callback] in
      defer { callbacks = nil }
      return callbacks ?? []
    }
    if let outer, outer.append(callbacks) { return }
    for callback in callbacks { callback() }
  }

  /// Adds callbacks.
  ///
  /// - Returns: `false` if the callbacks have already run.
  private func append(_ new: [Callback]) -> Bool {
    callbacks.withLock { callbacks in
      if callbacks == nil { return false }
      callbacks?.append(contentsOf: new)
      return true
    }
  }
}
