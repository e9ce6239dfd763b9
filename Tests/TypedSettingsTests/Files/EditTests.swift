import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Edits of the document by editors and other processes.
@Suite struct EditTests {
  /// Returns a process that has checkpointed two values.
  private func makeProcess() throws -> SimulatedProcess {
    let process = try SimulatedProcess(.withFolder())
    try process.set(["a": 1, "b": 1])
    try process.checkpoint()
    return process
  }

  private func edit(_ disk: SimulatedDisk, _ members: String) {
    disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {\#(members)}}"#)
  }

  @Test func `an edit is adopted, except for values that are not in the document yet`() throws {
    let process = try makeProcess()
    try process.set("a", 2)
    edit(process.disk, #""a": 1, "b": 5, "c": 5"#)
    #expect(reports { process.core.refresh() }.map(\.code) == [])
    #expect(process.values == ["a": 2, "b": 5, "c": 5])
    try process.checkpoint()
    #expect(try SimulatedProcess.documentValues(on: process.disk) == ["a": 2, "b": 5, "c": 5])
  }

  @Test func `an edit of a value that is not in the document yet is reported once`() throws {
    let process = try makeProcess()
    try process.set("a", 2)
    edit(process.disk, #""a": 7, "b": 5"#)
    let reported = try reports {
      process.core.refresh()
      process.core.refresh()
      try process.checkpoint()
      process.core.refresh()
    }
    #expect(reported.map(\.code) == [.editConflict])
    #expect(reported.first?.key == SimulatedProcess.key("a"))
    #expect(process.values == ["a": 2, "b": 5])
    #expect(try SimulatedProcess.documentValues(on: process.disk) == ["a": 2, "b": 5])
  }

  @Test(arguments: [false, true])
  func `an edit back to a value that a journal has held is reported, also by a later process`(isLater: Bool) throws {
    let disk = SimulatedDisk.withFolder()
    edit(disk, #""a": 1, "b": 1"#)
    let first = try SimulatedProcess(disk)
    for value: Int64 in [2, 3] { try first.set("a", .integer(value)) }
    let process = isLater ? try SimulatedProcess(disk, number: 2) : first
    edit(disk, #""a": 2, "b": 2"#)
    #expect(reports { process.core.refresh() }.map(\.code) == [.editConflict])
    #expect(process.values == ["a": 3, "b": 2])
  }

  @Test func `two processes and a later one agree on an edit`() throws {
    try quietly {
      let first = try makeProcess()
      let second = try SimulatedProcess(first.disk, number: 2)
      try second.set("a", 2)
      edit(first.disk, #""a": 1, "b": 5"#)
      try first.set("c", 3)
      for process in [first, second] { process.core.refresh() }
      let expected: [String: SettingsValue] = ["a": 2, "b": 5, "c": 3]
      #expect(first.values == expected)
      #expect(second.values == expected)
      #expect(try SimulatedProcess.values(on: first.disk) == expected)
    }
  }

  @Test func `an edit of a document that another process has just written is not a conflict`() throws {
    let first = try makeProcess()
    let second = try SimulatedProcess(first.disk, number: 2)
    try second.set("a", 2)
    first.core.refresh()
    try second.checkpoint()
    edit(first.disk, #""a": 3, "b": 1"#)
    #expect(reports { first.core.refresh() }.isEmpty)
    #expect(first.values == ["a": 3, "b": 1])
    #expect(try SimulatedProcess.values(on: first.disk) == ["a": 3, "b": 1])
  }

  @Test(arguments: [true, false])
  func `a process sees an edit of the document that it is about to confirm`(isPutBack: Bool) throws {
    try quietly {
      let process = try makeProcess()
      let disk = process.disk
      let before = disk.text(at: SimulatedProcess.document)
      try process.set("a", 2)
      let isPlaced = LockedState(false)
      let isDone = LockedState(false)
      disk.interrupt { [disk] call in
        if call.operation == .exchange { isPlaced.withLock { $0 = true } }
        guard call.operation == .synchronize, isPlaced.withLock({ $0 }), !isDone.withLock({ $0 }) else { return }
        isDone.withLock { $0 = true }
        let text = isPutBack ? before : before.replacing(#""a": 1"#, with: #""a": 9"#)
        disk.replace(SimulatedProcess.document, with: text)
        process.core.refresh()
      }
      try process.checkpoint()
      disk.interrupt(with: nil)
      #expect(isDone.withLock { $0 })
      process.core.refresh()
      #expect(process["a"] == (isPutBack ? 1 : 9))
      #expect(try SimulatedProcess.values(on: disk) == process.values)
    }
  }

  @Test func `an edit can be reverted`() throws {
    let process = try makeProcess()
    let before = try #require(process.disk.bytes(at: SimulatedProcess.document))
    edit(process.disk, #""a": 1, "b": 5"#)
    process.core.refresh()
    #expect(process.values == ["a": 1, "b": 5])
    process.disk.replace(SimulatedProcess.document, with: before)
    process.core.refresh()
    #expect(process.values == ["a": 1, "b": 1])
  }

  @Test func `a restored earlier document is adopted`() throws {
    let process = try makeProcess()
    try process.set("a", 2)
    try process.checkpoint()
    let previous = try #require(process.disk.bytes(at: SimulatedProcess.path(SimulatedProcess.names.previous)))
    process.disk.replace(SimulatedProcess.document, with: previous)
    process.core.refresh()
    #expect(process.values == ["a": 1, "b": 1])
    #expect(try SimulatedProcess.values(on: process.disk) == ["a": 1, "b": 1])
  }

  @Test(arguments: [false, true]) func `an edit in place that keeps the length is seen`(restoresTime: Bool) throws {
    let process = try makeProcess()
    try process.disk.editInPlace(restoresTime: restoresTime)
    process.core.refresh()
    #expect(process.values == ["a": 1, "b": 9])
  }

  @Test func `an edit in place that restores the time survives a checkpoint`() throws {
    let process = try makeProcess()
    try process.set("a", 2)
    try process.disk.editInPlace(restoresTime: true)
    try process.checkpoint()
    #expect(try SimulatedProcess.documentValues(on: process.disk) == ["a": 2, "b": 9])
  }

  @Test(arguments: [FileCall.Operation.exchange, .link])
  func `an edit in place that restores the time survives the last step of a checkpoint`(
    before operation: FileCall.Operation
  ) throws {
    let process = try makeProcess()
    try process.set("a", 2)
    let disk = process.disk
    if operation == .link { disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(ENOSYS))] }
    let bytes = try disk.editedDocument()
    let isDone = LockedState(false)
    disk.interrupt { call in
      guard call.operation == operation, " \(call.name) ".contains(" \(SimulatedProcess.names.document) "),
        !isDone.withLock({ $0 })
      else { return }
      isDone.withLock { $0 = true }
      disk.overwrite(SimulatedProcess.document, with: bytes, restoresTime: true)
    }
    try process.checkpoint()
    disk.interrupt(with: nil)
    #expect(isDone.withLock { $0 })
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 2, "b": 9])
  }

  @Test func `a partially saved document changes nothing and survives the next checkpoint`() throws {
    let process = try makeProcess()
    let half = #"{"com.example.app": {"a": 7,"#
    process.disk.replace(SimulatedProcess.document, with: half)
    let reported = reports {
      process.core.refresh()
      process.core.refresh()
    }
    #expect(reported.map(\.code) == [.fileCorrupt])
    #expect(process.values == ["a": 1, "b": 1])
    try quietly {
      #expect(try SimulatedProcess.values(on: process.disk) == ["a": 1, "b": 1])
      try process.set("b", 2)
      try process.checkpoint()
    }
    #expect(process.disk.text(at: SimulatedProcess.path("app.json.corrupt-1")) == half)
    #expect(try SimulatedProcess.documentValues(on: process.disk) == ["a": 1, "b": 2])
    #expect(process.core.state.error == nil)
  }

  @Test func `a document completed after a partial save is adopted`() throws {
    let process = try makeProcess()
    quietly {
      process.disk.replace(SimulatedProcess.document, with: "{")
      process.core.refresh()
      edit(process.disk, #""a": 7"#)
      process.core.refresh()
    }
    #expect(process.core.state.error == nil)
    #expect(process.values == ["a": 7])
  }

  @Test func `a removed document removes its values`() throws {
    let process = try makeProcess()
    try process.set("b", 2)
    process.disk.remove(SimulatedProcess.document)
    process.core.refresh()
    #expect(process.values == ["b": 2])
    #expect(process.core.state.error?.code == .fileMissing)
    try process.checkpoint()
    #expect(try SimulatedProcess.documentValues(on: process.disk) == ["b": 2])
    #expect(try SimulatedProcess.values(on: process.disk) == ["b": 2])
  }

  @Test func `an edit and later writes survive a kill during the checkpoint`() throws {
    try quietly {
      let process = try makeProcess()
      edit(process.disk, #""a": 5, "b": 1"#)
      process.core.refresh()
      try process.set("b", 2)
      for (number, moment) in try process.disk.moments(of: { try process.checkpoint() }).enumerated() {
        #expect(try SimulatedProcess.values(on: moment) == ["a": 5, "b": 2], "before call \(number)")
      }
    }
  }

  @Test func `a checkpoint whose journal record fails loses nothing at the next one`() throws {
    try quietly {
      var number = 0
      while true {
        let process = try makeProcess()
        try process.set("a", 2)
        process.disk.faults = [Fault(operation: .write, after: number, effect: .error(28))]
        do { try process.checkpoint() } catch {}
        if !process.disk.faults.isEmpty { break }
        try process.set("b", 2)
        for (call, moment) in try process.disk.moments(of: { try process.checkpoint() }).enumerated() {
          #expect(try SimulatedProcess.values(on: moment) == ["a": 2, "b": 2], "write \(number), before call \(call)")
        }
        number += 1
      }
      #expect(number > 2)
    }
  }

  @Test func `other contents of the document survive`() throws {
    let disk = SimulatedDisk.withFolder()
    disk.replace(
      SimulatedProcess.document,
      with: #"{"$schema": "s.json", "other.domain": {"x": [1, {"y": null}]}, "number": 5, "com.example.app": {"a": 1}}"#
    )
    let process = try SimulatedProcess(disk)
    try process.set("a", 2)
    try process.checkpoint()
    let document = try DocumentFormat.json.value(of: try #require(disk.bytes(at: SimulatedProcess.document)))
    #expect(
      document == [
        "$schema": "s.json", "other.domain": ["x": [1, ["y": .null]]], "number": 5, "com.example.app": ["a": 2],
      ])
  }

  @Test func `an observer is notified of edits and other processes, but not of equal values`() throws {
    try quietly {
      let process = try makeProcess()
      let received = Log<SettingsValue?>()
      let token = process.core.contents.liveValue(forKey: SimulatedProcess.key("a")).observe {
        received.append($0.newValue)
      }
      edit(process.disk, #""a": 5, "b": 1"#)
      process.core.refresh()
      let second = try SimulatedProcess(process.disk, number: 2)
      try second.set("a", 6)
      try process.set("b", 2)
      try second.checkpoint()
      process.core.refresh()
      edit(process.disk, #""a": 6, "b": 3"#)
      process.core.refresh()
      #expect(received.elements == [5, 6])
      process.core.contents.liveValue(forKey: SimulatedProcess.key("a")).removeObserver(token)
    }
  }

  @Test func `an observer is notified of another process's write before a failed write`() throws {
    try quietly {
      let process = try makeProcess()
      let second = try SimulatedProcess(process.disk, number: 2)
      for number in 0..<12 {
        let received = Log<SettingsValue?>()
        let token = process.core.contents.liveValue(forKey: SimulatedProcess.key("a")).observe {
          received.append($0.newValue)
        }
        let next = SettingsValue.integer(Int64(number + 10))
        try second.set("a", next)
        if number % 2 == 0 { try second.checkpoint() }
        process.disk.faults = [Fault(after: number, isSticky: true, effect: .error(5))]
        do { try process.set("b", next) } catch {}
        process.disk.faults = []
        process.core.refresh()
        try process.flush()
        #expect(process["a"] == next)
        #expect(received.elements == [next], "call \(number)")
        process.core.contents.liveValue(forKey: SimulatedProcess.key("a")).removeObserver(token)
      }
    }
  }

  @Test func `a different form of the same value is not a change`() throws {
    let (first, second) = try makeTwo()
    let date = SettingsValue.date(Date(timeIntervalSinceReferenceDate: 0.5))
    try first.set("a", date)
    let received = Log<SettingsValue?>()
    let live = first.core.contents.liveValue(forKey: SimulatedProcess.key("a"))
    let token = live.observe { received.append($0.newValue) }
    second.core.refresh()
    try second.checkpoint()
    first.core.refresh()
    #expect(received.elements.isEmpty)
    edit(first.disk, #""a": "2001-01-01T00:00:00.5Z", "b": 9"#)
    first.core.refresh()
    #expect(received.elements.isEmpty)
    #expect(first["b"] == 9)
    live.removeObserver(token)
  }

  @Test func `an edit next to a value in a different form is not a conflict`() throws {
    let process = try makeProcess()
    try process.set("a", .date(Date(timeIntervalSinceReferenceDate: 0.5)))
    try process.checkpoint()
    try process.set("a", .date(Date(timeIntervalSinceReferenceDate: 1.5)))
    edit(process.disk, #""a": "2001-01-01T00:00:00.5Z", "b": 9"#)
    #expect(reports { process.core.refresh() }.isEmpty)
    #expect(process["b"] == 9)
  }

  private func makeTwo() throws -> (SimulatedProcess, SimulatedProcess) {
    let first = try makeProcess()
    return (first, try SimulatedProcess(first.disk, number: 2))
  }

  /// A coarse clock gives two changes the same time.
  @Test func `an edit in place within one tick of the clock survives a checkpoint`() throws {
    try quietly {
      let process = try makeProcess()
      process.disk.state.withLock { $0.hasCoarseClock = true }
      try process.set("a", 2)
      try process.disk.editInPlace()
      try process.checkpoint()
      #expect(try SimulatedProcess.documentValues(on: process.disk) == ["a": 2, "b": 9])
    }
  }

  @Test func `an edit in place that the file status does not show survives a checkpoint`() throws {
    let disk = SimulatedDisk.withFolder()
    disk.state.withLock { $0.hasCoarseClock = true }
    let process = try SimulatedProcess(disk)
    try process.set(["a": 1, "b": 1])
    try process.checkpoint()
    try disk.editInPlace()
    try process.set("a", 2)
    try process.checkpoint()
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 2, "b": 9])
  }

  @Test func `a value set during a checkpoint does not conflict with the checkpoint`() throws {
    let process = try makeProcess()
    try process.set("a", 2)
    let isDone = LockedState(false)
    let disk = process.disk
    disk.interrupt { [unowned process] call in
      guard call.operation == .synchronize, call.name.hasSuffix("temporary"), !isDone.withLock({ $0 }) else { return }
      isDone.withLock { $0 = true }
      do { try process.set("a", 3) } catch { Issue.record(error) }
    }
    try process.checkpoint()
    disk.interrupt(with: nil)
    edit(disk, #""a": 2, "b": 5"#)
    #expect(reports { process.core.refresh() }.map(\.code) == [])
    #expect(process.values == ["a": 3, "b": 5])
  }
}
