/// The tasks of the bindings of a lifetime that have not ended.
///
/// Apart from the lifetime, so that a task can say that it has ended without keeping the lifetime.
final class LifetimeTasks: Sendable {
  /// Where a lifetime keeps the task of one binding.
  ///
  /// It is made before the task is, which may end before it is put in.
  struct Place: Sendable {
    fileprivate let tasks: LifetimeTasks
    fileprivate let number: UInt64

    /// Puts the task in; cancels it if the lifetime has ended in between.
    func hold(_ task: Task<Void, Never>) {
      let isOpen = tasks.state.withLock { state in
        guard state.tasks[number] != nil else { return false }
        state.tasks[number] = .some(task)
        return true
      }
      if !isOpen { task.cancel() }
    }

    /// Takes the task out, which has ended.
    func close() { tasks.state.withLock { state in _ = state.tasks.removeValue(forKey: number) } }
  }

  private struct State {
    /// `nil` under a number stands for a task that is still to be put in.
    var tasks: [UInt64: Task<Void, Never>?] = [:]
    var last: UInt64 = 0
  }

  private let state = LockedState(State())

  var count: Int { state.withLock { $0.tasks.count } }

  func makePlace() -> Place {
    state.withLock { state in
      state.last += 1
      state.tasks.updateValue(nil, forKey: state.last)
      return Place(tasks: self, number: state.last)
    }
  }

  func cancelAll() {
    let tasks = state.withLock { state in
      defer { state.tasks = [:] }
      return Array(state.tasks.values)
    }
    // Outside the lock: a task that is cancelled may wake somebody.
    for task in tasks { task?.cancel() }
  }
}
