import Testing
import TypedSettings

/// Requests a dictionary for each of many names, as handwritten code does for values that have names.
private struct Rows: Encodable {
  let count: Int

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for number in 0..<count {
      var row = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: "row \(number)"))
      try row.encode(number, forKey: Name(stringValue: "id"))
    }
    // A name that is written again replaces what it had.
    for number in 0..<count / 2 { try container.encode(number, forKey: Name(stringValue: "row \(number)")) }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

struct EncodingCostTests {
  @Test func `nested dictionaries of many names are encoded in linear time`() throws {
    let count = 20_000
    let rows = (0..<count).map { number -> (String, SettingsValue) in
      let value = SettingsValue.integer(Int64(number))
      return ("row \(number)", number < count / 2 ? value : ["id": value])
    }
    let start = processorTime()
    let stored = try MigratingEncoder().encode(Rows(count: count))
    #expect(processorTime() - start < .seconds(isSanitized ? 15 : 3))
    #expect(stored == .dictionary(Dictionary(uniqueKeysWithValues: rows)))
  }
}
