internal import TypedSettingsCore
internal import TypedSettingsFiles

/// The time that canceled work gets to end.
private let cancellationPause = Duration.seconds(1)

extension FileSchedule {
  /// Runs work that may wait for the disk on another thread.
  ///
  /// Work that has begun can't be interrupted. If the task is canceled, the method waits a second for its end, and not
  /// longer, because a network drive can be unreachable.
  ///
  /// - Parameter work: The work.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work, or `CancellationError`.
  func perform<Success: Sendable>(_ work: @escaping @Sendable () throws -> Success) async throws -> Success {
    try Task.checkCancellation()
    let outcome = WorkOutcome<Success>()
    run(after: .zero) { outcome.end(with: Result(catching: work)) }
    return try await withTaskCancellationHandler {
      try await outcome.value()
    } onCancel: {
      run(after: cancellationPause) { outcome.end(with: .failure(CancellationError())) }
    }
  }
}

/// The result of work on another thread, for which one task waits.
private final class WorkOutcome<Success: Sendable>: Sendable {
  private struct State {
    var result: Result<Success, any Error>?
    var waiter: CheckedContinuation<Success, any Error>?
  }

  private let state = LockedState(State())

  /// Sets the result, unless there is one already.
  func end(with result: Result<Success, any Error>) {
    let waiter = state.withLock { state -> CheckedContinuation<Success, any Error>? in
      guard state.result == nil else { return nil }
      state.result = result
      return state.waiter.take()
    }
    waiter?.resume(with: result)
  }

  /// Waits for the result.
  func value() async throws -> Success {
    try await withCheckedThrowingContinuation { continuation in
      let result = state.withLock { state -> Result<Success, any Error>? in
        if state.result == nil { state.waiter = continuation }
        return state.result
      }
      if let result { continuation.resume(with: result) }
    }
  }
}
