import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// The notation of numbers, which is known until a type decodes them.
struct NumberNotationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Price: Codable, Equatable, Sendable {
    var amount = Decimal(0)
    var code = ""
    var count = Int64(0)
    var factor = 1.0
    var name = ""
  }

  private static let notations = [
    "1.10", "7e10", "-0", "-0.0", "0.50", "1E2", "1e400", "99999999999999.99", "9007199254740993",
    "0.1000000000000000055",
    "9007199254740993.0", "123456789012345678901234567890.5", "-1.50e-7", "5e-324", "1e-400", "0.00001", "1e22", "12.0",
    "18446744073709551616", "0.30000000000000004", "100.00",
  ]

  private func record<Value: SettingsValueConvertible>(_ value: Value, in store: any SettingsStore) -> SettingRecord<
    Value
  > {
    makeRecord(in: store, default: value)
  }

  private func document(_ number: String, _ format: FileSettingsStore.Format) -> String {
    if format == .json { return "{\"\(testKey.domain)\": {\"Value\": \(number)}}" }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>\(testKey.domain)</key><dict><key>Value</key>
      <real>\(number)</real></dict></dict></plist>
      """
  }

  private func store(_ number: String, _ format: FileSettingsStore.Format) throws -> FileSettingsStore {
    let name = UUID().uuidString
    try folder.write(document(number, format), to: name)
    return FileSettingsStore(file: folder.file(name), format: format)
  }

  @Test(arguments: notations) func `text and decimal numbers have the digits of the document`(number: String) throws {
    for format in [FileSettingsStore.Format.json, .propertyList(.xml)] {
      if format == .propertyList(.xml), !number.contains(where: { ".eE".contains($0) }) { continue }
      let store = try store(number, format)
      #expect(record("", in: store).value == number)
      if let decimal = Decimal(string: number) { #expect(record(Decimal(7), in: store).value == decimal) }
      #expect(record([""], in: store).value == [number])
    }
  }

  @Test(
    arguments: [
      ("9007199254740993.0", 9_007_199_254_740_993), ("9007199254740992.0", 9_007_199_254_740_992), ("3.00", 3),
      ("-0", 0), ("1e18", 1_000_000_000_000_000_000), ("9223372036854775807.0", .max), ("-9223372036854775808.0", .min),
      ("9223372036854775808.0", nil), ("9007199254740993.5", nil), ("1.50", nil), ("1e400", nil), ("1e-400", nil),
    ] as [(String, Int64?)])
  func `an integer has the digits of the document, or the number isn't one`(number: String, integer: Int64?) throws {
    for format in [FileSettingsStore.Format.json, .propertyList(.xml)] {
      let store = try store(number, format)
      let errors = reports { #expect(record(Int64(7), in: store).value == integer ?? 7, "\(number)") }
      #expect(errors.count == (integer == nil ? 1 : 0), "\(errors)")
    }
    for typed in [
      EnvironmentSettingsStore(environment: ["VALUE": number]) as any SettingsStore,
      CommandLineSettingsStore(arguments: ["--value=\(number)"]),
    ] {
      let errors = reports { #expect(record(Int64(7), in: typed).value == integer ?? 7, "\(number)") }
      #expect(errors.count == (integer == nil ? 1 : 0), "\(errors)")
    }
  }

  @Test(arguments: notations) func `floating-point numbers are the nearest ones`(number: String) throws {
    guard number != "1e400", number != "18446744073709551616" else { return }
    let store = try store(number, .json)
    // An integer beyond 2^53 isn't rounded silently.
    let isInteger = number == "9007199254740993"
    #expect(record(7.0, in: store).value == (isInteger ? 7 : Double(number)))
    #expect(record(Float(7), in: store).value == (isInteger ? 7 : Float(number)))
    #expect(store.value(forKey: testKey)?.doubleValue == (isInteger ? nil : Double(number)))
  }

  @Test(arguments: notations) func `text in the environment and in arguments is the value as typed`(number: String)
    throws
  {
    for typed in [
      EnvironmentSettingsStore(environment: ["VALUE": number]) as any SettingsStore,
      CommandLineSettingsStore(arguments: ["--value=\(number)"]),
    ] {
      #expect(record("", in: typed).value == number)
      if let decimal = Decimal(string: number) { #expect(record(Decimal(7), in: typed).value == decimal) }
    }
    guard let decimal = Decimal(string: number) else { return }
    for typed in [
      EnvironmentSettingsStore(environment: ["VALUE": "[\(number), 2]"]) as any SettingsStore,
      CommandLineSettingsStore(arguments: ["--value=[\(number), 2]"]),
    ] {
      #expect(record([Decimal](), in: typed).value == [decimal, 2])
    }
  }

  @Test(arguments: [FileSettingsStore.Format.json, .propertyList(.xml)])
  func `an edit of another setting keeps the bytes of numbers`(format: FileSettingsStore.Format) throws {
    for number in Self.notations where number.contains(where: { ".eE".contains($0) }) {
      let store = try store(number, format)
      try store.set(5, forKey: CarriedValue.otherKey)
      try store.writeDocuments()
      let file = try #require(folder.names.first { !$0.hasPrefix(".") })
      let text = try folder.text(file)
      #expect(text.contains(format == .json ? ": \(number)" : "<real>\(number)</real>"), "\(text)")
      try FileManager.default.removeItem(at: folder.file(file))
    }
  }

  @Test func `an edit of a property keeps the bytes of the others`() throws {
    let text = """
      {
        "\(testKey.domain)": {
          "Value": {
            "amount": 99999999999999.990, // EUR
            "code": 7e10,
            "count": 9007199254740993.0,
            "factor": 1.50,
            "name": "a",
            "later": -0
          }
        }
      }

      """
    try folder.write(text, to: "settings.json")
    let store = FileSettingsStore(file: folder.file("settings.json"))
    let record = makeSettings(in: store) {
      SettingRecord(name: "value", key: testKey, default: Price(), coding: .automatic)
    }
    let price = Price(
      amount: try #require(Decimal(string: "99999999999999.99")), code: "7e10", count: 9_007_199_254_740_993,
      factor: 1.5, name: "a")
    #expect(record.value == price)
    record.value.name = "b"
    try store.writeDocuments()
    #expect(try folder.text("settings.json") == text.replacing("\"a\",", with: "\"b\","))
    record.value.amount += 1
    record.value.factor = 2
    try store.writeDocuments()
    let changed = text.replacing("\"a\",", with: "\"b\",").replacing("1.50", with: "2.0")
      .replacing("99999999999999.990", with: "\"100000000000000.99\"")
    #expect(try folder.text("settings.json") == changed)
  }

  @Test(
    arguments: [("1.5", "1.50"), ("1.50", "1.500"), ("1.50", "15e-1"), ("2", "2.00"), ("-0", "-0.0"), ("1e2", "1E2")])
  func `another notation is no event for a floating-point number, and one for a text`(
    old: String, new: String
  ) async throws {
    try folder.write(document(old, .json), to: "settings.json")
    let store = FileSettingsStore(file: folder.file("settings.json"))
    let (number, text) = (record(7.0, in: store), record("", in: store))
    let (numbers, texts) = (Log<Double>(), Log<String>())
    let observations = [number.observe { numbers.append($0) }, text.observe { texts.append($0) }]
    #expect((number.value, text.value) == (Double(old) ?? 0, old))
    try folder.replace("settings.json", with: document(new, .json))
    store.refresh()
    #expect((number.value, text.value) == (Double(new) ?? 0, new))
    // The watcher can have read the change first, and then it notifies.
    #expect(try await texts.elements(atLeast: 1) == [new])
    #expect(numbers.elements == [])
    withExtendedLifetime(observations) {}
  }

  @Test func `an assignment of the same number keeps its notation`() throws {
    let store = try store("1.50", .json)
    let name = try #require(folder.names.first)
    let text = try folder.text(name)
    let record = record(7.0, in: store)
    #expect(record.value == 1.5)
    record.value = 1.5
    try store.writeDocuments()
    #expect(try folder.text(name) == text)
  }

  @Test(arguments: ["1.50", "1e3", "-0", "0.10000000000000001"])
  func `other code gets a number without its notation`(number: String) throws {
    let coding = SettingCoding<Double>.custom(encode: { .double($0) }) { stored in
      guard case .double(let value) = stored else { throw SomeError() }
      return value
    }
    #expect(try coding.decode(JSONReader.value(of: number)) == Double(number))
    let exact = SettingCoding<Decimal>.custom(encode: \.settingsValue) { try Decimal(settingsValue: $0) }
    #expect(try exact.decode(JSONReader.value(of: number)) == Decimal(string: number))
  }

  @Test func `other code can decode all digits of a number`() throws {
    let coding = SettingCoding<Decimal>.custom(encode: \.settingsValue) { try Decimal(settingsValue: $0) }
    let stored = try JSONReader.value(of: "99999999999999.99")
    #expect(try coding.decode(stored) == Decimal(string: "99999999999999.99"))
  }

  @Test func `a dictionary isn't a number, and a number isn't a dictionary`() throws {
    for coding in [SettingCoding<[String: String]>.automatic, .codable] {
      #expect(throws: SettingsError.self) { try coding.decode(JSONReader.value(of: "1.50")) }
      let stored = try coding.encode(["$number": "1.50"])
      #expect(stored == ["$$number": "1.50"])
      #expect(try coding.decode(stored) == ["$number": "1.50"])
    }
    #expect(throws: SettingsError.self) { try SettingCoding<String>.automatic.decode(["$$number": "1.50"]) }
  }

  @Test func `reading and writing a document keeps every notation`() throws {
    var generator = SeededGenerator(seed: 36)
    for _ in 0..<2_000 {
      let digits = { (count: Int) in (0..<count).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
      }
      var text = ["", "-"].randomElement(using: &generator) ?? ""
      text += String(Int.random(in: 0...999, using: &generator))
      if Bool.random(using: &generator) { text += "." + digits(Int.random(in: 1...20, using: &generator)) }
      if Bool.random(using: &generator) {
        text += ["e", "E+", "e-"].randomElement(using: &generator) ?? ""
        text += digits(Int.random(in: 1...3, using: &generator))
      }
      let value = try JSONReader.value(of: text)
      #expect(try JSONWriter.text(of: value) == text)
      #expect(value.doubleValue == Double(text).flatMap { $0.isFinite ? $0 : nil } || value.isIntegerForm)
    }
  }
}

extension SettingsValue {
  fileprivate var isIntegerForm: Bool { if case .integer = self { true } else { false } }
}
