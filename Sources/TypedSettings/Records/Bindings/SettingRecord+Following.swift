extension SettingRecord {
  /// Calls a function with the current value and then with later ones, until it returns `false`.
  ///
  /// Without an actor the calls come from any thread, so a caller that passes `nil` must pass a function that is
  /// `Sendable`; the compiler does not ask for it.
  ///
  /// - Parameters:
  ///   - lifetime: What the task is cancelled with.
  ///   - isolation: The actor of the calls, on which this function runs too.
  ///   - receive: What is called with the values.
  /// - Returns: The task that makes the later calls.
  func follow(
    for lifetime: SettingLifetime?, isolation: isolated (any Actor)?, _ receive: @escaping (Value) -> Bool
  ) -> Task<Void, Never> {
    let run = StreamRun()
    let poll = NewestValuePoll(of: self, .current, ChangeHub(link.live).subscribe(run.signal))
    if let value = poll.newest() { _ = receive(value) }
    let place = lifetime?.makePlace()
    let task = Task {
      // Named here, so that the task runs on it.
      _ = isolation
      while let value = await run.next(of: poll), receive(value) {}
      place?.close()
    }
    place?.hold(task)
    return task
  }
}
