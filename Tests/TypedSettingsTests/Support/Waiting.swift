/// Returns once a condition holds, which other tasks or threads make true.
///
/// - Throws: `CancellationError` when the time limit of the test is reached, so that a failing test doesn't hang.
func wait(isolation: isolated (any Actor)? = #isolation, until isTrue: () async -> Bool) async throws {
  while await !isTrue() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
