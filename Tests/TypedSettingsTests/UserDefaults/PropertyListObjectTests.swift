import TypedSettingsTesting

#if canImport(Darwin) || UserDefaults
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsUserDefaults

  extension UserDefaultsSuites {
    struct PropertyListObjectTests {
      private static func date(_ interval: Double) -> SettingsValue {
        .date(Date(timeIntervalSinceReferenceDate: interval))
      }

      /// Values of every kind, above all those whose conversion is likely to lose information.
      static let values: [SettingsValue] = [
        .null, true, false, 0, 1, -1, .integer(.max), .integer(.min), .unsigned(UInt64(Int64.max) + 1), .unsigned(.max),
        0.0, -0.0, 1.0, 0.1, 1e300, .double(.leastNonzeroMagnitude), .double(.greatestFiniteMagnitude),
        .double(.infinity), .double(-.infinity), .double(.nan), .double(-.nan), .double(.signalingNaN),
        .double(Double(bitPattern: 0x7FF8_0000_0000_BEEF)),
        "", "$null", " a\tb\nc\r\nd ", "\r", "\u{0}", "a\u{1}\u{1B}\u{7F}\u{85}", "\u{FEFF}x", "x\u{FEFF}", "\u{FFFE}",
        "\u{FFFF}", "e\u{301} é 🙂 \u{2028}", "<&>\"'&amp;]]><![CDATA[x]]>", "https://example.com/a/b?q=1#f",
        "file:///a/b", .data(Data()), .data(Data([0, 255, 10])),
        date(0), date(0.5), date(700_000_000.123456), date(-0.0), date(-63_113_904_000), date(-63_113_904_001),
        date(252_423_993_599), date(252_423_993_600), date(-3e10 + 0.25), date(1e300), date(.infinity), date(.nan),
        [], [:], [.null, [.null], ["": .null]], [1, true, 1.0, "1", .data(Data([1])), date(1)],
        ["CF$UID": 5], ["CF$UID": 5, "x": .null], ["\u{0}": 1], ["\u{FEFF}k": 1, "a": [2]], ["": 1, " a ": 2, "<": 3],
        ["$null": ""], ["$null": 1], ["$unsigned": "9223372036854775808"], ["$double": "0"], ["$date": "x"],
        ["$string": .data(Data([65]))], ["$dictionary": ["a", 1]], ["$dictionary": ["$null": ""]],
        ["$null": "", "b": 1],
        nested(SettingsValue.maximumDepth - 1, in: { [$0] }),
        nested(SettingsValue.maximumDepth - 1, in: { ["$null": $0] }),
      ]

      private static func nested(_ depth: Int, in container: (SettingsValue) -> SettingsValue) -> SettingsValue {
        (0..<depth).reduce(SettingsValue.null) { value, _ in container(value) }
      }

      @Test(arguments: values.indices) func `a value round-trips bit for bit`(index: Int) throws {
        let value = Self.values[index]
        #expect(try PropertyListObject.value(of: PropertyListObject.object(of: value)) == value)
      }

      @Test(arguments: values.indices) func `the object of a value is a property list object`(index: Int) {
        let value = Self.values[index]
        #expect(PropertyListSerialization.propertyList(PropertyListObject.object(of: value), isValidFor: .xml))
      }

      @Test func `each value round-trips through the disk in its own suite`() throws {
        for value in Self.values {
          let suite = TestSuite()
          let core = try suite.core()
          _ = try core.write(value, forKey: suite.key, origin: .local)
          _ = try core.write(1, forKey: SettingsKey(domain: suite.name, name: "other"), origin: .local)
          try core.flush()
          let reader = try suite.core()
          #expect(reader.value(forName: suite.key.name) == value)
          #expect(reader.value(forName: "other") == 1)
        }
      }

      @Test func `generated values round-trip through the disk`() throws {
        var generator = SeededGenerator(seed: 20_261_121)
        let suite = TestSuite()
        let core = try suite.core()
        var expected: [String: SettingsValue] = [:]
        for number in 0..<2_000 {
          let value = generator.value()
          expected["Key \(number)"] = value
          _ = try core.write(value, forKey: SettingsKey(domain: suite.name, name: "Key \(number)"), origin: .local)
        }
        try core.flush()
        let reader = try suite.core()
        #expect(reader.names.count == expected.count)
        for (name, value) in expected { #expect(reader.value(forName: name) == value, "\(name)") }
      }

      @Test func `other code reads the plain object`() throws {
        let suite = TestSuite()
        let core = try suite.core()
        let values: [String: SettingsValue] = [
          "bool": true, "integer": 25, "double": 0.5, "string": "text", "data": .data(Data([1, 2])),
          "date": Self.date(700_000_000), "array": ["a", "b"], "dictionary": ["a": 1],
        ]
        for (name, value) in values {
          _ = try core.write(value, forKey: SettingsKey(domain: suite.name, name: name), origin: .local)
        }
        let defaults = suite.defaults
        #expect(defaults.bool(forKey: "bool"))
        #expect(defaults.integer(forKey: "integer") == 25)
        #expect(defaults.double(forKey: "double") == 0.5)
        #expect(defaults.string(forKey: "string") == "text")
        #expect(defaults.data(forKey: "data") == Data([1, 2]))
        #expect(defaults.object(forKey: "date") as? Date == Date(timeIntervalSinceReferenceDate: 700_000_000))
        #expect(defaults.stringArray(forKey: "array") == ["a", "b"])
        #expect(defaults.dictionary(forKey: "dictionary")?["a"] as? Int == 1)
      }

      private static let objects: [(object: any Sendable, value: SettingsValue)] = [
        (true, true), (1, 1), (UInt8(1), 1), (Float(1.5), 1.5), (1.0, 1.0), (UInt64.max, .unsigned(.max)), ("x", "x"),
        (Data([1]), .data(Data([1]))), ([1, 2], [1, 2]), (["a": [true]], ["a": [true]]), (["$null": 5], ["$null": 5]),
        (["$double": "xyz"], ["$double": "xyz"]), (["$dictionary": ["a"]], ["$dictionary": ["a"]]),
      ]

      @Test(arguments: objects.indices) func `values set by other code are read with their types`(index: Int) throws {
        let (object, value) = Self.objects[index]
        let suite = TestSuite()
        suite.defaults.set(object, forKey: "Value")
        #expect(try suite.core().value(forName: "Value") == value)
      }
    }
  }
#endif
