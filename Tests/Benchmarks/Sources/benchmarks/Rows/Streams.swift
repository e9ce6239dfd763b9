import Synchronization
import TypedSettings

/// The way of a value from the thread that writes it to a task that waits for it.
func measureStreams(_ suite: Suite) {
  suite.report("stream, from yield to receipt", unit: "ns") {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let inbox = Inbox(stream)
    let settings = MeasuredSettings.opaque()
    let settingsInbox = Inbox(settings.$count.stream)
    var samples: (bare: [Double], pref: [Double]) = ([], [])
    for _ in 0..<suite.options.effort.samples {
      samples.bare.append(inbox.latency { continuation.yield($0) })
      samples.pref.append(settingsInbox.latency { settings.count = $0 })
    }
    return [
      Row(name: "AsyncStream", samples: samples.bare, reference: "AsyncStream"),
      Row(name: "@Pref", samples: samples.pref, reference: "AsyncStream"),
    ]
  }
}

/// The last value that a task has got out of a stream.
private final class Inbox: Sendable {
  private let last = Atomic(-1)

  init(_ stream: AsyncStream<Int>) {
    Task.detached { [weak self] in
      for await number in stream { self?.last.store(number, ordering: .releasing) }
    }
  }

  /// The time until a value has arrived, as the mean of many.
  func latency(of yield: (Int) -> Void) -> Double {
    let rounds = 100
    var elapsed: Int64 = 0
    for number in 0..<rounds {
      // Time for the task to come to wait: one that is still awake gets a value much sooner.
      Clock.wall.spin(nanoseconds: 50_000)
      elapsed += Clock.wall.nanoseconds {
        yield(number)
        while last.load(ordering: .acquiring) != number {}
      }
    }
    return Double(elapsed) / Double(rounds)
  }
}
