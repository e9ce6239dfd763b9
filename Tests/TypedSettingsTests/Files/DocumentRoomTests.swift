import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Readers and writers of the document compute its remaining room, so that a setter needn't serialize it.
@Suite struct DocumentRoomTests {
  /// Whether a small write needs no computation.
  private func knowsRoom(_ process: SimulatedProcess) -> Bool {
    process.core.session.withLock { session in
      var room = session.document.room
      return room.take(bytes: 1_000, values: 10)
    }
  }

  private func document(_ count: Int, of length: Int) -> String {
    let members = (0..<count).map { "\"key \($0)\": \"\(String(repeating: "x", count: length))\"" }
    return #"{"com.example.app": {"# + members.joined(separator: ", ") + "}}"
  }

  @Test(arguments: [(1, 10), (1, 1_000), (1_000, 10), (1_000, 1_000), (100_000, 10)])
  func `the room is known after opening, after an edit, and after a checkpoint`(count: Int, length: Int) throws {
    let disk = SimulatedDisk.withFolder()
    disk.replace(SimulatedProcess.document, with: document(count, of: length))
    let process = try SimulatedProcess(disk)
    #expect(knowsRoom(process))
    disk.replace(SimulatedProcess.document, with: document(count, of: length + 1))
    process.core.refresh()
    #expect(knowsRoom(process))
    try process.set("a", 1)
    try process.checkpoint()
    #expect(knowsRoom(process))
    #expect(process["a"] == 1)
  }

  @Test func `the room is known after more bytes were written than a document holds`() throws {
    let process = try SimulatedProcess(.withFolder())
    let text = String(repeating: "x", count: 1 << 20)
    for round in 0..<8 {
      try process.set("a", .string("\(round)" + text))
      try process.checkpoint()
      #expect(knowsRoom(process))
    }
  }

  /// Returns whether a document with an amount of room takes a value without a check, after a key was placed.
  private func takes(
    _ value: SettingsValue?, of live: LiveValue, afterPlacing placed: LiveValue? = nil,
    room bytes: Int = FileSettingsStore.maximumFileSize
  ) -> Bool {
    var room = DocumentRoom(beside: FileSettingsStore.maximumFileSize - bytes, 0)
    if let placed { room.place(placed) }
    return room.takeFixedLength(value, of: live)
  }

  @Test func `only a value of fixed length of the placed key takes room without a check`() {
    let (one, other) = (LiveValue(key: SimulatedProcess.key("a")), LiveValue(key: SimulatedProcess.key("b")))
    for value in [1, 0.5, true] as [SettingsValue] {
      #expect(takes(value, of: one, afterPlacing: one))
      #expect(!takes(value, of: one, afterPlacing: other))
      #expect(!takes(value, of: one))
    }
    for value in ["text", [1], ["a": 1], nil] as [SettingsValue?] { #expect(!takes(value, of: one, afterPlacing: one)) }
  }

  @Test func `a value of fixed length takes as much room as the check of any value counts`() throws {
    let live = LiveValue(key: SimulatedProcess.key("a"))
    let length = try DocumentFormat.json.check(1) + DocumentRoom.length(ofKey: live.key)
    #expect(takes(1, of: live, afterPlacing: live, room: length))
    #expect(!takes(1, of: live, afterPlacing: live, room: length - 1))
  }
}
