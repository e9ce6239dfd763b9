import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsFormats

/// Processes that act randomly, fail, and are killed, on disks that lose power.
@Suite struct StormTests {
  @Test(arguments: 0..<60)
  func `random operations, failures and power cuts lose nothing`(_ seed: Int) throws {
    var storm = Storm(seed: UInt64(seed))
    try quietly {
      for _ in 0..<60 {
        try storm.step()
        if let failure = storm.failure {
          Issue.record("\(failure) after \(storm.log.suffix(12).joined(separator: "; "))")
          return
        }
      }
    }
  }
}

/// A storm and the values that it must preserve.
private struct Storm {
  private var disk = SimulatedDisk.withFolder()
  private var processes: [SimulatedProcess?] = [nil, nil, nil]
  private var lastProcess: Int32 = 0
  private var generator: SeededGenerator
  /// The values that every process must see.
  private var values: [String: SettingsValue] = [:]
  /// The values since the last flush, each of which a power cut may restore.
  private var past: [[String: SettingsValue]] = [[:]]
  private(set) var log: [String] = []
  private(set) var failure: String?

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func step() throws {
    let before = values
    let reports = Log<SettingsError>()
    try SettingsDiagnostics.withHandler({ reports.append($0) }) {
      try act()
    }
    if failure != nil { return }
    // A value that couldn't be written gives way to one that its process couldn't read, and that's reported.
    let lost = reports.elements.filter { $0.code == .changeLost }.compactMap { $0.key?.name }
    let hasFaults = log.last?.contains("with faults") ?? false
    if hasFaults, try SimulatedProcess.values(on: disk) != values {
      for name in lost { values[name] = before[name] }
    }
    try compare()
  }

  private mutating func act() throws {
    let index = generator.number(below: processes.count)
    if generator.number(below: 20) == 0 { return try cutPower() }
    if generator.number(below: 20) == 0 { return try edit() }
    let process = try running(index)
    let number = process.number
    let trouble = generator.number(below: 12)
    let delay = generator.number(below: 25)
    let disk = disk
    let wasKilled = LockedState(false)
    let rest = LockedState(delay)
    switch trouble {
    case 0:
      disk.interrupt { call in
        guard call.process == number else { return }
        let isDue = rest.withLock { rest in
          rest -= 1
          return rest == -1
        }
        guard isDue else { return }
        disk.kill(number)
        wasKilled.withLock { $0 = true }
      }
    case 1, 2:
      let errors = [EIO, ENOSPC, EMFILE, EBUSY]
      disk.faults = [Fault(after: delay, isSticky: trouble == 1, effect: .error(errors[generator.number(below: 4)]))]
    default: break
    }
    let before = values
    let description = try act(process, isTroubled: trouble < 3)
    disk.interrupt(with: nil)
    disk.faults = []
    log.append("\(number) \(description)\(trouble == 0 ? ", killed" : trouble < 3 ? ", with faults" : "") at \(delay)")
    if wasKilled.withLock({ $0 }) {
      processes[index] = nil
      let found = try SimulatedProcess.values(on: disk)
      if found != before, found != values { return failure = "\(found) is neither \(before) nor \(values)" }
      if found != values { past.removeLast() }
      values = found
    } else if trouble == 1 || trouble == 2 {
      // A failed synchronization by another process is reported once to each process that had the file open.
      let isOwedReport = disk.owesReport(to: number)
      do { try process.flush() } catch {
        if !isOwedReport { return failure = "no flush after the faults: \(error)" }
        do { try process.flush() } catch { return failure = "no second flush after the faults: \(error)" }
      }
    }
  }

  /// Performs an operation and records the expected values.
  private mutating func act(_ process: SimulatedProcess, isTroubled: Bool) throws -> String {
    let name = ["a", "b", "c"][generator.number(below: 3)]
    let new = SettingsValue.string(String(repeating: "x", count: generator.number(below: 90)) + "\(log.count)")
    switch generator.number(below: 10) {
    case 0...2: return try write([name: new], process)
    case 3: return try write([name: nil], process)
    case 4: return try write(["a": new, "b": nil, "d": 1], process)
    case 5:
      process.core.refresh()
      return try write([name: new], process)
    case 6:
      // A flush covers the values that the process knows.
      process.core.refresh()
      do {
        try process.flush()
        if !isTroubled { past = [values] }
      } catch {}
      return "flush"
    case 7...8:
      do { try process.checkpoint() } catch {}
      return "checkpoint"
    default:
      process.core.refresh()
      return "refresh"
    }
  }

  private mutating func write(_ changes: [String: SettingsValue?], _ process: SimulatedProcess) throws -> String {
    do {
      try process.set(changes)
      for (name, value) in changes { values[name] = value }
      past.append(values)
    } catch {
      if !(error is SettingsError) { throw error }
      return "set \(changes.keys.sorted()), refused"
    }
    return "set \(changes.keys.sorted())"
  }

  private mutating func compare() throws {
    let found = try SimulatedProcess.values(on: disk)
    if found != values { return failure = "\(found) is on the disk, not \(values)" }
    for case let process? in processes where generator.number(below: 3) == 0 {
      process.core.refresh()
      if process.values != values {
        return failure = "\(process.number) sees \(process.values), not \(values), state \(process.core.state)"
      }
    }
  }

  private mutating func cutPower() throws {
    log.append("power cut")
    disk = disk.stateAfterPowerCut(using: &generator)
    processes = processes.map { _ in nil }
    values = try SimulatedProcess.values(on: disk)
    if !past.contains(values) { failure = "\(values) is none of \(past)" }
    past = [values]
  }

  /// Changes the document as an editor does, in a setting that no process writes.
  private mutating func edit() throws {
    guard let bytes = disk.bytes(at: SimulatedProcess.document), !bytes.isEmpty else { return }
    var tree = try DocumentTree(DocumentFormat.json.value(of: bytes), .domains)
    let new: SettingsValue? = generator.number(below: 3) == 0 ? nil : .integer(Int64(log.count))
    tree[SimulatedProcess.key("edited")] = new
    disk.replace(
      SimulatedProcess.document, with: try DocumentFormat.json.bytes(of: tree.document(.domains), keeping: nil))
    log.append("edit")
    values["edited"] = new
    for index in past.indices { past[index]["edited"] = new }
    try compare()
  }

  private mutating func running(_ index: Int) throws -> SimulatedProcess {
    if let process = processes[index] { return process }
    lastProcess += 1
    let process = try SimulatedProcess(disk, number: lastProcess)
    processes[index] = process
    return process
  }
}
