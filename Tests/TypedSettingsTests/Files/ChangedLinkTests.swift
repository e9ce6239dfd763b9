import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsFiles

/// Symbolic links to a document that change while a process has it open.
@Suite struct ChangedLinkTests {
  private let disk = SimulatedDisk.withFolder()
  private static let (one, other) = ("/home/one/app.json", "/home/other/app.json")

  private func fill() {
    for (path, value) in [(Self.one, 1), (Self.other, 2)] {
      disk.makeFolder(String(path.dropLast("/app.json".count)))
      disk.replace(path, with: "{\"com.example.app\": {\"a\": \(value)}}")
    }
  }

  private func link(to path: String) { disk.place(.link, at: SimulatedProcess.document, leadingTo: path) }

  @Test func `a link that leads elsewhere is followed, and the former document gets what was written before`() throws {
    fill()
    link(to: Self.one)
    let process = try SimulatedProcess(disk)
    try process.set("b", 1)
    link(to: Self.other)
    process.core.refresh()
    #expect(process.values == ["a": 2])
    #expect(process.core.path == Self.other)
    try process.set("c", 3)
    try process.checkpoint()
    #expect(disk.text(at: Self.one).contains("\"b\""))
    #expect(disk.text(at: Self.other).contains("\"c\""))
    #expect(!disk.text(at: Self.one).contains("\"c\""))
  }

  @Test func `a link that takes the document's place is followed, and acknowledged changes move along`() throws {
    try quietly {
      fill()
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      try process.checkpoint()
      try process.set("b", 4)
      link(to: Self.other)
      process.core.refresh()
      #expect(process.values == ["a": 2, "b": 4])
      try process.flush()
      #expect(try SimulatedProcess(disk, number: 2).values == ["a": 2, "b": 4])
      guard case .ready = process.core.state else {
        Issue.record("the state is \(process.core.state)")
        return
      }
    }
  }

  @Test func `a store that only reads follows a link, and moves no changes of other processes`() throws {
    try quietly {
      fill()
      let writer = try SimulatedProcess(disk, number: 2)
      try writer.set("a", 1)
      try writer.checkpoint()
      try writer.set("b", 4)
      let reader = try SimulatedProcess(disk, access: .readOnly)
      #expect(reader.values == ["a": 1, "b": 4])
      disk.kill(2)
      disk.forgetCalls()
      link(to: Self.other)
      reader.core.refresh()
      #expect(reader.values == ["a": 2])
      reader.schedule.advance(by: .seconds(10))
      reader.core.close()
      let changes: Set<FileCall.Operation> = [.write, .truncate, .rename, .exchange, .link, .remove]
      #expect(!disk.calls.contains { changes.contains($0.operation) })
    }
  }

  @Test func `observers are notified of the values that a changed link leads to`() throws {
    fill()
    link(to: Self.one)
    let process = try SimulatedProcess(disk)
    let changes = Log<SettingsValue?>()
    let live = process.core.contents.liveValue(forKey: SimulatedProcess.key("a"))
    let token = live.observe { changes.append($0.newValue) }
    link(to: Self.other)
    process.core.refresh()
    #expect(changes.elements == [2])
    live.removeObserver(token)
  }

  @Test func `a link that leads nowhere keeps the last values until it leads somewhere`() throws {
    try quietly {
      fill()
      link(to: Self.one)
      let process = try SimulatedProcess(disk)
      link(to: SimulatedProcess.document)
      process.core.refresh()
      #expect(process["a"] == 1)
      link(to: Self.other)
      process.core.refresh()
      #expect(process["a"] == 2)
    }
  }

