import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Files that other processes still use after a symbolic link has led a process away from them.
@Suite struct FormerFileTests {
  private static let (one, other) = ("/home/one/app.json", "/home/other/app.json")

  /// A disk with a link to one of two documents, a process that follows the link, and one that uses the file itself.
  private struct Scene {
    let disk = SimulatedDisk.withFolder()
    let follower: SimulatedProcess
    let resident: SimulatedProcess

    init(hasDocument: Bool = true) throws {
      for (path, value) in [(one, 1), (other, 2)] {
        disk.makeFolder(String(path.dropLast("/app.json".count)))
        if path == other || hasDocument { disk.replace(path, with: "{\"com.example.app\": {\"a\": \(value)}}") }
      }
      disk.place(.link, at: SimulatedProcess.document, leadingTo: one)
      follower = try SimulatedProcess(disk)
      resident = try SimulatedProcess(disk, number: 2, at: one)
      try follower.set("b", 1)
      try resident.set(["a": 5, "c": 1])
      follower.core.refresh()
      disk.place(.link, at: SimulatedProcess.document, leadingTo: other)
    }

    func follow() {
      follower.core.refresh()
      do { try follower.flush() } catch { Issue.record(error) }
    }

    /// Expects that both files have the values that were written to them, in each process and after a checkpoint.
    func expect(_ additions: [String: SettingsValue] = [:], isAlive: Bool = true, moment: Int) throws {
      let former = ["a": 5, "b": 1, "c": 1].merging(additions) { $1 }
      if isAlive {
        #expect(follower.values == ["a": 2], "the process that follows the link, \(moment)")
        #expect(follower.core.path == other)
      }
      resident.core.refresh()
      #expect(resident.values == former, "the process at the file, \(moment)")
      #expect(try SimulatedProcess(disk, number: 3, at: one).values == former, "a process at the file, \(moment)")
      #expect(try SimulatedProcess(disk, number: 4).values == ["a": 2], "a process at the other file, \(moment)")
      try resident.set("last", 1)
      try resident.checkpoint()
      let last = try SimulatedProcess(disk, number: 5, at: one)
      #expect(last.values == former.merging(["last": 1]) { $1 }, "the document, \(moment)")
    }
  }

  /// Makes other processes find the lock of the former journal held.
  private func holdLock(on disk: SimulatedDisk) throws {
    let system = SimulatedFileSystem(disk, process: 9)
    let folder = try system.openFolder("/home/one")
    let journal = try system.open(SimulatedProcess.names.journal, in: folder, for: .appending)
    #expect(try system.lock(journal))
  }

  @Test(arguments: [true, false])
  func `a process that follows a link leaves to the former file what another one writes`(hasDocument: Bool) throws {
    try quietly {
      var moment = 0
      var isDone = false
      while !isDone {
        let scene = try Scene(hasDocument: hasDocument)
        isDone = !scene.disk.run({ try? scene.resident.set("d", 1) }, beforeCall: moment) { scene.follow() }
        try scene.expect(isDone ? [:] : ["d": 1], moment: moment)
        moment += 1
      }
      #expect(moment > 20)
    }
  }

  @Test(arguments: [true, false])
  func `a process that follows a link leaves the former file to one that is writing it`(hasDocument: Bool) throws {
    try quietly {
      var moment = 0
      var isDone = false
      while !isDone {
        let scene = try Scene(hasDocument: hasDocument)
        isDone = try !scene.disk.run({ scene.follow() }, beforeCall: moment) { try scene.resident.checkpoint() }
        if isDone { scene.follow() }
        try scene.expect(moment: moment)
        moment += 1
      }
      #expect(moment > 20)
    }
  }

  @Test(arguments: [false, true])
  func `no value of the former file is lost if a process is killed while it follows a link`(isLocked: Bool) throws {
    try quietly {
      var moment = 0
      var isDone = false
      while !isDone {
        let scene = try Scene()
        if isLocked { try holdLock(on: scene.disk) }
        isDone = try !scene.disk.run({ scene.disk.kill(1) }, beforeCall: moment) {
          scene.follower.core.refresh()
          do { try scene.follower.flush() } catch is SettingsError {}
        }
        scene.disk.kill(9)
        try scene.expect(isAlive: isDone, moment: moment)
        moment += 1
      }
      #expect(moment > 20)
    }
  }

  @Test func `a process that follows a link leaves its values to a former file that a tool is replacing`() throws {
    try quietly {
      let scene = try Scene()
      let text = scene.disk.text(at: Self.one)
      // The tool has changed the link already, and writes the former file again.
      scene.disk.remove(Self.one)
      scene.follower.core.refresh(isFinal: false)
      scene.disk.replace(Self.one, with: text)
      scene.follower.schedule.advance(by: .seconds(2))
      try scene.expect(moment: 0)
    }
  }

  @Test(arguments: [EACCES, EIO])
  func `a process that follows a link leaves its values to a former file that it cannot look at`(error: Int32) throws {
    try quietly {
      let scene = try Scene()
      let disk = scene.disk
      disk.interrupt { call in
        let folder = disk.state.withLock { $0.descriptors[call.descriptor ?? 0]?.name }
        let isFormer = folder == "/home/one" && call.name == SimulatedProcess.names.document
        disk.faults = isFormer ? [Fault(operation: .look, effect: .error(error))] : []
      }
      scene.follow()
      disk.interrupt(with: nil)
      disk.faults = []
      #expect(disk.calls.contains { $0.operation == .look && $0.hasFailed })
      try scene.expect(moment: 0)
    }
  }

  @Test func `no setter waits until the values are durable that stay in the journal of the former file`() throws {
    try quietly {
      let scene = try Scene()
      try holdLock(on: scene.disk)
      let written = scene.disk.write("d", in: scene.follower, limit: 3) { scene.follower.core.refresh() }
      #expect(written.count >= 4)
      #expect(!written.contains(false))
      #expect(scene.follower.core.path == Self.other)
      #expect(scene.follower.values == ["a": 2])
      var generator = SeededGenerator(seed: 43)
      for cut in scene.disk.statesAfterPowerCut(limit: 50, using: &generator) {
        let process = try SimulatedProcess(cut, number: 3, at: Self.one)
        #expect([process["b"], process["d"]] == [1, 2])
      }
    }
  }

  @Test func `a flush after a changed link includes the values that stay in the journal of the former file`() throws {
    try quietly {
      let scene = try Scene()
      try holdLock(on: scene.disk)
      scene.follow()
      var generator = SeededGenerator(seed: 23)
      for cut in scene.disk.statesAfterPowerCut(limit: 50, using: &generator) {
        #expect(try SimulatedProcess(cut, number: 3, at: Self.one)["b"] == 1)
      }
    }
  }
}
