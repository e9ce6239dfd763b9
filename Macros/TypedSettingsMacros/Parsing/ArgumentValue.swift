import SwiftSyntax

/// The value of an attribute's argument, which is known at compile time if it's a plain literal.
enum ArgumentValue: Hashable {
  case literal(String)
  case expression(String)

  /// Returns `nil` for a missing argument and for the literal `nil`.
  init?(_ expression: ExprSyntax?) {
    guard let expression, !expression.is(NilLiteralExprSyntax.self) else { return nil }
    if let value = expression.as(StringLiteralExprSyntax.self)?.text {
      self = .literal(value)
    } else {
      self = .expression(expression.trimmedDescription)
    }
  }

  /// The source text of the value.
  var source: String {
    switch self {
    case .literal(let value): value.swiftLiteral
    case .expression(let source): source
    }
  }

  /// The content of the literal, or the source text of the expression.
  var content: String {
    switch self {
    case .literal(let value): value
    case .expression(let source): source
    }
  }

  /// Returns the value, or an expression that falls back to another value if this one is `nil` at run time.
  func defaulting(to fallback: ArgumentValue) -> ArgumentValue {
    switch self {
    case .literal: self
    case .expression(let source): .expression("((\(source)) as Swift.String? ?? \(fallback.source))")
    }
  }

  /// Returns the value with a suffix.
  func appending(_ suffix: String) -> ArgumentValue {
    switch self {
    case .literal(let value): .literal(value + suffix)
    case .expression(let source): .expression("\(source) + \(suffix.swiftLiteral)")
    }
  }
}

extension ExprSyntax {
  /// A Boolean value that indicates whether an argument can't cause an error after its attribute was checked.
  ///
  /// That's the case for literals and for the members of the library. A declaration of the user could be isolated to an
  /// actor, which the compiler notices only where the argument is used.
  var isCertainArgument: Bool {
    if let array = self.as(ArrayExprSyntax.self) {
      return array.elements.allSatisfy { $0.expression.isCertainArgument }
    }
    if let member = self.as(MemberAccessExprSyntax.self) {
      return member.base == nil && Self.libraryMembers.contains(member.declName.baseName.text)
    }
    if let text = self.as(StringLiteralExprSyntax.self) { return text.isCertainlyRepresentableText }
    return self.is(NilLiteralExprSyntax.self) || self.is(IntegerLiteralExprSyntax.self)
  }

  private static let libraryMembers: Set = [
    "watchSync", "buddyExclude", "guestPassInclude", "managedAssets", "secret", "transient", "deviceLocal",
    "afterStore", "beforeStore", "prefixed", "propertyName",
  ]
}

extension StringLiteralExprSyntax {
  fileprivate var isCertainlyRepresentableText: Bool { ExprSyntax(self).isCertainlyRepresentable }

  /// The text that the literal stands for, whatever its form; `nil` if it has an interpolation or isn't valid.
  var text: String? {
    let escape = "\\" + (openingPounds?.text ?? "")
    var text = ""
    for segment in segments {
      guard case .stringSegment(let segment) = segment, let part = segment.content.text.unescaped(escape) else {
        return nil
      }
      text += part
    }
    return text
  }
}

extension String {
  /// Replaces the escape sequences of a literal.
  ///
  /// - Parameter escape: The start of an escape sequence, such as `\\#` in a raw literal.
  /// - Returns: The text; `nil` if an escape sequence isn't valid.
  fileprivate func unescaped(_ escape: String) -> String? {
    // Most literals have none.
    guard utf8.contains(UInt8(ascii: "\\")) else { return self }
    var result = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let first = rest.first {
      guard rest.starts(with: escape.unicodeScalars) else {
        result.append(first)
        rest.removeFirst()
        continue
      }
      rest = rest.dropFirst(escape.unicodeScalars.count)
      guard let kind = rest.popFirst() else { return nil }
      switch kind {
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "0": result.append("\0")
      case "\\", "\"", "'": result.append(kind)
      case "u":
        guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
          let value = UInt32(String(rest[..<end]), radix: 16), let scalar = Unicode.Scalar(value)
        else { return nil }
        result.append(scalar)
        rest = rest[end...].dropFirst()
      default: return nil
      }
    }
    return String(result)
  }
}

extension String {
  /// A single-line string literal with this text.
  var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
