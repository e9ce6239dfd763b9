/// A regular expression that means the same to the validators of other programs as in Swift.
///
/// Swift matches characters, and validators match code points or code units. The expression can therefore contain
/// ASCII characters, lists of them, groups, alternatives, and repetitions. A point is supported if its repetition has
/// no maximum. Everything else, such as `\w`, `[^a]`, a lookahead, or a back reference, has another meaning elsewhere.
struct PortablePattern {
  /// The source of an expression that matches whole strings only, in the syntax of ECMA-262.
  let text: String

  /// Creates an expression from its source in Swift; `nil` if a part of it has another meaning elsewhere.
  init?(_ pattern: String) {
    var parser = PatternParser(pattern)
    guard parser.parse() else { return nil }
    text = "^(?:\(parser.result))$"
  }
}

private struct PatternParser {
  /// The last part of the expression.
  private enum Part {
    /// A part that can't be repeated, such as the start of a group or a repetition.
    case other
    case item
    /// A point, which a repetition has to follow.
    case point
  }

  private var rest: Substring.UnicodeScalarView
  private var last = Part.other
  private var depth = 0
  private(set) var result = ""

  init(_ pattern: String) { rest = Substring(pattern).unicodeScalars }

  /// Translates the expression; returns `false` if that isn't possible.
  mutating func parse() -> Bool {
    while let scalar = rest.popFirst() {
      guard scalar.isPrintable, last != .point || "*+{".unicodeScalars.contains(scalar) else { return false }
      guard parse(scalar) else { return false }
    }
    return depth == 0 && last != .point
  }

  private mutating func parse(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\":
      guard let escaped = rest.popFirst(), escaped.isPunctuation else { return false }
      add(escaped.literal, .item)
    // With Unicode support, ECMA-262 requires that these are escaped.
    case "]", "}": add(scalar.literal, .item)
    case "[": return parseList()
    case ".": add(".", .point)
    case "(":
      let isCapturing = rest.first != "?"
      if !isCapturing, !take("?:") { return false }
      depth += 1
      add(isCapturing ? "(" : "(?:", .other)
    case ")":
      if depth == 0 { return false }
      depth -= 1
      add(")", .item)
    case "|", "^", "$": add("\(scalar)", .other)
    case "*", "+", "?", "{": return parseRepetition(scalar)
    default: add("\(scalar)", .item)
    }
    return true
  }

  /// Parses a list of characters, whose bracket was read.
  private mutating func parseList() -> Bool {
    // An inverted list matches whole characters.
    if rest.first == "^" || rest.first == "]" { return false }
    var list = "["
    var previous: Unicode.Scalar?
    while let scalar = rest.popFirst(), scalar.isPrintable {
      switch scalar {
      case "]":
        add(list + "]", .item)
        return true
      // A list inside of the list.
      case "[": return false
      case "\\":
        guard let escaped = rest.popFirst(), escaped.isPunctuation else { return false }
        list += escaped == "-" ? "\\-" : escaped.literal
        previous = nil
      default:
        // An operation with two lists.
        if scalar == previous, "&-~".unicodeScalars.contains(scalar) { return false }
        list += "\(scalar)"
        previous = scalar
      }
    }
    return false
  }

  /// Parses a repetition, whose first character was read.
  private mutating func parseRepetition(_ scalar: Unicode.Scalar) -> Bool {
    if last == .other { return false }
    var repetition = "\(scalar)"
    var hasMaximum = scalar == "?"
    if scalar == "{" {
      let minimum = takeDigits()
      let isRange = take(",")
      let maximum = isRange ? takeDigits() : minimum
      guard take("}"), !minimum.isEmpty || !maximum.isEmpty else { return false }
      hasMaximum = !maximum.isEmpty
      repetition = "{\(minimum.isEmpty ? "0" : minimum)\(isRange ? "," : "")\(isRange ? maximum : "")}"
    }
    if last == .point, hasMaximum { return false }
    // A possessive repetition.
    if rest.first == "+" { return false }
    if take("?") { repetition += "?" }
    add(repetition, .other)
    return true
  }

  private mutating func add(_ text: String, _ part: Part) {
    result += text
    last = part
  }

  /// Skips a text; returns `false` if the rest doesn't start with it.
  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func takeDigits() -> String {
    let digits = rest.prefix { "0"..."9" ~= $0 }
    rest.removeFirst(digits.count)
    return String(digits)
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the scalar is a printable ASCII character.
  fileprivate var isPrintable: Bool { " "..."~" ~= self }

  /// A Boolean value that indicates whether the scalar is an ASCII character that means itself after a backslash.
  fileprivate var isPunctuation: Bool {
    isPrintable && !("a"..."z" ~= self || "A"..."Z" ~= self || "0"..."9" ~= self)
  }

  /// The source of an expression that matches the scalar.
  fileprivate var literal: String {
    "^$\\.*+?()[]{}|/".unicodeScalars.contains(self) ? "\\\(self)" : "\(self)"
  }
}
