import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Following a file if the system can't watch folders.
@Suite struct PollingTests {
  /// A file system that watches folders only if enabled.
  private final class UnavailableWatching: FolderWatching {
    let isAvailable = LockedState(false)
    let isComplete = LockedState(true)
    let requests = LockedState(0)
    private let disk: SimulatedDisk

    init(_ disk: SimulatedDisk) { self.disk = disk }

    func watch(
      _ path: String, trackingWritesTo files: Set<String>, _ onChange: @escaping @Sendable (Set<String>?) -> Void
    ) -> FolderWatch? {
      requests.withLock { $0 += 1 }
      guard isAvailable.withLock({ $0 }), disk.state.withLock({ $0.find(path) }) != nil else { return nil }
      return FolderWatch(isComplete: isComplete.withLock { $0 }) {}
    }
  }

  private let disk = SimulatedDisk.withFolder()
  private let watching: UnavailableWatching
  private let schedule: ManualSchedule
  private let core: FileCore

  init() throws {
    watching = UnavailableWatching(disk)
    schedule = ManualSchedule(watching: watching)
    core = try Self.makeCore(on: disk, schedule)
  }

  private static func makeCore(on disk: SimulatedDisk, _ schedule: ManualSchedule) throws -> FileCore {
    let system = SimulatedFileSystem(disk)
    return FileCore(
      try FileLocation(path: SimulatedProcess.document, in: system), layout: .domains, format: .automatic,
      system: system, schedule: schedule)
  }

  private var value: SettingsValue? { core.contents.value(forKey: SimulatedProcess.key("a")) }

  @Test func `an unwatched file is reported once`() {
    let reported = reports {
      for _ in 0..<3 {
        _ = core.watchFolder()
        core.refresh()
      }
      schedule.advance(by: .seconds(60))
    }
    #expect(reported.map(\.code) == [.unwatched])
  }

  @Test func `changes of other processes are noticed within five seconds, or sooner after another`() throws {
    try quietly {
      _ = core.watchFolder()
      let other = try SimulatedProcess(disk, number: 2)
      for value in 1...3 {
        schedule.advance(by: .seconds(60))
        try other.set("a", .integer(Int64(value)))
        for _ in 0..<20 where self.value != .integer(Int64(value)) { schedule.advance(by: .milliseconds(250)) }
        #expect(self.value == .integer(Int64(value)))
        try other.set("a", .integer(Int64(value + 10)))
        schedule.advance(by: .milliseconds(500))
        #expect(self.value == .integer(Int64(value + 10)))
      }
    }
  }

  @Test func `an unchanged file is checked less and less often`() {
    quietly { _ = core.watchFolder() }
    schedule.advance(by: .seconds(60))
    let calls = disk.calls.count
    schedule.advance(by: .seconds(60))
    // Twelve checks, each of a few calls.
    #expect(disk.calls.count - calls < 12 * 12)
    #expect(schedule.count == 1)
  }

  @Test func `polling ends once the folder can be watched`() {
    quietly { _ = core.watchFolder() }
    watching.isAvailable.withLock { $0 = true }
    schedule.advance(by: .seconds(10))
    #expect(schedule.count == 0)
    guard case .folder = core.watcher.state else {
      Issue.record("the folder is not followed")
      return
    }
  }

  @Test func `a folder that is removed and made again is polled once`() {
    quietly {
      _ = core.watchFolder()
      for _ in 0..<3 {
        disk.remove(SimulatedProcess.folder)
        disk.makeFolder(SimulatedProcess.folder)
        schedule.advance(by: .seconds(10))
      }
    }
    #expect(schedule.count == 1)
  }

  @Test func `a folder on a drive that doesn't respond isn't examined again meanwhile`() {
    watching.isAvailable.withLock { $0 = true }
    watching.isComplete.withLock { $0 = false }
    #expect(core.watchFolder())
    let counts = Log<Int>()
    disk.interrupt { [schedule] _ in counts.append(schedule.count) }
    schedule.advance(by: .seconds(5))
    disk.interrupt(with: nil)
    #expect(!counts.elements.isEmpty)
    #expect(counts.elements.allSatisfy { $0 == 0 })
    #expect(schedule.count == 1)
  }

  @Test func `changes by other machines are noticed within five seconds while the folder is watched`() throws {
    watching.isAvailable.withLock { $0 = true }
    watching.isComplete.withLock { $0 = false }
    #expect(core.watchFolder())
    let other = try SimulatedProcess(disk, number: 2)
    for value: Int64 in 1...3 {
      try other.set("a", .integer(value))
      schedule.advance(by: .seconds(5))
      #expect(self.value == .integer(value))
    }
    core.watcher.stop()
    schedule.advance(by: .seconds(5))
    let calls = disk.calls.count
    schedule.advance(by: .seconds(60))
    #expect(disk.calls.count == calls)
  }

  @Test func `a folder that another machine makes is noticed within five seconds`() throws {
    let disk = SimulatedDisk()
    disk.makeFolder("/home")
    let watching = UnavailableWatching(disk)
    watching.isAvailable.withLock { $0 = true }
    watching.isComplete.withLock { $0 = false }
    let schedule = ManualSchedule(watching: watching)
    let core = try Self.makeCore(on: disk, schedule)
    #expect(!core.watchFolder())
    for value: Int64 in 1...2 {
      schedule.advance(by: .seconds(60))
      if value == 1 { disk.makeFolder(SimulatedProcess.folder) }
      disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": \#(value)}}"#)
      schedule.advance(by: .seconds(5))
      #expect(core.contents.value(forKey: SimulatedProcess.key("a")) == .integer(value))
    }
    // One examination is scheduled, and none of the parent any more.
    #expect(schedule.count == 1)
  }
}
