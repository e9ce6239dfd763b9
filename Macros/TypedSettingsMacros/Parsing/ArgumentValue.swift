import SwiftSyntax

/// The value of an attribute's argument, which is known at compile time if it's a plain literal.
enum ArgumentValue: Hashable {
  case literal(String)
  case expression(String)

  /// Returns `nil` for a missing argument and for the literal `nil`.
  init?(_ expression: ExprSyntax?) {
    guard let expression, !expression.is(NilLiteralExprSyntax.self) else { return nil }
    if let value = expression.as(StringLiteralExprSyntax.self)?.plainContent {
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

extension StringLiteralExprSyntax {
  /// The text of a literal without escapes, interpolations and line breaks; `nil` for any other literal.
  fileprivate var plainContent: String? {
    guard openingQuote.tokenKind == .stringQuote else { return nil }
    var content = ""
    for segment in segments {
      guard case .stringSegment(let segment) = segment, !segment.content.text.contains("\\") else { return nil }
      content += segment.content.text
    }
    return content
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
