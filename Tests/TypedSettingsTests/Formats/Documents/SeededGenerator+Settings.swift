import TypedSettingsTesting

/// Random settings documents: most of them plain, some with a peculiarity.
extension SeededGenerator {
  /// Returns the text of a settings document.
  mutating func settingsDocument(peculiar: Bool) -> String {
    object(count: number(below: 4), peculiar) { generator in
      if generator.chance(8) { return generator.settingText(peculiar) }
      return generator.object(count: generator.number(below: 12), peculiar) { $0.settingText(peculiar) }
    }
  }

  private mutating func settingText(_ peculiar: Bool, depth: Int = 3) -> String {
    switch number(below: depth > 0 ? 11 : 9) {
    case 0: "true"
    case 1: "null"
    case 2: String(Int64(truncatingIfNeeded: next() >> UInt64(number(below: 64))))
    case 3: "\(Double(number(below: 100_000)) / 64)"
    case 4: element(of: ["-0", "1e22", "123456789012345678901234567890", "0.1e-400", "1.5E+3", "18446744073709551615"])
    case 5: peculiar && chance(3) ? "1e400" : "false"
    case 6: #""text \#(number(below: 1000))""#
    case 7: element(of: [#""a\tb""#, #""Grüße""#, #""\u00e9""#, #""""#, #""https://example.com/a,b:{c}[d]""#])
    case 8: peculiar && chance(3) ? json(depth: 3) : "0"
    case 9: "[" + items(number(below: 5)) { $0.settingText(peculiar, depth: depth - 1) } + "]"
    default: object(count: number(below: chance(5) ? 20 : 4), peculiar) { $0.settingText(peculiar, depth: depth - 1) }
    }
  }

  private mutating func object(
    count: Int, _ peculiar: Bool, _ value: (inout SeededGenerator) -> String
  ) -> String {
    var names: Set<String> = []
    return "{"
      + items(count) { generator in
        var name = generator.settingName(peculiar)
        while !names.insert(name).inserted, !(peculiar && generator.chance(20)) { name += "x" }
        return "\"\(name)\"" + generator.space() + ":" + generator.space() + value(&generator)
      } + "}"
  }

  private mutating func settingName(_ peculiar: Bool) -> String {
    guard peculiar, chance(12) else {
      return "name\(number(below: 40))" + (chance(3) ? "OfALongerSettingThanUsual" : "")
    }
    return element(of: [
      "$schema", "$number", "$spellings", "$version", #"\u0061"#, "é", "e\u{301}", "\u{212A}", "K", "", "a\"", "\u{1}",
      "x" + String(repeating: "\u{301}", count: 31),
    ])
  }

  private mutating func items(_ count: Int, _ item: (inout SeededGenerator) -> String) -> String {
    var text = space()
    for index in 0..<count {
      text += item(&self) + space()
      if index < count - 1 || chance(8) { text += "," + space() }
    }
    return text
  }

  private mutating func space() -> String {
    element(of: ["", "", "", "", " ", "\n  ", "\r\n\t", " // comment\n", "/* \" { */"])
  }
}
