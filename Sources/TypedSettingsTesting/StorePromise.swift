internal import TypedSettingsCore

/// A promise of a store, and whether the store keeps it.
public struct StorePromise: Hashable, Sendable, CustomStringConvertible {
  /// The result of verifying a promise.
  public enum State: Hashable, Sendable {
    /// The store keeps the promise.
    case holds
    /// The store doesn't make the promise, which it may leave out.
    case notOffered
    /// The store breaks the promise.
    case broken
  }

  /// The promise, such as "a value is read back unchanged".
  public let promise: String

  /// The result.
  public let state: State

  /// The promise and the result.
  public var description: String {
    switch state {
    case .holds: "holds: \(promise)"
    case .notOffered: "not offered: \(promise)"
    case .broken: "broken: \(promise)"
    }
  }
}

/// The promises that were verified, in order; one that was broken once stays broken.
final class StorePromises: Sendable {
  private let state = LockedState<[StorePromise]>([])

  var all: [StorePromise] { state.withLock { $0 } }

  func add(_ promise: String, _ result: StorePromise.State) {
    state.withLock { promises in
      guard let index = promises.firstIndex(where: { $0.promise == promise }) else {
        return promises.append(StorePromise(promise: promise, state: result))
      }
      if result == .broken { promises[index] = StorePromise(promise: promise, state: result) }
    }
  }
}
