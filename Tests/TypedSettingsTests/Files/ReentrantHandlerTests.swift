import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// A handler of a file store may call the store, whatever the notification.
@Suite(.timeLimit(.minutes(30))) struct ReentrantHandlerTests {
  @Test func `a handler of an edit may write the document, even during a checkpoint`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    try process.checkpoint()
    try process.set("b", 1)
    disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 7}}"#)
    let received = foldsWhenNotified(of: "a", process)
    try process.checkpoint()
    #expect(received.elements == [7])
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 7, "b": 1])
  }

  /// One of the later notifications includes a write of another process between two calls of a checkpoint.
  @Test func `a handler of another process's write may write the document at any time`() throws {
    try quietly {
      var number = 0
      while true {
        let disk = SimulatedDisk.withFolder()
        let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
        try first.set("a", 1)
        let received = foldsWhenNotified(of: "b", first)
        let failure = Log<String>()
        let wasCalled = try disk.run(
          {
            do { try second.set("b", 1) } catch { failure.append("\(error)") }
          }, beforeCall: number, of: { try first.checkpoint() })
        guard wasCalled else { break }
        first.core.refresh()
        #expect(failure.elements.isEmpty, "before call \(number)")
        #expect(received.elements == (second["b"].map { [$0] } ?? []), "before call \(number)")
        number += 1
      }
      #expect(number > 10)
    }
  }

  @Test func `a handler called during a flush may make a durable write`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try first.set("a", 1)
      disk.faults = [Fault(operation: .write, effect: .error(EIO))]
      try first.set("a", 2)
      try second.set("b", 1)
      let failure = Log<String>()
      let token = first.core.contents.liveValue(forKey: SimulatedProcess.key("b")).observe { _ in
        do { try first.store(["c": 1], durability: .everyWrite) } catch { failure.append("\(error)") }
      }
      try first.flush()
      #expect(failure.elements.isEmpty)
      #expect(try SimulatedProcess.values(on: disk) == ["a": 2, "b": 1, "c": 1])
      first.core.contents.liveValue(forKey: SimulatedProcess.key("b")).removeObserver(token)
    }
  }

  @Test func `a handler of an edit may release another store on the file`() async throws {
    let folder = try TemporaryFolder()
    let key = SettingsKey(domain: "com.example.timer", name: "Length")
    let store = FileSettingsStore(file: folder.file("x.json"))
    try store.set(1, forKey: key)
    try store.writeDocuments()
    let other = LockedState<FileSettingsStore?>(FileSettingsStore(file: folder.file("x.json")))
    let gone = Log<SettingsValue?>()
    let token = store.observe(key) { change in
      guard change.origin == .external else { return }
      let last = other.withLock { other in
        defer { other = nil }
        return other
      }
      withExtendedLifetime(last) {}
      gone.append(change.newValue)
    }
    try store.set(5, forKey: SettingsKey(domain: "com.example.timer", name: "Other"))
    try folder.replace("x.json", with: #"{"com.example.timer": {"Length": 7}}"#)
    try store.writeDocuments()
    store.refresh()
    #expect(store.value(forKey: key) == 7)
    #expect(try await gone.elements(atLeast: 1) == [7])
    store.removeObserver(token)
  }

  /// Records the values that a key's observer receives; each notification writes the document.
  private func foldsWhenNotified(of name: String, _ process: SimulatedProcess) -> Log<SettingsValue> {
    let received = Log<SettingsValue>()
    _ = process.core.contents.liveValue(forKey: SimulatedProcess.key(name)).observe { [unowned process] change in
      received.append(change.newValue ?? .null)
      do { try process.checkpoint() } catch { Issue.record(error) }
    }
    return received
  }
}
