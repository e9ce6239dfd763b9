import TypedSettings
import TypedSettingsFleet
import TypedSettingsTesting

extension Simulation {
  /// Lets the session of a program do its next step.
  mutating func act(_ index: Int, isFaulty: Bool) throws {
    deliverLateEvents(index)
    if let end = programs[index].pauseEnd {
      guard clock.uptime >= end else { return }
      programs[index].pauseEnd = nil
    }
    guard programs[index].watch == nil else { return try follow(index, isFaulty: isFaulty) }
    switch programs[index].core.nextStep() {
    case .pause(let duration): programs[index].pauseEnd = clock.uptime + duration
    case .list:
      count("list")
      guard engine.isReachable, !(isFaulty && random.chance(6)) else { return programs[index].disconnect() }
      list(index)
    case .watch(let position, let number):
      count("watch")
      guard engine.isReachable, !(isFaulty && random.chance(6)) else { return programs[index].disconnect() }
      programs[index].watch = SimulatedWatch(number: number, position: position)
      programs[index].watchStart = clock.uptime
    }
  }

  /// Lets a program read all entries, which it adopts unless the engine has lost its data.
  private mutating func list(_ index: Int) {
    let snapshot = engine.snapshot
    let program = programs[index]
    let isLost = program.history.map { $0 != engine.history.number } ?? false
    do throws(SettingsError) {
      try program.core.listed(snapshot)
      if isLost, engine.isIdentified, !program.isAccepted {
        violations.append("the entries of an engine that has lost its data were adopted")
      }
      programs[index].history = engine.history.number
      (programs[index].isReset, programs[index].isAccepted) = (false, false)
      programs[index].noteWord(snapshot.position.revision, at: clock.uptime)
    } catch {
      count("reset")
      if error.code != .remoteReset || !isLost { violations.append("a list was refused: \(error)") }
      if program.isAccepted { violations.append("an accepted reset wasn't adopted") }
      programs[index].isReset = true
      programs[index].disconnect()
    }
  }

  /// Delivers an event of an earlier watch, which must have no effect.
  private mutating func deliverLateEvents(_ index: Int) {
    while let watch = programs[index].ended.last {
      programs[index].ended.removeLast()
      for event in watch.events {
        count("late event")
        let before = programs[index].core.table
        do throws(SettingsError) {
          if try programs[index].core.received(event, ofWatch: watch.number) {
            violations.append("an event of a watch that has ended was accepted")
          }
        } catch {
          violations.append("an event of a watch that has ended was read: \(error)")
        }
        if programs[index].core.table.entries != before.entries {
          violations.append("an event of a watch that has ended changed a value")
        }
      }
    }
  }

  private mutating func follow(_ index: Int, isFaulty: Bool) throws {
    guard var watch = programs[index].watch else { return }
    let last = max(programs[index].watchStart, programs[index].lastWord ?? .zero)
    let isSilent = clock.uptime - last >= SimulatedProgram.options.heartbeat * 3
    if !engine.isReachable || isSilent || isFaulty && random.chance(10) {
      count(isSilent ? "silence" : "loss")
      return programs[index].disconnect()
    }
    // A delay: nothing is sent or delivered.
    if isFaulty, random.chance(3) { return }
    engine.send(to: &watch, using: &random)
    let number = isFaulty ? random.number(below: watch.events.count + 1) : watch.events.count
    for _ in 0..<number where programs[index].watch != nil {
      let event: RemoteEvent
      if isFaulty, !watch.delivered.isEmpty, random.chance(4) {
        event = random.element(of: watch.delivered)
        count("duplicate")
      } else {
        event = watch.events.removeFirst()
        watch.delivered.append(event)
      }
      programs[index].watch = watch
      try deliver(event, to: index, of: watch.number)
    }
  }

  private mutating func deliver(_ event: RemoteEvent, to index: Int, of number: Int) throws {
    let continues = try programs[index].core.received(event, ofWatch: number)
    switch event {
    case .changes(_, let revision), .progress(let revision):
      if !continues { violations.append("an event of the present watch was refused") }
      guard revision >= programs[index].known else { return }
      programs[index].noteWord(revision, at: clock.uptime)
      programs[index].isSteady = true
    case .historyLost:
      count("history lost")
      if continues { violations.append("a watch continues without history") }
      programs[index].watch?.events = []
      programs[index].loseHistory()
    }
  }
}
