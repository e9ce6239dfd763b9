import CBenchmarkSupport

/// The clock that a comparison uses.
enum Clock {
  /// The CPU time of the calling thread, which other processes affect little.
  case thread
  /// The CPU time of all threads, for work that goes on after a call.
  case process
  /// The wall clock, for work that several threads share.
  case wall

  private var now: Int64 {
    switch self {
    case .thread: benchmark_thread_nanoseconds()
    case .process: benchmark_process_nanoseconds()
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

  /// Returns the number of repetitions that fill a sample.
  func batch(filling nanoseconds: Int64, with run: (Int) -> Void) -> Int {
    run(1)
    var count = 1
    while true {
      let elapsed = self.nanoseconds { run(count) }
      // A short run predicts a long one badly, so the estimate continues until a quarter of the sample has passed.
      if elapsed >= nanoseconds / 4 { return max(1, Int(Int64(count) * nanoseconds / elapsed)) }
      count *= 2
    }
  }
}
