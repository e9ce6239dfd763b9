import Foundation
import Synchronization
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Edits and other processes between the steps of a process that writes the document and may be killed.
///
/// `COURSES=all swift test --filter CrossedStepsTests` tries all combinations, and `COURSES=restore` those of one task;
/// otherwise it's one in forty-one.
@Suite struct CrossedStepsTests {
  /// What happens between two steps of a process.
  enum Event: CaseIterable {
    case nothing
    /// Another process writes a value.
    case write
    /// Another process writes a value, and then the document.
    case checkpoint
    /// A process that only reads looks at the files.
    case look
    /// An editor changes the present document.
    case edit
    /// An editor changes the document that it opened in the beginning, and overwrites the present one.
    case overwrite
    /// The document that was there in the beginning is put back.
    case putBack
    /// The document is removed.
    case delete

    /// A Boolean value that indicates whether a document takes the place of the present one without its values.
    var reverts: Bool { [.overwrite, .putBack, .delete].contains(self) }
  }

  /// The task of the process.
  enum Task: CaseIterable {
    case checkpoint
    /// The process finishes the checkpoint of one that was killed.
    case finish
    /// The process moves the values of a very long journal to the next one.
    case shorten
    /// The process writes the first document.
    case create
    /// The process replaces a document that was broken by hand.
    case mend
    /// The process writes the values of a removed journal again.
    case restore
  }

  /// A combination of events.
  struct Course: CustomStringConvertible {
    let task: Task
    let first: Event
    /// The call of the process before which the first event happens.
    let place: Int
    /// The call before which the process is killed; none if it isn't.
    let end: Int?
    let second: Event

    var description: String {
      "\(task), \(first) at \(place), \(end.map { "killed at \($0)" } ?? "finished"), then \(second)"
    }
  }

  private static let limits = JournalLimits(veryLong: 4_000, nearlyFull: 12_000, full: 16_000)

  /// Three processes that share a file: one with a task, one that writes, and one that only reads.
  private struct Scene {
    let disk = SimulatedDisk.withFolder()
    let actor, writer, reader: SimulatedProcess
    /// The document in the beginning.
    let original: [UInt8]
    /// The values that the observers of each process were notified of.
    let notified = Log<(process: Int32, change: SettingsChange)>()

    init(_ task: Task) throws {
      let first = try SimulatedProcess(disk, number: 9, limits: limits)
      try first.set(["a": 1, "b": 1, "c": 1])
      if task != .create { try first.checkpoint() }
      original = disk.bytes(at: SimulatedProcess.document) ?? []
      actor = try SimulatedProcess(disk, number: 1, limits: limits)
      writer = try SimulatedProcess(disk, number: 2, limits: limits)
      reader = try SimulatedProcess(disk, number: 3, limits: limits)
      for process in [actor, writer, reader] { observe(process) }
      try writer.set("b", 2)
      try actor.set("a", 2)
      switch task {
      case .checkpoint, .create: break
      case .finish:
        disk.interrupt { [disk] call in if call.operation == .exchange { disk.kill(9) } }
        #expect(throws: (any Error).self) { try first.checkpoint() }
        disk.interrupt(with: nil)
      case .shorten:
        while disk.bytes(at: SimulatedProcess.journal).map({ $0.count < 5_000 }) ?? false {
          try actor.store(["a": 1, "filler": .string(String(repeating: "x", count: 500))])
          try actor.store(["a": 2])
        }
      case .mend:
        disk.replace(SimulatedProcess.document, with: String(decoding: original, as: UTF8.self) + "}")
        for process in [actor, writer, reader] { process.core.refresh() }
      case .restore:
        writer.core.refresh()
        disk.remove(SimulatedProcess.journal)
      }
      disk.kill(9)
    }

    private func observe(_ process: SimulatedProcess) {
      for name in Self.names {
        let live = process.core.contents.liveValue(forKey: SimulatedProcess.key(name))
        let number = process.number
        _ = live.observe { [notified] in notified.append((number, $0)) }
      }
    }

