import TypedSettings
import TypedSettingsTesting

/// Runs the steps of tasks one after another on the calling thread, in an order that a seed determines.
final class SeededExecutor: TaskExecutor {
  private struct State {
    var generator: SeededGenerator
    var jobs: [UnownedJob] = []
  }

  private let state: LockedState<State>

  init(seed: UInt64) { state = LockedState(State(generator: SeededGenerator(seed: seed))) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// Runs steps until no task can continue.
  func run() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      guard !state.jobs.isEmpty else { return nil }
      return state.jobs.remove(at: Int.random(in: state.jobs.indices, using: &state.generator))
    }
  }
}
