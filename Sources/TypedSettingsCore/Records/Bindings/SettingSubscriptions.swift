/// An object that cancels its bindings when it's deallocated, like a set of Combine's `AnyCancellable`.
///
/// Store it in the object that the bindings belong to:
///
/// ```swift
/// @MainActor final class Player {
///   var isMuted = false
///   private let subscriptions = SettingSubscriptions()
///
///   init(_ settings: TimerSettings) {
///     settings.$soundEnabled.bind(in: subscriptions) { [weak self] in self?.isMuted = !$0 }
///   }
/// }
/// ```
///
/// The closure of a binding must not strongly reference the owner of the subscriptions: capture it weakly.
public final class SettingSubscriptions: Sendable {
  private let tasks = SubscriptionTasks()

  /// Creates an object without bindings.
  public init() {}

  deinit { tasks.cancelAll() }

  /// Cancels all bindings; you can add new ones afterwards.
  public func cancel() { tasks.cancelAll() }

  /// Reserves a slot for the task of a binding.
  func makeSlot() -> SubscriptionTasks.Slot { tasks.makeSlot() }

  /// The number of bindings that are still active.
  package var count: Int { tasks.count }
}

/// The tasks of active bindings.
///
/// It is separate from the subscriptions, so that a task can remove itself without keeping them alive.
final class SubscriptionTasks: Sendable {
  /// A place for the task of one binding.
  ///
  /// It is reserved before the task is created, because the task may finish before it can be stored.
  struct Slot: Sendable {
    fileprivate let tasks: SubscriptionTasks
    fileprivate let number: UInt64

    /// Stores the task, or cancels it if the subscriptions were canceled in the meantime.
    func store(_ task: Task<Void, Never>) {
      if !tasks.table.withLock({ $0.update(number, to: task) }) { task.cancel() }
    }

    /// Removes the task, which has finished.
    func close() { _ = tasks.table.withLock { $0.remove(number) } }
  }

  /// The tasks; `nil` stands for a task that isn't stored yet.
  private let table = LockedState(NumberedTable<Task<Void, Never>?>())

  var count: Int { table.withLock { $0.count } }

  func makeSlot() -> Slot { Slot(tasks: self, number: table.withLock { $0.add(nil) }) }

  func cancelAll() {
    // Outside the lock, because canceling a task may resume other code.
    for task in table.withLock({ $0.removeAll() }) { task?.cancel() }
  }
}
