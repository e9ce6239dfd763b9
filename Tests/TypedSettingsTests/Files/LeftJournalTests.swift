import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Journals that stay behind when a symbolic link takes the place of their document.
@Suite struct LeftJournalTests {
  private static let other = "/home/other/app.json"
  private static let earlier = #"{"com.example.app": {"a": 1}}"#

  private let disk = SimulatedDisk.withFolder()

  init() {
    disk.makeFolder("/home/other")
    disk.replace(Self.other, with: #"{"com.example.app": {"z": 2}}"#)
    disk.replace(SimulatedProcess.document, with: Self.earlier)
  }

  private func placeLink() { disk.place(.link, at: SimulatedProcess.document, leadingTo: Self.other) }

  private func putBack() { disk.replace(SimulatedProcess.document, with: Self.earlier) }

  /// Ways in which the records are moved.
  enum Moving: CaseIterable {
    case flush, checkpoint, time, nothing
  }

  @Test(arguments: Moving.allCases)
  func `a document that returns to the place of a link is not overridden by old records`(_ moving: Moving) throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 9)
      try process.set("b", 4)
      placeLink()
      process.core.refresh()
      #expect(process.values == ["a": 9, "b": 4, "z": 2])
      switch moving {
      case .flush: try process.flush()
      case .checkpoint: try process.checkpoint()
      case .time: process.schedule.advance(by: .seconds(2))
      case .nothing: break
      }
      putBack()
      process.core.refresh()
      #expect(process.values == ["a": 1])
      #expect(try SimulatedProcess(disk, number: 2).values == ["a": 1])
      #expect(disk.text(at: Self.other).contains(#""b""#))
    }
  }

  @Test func `a link that is removed leaves no old records behind`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("b", 4)
      placeLink()
      process.core.refresh()
      try process.flush()
      disk.remove(SimulatedProcess.document)
      #expect(try SimulatedProcess(disk, number: 2).values == [:])
    }
  }

  @Test func `records of a process that was killed move along too`() throws {
    try quietly {
      do {
        let killed = try SimulatedProcess(disk)
        try killed.set("b", 4)
        disk.kill(1)
      }
      let process = try SimulatedProcess(disk, number: 2)
      #expect(process["b"] == 4)
      placeLink()
      process.core.refresh()
      #expect(process["b"] == 4)
      try process.flush()
      putBack()
      #expect(try SimulatedProcess(disk, number: 3).values == ["a": 1])
    }
  }

  @Test func `a process that notices the link later writes only its own changes again`() throws {
    try quietly {
      let (first, second) = (try SimulatedProcess(disk), try SimulatedProcess(disk, number: 2))
      try first.set("a", 5)
      try second.set("b", 4)
      placeLink()
      first.core.refresh()
      try first.flush()
      // The second process still has the former journal open.
      try second.set("c", 6)
      try first.checkpoint()
      disk.replace(Self.other, with: #"{"com.example.app": {"a": 70, "b": 71, "z": 72}}"#)
      first.core.refresh()
      second.core.refresh()
      #expect(second.values == ["a": 70, "b": 71, "c": 6, "z": 72])
      try second.flush()
      first.core.refresh()
      #expect(first.values == second.values)
      putBack()
      #expect(try SimulatedProcess(disk, number: 3).values == ["a": 1])
    }
  }

  @Test func `a process at the former file reads it anew when the file returns`() throws {
    try quietly {
      let (first, second) = (try SimulatedProcess(disk), try SimulatedProcess(disk, number: 2))
      try first.set("b", 4)
      second.core.refresh()
      #expect(second["b"] == 4)
      placeLink()
      first.core.refresh()
      try first.flush()
      putBack()
      second.core.refresh()
      #expect(second.values == ["a": 1])
    }
  }

  @Test func `an incomplete record does not hide that the records were moved`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("b", 4)
      placeLink()
      process.core.refresh()
      let journal = disk.bytes(at: SimulatedProcess.journal) ?? []
      // Another process was killed while it appended, and wrote only a part of its record.
      disk.overwrite(SimulatedProcess.journal, with: journal + journal.suffix(30).prefix(11))
      try process.flush()
      putBack()
      #expect(try SimulatedProcess(disk, number: 2).values == ["a": 1])
    }
  }

  @Test func `a journal that another process has ended is followed to the next one`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("b", 4)
      // Another process is killed after it has ended the journal.
      let other = try SimulatedProcess(disk, number: 2)
      try other.set("c", 5)
      process.core.refresh()
      disk.interrupt { [disk] call in
        if call.process == 2, call.operation == .exchange || call.operation == .link { disk.kill(2) }
      }
      _ = try? other.checkpoint()
      disk.interrupt(with: nil)
      placeLink()
      process.core.refresh()
      try process.flush()
      #expect(try SimulatedProcess(disk, number: 3).values == ["b": 4, "c": 5, "z": 2])
      putBack()
      #expect(try SimulatedProcess(disk, number: 4).values == ["a": 1])
    }
  }

  @Test func `a kill at any point loses no change in both places`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("b", 4)
      let moments = try disk.moments {
        placeLink()
        process.core.refresh()
        try process.flush()
      }
      #expect(moments.count > 5)
      for moment in moments {
        let linked = try SimulatedProcess(moment.afterKill(), number: 2)["b"]
        moment.replace(SimulatedProcess.document, with: Self.earlier)
        let returned = try SimulatedProcess(moment, number: 2)["b"]
        #expect(linked == 4 || returned == 4)
      }
      #expect(try SimulatedProcess(disk, number: 2)["b"] == 4)
    }
  }

  @Test func `a power cut at any point loses no flushed change in both places`() throws {
    try quietly {
      var generator = SeededGenerator(seed: 17)
      let process = try SimulatedProcess(disk)
      try process.set("b", 4)
      try process.flush()
      let cuts = LockedState<[SimulatedDisk]>([])
      disk.interrupt { [disk] call in
        guard call.operation.changesDisk || call.operation == .synchronize else { return }
        var generator = SeededGenerator(seed: UInt64(cuts.withLock { $0.count }))
        let states = disk.statesAfterPowerCut(limit: 8, using: &generator)
        cuts.withLock { $0 += states }
      }
      placeLink()
      process.core.refresh()
      try process.flush()
      disk.interrupt(with: nil)
      let all = cuts.withLock { $0 } + disk.statesAfterPowerCut(limit: 20, using: &generator)
      #expect(all.count > 20)
      for cut in all {
        let linked = try SimulatedProcess(cut.afterKill(), number: 2)["b"]
        cut.replace(SimulatedProcess.document, with: Self.earlier)
        let returned = try SimulatedProcess(cut, number: 2)["b"]
        #expect(linked == 4 || returned == 4)
      }
    }
  }
}
