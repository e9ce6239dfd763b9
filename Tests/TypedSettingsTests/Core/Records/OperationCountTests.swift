import Synchronization
import Testing
import TypedSettings

/// A value that counts how often it's encoded and decoded.
private struct Counted: Codable, Sendable {
  final class Counts: Sendable {
    let encodings = Atomic(0)
    let decodings = Atomic(0)
  }

  @TaskLocal static var counts: Counts?

  var number = 0
  var text = "text"

  init(number: Int = 0) { self.number = number }

  init(from decoder: any Decoder) throws {
    Self.counts?.decodings.add(1, ordering: .relaxed)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(Int.self, forKey: .number)
    text = try container.decode(String.self, forKey: .text)
  }

  func encode(to encoder: any Encoder) throws {
    Self.counts?.encodings.add(1, ordering: .relaxed)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encode(text, forKey: .text)
  }

  private enum CodingKeys: String, CodingKey { case number, text }
}

@SettingsGroup(domain: "com.example.counted", keys: .propertyName)
private final class CountedSettings: Sendable {
  @Pref var value = Counted()
  @Pref var other = Counted()
}

/// The number of times that an operation encodes and decodes a value, which doesn't depend on a clock.
struct OperationCountTests {
  fileprivate struct Operation: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let encodings: Int
    let decodings: Int
    let run: @Sendable (CountedSettings) throws -> Void

    init(
      _ description: String, encodes encodings: Int, decodes decodings: Int,
      _ run: @escaping @Sendable (CountedSettings) throws -> Void
    ) {
      testDescription = description
      (self.encodings, self.decodings) = (encodings, decodings)
      self.run = run
    }
  }

  private static let operations: [Operation] = [
    Operation("a cached read", encodes: 0, decodes: 0) { _ = $0.value.number },
    Operation("an assignment", encodes: 1, decodes: 0) { $0.value = Counted(number: 2) },
    Operation("an edit in place", encodes: 1, decodes: 0) { $0.value.number += 1 },
    Operation("an update", encodes: 1, decodes: 0) { try $0.$value.update { $0.number += 1 } },
    Operation("a reset", encodes: 0, decodes: 0) { $0.$value.reset() },
    // The instance of the transaction hasn't read the stored value, whose unknown parts it keeps.
    Operation("a transaction of one setting", encodes: 2, decodes: 1) { settings in
      try settings.transaction { $0.value = Counted(number: 2) }
    },
  ]

  @Test(arguments: operations) fileprivate func `An operation encodes and decodes no more than it has to`(
    operation: Operation
  ) throws {
    let settings = CountedSettings.testSettings()
    settings.value.number = 1
    _ = settings.value
    let counts = Counted.Counts()
    try Counted.$counts.withValue(counts) { try operation.run(settings) }
    #expect(counts.encodings.load(ordering: .relaxed) == operation.encodings)
    #expect(counts.decodings.load(ordering: .relaxed) == operation.decodings)
  }
}
