import TypedSettings
import TypedSettingsFleet
import TypedSettingsTesting

/// A fleet of programs and an engine with faults, all decided by a seed.
///
/// It runs the decisions of the store, without tasks: what a program reads, what it shows, and which state it claims
/// are compared with the engine's past after each step.
struct Simulation {
  static let keys = (0..<4).map { SettingsKey(domain: "sim", name: "key\($0)") }
  /// The key of a number that programs increment with updates.
  static let counter = keys[0]

  let clock = SimulatedClock()
  var random: SeededGenerator
  var engine: SimulatedEngine
  var programs: [SimulatedProgram] = []
  var violations: [String] = []
  /// The increments that were committed in the present history.
  var increments = 0
  private(set) var eventCounts: [String: Int] = [:]

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    engine = SimulatedEngine(isIdentified: !random.chance(3))
    for _ in 0..<(2 + random.number(below: 3)) {
      programs.append(try SimulatedProgram(clock: clock, seed: random.next()))
    }
  }

  /// Runs the simulation.
  ///
  /// - Returns: The violations of the rules, which should be none.
  mutating func run() throws -> [String] {
    for _ in 0..<120 where violations.isEmpty {
      clock.advance(by: .milliseconds(random.number(below: random.chance(10) ? 4_000 : 200)))
      if random.chance(3) { try changeSomething() }
      let index = random.number(below: programs.count)
      try act(index, isFaulty: true)
      check([index])
    }
    try converge()
    return violations
  }

  mutating func count(_ event: String) { eventCounts[event, default: 0] += 1 }

  /// Lets an operator, or the world, change something.
  private mutating func changeSomething() throws {
    let index = random.number(below: programs.count)
    switch random.number(below: 20) {
    case 0..<8:
      let key = RemoteKey(of: random.element(of: Array(Self.keys.dropFirst()))).text
      let value = random.chance(4) ? nil : Array("\(random.number(below: 1_000))".utf8)
      _ = engine.commit(RemoteTransaction(writes: [key: value]))
    case 8..<11: prepareUpdate(index)
    case 11..<14: commitUpdate(index)
    case 14:
      engine.compact()
      count("compaction")
    case 15: engine.isReachable.toggle()
    case 16 where random.chance(3):
      engine.wipe()
      increments = 0
      count("wipe")
      // Without an identity, an engine can't recognize a transaction that depends on revisions before it was wiped.
      if !engine.isIdentified { for index in programs.indices { programs[index].pending = nil } }
      for index in programs.indices { programs[index].disconnect() }
    case 17: save(index)
    case 18: try restart(index)
    case 19: acceptReset(index)
    default: break
    }
  }

  private mutating func prepareUpdate(_ index: Int, after conflict: RemoteConflict? = nil) {
    guard programs[index].core.currentState == .live else { return }
    let store = RemoteUpdateStore(programs[index].core, after: conflict)
    guard case .integer(let number) = store.value(forKey: Self.counter) ?? .integer(0) else { return }
    store.set(.integer(number + 1), forKey: Self.counter)
    do throws(SettingsError) { programs[index].pending = try store.makeTransaction() } catch {
      violations.append("an update of a number failed: \(error)")
    }
  }

  private mutating func commitUpdate(_ index: Int) {
    guard let transaction = programs[index].pending else { return }
    programs[index].pending = nil
    guard engine.isReachable else { return }
    switch engine.commit(transaction) {
    case .committed:
      increments += 1
      count("increment")
    case .conflict(let revision, let current):
      count("conflict")
      // As an update does, at once or later.
      let conflict = RemoteConflict(revision: revision, current: current, history: transaction.history)
      prepareUpdate(index, after: conflict)
      if random.chance(2) { commitUpdate(index) }
    }
  }

  private mutating func save(_ index: Int) {
    guard let contents = programs[index].core.takeCacheContents(identity: "sim") else { return }
    programs[index].cache = contents.bytes
    programs[index].cachedHistory = programs[index].history
    if !engine.wasEver(contents.table) { violations.append("a cache that never was a state of the engine") }
    if let revision = contents.table.position?.revision, revision > programs[index].known {
      violations.append("a cache of revision \(revision), where \(programs[index].known) was seen")
    }
  }

  private mutating func restart(_ index: Int) throws {
    count("restart")
    let program = programs[index]
    programs[index] = try SimulatedProgram(
      clock: clock, seed: random.next(), cache: program.cache, ofHistory: program.cachedHistory)
  }

  private mutating func acceptReset(_ index: Int) {
    if !programs[index].acceptReset() { violations.append("program \(index) accepts what isn't there, or doesn't") }
  }

  // MARK: Rules

  /// Compares programs with the engine's past.
  mutating func check(_ indices: [Int]) {
    for index in indices {
      let program = programs[index]
      let (core, name) = (program.core, "program \(index)")
      let table = core.table
      if !engine.wasEver(table) { violations.append("\(name) has values that never were together") }
      let state = core.currentState
      let expected = program.expectedState(at: clock.uptime)
      if state != expected { violations.append("\(name) is \(state), and should be \(expected)") }
      for key in Self.keys {
        let shown = core.liveValue(forKey: key).snapshot?.value
        let known = table.entries[RemoteKey(of: key)].map { RemoteValue.value(of: $0.value) }
        if shown != known { violations.append("\(name) shows another value of \(key) than it knows") }
        if let observed = program.observer.value(of: key), observed != shown {
          violations.append("\(name) didn't notify of the value of \(key)")
        }
      }
      violations += program.observer.problems
    }
    let counter = engine.history.entries[RemoteKey(of: Self.counter)].map { RemoteValue.value(of: $0.value) }
    if engine.isIdentified || eventCounts["wipe"] == nil, counter ?? .integer(0) != .integer(Int64(increments)) {
      violations.append("\(increments) increments made \(counter ?? .integer(0))")
    }
  }

  /// Lets all programs become current, without further faults.
  private mutating func converge() throws {
    engine.isReachable = true
    for _ in 0..<200 where violations.isEmpty {
      clock.advance(by: .milliseconds(100))
      for index in programs.indices {
        if programs[index].isReset { acceptReset(index) }
        try act(index, isFaulty: false)
      }
      check(Array(programs.indices))
      if programs.allSatisfy({ $0.watch != nil && isCurrent($0.core) }) { break }
    }
    for (index, program) in programs.enumerated() where violations.isEmpty {
      if !isCurrent(program.core) { violations.append("program \(index) didn't converge") }
    }
  }

  private func isCurrent(_ core: RemoteCore) -> Bool {
    core.currentState == .live && core.table.entries.mapValues(\.value) == engine.values
  }
}
