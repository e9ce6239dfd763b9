import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Random histories of three programs that share a file, of programs that are stopped, and of a neighbour who changes
/// the journal.
///
/// `HISTORIES=20000 swift test --filter NeighbourModelTests` tries more of them.
@Suite struct NeighbourModelTests {
  /// What the neighbour does.
  enum Act: CaseIterable {
    case removes, cuts, overwrites, restores
  }

  private static let histories = ProcessInfo.processInfo.environment["HISTORIES"].flatMap { Int($0) } ?? 300

  @Test func `without a neighbour, nothing is lost, and nothing is reported`() throws {
    for seed in 0..<Self.histories {
      let history = try History(seed: UInt64(seed), acts: [])
      #expect(history.problem == nil, "seed \(seed): \(history.steps)")
      #expect(history.reported.isEmpty, "seed \(seed): \(history.steps)")
    }
  }

  @Test(arguments: [[Act.removes], [.cuts], [.removes, .cuts]])
  func `a neighbour who removes or cuts the journal makes no value disappear silently`(_ acts: [Act]) throws {
    for seed in 0..<Self.histories {
      let history = try History(seed: UInt64(seed), acts: acts)
      #expect(history.problem == nil, "seed \(seed): \(history.steps)")
    }
  }

  @Test func `earlier copies of the journal keep programs from agreeing never, and lose values silently rarely`() throws
  {
    var silent: [String] = []
    for seed in 0..<Self.histories {
      let history = try History(seed: UInt64(seed), acts: Act.allCases)
      if let problem = history.problem { silent.append("seed \(seed): \(problem)") }
      #expect(!history.areApart, "seed \(seed): \(history.problem ?? ""), \(history.steps)")
    }
    // Programs that read an earlier copy as their first journal can't know of later records.
    #expect(silent.count <= max(1, Self.histories / 100), "\(silent.prefix(5))")
  }
}

/// One history.
private struct History {
  private(set) var steps: [String] = []
  private(set) var reported: Set<String> = []
  /// A value that was lost without a report, or a disagreement; `nil` if there is none.
  private(set) var problem: String?
  private(set) var areApart = false

  private static let keys = ["a", "b", "c"]

  init(seed: UInt64, acts: [NeighbourModelTests.Act]) throws {
    var random = SeededGenerator(seed: seed)
    let disk = SimulatedDisk.withFolder()
    disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 0, "b": 0, "c": 0}}"#)
    let log = Log<SettingsError>()
    var last = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, SettingsValue.integer(0)) })
    var steps: [String] = []
    let processes = try SettingsDiagnostics.withHandler({ log.append($0) }) {
      let processes = try (1...3).map { try SimulatedProcess(disk, number: $0) }
      var stopped: Set<Int> = []
      var copies: [[UInt8]] = []
      for number in 1...40 {
        let awake = processes.indices.filter { !stopped.contains($0) }
        for index in awake { processes[index].schedule.pass(.milliseconds(2)) }
        let choice = Int.random(in: 0..<100, using: &random)
        let any = Int.random(in: 0..<3, using: &random)
        if choice < 50, let index = awake.randomElement(using: &random) {
          let key = Self.keys[Int.random(in: 0..<3, using: &random)]
          processes[index].core.refresh()
          try processes[index].set(key, .integer(Int64(number)))
          last[key] = .integer(Int64(number))
          steps.append("\(index):\(key)=\(number)")
        } else if choice < 60, let index = awake.randomElement(using: &random) {
          try processes[index].checkpoint()
          steps.append("\(index):document")
        } else if choice < 68, let index = awake.randomElement(using: &random) {
          processes[index].core.refresh()
          steps.append("\(index):reads")
        } else if choice < 74, let bytes = disk.bytes(at: SimulatedProcess.journal) {
          copies.append(bytes)
          steps.append("copy")
        } else if choice < 82 {
          if stopped.remove(any) == nil { stopped.insert(any) }
          steps.append("\(any):\(stopped.contains(any) ? "stops" : "goes on")")
        } else if choice < 86, let act = acts.randomElement(using: &random),
          let bytes = disk.bytes(at: SimulatedProcess.journal)
        {
          let earlier = copies.randomElement(using: &random) ?? bytes
          steps.append("\(act)")
          switch act {
          case .removes: disk.remove(SimulatedProcess.journal)
          case .cuts:
            let length = Int.random(in: 0...bytes.count, using: &random)
            disk.overwrite(SimulatedProcess.journal, with: Array(bytes.prefix(length)))
          case .overwrites: disk.overwrite(SimulatedProcess.journal, with: earlier)
          case .restores: disk.replace(SimulatedProcess.journal, with: earlier)
          }
        }
      }
      for _ in 0..<4 {
        for process in processes {
          process.schedule.pass(.milliseconds(2))
          process.core.refresh()
          try process.flush()
        }
      }
      return processes
    }
    self.steps = steps
    reported = Set(log.elements.filter { $0.code == .changeLost }.compactMap { $0.key?.name })
    let values = processes.map(\.values)
    areApart = Set(values).count > 1
    if areApart { problem = "apart: \(values)" }
    for key in Self.keys where values[0][key] != last[key] && !reported.contains(key) {
      problem = "\(key) is \(String(describing: values[0][key])) instead of \(String(describing: last[key]))"
    }
  }
}
