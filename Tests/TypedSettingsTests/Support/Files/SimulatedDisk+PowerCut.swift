import TypedSettings
import TypedSettingsTesting

extension SimulatedDisk {
  /// The possible states of the disk after a power cut.
  ///
  /// Each change that wasn't durable has either reached the disk or not; a write may have reached it in part. If there
  /// are few combinations, all are included. Otherwise the states are those with all changes up to some time, with one
  /// missing, or with one alone, and a sample of the rest.
  func statesAfterPowerCut(limit: Int, using generator: inout SeededGenerator) -> [SimulatedDisk] {
    let state = state.withLock { $0.withoutProcesses() }
    let times = state.nodes.values.flatMap { $0.steps.filter { $0.fate != .durable }.map(\.time) }.sorted()
    var plans: [PowerCut] = []
    if times.count < Int.bitWidth - 2, 1 << times.count <= limit {
      for subset in 0..<(1 << times.count) {
        plans.append(
          PowerCut(surviving: Set(times.enumerated().filter { subset >> $0.offset & 1 == 1 }.map(\.element))))
      }
    } else {
      for count in 0...times.count { plans.append(PowerCut(surviving: Set(times[..<count]))) }
      for time in times {
        plans.append(PowerCut(surviving: [time]))
        plans.append(PowerCut(surviving: Set(times).subtracting([time])))
      }
      while plans.count < limit {
        let odds = 1 + generator.number(below: 15)
        plans.append(PowerCut(surviving: Set(times.filter { _ in generator.number(below: 16) < odds })))
      }
      plans.shuffle(using: &generator)
      plans = Array(plans.prefix(limit))
    }
    for time in times {
      var plan = PowerCut(surviving: Set(times.prefix { $0 <= time }), torn: time, at: generator.number(below: 1 << 20))
      plans.append(plan)
      plan.keepsBeginning = false
      plans.append(plan)
    }
    return plans.map { plan in SimulatedDisk(plan.cut(state)) }
  }
}

/// The changes that survive one power cut.
private struct PowerCut {
  let surviving: Set<Int>
  /// The time of the write that survives in part.
  var torn: Int?
  var place = 0
  var keepsBeginning = true

  init(surviving: Set<Int>, torn: Int? = nil, at place: Int = 0) {
    self.surviving = surviving
    self.torn = torn
    self.place = place
  }

  func cut(_ state: SimulatedDisk.State) -> SimulatedDisk.State {
    var state = state
    state.nodes = state.nodes.mapValues { node in
      node.afterPowerCut(surviving) { step in
        guard step.time == torn, case .write(let bytes, let offset) = step.change, bytes.count > 1 else { return nil }
        if keepsBeginning { return .write(Array(bytes[..<(1 + place % (bytes.count - 1))]), at: offset) }
        // The end of a write reaches the disk first only if it is in a different sector.
        let sectors = (offset / 512 + 1..<(offset + bytes.count + 511) / 512).map { $0 * 512 - offset }
        guard !sectors.isEmpty else { return nil }
        let cut = sectors[place % sectors.count]
        return .write(Array(bytes[cut...]), at: offset + cut)
      }
    }
    return state
  }
}

extension SimulatedDisk {
  /// Returns one of the states that a power cut may leave.
  func stateAfterPowerCut(using generator: inout SeededGenerator) -> SimulatedDisk {
    let state = state.withLock { $0.withoutProcesses() }
    let times = state.nodes.values.flatMap { $0.steps.filter { $0.fate != .durable }.map(\.time) }.sorted()
    let odds = generator.number(below: 17)
    let surviving = times.filter { _ in generator.number(below: 16) < odds }
    let torn = surviving.randomElement(using: &generator)
    let cut = PowerCut(surviving: Set(surviving), torn: torn, at: generator.number(below: 1 << 20))
    return SimulatedDisk(cut.cut(state))
  }

  /// A key that identifies the contents of the disk.
  var digest: Int {
    state.withLock { state in
      var hasher = Hasher()
      for number in state.nodes.keys.sorted() {
        guard let node = state.nodes[number] else { continue }
        hasher.combine(number)
        hasher.combine(node.holding.bytes)
        for name in node.holding.names.keys.sorted() {
          hasher.combine(name)
          hasher.combine(node.holding.names[name])
        }
      }
      return hasher.finalize()
    }
  }
}
