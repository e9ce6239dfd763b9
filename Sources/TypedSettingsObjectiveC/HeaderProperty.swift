internal import TypedSettingsCore

/// The declaration of one setting in a header.
struct HeaderProperty {
  /// The name of the setting, or its path if it is nested.
  let path: String
  let setting: any Setting
  let forwarding: SettingsForwarding

  /// The declaration with its documentation, or a comment that explains its omission.
  var declaration: String {
    guard forwarding.setting(forKey: setting.name) === setting else {
      return omission("another setting has the name '\(setting.name)'")
    }
    guard let type = ObjectiveCType(setting.valueType) else {
      return omission("Objective-C has no type for '\(setting.valueType)'")
    }
    if let problem = ObjectiveCName(setting.name).problem { return omission(problem) }
    return (documentation + [property(of: type)] + [familyNote(of: type)].compactMap { $0 })
      .joined(separator: "\n")
  }

  private func omission(_ reason: String) -> String { HeaderComment("'\(path)' is left out: \(reason).").lines("//") }

  private var documentation: [String] {
    guard let text = setting.attributes.documentation, !text.isEmpty else { return [] }
    return [HeaderComment(text).lines("///")]
  }

  private func property(of type: ObjectiveCType) -> String {
    let names = SelectorNames(property: setting.name)
    var attributes = ["nonatomic"]
    if type.isObject { attributes.append("copy") }
    if type.isNullable { attributes.append("nullable") }
    let name = declaredName
    if let getter = names.booleanGetter, !ObjectiveCName(getter).isInherited,
      forwarding.target(of: getter)?.setting === setting
    {
      attributes.append("getter=\(getter)")
    } else if name != setting.name {
      attributes.append("getter=\(names.getter)")
    }
    if forwarding.target(of: names.setter)?.setting !== setting {
      attributes.append("readonly")
    } else if name != setting.name || names.setter != names.compiledSetter {
      attributes.append("setter=\(names.setter)")
    }
    let declaration = type.declaration
    let space = declaration.hasSuffix("*") ? "" : " "
    return "@property (\(attributes.joined(separator: ", "))) \(declaration)\(space)\(name);"
  }

  /// The name, with underscores appended if it is a keyword.
  private var declaredName: String {
    guard ObjectiveCName(setting.name).isKeyword else { return setting.name }
    var name = setting.name + "_"
    while forwarding.setting(forKey: name) != nil { name += "_" }
    return name
  }

  /// A redeclaration of a getter whose name would make compilers assume that it returns a retained object.
  private func familyNote(of type: ObjectiveCType) -> String? {
    guard type.isObject, ObjectiveCName(setting.name).belongsToFamily else { return nil }
    let nullable = type.isNullable ? "nullable " : ""
    return "- (\(nullable)\(type.declaration))\(setting.name) __attribute__((objc_method_family(none)));"
  }
}

/// A text formatted as a C comment, line by line.
private struct HeaderComment {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Returns the lines, each after a mark such as `///`.
  func lines(_ mark: String) -> String {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }
      .map { line in
        let line = Self.sanitized(line)
        return line.isEmpty ? mark : "\(mark) \(line)"
      }
      .joined(separator: "\n")
  }

  /// Returns a line without control characters, and without an ending that would continue the comment on the next line.
  private static func sanitized(_ line: Substring) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in line.unicodeScalars where scalar == "\t" || scalar.properties.generalCategory != .control {
      scalars.append(scalar)
    }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    let text = String(scalars)
    // A backslash at the end joins two lines, and so does its trigraph.
    if text.hasSuffix("\\") { return text.dropLast() + "&#92;" }
    if text.hasSuffix("??/") { return text.dropLast() + "&#47;" }
    return text
  }
}
