import CBenchmarkSupport

/// What time is taken by.
enum Clock {
  /// CPU time of the calling thread: other processes disturb it little.
  case thread
  /// For work that several threads share.
  case wall

  private var now: Int64 {
    switch self {
    case .thread: benchmark_thread_nanoseconds()
    case .wall: benchmark_wall_nanoseconds()
    }
  }

  func nanoseconds(of work: () -> Void) -> Int64 {
    let start = now
    work()
    return now - start
  }

  /// Keeps the thread busy.
  func spin(nanoseconds: Int64) {
    let end = now + nanoseconds
    while now < end {}
  }

  /// How many repetitions fill a sample.
  func batch(filling nanoseconds: Int64, with run: (Int) -> Void) -> Int {
    run(1)
    var count = 1
    while true {
      let elapsed = self.nanoseconds { run(count) }
      // A short run says little about a long one, so the estimate waits for a quarter of the sample.
      if elapsed >= nanoseconds / 4 { return max(1, Int(Int64(count) * nanoseconds / elapsed)) }
      count *= 2
    }
  }
}
