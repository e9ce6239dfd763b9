/// How long bindings last: as long as this object, and no longer.
///
/// Keep it where the bindings belong; with it they end:
///
/// ```swift
/// @MainActor final class Player {
///   var isMuted = false
///   private let lifetime = SettingLifetime()
///
///   init(_ settings: TimerSettings) {
///     settings.$soundEnabled.bind(for: lifetime) { [weak self] in self?.isMuted = !$0 }
///   }
/// }
/// ```
///
/// A closure that is bound for a lifetime must not hold what holds the lifetime: capture that weakly.
public final class SettingLifetime: Sendable {
  private let tasks = LifetimeTasks()

  /// Makes a lifetime without bindings.
  public init() {}

  deinit { tasks.cancelAll() }

  /// Ends all bindings that were made for this lifetime; later ones may be.
  public func end() { tasks.cancelAll() }

  /// Makes a place for the task of a binding.
  func makePlace() -> LifetimeTasks.Place { tasks.makePlace() }

  /// The number of bindings that have not ended.
  package var count: Int { tasks.count }
}
