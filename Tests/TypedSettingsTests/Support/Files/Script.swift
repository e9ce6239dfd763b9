import TypedSettings

@testable import TypedSettingsCore

/// The actions of a test's processes, in order.
struct Script: Sendable {
  enum Step: Sendable {
    case set([String: SettingsValue?])
    case compareExchange(String, expected: SettingsValue?, desired: SettingsValue?)
    case flush, checkpoint
    /// The process is killed and started again.
    case restart
  }

  let steps: [(process: Int32, step: Step)]

  /// Forty steps, first of one process, then of two alternately.
  static let long = Script(steps: alone + together)

  private static let alone: [(Int32, Step)] = [
    (1, .set(["a": 1])), (1, .set(["b": "one"])), (1, .flush), (1, .set(["a": 2, "c": [1, 2, 3]])), (1, .checkpoint),
    (1, .set(["a": 3])), (1, .set(["b": nil])), (1, .flush), (1, .checkpoint), (1, .set(["d": ["x": 1.5]])),
    (1, .compareExchange("a", expected: 3, desired: 4)), (1, .compareExchange("a", expected: 3, desired: 5)),
    (1, .set(["e": true])), (1, .checkpoint),
    (1, .restart), (1, .set(["a": 6])), (1, .flush), (1, .set(["a": 7, "b": "two", "c": nil])), (1, .restart),
    (1, .set(["f": .null])), (1, .checkpoint),
  ]

  private static let together: [(Int32, Step)] = [
    (2, .set(["a": 8])), (1, .set(["b": "three"])), (2, .set(["g": "a longer text than the others have"])), (1, .flush),
    (2, .checkpoint), (1, .set(["a": 9])), (2, .compareExchange("a", expected: 9, desired: 10)), (1, .checkpoint),
    (2, .set(["h": 1])), (2, .flush),
    (2, .checkpoint), (1, .set(["h": 2])), (1, .checkpoint), (2, .restart), (1, .set(["a": 11])), (2, .set(["a": 12])),
    (1, .restart),
    (2, .checkpoint), (1, .set(["a": 13, "h": nil])), (1, .flush), (2, .set(["i": 1])),
  ]
}

/// The progress of a script.
struct Progress: Sendable {
  /// The values after each write that was begun.
  var history: [[String: SettingsValue]] = [[:]]
  /// The last write that returned.
  var acknowledged = 0
  /// The last write that returned and that a flush covers.
  var durable = 0
  /// The last write of each process.
  var last: [Int32: Int] = [:]
  var step = ""
}

/// A disk at one moment of a script.
struct Moment: Sendable {
  let disk: SimulatedDisk
  let progress: Progress
  let call: String
}

extension Script {
  /// Runs the script, and yields the disk before each relevant call and after each step.
  func moments(on disk: SimulatedDisk) throws -> [Moment] {
    let progress = LockedState(Progress())
    let moments = LockedState<[Moment]>([])
    let take: @Sendable (String) -> Void = { call in
      let moment = Moment(disk: disk.afterKill(), progress: progress.withLock { $0 }, call: call)
      moments.withLock { $0.append(moment) }
    }
    disk.interrupt { call in
      if call.operation.changesDisk || call.operation == .synchronize { take("\(call.operation) \(call.name)") }
    }
    defer { disk.interrupt(with: nil) }
    var processes: [Int32: SimulatedProcess] = [:]
    for (index, (number, step)) in steps.enumerated() {
      let process = try processes[number] ?? SimulatedProcess(disk, number: number)
      processes[number] = process
      progress.withLock { $0.step = "step \(index), \(step)" }
      switch step {
      case .set(let values):
        progress.withLock { $0.begin(values) }
        try process.set(values)
        progress.withLock { $0.end(by: number) }
      case .compareExchange(let name, let expected, let value):
        let isDue = progress.withLock { $0.history.last?[name] == expected }
        if isDue { progress.withLock { $0.begin([name: value]) } }
        _ = try process.compareExchange(name, expected: expected, desired: value)
        if isDue { progress.withLock { $0.end(by: number) } }
      case .flush:
        try process.flush()
        progress.withLock { $0.durable = max($0.durable, $0.last[number] ?? 0) }
      case .checkpoint: try process.checkpoint()
      case .restart: processes[number] = nil
      }
      take("the end")
    }
    return moments.withLock { $0 }
  }
}

extension Progress {
  mutating func begin(_ values: [String: SettingsValue?]) {
    var next = history.last ?? [:]
    for (name, value) in values { next[name] = value }
    history.append(next)
  }

  mutating func end(by process: Int32) {
    acknowledged = history.count - 1
    last[process] = acknowledged
  }
}