  @Test func `a document in the place of a link is read`() throws {
    fill()
    link(to: Self.one)
    let process = try SimulatedProcess(disk)
    disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 7}}"#)
    process.core.refresh()
    #expect(process["a"] == 7)
    #expect(process.core.path == SimulatedProcess.document)
  }

  /// Makes a process that has written a value to a document that its link doesn't lead to any more.
  private func makeProcessWithFormerDocument() throws -> SimulatedProcess {
    fill()
    link(to: Self.one)
    let process = try SimulatedProcess(disk)
    try process.set("b", 1)
    link(to: Self.other)
    return process
  }

  @Test func `a former document that was removed is not created again, and its changes move along`() throws {
    try quietly {
      let process = try makeProcessWithFormerDocument()
      for name in disk.names(in: "/home/one") { disk.remove("/home/one/\(name)") }
      process.core.refresh()
      #expect(process.values == ["a": 2, "b": 1])
      #expect(disk.names(in: "/home/one").isEmpty)
    }
  }

  @Test func `a former document that stays missing for a moment counts as removed`() throws {
    try quietly {
      let process = try makeProcessWithFormerDocument()
      disk.remove(Self.one)
      process.core.refresh(isFinal: false)
      #expect(process.core.path == Self.one)
      process.schedule.advance(by: .seconds(1))
      #expect(process.core.path == Self.other)
      #expect(process.values == ["a": 2, "b": 1])
      try process.flush()
      #expect(try SimulatedProcess(disk, number: 2).values == ["a": 2, "b": 1])
    }
  }

  @Test func `a link that is removed and created again causes no other change than its own`() throws {
    fill()
    link(to: Self.one)
    let process = try SimulatedProcess(disk)
    let changes = Log<SettingsValue?>()
    let live = process.core.contents.liveValue(forKey: SimulatedProcess.key("a"))
    let token = live.observe { changes.append($0.newValue) }
    disk.remove(SimulatedProcess.document)
    process.core.refresh(isFinal: false)
    #expect(process["a"] == 1)
    link(to: Self.other)
    process.schedule.advance(by: .seconds(1))
    #expect(changes.elements == [2])
    live.removeObserver(token)
  }

  @Test func `a link that another user changes leads a running process to no file of a third one`() throws {
    try quietly {
      fill()
      link(to: Self.one)
      disk.setPermissions(0o644, of: Self.one)
      let process = try SimulatedProcess(disk, user: 3_000)
      disk.setOwner(3_000, of: Self.other)
      link(to: Self.other)
      process.core.refresh()
      #expect(process["a"] == 1)
    }
  }

  @Test func `stores by a link and by the file that it leads to see each other's changes`() throws {
    fill()
    link(to: Self.one)
    let byLink = try SimulatedProcess(disk)
    let system = SimulatedFileSystem(disk, process: 1)
    let byFile = FileCore(
      try FileLocation(path: Self.one, in: system), layout: .domains, format: .automatic, system: system,
      schedule: ManualSchedule())
    try byLink.set("b", 5)
    byFile.refresh()
    #expect(byFile.contents.value(forKey: SimulatedProcess.key("b")) == 5)
  }

  @Test func `stores by a link and by its file share it, and both stay there when the link changes`() throws {
    let folder = try TemporaryFolder()
    let (one, other, link) = (folder.file("one.json"), folder.file("other.json"), folder.file("link.json"))
    try Data("{\"app\": {\"a\": 1}}".utf8).write(to: one)
    try Data("{\"app\": {\"a\": 2}}".utf8).write(to: other)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: one)
    let key = SettingsKey(domain: "app", name: "a")
    let (byLink, byFile) = (FileSettingsStore(file: link), FileSettingsStore(file: one))
    try byLink.set(5, forKey: key)
    #expect(byFile.value(forKey: key) == 5)
    try FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
    byLink.refresh()
    #expect(byLink.value(forKey: key) == 5)
    #expect(byFile.value(forKey: key) == 5)
  }

  @Test func `a store whose link has changed and a new store by the same link share the file`() throws {
    let folder = try TemporaryFolder()
    let (one, other, link) = (folder.file("one.json"), folder.file("other.json"), folder.file("link.json"))
    try Data("{\"app\": {\"a\": 1}}".utf8).write(to: one)
    try Data("{\"app\": {\"a\": 2}}".utf8).write(to: other)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: one)
    let key = SettingsKey(domain: "app", name: "a")
    let first = FileSettingsStore(file: link)
    #expect(first.value(forKey: key) == 1)
    // Without a moment in which the document is missing.
    let new = folder.file("new.json")
    try FileManager.default.createSymbolicLink(at: new, withDestinationURL: other)
    #expect(rename(new.path, link.path) == 0)
    let second = FileSettingsStore(file: link)
    #expect(second.value(forKey: key) == 2)
    try second.set(7, forKey: key)
    #expect(first.value(forKey: key) == 7)
  }
}
