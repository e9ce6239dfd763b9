import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Saves of documents that a person has written.
struct SurgicalSaveTests {
  private static let text = """
    // My settings
    {
      "$schema": "./schema.json",
      "com.other": { "x": 1e3 }, // another program

      "com.example.app": {
        // Seconds
        "delay": 1.50,
        "theme": "dark", /* or light */
        "size": 0x,
      },
    }

    """

  private func makeProcess(_ text: String) throws -> SimulatedProcess {
    let process = try SimulatedProcess(.withFolder())
    process.disk.replace(SimulatedProcess.document, with: text)
    process.core.refresh()
    return process
  }

  private func document(on disk: SimulatedDisk) throws -> String {
    String(decoding: try #require(disk.bytes(at: SimulatedProcess.document)), as: UTF8.self)
  }

  private static var document: String { text.replacing("0x", with: "10") }

  @Test(
    arguments: [
      ("theme", "light", "\"theme\": \"dark\"", "\"theme\": \"light\""),
      ("delay", nil, "    // Seconds\n    \"delay\": 1.50,\n", ""),
      ("theme", nil, "    \"theme\": \"dark\", /* or light */\n", ""),
      ("sizes", [1], "\"size\": 10,\n", "\"size\": 10,\n    \"sizes\": [\n      1\n    ],\n"),
      ("delay", 1.5, "delay", "delay"),
    ] as [(String, SettingsValue?, String, String)])
  func `a save changes the bytes of a value and nothing else`(
    name: String, value: SettingsValue?, old: String, new: String
  ) throws {
    let process = try makeProcess(Self.document)
    try process.set(name, value)
    try process.checkpoint()
    let expected = Self.document.replacing(old, with: new)
    #expect(try document(on: process.disk) == expected)
    #expect(try SimulatedProcess(process.disk, number: 2)[name]?.withoutNotation == value)
  }

  @Test func `comments survive saves by two processes and an editor in turn`() throws {
    let first = try makeProcess(Self.document)
    let second = try SimulatedProcess(first.disk, number: 2)
    try first.set("theme", "light")
    try first.checkpoint()
    try second.set("size", 11)
    try second.checkpoint()
    let edited = try document(on: first.disk).replacing("1.50", with: "2.50 /* more */")
    first.disk.replace(SimulatedProcess.document, with: edited)
    second.core.refresh()
    first.core.refresh()
    try first.set("size", 12)
    try first.checkpoint()
    second.core.refresh()
    #expect(first.values.mapValues(\.withoutNotation) == ["delay": 2.5, "theme": "light", "size": 12])
    #expect(second.values == first.values)
    #expect(try document(on: first.disk) == edited.replacing("11", with: "12"))
  }

  @Test func `a value that another process has written is in a document that returns`() throws {
    let first = try makeProcess(Self.document)
    let second = try SimulatedProcess(first.disk, number: 2)
    try second.set("theme", "light")
    first.core.refresh()
    try second.checkpoint()
    // Reads the record of the other process, and not its document.
    try first.set("size", 11)
    first.disk.replace(SimulatedProcess.document, with: Self.document)
    first.core.refresh()
    try first.checkpoint()
    #expect(try SimulatedProcess.documentValues(on: first.disk) == first.values)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `after each checkpoint the document has the values of the store`(seed: UInt64) throws {
    try quietly {
      var random = SeededGenerator(seed: seed)
      var processes = [try makeProcess(Self.document)]
      processes.append(try SimulatedProcess(processes[0].disk, number: 2))
      let disk = processes[0].disk
      var (number, texts) = (Int32(2), [Self.document, Self.text])
      for step in 0..<60 {
        let index = Int.random(in: 0...1, using: &random)
        let process = processes[index]
        let name = ["delay", "theme", "size", "more", "less"].randomElement(using: &random) ?? "size"
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: try process.set(name, .integer(Int64(step)))
        case 8..<10: try process.set(name, nil)
        case 10: try process.set(["size": .integer(Int64(-step)), "theme": nil, "batch": .integer(Int64(step))])
        case 11..<13: process.core.refresh()
        case 13: disk.replace(SimulatedProcess.document, with: texts.randomElement(using: &random) ?? Self.text)
        case 14:
          number += 1
          processes[index] = try SimulatedProcess(disk, number: number)
        default:
          process.core.refresh()
          try process.checkpoint()
          process.core.refresh()
          // A running process keeps its values beside a corrupt document, and a new one recovers older ones.
          guard case .ready = process.core.state else { continue }
          #expect(try SimulatedProcess(disk, number: Int32(1_000 + step)).values == process.values, "step \(step)")
          guard process.core.contents.isCheckpointed else { continue }
          #expect(try SimulatedProcess.documentValues(on: disk) == process.values, "step \(step)")
          texts.append(try document(on: disk))
        }
      }
    }
  }

  @Test func `a document of the store keeps its layout`() throws {
    let process = try SimulatedProcess(.withFolder())
    try process.set(["b": 1, "d": [1, 2]])
    try process.checkpoint()
    try process.set(["a": 1, "c": ["x": 1], "b": nil])
    try process.checkpoint()
    let expected: SettingsValue = ["com.example.app": ["a": 1, "c": ["x": 1], "d": [1, 2]]]
    #expect(try document(on: process.disk) == String(decoding: JSONWriter.document(of: expected), as: UTF8.self))
  }

  @Test func `a corrupt document is written anew, and its text is kept in a copy`() throws {
    try quietly {
      let process = try makeProcess(Self.text)
      try process.set("theme", "light")
      try process.checkpoint()
      #expect(try !document(on: process.disk).contains("//"))
      #expect(process.disk.bytes(at: SimulatedProcess.path("app.json.corrupt-1")) == Array(Self.text.utf8))
    }
  }
}
