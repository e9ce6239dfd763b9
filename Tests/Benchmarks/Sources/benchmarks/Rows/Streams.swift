import Observation
import TypedSettings

/// The delivery of values from the thread that writes them to the tasks that wait for them.
func measureStreams(_ suite: Suite) {
  suite.report("stream, from write to receipt", unit: "ns") { latencies(suite.options) }
  suite.report("stream, 100 consumers, until the last has received", unit: "ns") { fanOut(suite.options, readers: 100) }
  suite.report("stream, values that never arrived, of 10,000", unit: "values") { losses(suite.options) }
}

/// The reference of the rows of a stream, and their allowed overhead.
private let target = Target.ratio(1.2)

private func latencies(_ options: Options) -> [Row] {
  let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
  let settings = MeasuredSettings.opaque()
  let model = ObservableCount()
  let contestants: [(name: String, targets: [Target], inbox: Inbox, write: (Int) -> Void)] = [
    ("AsyncStream", [], Inbox(stream), { continuation.yield($0) }),
    ("@Pref, stream", [], Inbox(settings.$count.stream), { settings.count = $0 }),
    ("@Pref, fetchableStream", [target], Inbox(settings.$other.fetchableStream), { settings.other = $0 }),
    ("@Pref, values(for:)", [], Inbox(KeyPathNumbers(settings: settings)), { settings.frame.x = $0 }),
    ("Observations over @Observable", [], Inbox(Observations { model.count }), { model.count = $0 }),
  ]
  var samples = [[Double]](repeating: [], count: contestants.count)
  for _ in 0..<options.effort.samples {
    for (index, contestant) in contestants.enumerated() {
      samples[index].append(contestant.inbox.latency(of: contestant.write))
    }
  }
  return zip(contestants, samples).map {
    Row(name: $0.name, samples: $1, reference: "AsyncStream", targets: $0.targets)
  }
}

private func fanOut(_ options: Options, readers: Int) -> [Row] {
  let bare = (0..<readers).map { _ in AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1)) }
  let settings = MeasuredSettings.opaque()
  let stream = settings.$count.fetchableStream
  let inboxes = (bare: bare.map { Inbox($0.stream) }, pref: bare.map { _ in Inbox(stream) })
  var samples: (bare: [Double], pref: [Double]) = ([], [])
  for _ in 0..<options.effort.samples {
    samples.bare.append(
      Inbox.latency(to: inboxes.bare) { number in for (_, continuation) in bare { continuation.yield(number) } })
    samples.pref.append(Inbox.latency(to: inboxes.pref) { settings.count = $0 })
  }
  return [
    Row(name: "100 AsyncStreams", samples: samples.bare, reference: "100 AsyncStreams"),
    Row(name: "@Pref, fetchableStream", samples: samples.pref, reference: "100 AsyncStreams", targets: [target]),
  ]
}

private func losses(_ options: Options) -> [Row] {
  let settings = MeasuredSettings.opaque()
  let model = ObservableCount()
  let writes = options.effort.samples * 400
  let observed = Inbox(Observations { model.count })
  let streamed = Inbox(settings.$count.fetchableStream)
  func share(_ losses: Int) -> [Double] { [Double(losses) / Double(writes) * 10_000] }
  return [
    Row(
      name: "Observations over @Observable", samples: share(observed.losses(of: writes) { model.count = $0 }),
      reference: "Observations over @Observable"),
    Row(
      name: "@Pref, fetchableStream", samples: share(streamed.losses(of: writes) { settings.count = $0 }),
      reference: "Observations over @Observable", targets: [.amount(0)]),
  ]
}

/// The values of a key path, in a form that can be sent to the task that iterates them.
private struct KeyPathNumbers: AsyncSequence, Sendable {
  let settings: MeasuredSettings

  func makeAsyncIterator() -> FetchableStream<Int>.AsyncIterator { settings.values(for: \.frame.x).makeAsyncIterator() }
}
