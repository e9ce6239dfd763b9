import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
  /// Takes an argument of an attribute and its comma away.
  static func removeArgument(labeled label: String, of attribute: AttributeSyntax) -> FixIt {
    var arguments = attribute.labeledArguments.filter { $0.label?.text != label }
    if let last = arguments.indices.last { arguments[last].trailingComma = nil }
    var edited = attribute
    edited.arguments = .argumentList(arguments)
    return FixIt(
      message: Advice.remove(label + ":"), changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(edited))])
  }
}