    /// Checks that the settings of a process have its values, and that its observers were notified of them.
    func expectNotifications(in process: SimulatedProcess, _ comment: Comment) {
      for name in Self.names {
        let (key, value) = (SimulatedProcess.key(name), process[name])
        #expect(process.core.contents.liveValue(forKey: key).holds(value), comment)
        let last = notified.elements.last { $0.process == process.number && $0.change.key == key }
        if let last { #expect(last.change.newValue == value, comment) }
      }
    }

    private static let names = ["a", "b", "c", "e", "f", "g"]

    /// Performs the task, which fails if the process is killed meanwhile.
    func perform(_ task: Task) {
      ignoringFailure {
        switch task {
        case .checkpoint, .finish, .create, .mend, .restore: try actor.checkpoint()
        case .shorten:
          try actor.store(["g": 1])
          try actor.core.shortenInBackground()
          try actor.store(["g": 2])
        }
      }
    }

    func perform(_ event: Event) throws {
      switch event {
      case .nothing: break
      case .write: try writer.set("b", 3)
      case .checkpoint:
        try writer.set("b", 3)
        // Fails while another process has the right to write the document.
        ignoringFailure { try writer.checkpoint() }
      case .look: reader.core.refresh()
      case .edit: edit(disk.bytes(at: SimulatedProcess.document) ?? [])
      case .overwrite: edit(original)
      case .putBack: if !original.isEmpty { disk.replace(SimulatedProcess.document, with: original) }
      case .delete: if disk.bytes(at: SimulatedProcess.document) != nil { disk.remove(SimulatedProcess.document) }
      }
    }

    private func edit(_ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      if bytes.isEmpty || text.contains(#""e""#) { return }
      disk.replace(SimulatedProcess.document, with: text.replacing(#""c": 1"#, with: #""c": 1, "e": 5"#))
    }

    /// Returns the values of a process, except one that's as long as a journal needs it to be.
    func values(of process: SimulatedProcess) -> [String: SettingsValue] {
      process.values.filter { $0.key != "filler" }
    }
  }

  /// Runs a course.
  ///
  /// - Returns: The number of calls of the process.
  @discardableResult
  private func run(_ course: Course) throws -> Int {
    let scene = try quietly { try Scene(course.task) }
    let reports = Mutex<[SettingsError]>([])
    let count = try SettingsDiagnostics.withHandler({ error in reports.withLock { $0.append(error) } }) {
      try run(course, in: scene)
    }
    // An edit of another key than those that are written is never in conflict with them.
    if !course.first.reverts, !course.second.reverts {
      var expected: [SettingsError.Code] = course.task == .mend ? [.fileCorrupt] : []
      // A killed process finds that its calls have no effect.
      if course.end != nil { expected += [.notSaved, .fileUnreadable] }
      // Only the removed journal had the values of the document that the edit was made in.
      if course.task == .restore, course.end != nil, course.first == .edit { expected.append(.editConflict) }
      let others = reports.withLock { $0 }.filter { !expected.contains($0.code) }
      #expect(others.isEmpty, "\(course)")
    }
    return count
  }

  private func run(_ course: Course, in scene: Scene) throws -> Int {
    let disk = scene.disk
    let count = disk.countCalls(of: 1) { number in
      if number == course.place {
        #expect(throws: Never.self, "\(course)") { try scene.perform(course.first) }
      }
      if number == course.end { disk.kill(1) }
    } during: {
      scene.perform(course.task)
    }
    if count < course.place { return count }
    let isAlive = course.end.map { $0 > count } ?? true
    if !isAlive { disk.kill(1) }
    try scene.perform(course.second)
    try expect(scene, [isAlive ? scene.actor : nil, scene.writer, scene.reader].compactMap(\.self), course)
    return count
  }

  private func expect(_ scene: Scene, _ processes: [SimulatedProcess], _ course: Course) throws {
    let events = [course.first, course.second]
    let isEdited = events.contains { $0 == .edit || $0 == .overwrite }
    for process in processes {
      process.core.refresh()
      // Otherwise restored values are only in memory for a second.
      if course.task == .restore { try process.flush() }
    }
    if course.task == .restore { for process in processes { process.core.refresh() } }
    let next = try SimulatedProcess(scene.disk, number: 4, limits: Self.limits)
    var values = scene.values(of: next)
    for process in processes {
      #expect(scene.values(of: process) == values, "process \(process.number), \(course)")
    }
    if !events.contains(where: \.reverts) {
      #expect(values["a"] == 2 && values["c"] == 1, "\(values), \(course)")
      let isWritten = events.contains(.write) || events.contains(.checkpoint)
      #expect(values["b"] == (isWritten ? 3 : 2), "\(values), \(course)")
    }
    try next.store(["f": 6])
    try next.checkpoint()
    values["f"] = 6
    // An edit that a killed process had in its hands is put back by the next one that writes.
    if isEdited { values["e"] = next["e"] }
    let last = events.last { $0 == .edit || $0.reverts }
    // An edit of a broken document is kept in a copy of it.
    if isEdited, ![.create, .mend].contains(course.task),
      last == .edit && !events.contains(where: \.reverts) || last == .overwrite
    {
      #expect(values["e"] == 5, "\(values), \(course)")
    }
    for process in processes { process.core.refresh() }
    for process in processes + [next, try SimulatedProcess(scene.disk, number: 5, limits: Self.limits)] {
      #expect(scene.values(of: process) == values, "process \(process.number) afterwards, \(course)")
      scene.expectNotifications(in: process, "process \(process.number), \(course)")
      #expect(process.core.state.error == nil, "process \(process.number), \(course)")
    }
    let names = SimulatedProcess.names
    let left = Set(scene.disk.names(in: SimulatedProcess.folder)).subtracting([
      names.document, names.previous, names.journal, names.previousJournal,
    ])
    #expect(left.allSatisfy { course.task == .mend && names.number(ofQuarantine: $0) != nil }, "\(left), \(course)")
  }

  @Test(arguments: Task.allCases)
  func `all processes agree and nothing is lost, whatever happens between two steps`(task: Task) throws {
    let wanted = ProcessInfo.processInfo.environment["COURSES"]
    let isComplete = wanted == "all" || wanted == "\(task)"
    try quietly {
      let count = try run(Course(task: task, first: .nothing, place: 1, end: nil, second: .nothing))
      #expect(count > 20)
      var number = 0
      for first in Event.allCases {
        for second in Event.allCases {
          for place in 1...count + 1 {
            for end in [place, place + 1, place + 3, nil] {
              number += 1
              // Coprime to the numbers of events, so that all events meet at some of the places.
              guard isComplete || number % 41 == 0 else { continue }
              try run(Course(task: task, first: first, place: place, end: end, second: second))
            }
          }
        }
      }
    }
  }
}
