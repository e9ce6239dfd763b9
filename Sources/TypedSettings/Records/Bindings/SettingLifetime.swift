/// An object that cancels its bindings when it's deallocated.
///
/// Store it in the object that the bindings belong to:
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
/// A closure that is bound for a lifetime must not strongly reference the owner of the lifetime: capture it weakly.
public final class SettingLifetime: Sendable {
  private let tasks = LifetimeTasks()

  /// Creates a lifetime without bindings.
  public init() {}

  deinit { tasks.cancelAll() }

  /// Cancels all bindings of this lifetime; you can add new ones afterwards.
  public func end() { tasks.cancelAll() }

  /// Reserves a slot for the task of a binding.
  func makeSlot() -> LifetimeTasks.Slot { tasks.makeSlot() }

  /// The number of bindings that are still active.
  package var count: Int { tasks.count }
}

/// The tasks of the active bindings of a lifetime.
///
/// It is separate from the lifetime, so that a task can remove itself without keeping the lifetime alive.
final class LifetimeTasks: Sendable {
  /// A place in a lifetime for the task of one binding.
  ///
  /// It is reserved before the task is created, because the task may finish before it can be stored.
  struct Slot: Sendable {
    fileprivate let tasks: LifetimeTasks
    fileprivate let number: UInt64

    /// Stores the task, or cancels it if the lifetime has ended in the meantime.
    func store(_ task: Task<Void, Never>) {
      let isOpen = tasks.state.withLock { state in
        guard state.tasks[number] != nil else { return false }
        state.tasks[number] = .some(task)
        return true
      }
      if !isOpen { task.cancel() }
    }

    /// Removes the task, which has finished.
    func close() { tasks.state.withLock { state in _ = state.tasks.removeValue(forKey: number) } }
  }

  private struct State {
    /// The tasks by number; `nil` stands for a task that isn't stored yet.
    var tasks: [UInt64: Task<Void, Never>?] = [:]
    var last: UInt64 = 0
  }

  private let state = LockedState(State())

  var count: Int { state.withLock { $0.tasks.count } }

  func makeSlot() -> Slot {
    state.withLock { state in
      state.last += 1
      state.tasks.updateValue(nil, forKey: state.last)
      return Slot(tasks: self, number: state.last)
    }
  }

  func cancelAll() {
    let tasks = state.withLock { state in
      defer { state.tasks = [:] }
      return Array(state.tasks.values)
    }
    // Outside the lock, because cancelling a task may resume other code.
    for task in tasks { task?.cancel() }
  }
}
