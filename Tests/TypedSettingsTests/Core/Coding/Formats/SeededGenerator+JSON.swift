import TypedSettingsTesting

/// Documents that no writer produces: with white space anywhere, and strings and numbers in every spelling.
extension SeededGenerator {
  /// Returns the text of a random JSON value.
  mutating func json(depth: Int = 4) -> String {
    let value =
      switch number(below: depth > 0 ? 9 : 6) {
      case 0: ["null", "true", "false"][number(below: 3)]
      case 1, 2: jsonNumber()
      case 3, 4, 5: jsonString(text())
      case 6: "[" + jsonItems { $0.json(depth: depth - 1) } + "]"
      default: jsonObject(depth: depth)
      }
    return jsonSpace() + value + jsonSpace()
  }

  private mutating func jsonObject(depth: Int) -> String {
    var names: Set<String> = []
    let members = jsonItems { generator in
      var name = generator.text()
      while !names.insert(name).inserted { name += "x" }
      return generator.jsonSpace() + generator.jsonString(name) + generator.jsonSpace() + ":"
        + generator.json(depth: depth - 1)
    }
    return "{\(members)}"
  }

  private mutating func jsonItems(_ item: (inout SeededGenerator) -> String) -> String {
    let count = number(below: 5)
    return count == 0 ? jsonSpace() : (0..<count).map { _ in item(&self) }.joined(separator: ",")
  }

  private mutating func jsonSpace() -> String {
    ["", "", "", " ", "\n  ", "\r\n\t", "\t "][number(below: 7)]
  }

  /// Returns a number with an optional sign, up to twenty digits, and an optional fraction and exponent.
  private mutating func jsonNumber() -> String {
    var text = String(next() >> UInt64(number(below: 64)))
    var isWhole = true
    if number(below: 2) == 0 {
      text += "." + String(repeating: "0", count: number(below: 4)) + String(next() >> UInt64(number(below: 64)))
      isWhole = false
    }
    if number(below: 4) == 0 {
      text += ["e", "E", "e+", "E-", "e-0"][number(below: 5)] + String(number(below: 280))
      isWhole = false
    }
    // A negative integer has 63 bits, and zero has no sign, which other readers drop.
    guard number(below: 2) == 0, !isWhole || text.count <= 18, text != "0" else { return text }
    return "-" + text
  }

  /// Returns a string with some of its characters escaped in various ways.
  private mutating func jsonString(_ text: String) -> String {
    let short: [Unicode.Scalar: String] = [
      "\"": #"\""#, "\\": #"\\"#, "/": #"\/"#, "\u{8}": #"\b"#, "\u{C}": #"\f"#, "\n": #"\n"#, "\r": #"\r"#,
      "\t": #"\t"#,
    ]
    var json = "\""
    for scalar in text.unicodeScalars {
      if let escape = short[scalar], number(below: 2) == 0 {
        json += escape
      } else if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" || number(below: 4) == 0 {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: number(below: 2) == 0)
          json += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
