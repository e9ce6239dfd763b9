import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsFormats
@testable import TypedSettingsUserDefaults

/// Following a file whose folders are created one after another.
@Suite struct WatchingTests {
  @Test func `folders created while a file begins to be watched are noticed`() throws {
    var number = 0
    while true {
      let disk = SimulatedDisk()
      disk.makeFolder("/home")
      let watching = ManualWatching(disk)
      // Two folders, each before a different call.
      watching.interrupt(before: number) { $0.make("/home/x") }
      watching.interrupt(before: number + 1) { $0.make("/home/x/y") }
      let schedule = ManualSchedule(watching: watching)
      let system = SimulatedFileSystem(disk)
      let core = FileCore(
        try FileLocation(path: "/home/x/y/app.json", in: system), layout: .domains, format: .automatic, system: system,
        schedule: schedule)
      if !core.watchFolder() { watching.deliver() }
      if !watching.isDone { break }
      guard case .folder = core.watcher.state else {
        Issue.record("the folder is not followed, after call \(number)")
        return
      }
      number += 1
    }
    #expect(number > 3)
  }

  @Test func `a folder that a flush makes again is watched`() throws {
    let disk = SimulatedDisk.withFolder()
    let watching = ManualWatching(disk)
    let schedule = ManualSchedule(watching: watching)
    let core = FileCore(
      try FileLocation(path: SimulatedProcess.document, in: SimulatedFileSystem(disk)), layout: .domains,
      format: .automatic, system: SimulatedFileSystem(disk), schedule: schedule)
    #expect(core.watchFolder())
    let change: FileContents.Change = (SimulatedProcess.key("a"), 1)
    _ = try core.write(.init(changes: [change], origin: .local))
    let former = watching.numbers(of: SimulatedProcess.folder)
    disk.remove(SimulatedProcess.folder)
    // Before the watcher reports the removal.
    try core.flush()
    #expect(try SimulatedProcess.values(on: disk) == ["a": 1])
    schedule.advance(by: .milliseconds(1))
    let present = watching.numbers(of: SimulatedProcess.folder)
    #expect(!present.isEmpty)
    #expect(present.isDisjoint(with: former))
  }

  @Test func `a link that changes again before its folder is watched again is followed`() throws {
    let disk = SimulatedDisk.withFolder()
    let targets = (1...3).map { "/home/\($0)" }
    for (number, folder) in zip(1..., targets) {
      disk.makeFolder(folder)
      disk.replace("\(folder)/app.json", with: "{\"\(SimulatedProcess.domain)\": {\"a\": \(number)}}")
    }
    @Sendable func link(to folder: String) {
      disk.place(.link, at: SimulatedProcess.document, leadingTo: "\(folder)/app.json")
    }
    link(to: targets[0])
    let watching = ManualWatching(disk)
    let schedule = ManualSchedule(watching: watching)
    let system = SimulatedFileSystem(disk)
    let core = FileCore(
      try FileLocation(path: SimulatedProcess.document, in: system), layout: .domains, format: .automatic,
      system: system, schedule: schedule)
    #expect(core.watchFolder())
    let last = targets[2]
    watching.interrupt(before: watching.calls) { _ in link(to: last) }
    link(to: targets[1])
    core.refresh(isFinal: false)
    #expect(watching.isDone)
    // Nothing reports the second change.
    schedule.advance(by: .seconds(1))
    #expect(core.contents.value(forKey: SimulatedProcess.key("a")) == 3)
  }
}

/// A watcher of the folders of a simulated disk; the test triggers its notifications.
private final class ManualWatching: FolderWatching {
  private struct State {
    var lastNumber = 0
    var observers: [Int: (path: String, call: @Sendable (Set<String>?) -> Void)] = [:]
    var news: [@Sendable () -> Void] = []
    var calls = 0
    var actions: [Int: @Sendable (ManualWatching) -> Void] = [:]
  }

  private let disk: SimulatedDisk
  private let state = LockedState(State())

  init(_ disk: SimulatedDisk) { self.disk = disk }

  /// Whether everything to do before a call is done.
  var isDone: Bool { state.withLock { $0.actions.isEmpty } }

  /// The number of calls up to now.
  var calls: Int { state.withLock { $0.calls } }

  /// The numbers of the present watches of a folder; each watch gets another number.
  func numbers(of path: String) -> Set<Int> {
    state.withLock { state in Set(state.observers.filter { $0.value.path == path }.keys) }
  }

  func interrupt(before call: Int, with action: @escaping @Sendable (ManualWatching) -> Void) {
    state.withLock { $0.actions[call] = action }
  }

  /// Creates a folder and notifies the watcher of its parent.
  func make(_ path: String) {
    disk.makeFolder(path)
    let (above, name) = (path.split(separator: "/").dropLast(), path.split(separator: "/").last.map(String.init) ?? "")
    state.withLock { state in
      for observer in state.observers.values where observer.path == "/" + above.joined(separator: "/") {
        state.news.append { observer.call([name]) }
      }
    }
  }

  func watch(
    _ path: String, trackingWritesTo files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
  ) -> FolderWatch? {
    let action = state.withLock { state in
      defer { state.calls += 1 }
      return state.actions.removeValue(forKey: state.calls)
    }
    action?(self)
    guard disk.state.withLock({ $0.find(path) }) != nil else { return nil }
    return state.withLock { state in
      state.lastNumber += 1
      let number = state.lastNumber
      state.observers[number] = (path, onChange)
      return FolderWatch { [weak self] in self?.state.withLock { $0.observers[number] = nil } }
    }
  }

  func deliver() {
    while let news = state.withLock({ $0.news.isEmpty ? nil : $0.news.removeFirst() }) { news() }
  }
}
